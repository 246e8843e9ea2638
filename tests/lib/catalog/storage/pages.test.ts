/** Where the files of a catalog have their pages, and the addresses of single files. */
import { expect, it, onTestFinished } from 'vitest';
import { blockSize } from '../../../../lib/catalog/columns/block-size.ts';
import { openCatalog, sampleEntry } from './on-disk.ts';

const id = 'account';

function setUp() {
  const catalog = openCatalog();
  onTestFinished(() => catalog.close());
  return catalog;
}
const entries = (count: number, address: (code: string) => string | null, prefix = 'file-') =>
  Array.from({ length: count }, (_, at) => {
    const code = `${prefix}${at}`;
    return sampleEntry(code, { downloadUrl: address(code) });
  });
const vote = (base: string, form: string, count: number, kind = 'download') => ({ kind, base, form, count });

it('are counted over all blocks as files are listed, moved, and removed', async () => {
  const { writer, newWriter } = setUp();
  const files = entries(blockSize + 10, (code) => `https://a.example/d/${code}/Clip ${code}.mp4`);
  await writer.apply(id, { files });
  const [download] = ['https://a.example'];
  expect(await writer.pageVotes(id)).toEqual([
    vote(download, '/d/CODE', blockSize),
    vote(download, '/d/CODE', 10),
  ]);
  await writer.apply(id, { files: entries(20, (code) => `https://b.example/${code}.html`) });
  await writer.apply(id, { gone: ['file-0', 'file-30'] });
  const votes = [
    vote(download, '/d/CODE', blockSize - 21),
    vote('https://b.example', '/CODE.html', 19),
    vote(download, '/d/CODE', 10),
  ];
  expect(await writer.pageVotes(id)).toEqual(votes);
  expect(await newWriter().pageVotes(id)).toEqual(votes);
});

it('aren’t counted if an address is missing, a path, or in an unknown form', async () => {
  const { writer } = setUp();
  const none = entries(3, () => null, 'none-');
  const paths = entries(3, (code) => `https://pages.invalid/d/${code}`, 'path-');
  const others = entries(3, (code) => `https://a.example/?v=${code}`, 'other-');
  await writer.apply(id, {
    files: [...none, ...paths, ...others, ...entries(1, (code) => `https://a.example/v/${code}`)],
  });
  expect(await writer.pageVotes(id)).toEqual([vote('https://a.example', '/v/CODE', 1, 'player')]);
});

it('have a limited number of hosts', async () => {
  const { writer } = setUp();
  await writer.apply(id, { files: entries(500, (code) => `https://${code}.example/d/${code}`) });
  expect((await writer.pageVotes(id)).length).toBeLessThanOrEqual(8);
});

it('count each player once, of the newest hundred files', async () => {
  const { writer, database } = setUp();
  const seen = (fileCode: string, host: string) => ({
    fileCode,
    address: `https://${host}.example/e/prot-${fileCode}`,
  });
  await writer.apply(id, { players: [seen('first', 'old'), seen('first', 'old'), seen('second', 'old')] });
  await writer.apply(id, {
    players: [seen('second', 'new'), { fileCode: 'third', address: 'https://pages.invalid/e/protected' }],
  });
  const count = async (host: string) =>
    (await writer.pageVotes(id)).filter(({ base }) => base === `https://${host}.example`).length;
  expect([await count('old'), await count('new')]).toEqual([1, 1]);

  const version = async () => (await database.use((db) => db.get('accounts', id)))?.version;
  const before = await version();
  await writer.apply(id, { players: [seen('second', 'new')] });
  expect(await version()).toBe(before);

  const many = Array.from({ length: 100 }, (_, at) => seen(`many-${at}`, 'many'));
  await writer.apply(id, { players: many });
  expect([await count('old'), await count('new'), await count('many')]).toEqual([0, 0, 100]);
});

it('of single files are found by their codes', async () => {
  const { writer, newWriter } = setUp();
  await writer.apply(id, { files: entries(3, (code) => `https://a.example/d/${code}`) });
  const found = await newWriter().addresses(id, ['file-2', 'unknown', 'file-0']);
  expect(found.map(({ download }) => download)).toEqual([
    'https://a.example/d/file-2',
    null,
    'https://a.example/d/file-0',
  ]);
});
