/**
 * Undocumented behaviour of services of this family (docs/http-api.md, "Lists"). None of it damages the catalog or makes the sync run
 * forever.
 */

import { describe, expect, it } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createSync } from '../../../../lib/catalog/sync/sync.ts';
import { fastLimiter } from '../../api/helpers/fast-limiter.ts';
import { createFakeAccountStatus } from '../../fake-account-status.ts';
import { serveHttp } from '../../fake-http.ts';
import { FakeService, formatDate, type ServiceRules } from '../../fake-service.ts';
import { FakeTime } from '../../fake-time.ts';
import { createFakeFrozenArea } from '../../uploads/samples.ts';
import { openCatalog, toContents } from '../storage/on-disk.ts';

const accountId = 'account';
const answers = {
  empty: { status: 200, msg: 'OK', result: [] },
  refused: { status: 400, msg: 'Try that another time' },
  unknown: { status: 404, msg: 'Not found' },
};
const start = Date.UTC(2026, 10, 1);

/** Files newest first, in five folders. */
function account(rules: Partial<ServiceRules> = {}, fileCount = 730): FakeService {
  const service = new FakeService(new FakeTime(start), rules);
  for (const [name, parentId] of [['One'], ['Two'], ['In one', '1'], ['In that', '3']] as const)
    service.addFolder(name, parentId);
  for (let index = 0; index < fileCount; index += 1) {
    const visibleAtMs = start - index * 7_000_000;
    service.addFile(`Title ${index}`, { folderId: String(index % 5), visibleAtMs });
  }
  return service;
}

async function setUp(service = account()) {
  const { files, folders } = service;
  const http = serveHttp(service);
  const client = createClient({
    maxRetries: 0,
    baseUrl: 'http://service.test',
    key: 'test-key',
    fetch: http.fetch,
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
    accountStatus: createFakeAccountStatus(createFakeFrozenArea(), {
      clock: () => time.now,
      probe: () => client.account.probe(),
    }),
    isPageOpen: () => true,
    onChange: () => {},
    onListed: () => {},
    onWork: () => {},
  });
  async function syncToEnd() {
    for (let next = await sync.run(); next !== null; next = await sync.run())
      time.now = Math.max(time.now, next);
  }
  async function reload() {
    await sync.startFullSync(accountId);
    await syncToEnd();
  }
  async function visit(folderId: string | null = null) {
    time.now += 2 * 60_000;
    await sync.visit(accountId, folderId);
    await syncToEnd();
  }
  const expectTruth = async () => {
    expect(toContents(await disk.read(accountId))).toEqual({
      files: [...files].map(([code, { title, folderId }]) => [code, title, folderId]).sort(),
      folders: [...folders].map(([id, { name, parentId }]) => [id, name, parentId]).sort(),
    });
  };
  return { service, files, folders, requests: http.requests, disk, visit, reload, expectTruth, time };
}

/** Of a service that is ten hours behind UTC. */
const inUtc = (date: string) => Date.parse(`${date.replace(' ', 'T')}-10:00`);

const oddities: Readonly<Record<string, Partial<ServiceRules>>> = {
  'dates are in seconds since 1970': { writeDate: (date) => inUtc(date) / 1_000 },
  'dates are in ISO 8601, in UTC': { writeDate: (date) => new Date(inUtc(date)).toISOString() },
  'dates have no time': { writeDate: (date) => date.slice(0, 10) },
  'dates can’t be read': { writeDate: (date) => date.replace(/^(\d+)-(\d+)-(\d+)/, '$3-$2-$1') },
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
  'a folder lists itself': { alsoInside: (id) => (id === '0' ? [] : [id]) },
  'a folder lists those it is in': {
    alsoInside: (id) => (id === '4' ? ['1', '3', '4'] : []),
  },
  'a folder lists what is elsewhere': {
    alsoInside: (id) => (id === '2' ? ['1'] : []),
  },
};

it.each(Object.entries(oddities))(
  'if %s, everything is read once and kept, and new files are found',
  async (_, odd) => {
    const { requests, visit, expectTruth, service, time } = await setUp(account(odd));
    await visit();
    await expectTruth();
    const pages = Math.ceil(730 / (odd.maxPerPage ?? 200));
    const lists = requests.filter((what) => what.startsWith('file/list'));
    // Pages beyond the last may have been requested together with it.
    expect(lists.length).toBeLessThanOrEqual(pages + 12);
    for (const folderId of ['0', '1', '2', '3', '4']) await visit(folderId);
    await expectTruth();
    service.addFile('New', { folderId: '3', uploaded: formatDate(time.now) });
    await visit();
    await expectTruth();
    time.now += 25 * 3_600_000;
    await visit();
    await expectTruth();
  },
);

