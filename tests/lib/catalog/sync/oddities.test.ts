/** What services of this family do besides the description (docs/http-api.md, "Lists"): none of it harms the catalog, or keeps the sync for ever. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createSync } from '../../../../lib/catalog/sync/sync.ts';
import { fastLimiter } from '../../api/helpers/fast-limiter.ts';
import { contentsOf, filesOf, openCatalog } from '../storage/on-disk.ts';
import { type FakeFile, type FakeFolder, fakeService, type Oddities } from './fake-service.ts';

const accountId = 'account';
const start = Date.UTC(2026, 10, 1);
const date = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

function account(fileCount = 730): { files: FakeFile[]; folders: FakeFolder[] } {
  const folders = [
    { id: '1', name: 'One', parentId: '0' },
    { id: '2', name: 'Two', parentId: '0' },
    { id: '3', name: 'In one', parentId: '1' },
    { id: '4', name: 'In that', parentId: '3' },
  ];
  const files = Array.from({ length: fileCount }, (_, index) => ({
    code: `code${index}`,
    title: `Title ${index}`,
    folderId: String(index % 5),
    uploaded: date(start - index * 7_000_000),
  }));
  return { files, folders };
}

async function setUp(oddities: Oddities, { files, folders } = account()) {
  const service = fakeService(oddities, files, folders);
  const client = createClient({
    baseUrl: 'http://service.test',
    key: 'test-key',
    fetch: service.fetch,
    limiter: fastLimiter(),
  });
  const disk = openCatalog();
  const time = { now: start };
  const sync = createSync({
    writer: disk.writer,
    accountIds: async () => [accountId],
    clientFor: async () => client,
    clock: () => time.now,
    random: () => 0.5,
    isOnline: () => true,
    isPageOpen: () => true,
    onChange: () => {},
    onWork: () => {},
  });
  async function settle() {
    for (let next = await sync.run(); next !== null; next = await sync.run())
      time.now = Math.max(time.now, next);
  }
  async function visit(folderId: string | null = null) {
    time.now += 2 * 60_000;
    await sync.visit(accountId, folderId);
    await settle();
  }
  const expectTruth = async () => {
    expect(contentsOf(await disk.read(accountId))).toEqual({
      files: files.map(({ code, title, folderId }) => [code, title, folderId]).sort(),
      folders: folders.map(({ id, name, parentId }) => [id, name, parentId]).sort(),
    });
  };
  return { service, disk, visit, expectTruth, files, folders, time };
}

const oddities: Readonly<Record<string, Oddities>> = {
  'too few pages are counted': { totalPages: () => 1, total: () => '200' },
  'no pages are counted': { totalPages: () => 0, total: () => 0 },
  'far too many pages are counted': { totalPages: () => 9_999_999, total: () => '9' },
  'nothing is counted': { totalPages: () => undefined, total: () => undefined },
  'the count is a word': { totalPages: () => 'many', total: () => 'lots' },
  'the last page is repeated': { beyond: 'last' },
  'the first page is repeated': { beyond: 'first', totalPages: () => 99 },
  'the list begins again': { beyond: 'from-the-start', totalPages: () => undefined },
  'pages beyond the last are refused': { beyond: 'refusal' },
  'pages beyond the last are refused and nothing is counted': {
    beyond: 'refusal',
    totalPages: () => undefined,
  },
  'pages are shorter than asked for': { maxPerPage: 30, totalPages: () => 4 },
  'entries are repeated on the next page': { overlap: 40 },
  'the oldest come first': { oldestFirst: true },
  'the date is not heeded': { ignoresCreated: true },
  'a folder lists itself': { alsoInside: (id, all) => all.filter((folder) => folder.id === id) },
  'a folder lists those it is in': {
    alsoInside: (id, all) => (id === '4' ? all.filter((folder) => ['1', '3', '4'].includes(folder.id)) : []),
  },
  'a folder lists what is elsewhere': {
    alsoInside: (id, all) => (id === '2' ? all.filter((folder) => folder.id === '1') : []),
  },
};

describe.each(Object.entries(oddities))('where %s', (_, odd) => {
  it('everything is read, once', async () => {
    const { service, visit, expectTruth } = await setUp(odd);
    await visit();
    await expectTruth();
    const pages = Math.ceil(730 / (odd.maxPerPage ?? 200));
    const requests = service.requests.filter((what) => what.startsWith('file/list'));
    // Those beyond the last may have been asked for at the same time as it.
    expect(requests.length).toBeLessThanOrEqual(pages + 12);
  });

  it('looks and later syncs leave it so, and find what is new', async () => {
    const { visit, expectTruth, files, time } = await setUp(odd);
    await visit();
    for (const folderId of ['0', '1', '2', '3', '4']) await visit(folderId);
    await expectTruth();
    files.push({ code: 'new', title: 'New', folderId: '3', uploaded: date(time.now) });
    await visit();
    await expectTruth();
    time.now += 25 * 3_600_000;
    await visit();
    await expectTruth();
  });
});

describe('dates', () => {
  it('of zeros: what is new is found all the same', async () => {
    const { files, folders } = account();
    for (const file of files) file.uploaded = '0000-00-00 00:00:00';
    const { visit, expectTruth, service } = await setUp({}, { files, folders });
    await visit();
    await expectTruth();
    // Newest first, as the service has them.
    files.unshift({ code: 'new', title: 'New', folderId: '0', uploaded: '0000-00-00 00:00:00' });
    service.requests.length = 0;
    await visit();
    await expectTruth();
    expect(service.requests.length).toBeLessThanOrEqual(3);
  });

  it('far in the future hide nothing', async () => {
    const { files, folders } = account();
    const [first] = files;
    if (first) first.uploaded = '2099-12-31 23:59:59';
    const { visit, expectTruth, time } = await setUp({}, { files, folders });
    await visit();
    files.push({ code: 'new', title: 'New', folderId: '0', uploaded: date(time.now) });
    await visit();
    await expectTruth();
  });

  it('that no calendar has stop nothing', async () => {
    const { files, folders } = account(3);
    for (const file of files) file.uploaded = '2026-02-31 10:00:00';
    const { visit, expectTruth } = await setUp({}, { files, folders });
    await visit();
    await visit();
    await expectTruth();
  });
});

describe('a service that always fails', () => {
  it('at one folder: all others are read, and the sync ends', async () => {
    const { visit, disk } = await setUp({ failsAt: 'folder 1' });
    await visit();
    const { folders, syncStatus, size } = await disk.read(accountId);
    expect([...folders.keys()].sort()).toEqual(['1', '2']);
    expect(size).toBe(730);
    expect(syncStatus).toMatchObject({ phase: 'complete' });
  });

  it('at one page: all others are read, and what was on it is not taken for gone later', async () => {
    const oddity = { failsAt: undefined as string | undefined };
    const { visit, disk, expectTruth, time } = await setUp(oddity);
    await visit();
    await expectTruth();
    oddity.failsAt = 'page 2';
    time.now += 25 * 3_600_000;
    await visit();
    await expectTruth();
    expect((await disk.read(accountId)).syncStatus).toMatchObject({ phase: 'complete' });
  });
});

it('a folder of which not all is shown keeps what it has', async () => {
  const { visit, expectTruth } = await setUp({ maxInFolder: 20 });
  await visit();
  await visit('2');
  await expectTruth();
});

describe('a folder that is gone, at a service that shows the root instead', () => {
  it('pulls nothing into itself', async () => {
    const { visit, expectTruth, folders, files, disk } = await setUp({ ignoresUnknownFolder: true });
    await visit();
    folders.splice(
      folders.findIndex(({ id }) => id === '4'),
      1,
    );
    for (const file of files) if (file.folderId === '4') file.folderId = '0';
    await visit('4');
    const tree = () => disk.read(accountId).then((snapshot) => contentsOf(snapshot).folders);
    expect(await tree()).toEqual(folders.map(({ id, name, parentId }) => [id, name, parentId]));
    await visit('0');
    await expectTruth();
  });
});

it('titles come as the service has them, with their characters', async () => {
  const { files, folders } = account(2);
  const [first] = files;
  if (first) first.title = 'Tom &amp; Jerry &quot;1940&quot;';
  const { visit, disk } = await setUp({}, { files, folders });
  await visit();
  expect(filesOf(await disk.read(accountId))[0]?.title).toBe('Tom & Jerry "1940"');
});
