/** Reading the details of all files, which listings lack, from the real local service. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countLastViews } from '../../../../lib/catalog/query/last-views.ts';
import { listStoredFiles } from '../storage/on-disk.ts';
import { accountId, day, minute, type SyncSetup, setUpSync } from './sync-setup.ts';

let setup: SyncSetup;
beforeAll(async () => {
  setup = await setUpSync();
});
afterEach(() => setup.reset());
afterAll(() => setup.close());

const hour = 60 * minute;
/** As in `lib/catalog/sync/sync-state.ts`. */
const maxPerHour = 300;

/** An account of which everything but the details is known. */
async function listed(files: number): Promise<void> {
  await setup.service.seed({ account: setup.email(), files, folders: 1, viewedDaysAgo: null });
  await setup.sync().visit(accountId, null);
  await setup.syncToEnd();
}

const ask = (days: number | null = null, isResumed = false) =>
  setup.sync().readDetails(accountId, days, isResumed);
const read = () => setup.sync().runDetails();

/**
 * Reads until nothing is due, skipping waits.
 * @returns how long that took, in milliseconds
 */
async function readAll(): Promise<number> {
  const startedAtMs = setup.time.now;
  for (let turn = 0; turn < 1_000; turn += 1) {
    const next = await read();
    if (next === null || next >= setup.time.now + day) return setup.time.now - startedAtMs;
    setup.time.now = Math.max(setup.time.now, next);
  }
  throw new Error('The reading of details does not end.');
}

const snapshot = () => setup.disk.read(accountId);
const files = async () => listStoredFiles(await snapshot());
const counts = async () => countLastViews((await snapshot()).contents.blocks);
const status = async () => (await snapshot()).syncStatus;
const infosDuring = async (what: () => Promise<unknown>) =>
  (await setup.requestsDuring(what)).filter((endpoint) => endpoint === 'file/info').length;
/** On the service's clock, which tests don't change. */
const daysAgo = (days: number) => Math.floor((Date.now() - days * day) / 1_000);