describe('dates', () => {
  const withDates = (uploaded: string, fileCount?: number) => {
    const service = account({}, fileCount);
    for (const file of service.files.values()) file.uploaded = uploaded;
    return service;
  };

  it('of zeros don’t prevent finding new files', async () => {
    const uploaded = '0000-00-00 00:00:00';
    const { visit, expectTruth, service, requests } = await setUp(withDates(uploaded));
    await visit();
    await expectTruth();
    service.addFile('New', { uploaded });
    requests.length = 0;
    await visit();
    await expectTruth();
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  it('far in the future hide nothing', async () => {
    const { visit, expectTruth, service, time } = await setUp();
    service.addFile('First', { uploaded: '2099-12-31 23:59:59' });
    await visit();
    service.addFile('New', { uploaded: formatDate(time.now) });
    await visit();
    await expectTruth();
  });

  it('that don’t exist stop nothing', async () => {
    const { visit, expectTruth } = await setUp(withDates('2026-02-31 10:00:00', 3));
    await visit();
    await visit();
    await expectTruth();
  });
});

describe('a service that always fails', () => {
  it('at one folder: all others are read, and the sync ends', async () => {
    const { visit, disk, service } = await setUp();
    service.failsAt = 'folder 1';
    await visit();
    const { folders, syncStatus, size } = await disk.read(accountId);
    expect([...folders.keys()].sort()).toEqual(['1', '2']);
    expect(size).toBe(730);
    expect(syncStatus).toMatchObject({ phase: 'complete' });
  });

  it('at one page: all others are read, and its files are kept', async () => {
    const { visit, disk, expectTruth, service, time } = await setUp();
    await visit();
    await expectTruth();
    service.failsAt = 'page 2';
    time.now += 25 * 3_600_000;
    await visit();
    await expectTruth();
    expect((await disk.read(accountId)).syncStatus).toMatchObject({ phase: 'complete' });
  });
});

describe('a service that can’t list new files', () => {
  it.each(['at the daily full sync', 'when all files are read again'])(
    'is read completely %s',
    async (when) => {
      const { visit, expectTruth, service, files, time, reload } = await setUp();
      await visit();
      service.failsAt = 'new 1';
      const [[code] = ['']] = files;
      files.delete(code);
      service.addFile('New', { folderId: '3', uploaded: formatDate(time.now) });
      time.now += 25 * 3_600_000;
      await (when.startsWith('at') ? visit() : reload());
      await expectTruth();
    },
  );

  it('isn’t read completely over and over', async () => {
    const { visit, service, time, requests } = await setUp();
    await visit();
    service.failsAt = 'new 1';
    requests.length = 0;
    for (let hour = 0; hour < 12; hour += 1) {
      time.now += 3_600_000;
      await visit();
    }
    expect(requests.filter((what) => what === 'file/list 2')).toHaveLength(1);
  });
});

it('a page of new files that is empty once doesn’t hide them', async () => {
  const { visit, expectTruth, service, time } = await setUp();
  await visit();
  time.now += 3 * 3_600_000;
  for (let index = 0; index < 500; index += 1) {
    const visibleAtMs = time.now - (500 - index) * 20_000;
    service.addFile(`New ${index}`, { visibleAtMs, uploaded: formatDate(visibleAtMs) });
  }
  service.nextAnswers.set('new 2', answers.empty);
  await visit();
  expect(service.nextAnswers.size).toBe(0);
  await expectTruth();
});

describe.each(['empty', 'refused', 'unknown'] as const)('one response that is %s', (kind) => {
  const uncounted = { totalPages: () => undefined, total: () => undefined };
  it.each<[name: string, rules?: Partial<ServiceRules>]>([
    ['page 1'],
    ['page 2'],
    ['page 4'],
    ['folder 0'],
    // Most empty folders really are empty, so none is requested again at first.
    ...(kind === 'empty' ? [] : [['folder 3'] as [string]]),
    ['page 1', uncounted],
    ['page 2', uncounted],
  ])('for %s hides nothing, %o', async (name, rules) => {
    const { visit, expectTruth, service } = await setUp(account(rules));
    service.nextAnswers.set(name, answers[kind]);
    await visit();
    await expectTruth();
    expect(service.nextAnswers.size).toBe(0);
  });

  it.each(['folder 0', 'folder 1', 'folder 3'])('for a known %s removes nothing', async (name) => {
    const { visit, expectTruth, service, time } = await setUp();
    await visit();
    service.nextAnswers.set(name, answers[kind]);
    await visit(name.slice(-1)).catch(() => undefined);
    await expectTruth();
    service.nextAnswers.set(name, answers[kind]);
    time.now += 25 * 3_600_000;
    await visit();
    await expectTruth();
  });
});

it('a folder that is listed partly keeps its files', async () => {
  const { visit, expectTruth } = await setUp(account({ maxInFolder: 20 }));
  await visit();
  await visit('2');
  await expectTruth();
});

describe('a deleted folder, at a service that shows the root instead', () => {
  it('does not contain itself', async () => {
    const odd = account({ unknownFolder: 'root' });
    const { visit, expectTruth, folders, files, disk } = await setUp(odd);
    await visit();
    folders.delete('4');
    for (const file of files.values()) if (file.folderId === '4') file.folderId = '0';
    await visit('4');
    const tree = () => disk.read(accountId).then((snapshot) => toContents(snapshot).folders);
    expect(await tree()).toEqual([...folders].map(([id, { name, parentId }]) => [id, name, parentId]));
    await visit('0');
    await expectTruth();
  });
});
