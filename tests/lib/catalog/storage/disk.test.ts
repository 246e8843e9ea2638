/** The disk and what pages see of it: what is read again, what is written at all, and hostile contents. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FileEntry } from '../../../../lib/api/index.ts';
import { blockSize } from '../../../../lib/catalog/columns/block-size.ts';
import { createCatalogDatabase } from '../../../../lib/catalog/storage/database.ts';
import { createCatalogReader } from '../../../../lib/catalog/storage/reader.ts';
import { createCatalogWriter } from '../../../../lib/catalog/storage/writer.ts';

const id = 'account';

const entry = (fileCode: string, more: Partial<FileEntry> = {}): FileEntry => ({
  fileCode,
  title: `Title of ${fileCode}`,
  downloadUrl: `https://x.example/d/${fileCode}`,
  singleImage: `https://x.example/i/${fileCode}.jpg`,
  ...{ canPlay: true, length: 60, views: 1, uploaded: '2026-11-21 05:00:00', isPublic: true, folderId: '0' },
  ...more,
});

const many = (count: number) => Array.from({ length: count }, (_, at) => entry(`f${at}`));

async function setUp() {
  const db = createCatalogDatabase(crypto.randomUUID());
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
    for (const row of [0, last, blockSize, gone + 1]) expect(snapshot.row(`f${row}`)).toBe(row);
    expect(snapshot.file(last)?.title).toBe('Other');
    expect(snapshot.size).toBe(2 * blockSize + 8);
    for (const row of [gone, 2 * blockSize + 9, 99 * blockSize]) expect(snapshot.file(row)).toBe(null);
  });

  it('give a file that returns another row, even after the last one was removed', async () => {
    const { db, writer, reader } = await setUp();
    await writer.apply(id, { files: many(3) });
    await writer.apply(id, { gone: ['f0', 'f2'] });
    await createCatalogWriter(db).apply(id, { files: [entry('f2'), entry('f0')] });
    const snapshot = await reader.read(id);
    expect([snapshot.row('f0'), snapshot.row('f1'), snapshot.row('f2')]).toEqual([4, 1, 3]);
  });

  it('keep nothing of a removed file', async () => {
    const { db, writer } = await setUp();
    await writer.apply(id, { files: [entry('secret', { downloadUrl: 'https://x.example/hidden' })] });
    await writer.apply(id, { gone: ['secret'] });
    const stored = [
      await db.use((open) => open.getAll('blocks')),
      await db.use((open) => open.getAll('addresses')),
    ];
    expect(JSON.stringify(stored)).not.toMatch(/secret|hidden/);
  });

  it('are not read again after a sync without changes, which writes only marks', async () => {
    const { writer, reader, versions } = await setUp();
    await writer.apply(id, { files: many(1_500), pass: 1 });
    const before = await versions();
    const snapshot = await reader.read(id);
    expect(await writer.apply(id, { files: many(1_200), pass: 2 })).toEqual({
      added: 0,
      changed: 0,
      removed: 0,
    });
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

describe('what a listing does not contain', () => {
  it('remains as it was', async () => {
    const { writer, reader } = await setUp();
    await writer.apply(id, { files: [entry('a', { folderId: '7' })], patches: [{ fileCode: 'a', size: 5 }] });
    const before = (await reader.read(id)).file(0);
    const silent = { title: '', downloadUrl: null, singleImage: null, canPlay: null, length: null };
    await writer.apply(id, {
      files: [entry('a', { ...silent, views: null, uploaded: null, isPublic: null, folderId: null })],
    });
    expect((await reader.read(id)).file(0)).toEqual(before);
    expect(before).toMatchObject({ size: 5, folderId: '7', uploaded: 1_795_237_200 });
    expect(await reader.addresses(id, [0])).toEqual([
      { image: 'https://x.example/i/a.jpg', download: 'https://x.example/d/a' },
    ]);
  });

  it('is unknown for a new file, which is put in the root', async () => {
    const { writer, reader } = await setUp();
    await writer.apply(id, { files: [entry('a', { folderId: null, uploaded: null, singleImage: null })] });
    const snapshot = await reader.read(id);
    expect(snapshot.file(0)).toMatchObject({ folderId: '0', uploaded: null, size: null });
    expect(await reader.addresses(id, [0])).toEqual([{ image: null, download: 'https://x.example/d/a' }]);
  });
});

describe('two readers', () => {
  it('see the same, whichever blocks they had read before', async () => {
    const { db, writer, reader } = await setUp();
    await writer.apply(id, { files: many(2 * blockSize) });
    await reader.read(id);
    await writer.apply(id, {
      patches: [{ fileCode: `f${blockSize}`, title: 'Other' }],
      files: [entry('new')],
    });
    const [one, other] = [await reader.read(id), await createCatalogReader(db).read(id)];
    expect(one.version).toBe(other.version);
    for (const row of [0, blockSize, 2 * blockSize]) expect(one.file(row)).toEqual(other.file(row));
    expect(one.search('other')).toEqual(other.search('other'));
    expect(one.rows()).toEqual(other.rows());
  });

  it('never mix a removed account with one that was added later', async () => {
    const { writer, reader } = await setUp();
    await writer.apply(id, { files: many(2_000) });
    const before = await reader.read(id);
    await writer.removeAccount(id);
    await writer.apply(id, { files: [entry('other')] });
    const after = await reader.read(id);
    expect([after.size, after.file(0)?.fileCode, after.file(5)]).toEqual([1, 'other', null]);
    expect(after.version).not.toBe(before.version);
    expect(before.size).toBe(2_000);
  });
});

it('an unread account is empty', async () => {
  const { reader } = await setUp();
  const snapshot = await reader.read('nobody');
  expect(snapshot.syncStatus).toMatchObject({ phase: 'never', files: 0, folders: 0 });
  expect([snapshot.size, [...snapshot.rows()], snapshot.foldersIn('0'), snapshot.search('a').length]).toEqual(
    [...[0, [], [], 0]],
  );
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

it('the writer works after a write error', async () => {
  const { db, writer, reader } = await setUp();
  await writer.apply(id, { files: many(3) }, { step: 1 });
  const broken = writer.apply(id, { files: [entry('x')], gone: ['f0'] }, () => {});
  const next = writer.apply(id, { files: [entry('y')] });
  await expect(broken).rejects.toThrow();
  await next;
  const snapshot = await reader.read(id);
  expect(Array.from(snapshot.rows(), (row) => snapshot.file(row)?.fileCode)).toEqual(['f0', 'f1', 'f2', 'y']);
  expect(await createCatalogWriter(db).state(id)).toEqual({ step: 1 });
});