describe('details of all files', () => {
  it('are requested 50 at a time once the user wants them, and never before', async () => {
    await listed(120);
    expect(await setup.requestsDuring(readAll)).toEqual([]);
    await ask();
    const requests = await setup.requestsDuring(readAll);
    expect(requests.toSorted()).toEqual(['account/info', 'file/info', 'file/info', 'file/info']);
    expect(await counts()).toEqual({ files: 120, unread: 0, unreported: 0, never: 120 });
    expect((await files()).every(({ size }) => (size ?? 0) > 0)).toBe(true);
    expect(await status()).toMatchObject({ details: { isWanted: false, isStopped: false } });
    // Requested again at once, the details are still fresh.
    await ask();
    expect(await infosDuring(readAll)).toBe(0);
  });

  it('are kept when files are listed again, and read for new files', async () => {
    await listed(60);
    const [one] = await files();
    await setup.admin.setFileAge(one?.fileCode ?? '', { viewedDaysAgo: 40 });
    await ask();
    await readAll();
    setup.time.now += 2 * day;
    const { fileCode } = await setup.otherClient.files.clone(one?.fileCode ?? '');
    await setup.sync().visit(accountId, null);
    await setup.syncToEnd();
    expect(await counts()).toMatchObject({ files: 61, unread: 1, never: 59 });
    expect((await files()).find((each) => each.fileCode === one?.fileCode)).toMatchObject({
      lastView: expect.closeTo(daysAgo(40), -2),
    });
    await ask();
    const read = setup.requestsDuring(readAll);
    expect(await read).toContain('file/info');
    expect((await files()).find((each) => each.fileCode === fileCode)?.detailsReadAt).not.toBeNull();
  });

  it('are read again after a week, or after a day for files that were unviewed for the given time', async () => {
    await listed(60);
    const [seen, unseen] = await files();
    for (const { fileCode } of await files()) await setup.admin.setFileAge(fileCode, { viewedDaysAgo: 5 });
    await setup.admin.setFileAge(unseen?.fileCode ?? '', { viewedDaysAgo: 31 });
    await ask(30);
    expect(await infosDuring(readAll)).toBe(2);
    setup.time.now += 2 * day;
    // Somebody has viewed it since.
    await setup.admin.setFileAge(unseen?.fileCode ?? '', { viewedDaysAgo: 0 });
    await ask(30);
    expect(await infosDuring(readAll)).toBe(1);
    const lastViews = new Map((await files()).map((each) => [each.fileCode, each.lastView]));
    expect(lastViews.get(unseen?.fileCode ?? '')).toBeGreaterThan(daysAgo(1));
    expect(lastViews.get(seen?.fileCode ?? '')).toBeLessThan(daysAgo(1));
    setup.time.now += 8 * day;
    await ask(30);
    expect(await infosDuring(readAll)).toBe(2);
  });

  it('continue after the worker was terminated', async () => {
    await listed(600);
    await ask();
    let restarts = 0;
    const requests = await infosDuring(async () => {
      while ((await counts()).unread > 0) {
        restarts += 1;
        expect(restarts).toBeLessThan(20);
        void read();
        const before = (await counts()).unread;
        await setup.until(async () => (await counts()).unread < before);
        setup.restart();
      }
    });
    expect(restarts).toBeGreaterThan(2);
    // Only requests in progress are repeated.
    expect(requests).toBeLessThanOrEqual(600 / 50 + restarts);
  });

  it('can be stopped, and continue only if the user wants that', async () => {
    await listed(300);
    await ask();
    const reading = readAll();
    await setup.until(async () => (await counts()).unread < 300);
    await setup.sync().stopDetails(accountId);
    await reading;
    const { unread } = await counts();
    expect(unread).toBeGreaterThan(0);
    expect(await status()).toMatchObject({ details: { isStopped: true } });
    setup.restart();
    // The same filter is opened again.
    await ask();
    expect(await infosDuring(readAll)).toBe(0);
    await ask(null, true);
    expect(await infosDuring(readAll)).toBe(Math.ceil(unread / 50));
    expect(await counts()).toMatchObject({ unread: 0 });
  });

  it('are read daily for an account’s rule, only for files close to their deletion', async () => {
    await listed(60);
    for (const { fileCode } of await files()) await setup.admin.setFileAge(fileCode, { viewedDaysAgo: 1 });
    const [near] = await files();
    await setup.admin.setFileAge(near?.fileCode ?? '', { viewedDaysAgo: 54 });
    setup.rule.watchedDays = 53;
    setup.browser.isPageOpen = false;
    expect(await infosDuring(readAll)).toBe(2);
    expect(await infosDuring(readAll)).toBe(0);
    setup.time.now += 1.1 * day;
    setup.restart();
    expect(await infosDuring(readAll)).toBe(1);
  });

  it('are counted by the service’s clock, even if this machine’s is wrong', async () => {
    await listed(1);
    const server = Date.now();
    setup.time.now += 300 * day;
    await ask();
    await readAll();
    const { serviceClock } = await status();
    expect(Math.abs((serviceClock?.seconds ?? 0) * 1_000 - server)).toBeLessThan(minute);
  });

  it('are read even if account info fails permanently', async () => {
    await listed(1);
    await setup.admin.setFaults([{ endpoint: '/api/account/info', kind: 'status', httpStatus: 500 }]);
    await ask();
    await readAll();
    expect(await counts()).toMatchObject({ unread: 0 });
    expect(await status()).toMatchObject({ serviceClock: null });
  });
});

describe('the last view that the service reports', () => {
  it.each([
    ['a text that is no date', 'yesterday', { unreported: 1, never: 0 }],
    ['nothing', undefined, { unreported: 1, never: 0 }],
    ['an empty text', '', { unreported: 0, never: 1 }],
  ])('is %s', async (_, last_view, expected) => {
    await listed(1);
    const [{ fileCode = '' } = {}] = await files();
    const envelope = { msg: 'OK', status: 200, result: [{ filecode: fileCode, status: 200, last_view }] };
    await setup.admin.setFaults([{ endpoint: '/api/file/info', kind: 'envelope', envelope }]);
    await ask();
    await readAll();
    expect(await counts()).toEqual({ files: 1, unread: 0, ...expected });
    // It has been requested, so it isn't requested over and over.
    await ask();
    expect(await infosDuring(readAll)).toBe(0);
  });

  it('is unknown again if the service reports nothing for a file that was never viewed', async () => {
    await listed(1);
    await ask();
    await readAll();
    expect(await counts()).toMatchObject({ never: 1 });
    const [{ fileCode = '' } = {}] = await files();
    const envelope = { msg: 'OK', status: 200, result: [{ filecode: fileCode, status: 200, views: '5' }] };
    await setup.admin.setFaults([{ endpoint: '/api/file/info', kind: 'envelope', envelope }]);
    await setup.sync().info(accountId, fileCode);
    expect(await counts()).toMatchObject({ never: 0, unreported: 1 });
  });

  it('is updated with the details that the user opens', async () => {
    await listed(2);
    const [{ fileCode = '' } = {}] = await files();
    await setup.sync().info(accountId, fileCode);
    expect(await counts()).toMatchObject({ unread: 1, never: 1 });
  });
});

