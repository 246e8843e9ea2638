/** The disk and what pages see of it: what is read again, what is written at all, and hostile contents. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { blockSize } from '../../../../lib/catalog/columns/block-size.ts';
import { createCatalogDatabase } from '../../../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../../../lib/catalog/storage/reader.ts';
import { createCatalogWriter } from '../../../../lib/catalog/storage/writer.ts';
import { createDatabaseName } from '../../storage/fake-database-name.ts';
import { sampleEntry } from './on-disk.ts';

const id = 'account';

const many = (count: number) => Array.from({ length: count }, (_, at) => sampleEntry(`f${at}`));

async function setUp() {
  const db = createCatalogDatabase(createDatabaseName());
  onTestFinished(() => db.close());
  const versions = async () => (await db.use((open) => open.get('accounts', id)))?.blocks ?? [];
  return { db, writer: createCatalogWriter(db), reader: createCatalogReader(db), versions };
}

describe('blocks', () => {
  it('are filled in order; a change writes the blocks it affects', async () => {
    const { db, writer, reader, versions } = await setUp();
    await writer.apply(id, { files: many(2 * blockSize + 9), pass: 1 });
    expect(await db.use((open) => open.count('blocks'))).toBe(3);
    const [first, second, third] = await versions();
    const last = blockSize - 1;
    const gone = 2 * blockSize + 1;
    await writer.apply(id, { patches: [{ fileCode: `f${last}`, title: 'Other' }], gone: [`f${gone}`] });
    expect(await versions()).toEqual([expect.any(Number), second, expect.any(Number)]);
    expect((await versions())[0]).toBeGreaterThan(first ?? 0);
    expect((await versions())[2]).toBeGreaterThan(third ?? 0);
    const snapshot = await reader.read(id);
    for (const fileId of [0, last, blockSize, gone + 1]) expect(snapshot.fileId(`f${fileId}`)).toBe(fileId);
    expect(snapshot.file(last)?.title).toBe('Other');
    expect(snapshot.size).toBe(2 * blockSize + 8);
    for (const fileId of [gone, 2 * blockSize + 9, 99 * blockSize]) expect(snapshot.file(fileId)).toBe(null);
  });

  it('keep nothing of a removed file', async () => {
    const { db, writer } = await setUp();
    await writer.apply(id, { files: [sampleEntry('secret', { downloadUrl: 'https://x.example/hidden' })] });
    await writer.apply(id, { gone: ['secret'] });
    const stored = [
      await db.use((open) => open.getAll('blocks')),
      await db.use((open) => open.getAll('addresses')),
    ];
    expect(JSON.stringify(stored)).not.toMatch(/secret|hidden/);
  });

  it('aren’t read again after a sync without changes, which only writes when files were last seen', async () => {
    const { writer, reader, versions } = await setUp();
    await writer.apply(id, { files: many(1_500), pass: 1 });
    const before = await versions();
    const snapshot = await reader.read(id);
    const delta = await writer.apply(id, { files: many(1_200), pass: 2 });
    expect(delta).toEqual({ added: 0, removed: 0 });
    expect(await versions()).toEqual(before);
    expect(await writer.unseen(id, 2)).toEqual(
      many(1_500)
        .slice(1_200)
        .map(({ fileCode }) => fileCode),
    );
    expect((await reader.read(id)).folders).toBe(snapshot.folders);
  });

  it('are not written without a change', async () => {
    const { db, writer, reader } = await setUp();
    const listed = { folderId: '0', folders: [{ folderId: '1', name: 'One', code: null }] };
    await writer.apply(id, { files: many(3), pass: 1, listed }, { step: 1 });
    const before = await db.use((open) => open.get('accounts', id));
    const snapshot = await reader.read(id);
    await writer.apply(id, {
      files: many(2),
      pass: 1,
      listed,
      patches: [{ fileCode: 'f0', views: 1 }],
      gone: ['x'],
    });
    expect(await db.use((open) => open.get('accounts', id))).toEqual(before);
    expect(await reader.read(id)).toBe(snapshot);
  });
});

describe('two readers', () => {
  it('see the same, whichever blocks they had read before', async () => {
    const { db, writer, reader } = await setUp();
    await writer.apply(id, { files: many(2 * blockSize) });
    await reader.read(id);
    await writer.apply(id, {
      patches: [{ fileCode: `f${blockSize}`, title: 'Other' }],
      files: [sampleEntry('new')],
    });
    const [one, other] = [await reader.read(id), await createCatalogReader(db).read(id)];
    expect(one.version).toBe(other.version);
    for (const fileId of [0, blockSize, 2 * blockSize]) expect(one.file(fileId)).toEqual(other.file(fileId));
    expect(one.search('other')).toEqual(other.search('other'));
    expect(one.fileIds()).toEqual(other.fileIds());
  });
});

it('an unread account is empty', async () => {
  const { reader } = await setUp();
  const snapshot = await reader.read('nobody');
  expect(snapshot.syncStatus).toMatchObject({ phase: 'never', files: 0, folders: 0 });
  expect([
    snapshot.size,
    [...snapshot.fileIds()],
    snapshot.foldersIn('0'),
    snapshot.search('a').length,
  ]).toEqual([...[0, [], [], 0]]);
  expect(await reader.addresses('nobody', [0])).toEqual([{ image: null, download: null }]);
});

it('folders are sorted by name, ignoring case and with numbers by value', async () => {
  const { writer, reader } = await setUp();
  const names = ['b', 'Folder 10', 'folder 9', 'É', 'a'];
  const folders = names.map((name, at) => ({ folderId: `${at + 1}`, name, code: null }));
  await writer.apply(id, { listed: { folderId: '0', folders } });
  const snapshot = await reader.read(id);
  expect(snapshot.foldersIn('0').map(({ name }) => name)).toEqual(['a', 'b', 'É', 'folder 9', 'Folder 10']);
});