describe('a listed file that is unknown to file info', () => {
  const callUnknown = (fileCode: string) => {
    const envelope = { msg: 'OK', status: 200, result: [{ filecode: fileCode, status: 'Not found' }] };
    return { endpoint: '/api/file/info', kind: 'envelope', envelope } as const;
  };

  it('stays if file check knows it, and is removed otherwise', async () => {
    await listed(1);
    const [{ fileCode = '' } = {}] = await files();
    await setup.admin.setFaults([callUnknown(fileCode)]);
    await setup.sync().info(accountId, fileCode);
    expect(await files()).toHaveLength(1);
    await setup.admin.deleteFile(fileCode);
    await setup.sync().info(accountId, fileCode);
    expect(await files()).toHaveLength(0);
  });
});

describe('a service that always refuses details', () => {
  it('isn’t asked again until the next day, even by new workers', async () => {
    await listed(60);
    const envelope = { msg: 'Quota exceeded', status: 403, result: null };
    await setup.admin.setFaults([{ endpoint: '/api/file/info', kind: 'envelope', envelope }]);
    await ask();
    const requests = await infosDuring(async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        await read();
        setup.restart();
        setup.time.now += 10 * minute;
      }
    });
    expect(requests).toBeGreaterThan(2);
    expect(requests).toBeLessThan(10);
    expect(await status()).toMatchObject({ details: { isWanted: false } });
  });
});

describe('one failing file', () => {
  it('blocks no other, and isn’t requested over and over', async () => {
    await listed(120);
    const [{ fileCode = '' } = {}] = await files();
    const query = { file_code: fileCode };
    await setup.admin.setFaults([{ endpoint: '/api/file/info', query, kind: 'status', httpStatus: 500 }]);
    await ask();
    expect(await infosDuring(readAll)).toBeLessThan(30);
    expect(await counts()).toEqual({ files: 120, unread: 0, unreported: 1, never: 119 });
    await ask();
    expect(await infosDuring(readAll)).toBe(0);
  });
});

/** Services that accept only one code per request refuse lists in one of these ways. */
describe.each([
  ['a refusal', { kind: 'status', httpStatus: 400 }],
  ['an empty list', { kind: 'envelope', envelope: { msg: 'OK', status: 200, result: [] } }],
] as const)('a service that responds to a list of codes with %s', (_, fault) => {
  it('is asked for one file at a time, and for no more files in an hour than the limit', async () => {
    await listed(500);
    await setup.admin.setFaults([{ endpoint: '/api/file/info', listIn: 'file_code', ...fault }]);
    await ask();
    // Within the first hour, whatever dies.
    const first = await infosDuring(async () => {
      const untilMs = setup.time.now + hour;
      for (let turn = 0; turn < 5; turn += 1) {
        const next = await read();
        expect(next).toBeLessThanOrEqual(untilMs + minute);
        setup.restart();
      }
    });
    expect(first).toBeGreaterThan(maxPerHour / 2);
    // Each worker tries its first lists, which count once they have failed.
    expect(first).toBeLessThanOrEqual(maxPerHour + 120);
    const { unread } = await counts();
    expect(unread).toBeGreaterThan(0);
    expect(await status()).toMatchObject({ details: { isOneByOne: true, isWanted: true } });
    expect((await status()).details.waitsUntilMs).toBeGreaterThan(setup.time.now);
    // The rest follows in the next hours.
    expect(await readAll()).toBeGreaterThan(hour / 2);
    expect(await counts()).toEqual({ files: 500, unread: 0, unreported: 0, never: 500 });
  });
});
