/** Uploads against the real local service, through the real client, with injected faults. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBackoffStore } from '../../../lib/accounts/account-backoff.ts';
import { createClient, type DialectName } from '../../../lib/api/index.ts';
import { createMemoryStore } from '../../../lib/uploads/storage/memory-store.ts';
import { createTrackingStore } from '../../../lib/uploads/tracking/progress.ts';
import { shownStates, type Upload } from '../../../lib/uploads/upload.ts';
import { createUploads, type Uploads } from '../../../lib/uploads/uploads.ts';
import { addWaits } from '../../../lib/uploads/waits.ts';
import type { FaultKind } from '../../../service/src/fault-plan.ts';
import { createAdmin, startService } from '../../../service/src/index.ts';
import { startLocalServer } from '../../local-server.ts';
import { fastLimiter } from '../api/helpers/fast-limiter.ts';
import { createFakeAccountStatus } from '../fake-account-status.ts';
import { accountId, createFakeFrozenArea, folder, quietContext } from './samples.ts';

// Real servers are slow on a busy machine, which isn't a failure.
vi.setConfig({ testTimeout: 60_000 });

const key = 'uploads-test-key';

/** A web server with files. Those under /endless never end. */
async function startSite(): Promise<string> {
  const server = await startLocalServer((request, response) => {
    if (request.url?.startsWith('/gone')) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'video/webm', 'content-length': 1_000 });
    if (request.url?.startsWith('/endless')) response.write('some');
    else response.end(Buffer.alloc(1_000));
  });
  onTestFinished(() => server.close());
  return server.url;
}

interface SetUpOptions {
  readonly key?: string;
  readonly timeout?: number;
  readonly dialect?: DialectName;
}

async function setUp(options: SetUpOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-uploads-'));
  const service = await startService({
    dataDir,
    admin: true,
    accounts: [{ email: 'one@example.org', key }],
    rateLimit: false,
    dialect: options.dialect ?? 'document',
  });
  onTestFinished(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const site = await startSite();
  const admin = createAdmin(service.url);
  const { timeout = 10_000, dialect = 'document' } = options;
  let currentKey = options.key ?? key;
  const limiter = fastLimiter();
  const clientFor = async () =>
    createClient({
      ...{ baseUrl: service.url, key: currentKey, dialect, timeout, limiter, maxRetries: 0 },
    });

  /** Skips waits by moving the clock to the next due time. The service's clock stays unchanged. */
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  const area = createFakeFrozenArea();
  const store = createMemoryStore(area);
  const accountStatus = createFakeAccountStatus(area, {
    clock,
    probe: async () => (await clientFor()).account.probe(),
    onBlocked: (backoff) => uploads.recordBlocked(backoff),
  });
  const tracking = createTrackingStore(area);
  const uploads: Uploads = createUploads({
    ...quietContext,
    store,
    accountStatus,
    tracking,
    clientFor,
    clock,
    random: () => 0.5,
    isOnline: () => true,
    onChange: () => {},
  });
  const all = () =>
    store.transact('read', async (tx) =>
      addWaits(await tx.listInStates(accountId, shownStates), await createBackoffStore(area).get(), false),
    );
  const events = () => store.transact('read', (tx) => tx.listPendingEvents(1_000));

  return {
    admin,
    client: await clientFor(),
    site,
    store,
    accountStatus,
    uploads,
    service,
    all,
    events,
    setKey: (next: string) => {
      currentKey = next;
    },
    add: async (...paths: string[]) => {
      const drafts = paths.map((path) => ({ url: site + path }));
      return (await uploads.add(drafts, { accountId, folder, private: false })).added;
    },
    /** Runs until there is nothing left to send or to settle. */
    async runToEnd() {
      for (;;) {
        const atMs = await uploads.run();
        if (atMs === null) return;
        aheadMs += Math.max(0, atMs - clock());
      }
    },
    /** Polls until nothing changes, once the service has fetched everything. */
    async pollToEnd() {
      await expect
        .poll(async () => (await admin.transfers()).every(({ state }) => state === 'error'))
        .toBe(true);
      for (;;) {
        await uploads.pollDue({ isWatched: true });
        const atMs = await uploads.nextPollMs({ isWatched: true });
        if (atMs === null) return;
        aheadMs += Math.max(0, atMs - clock());
      }
    },
    async pollUntil(isSo: () => Promise<boolean>, isWatched = true) {
      for (let polls = 0; !(await isSo()); polls += 1) {
        expect(polls, 'it never ends').toBeLessThan(1_000);
        const atMs = await uploads.nextPollMs({ isWatched });
        if (atMs === null) throw new Error('Nothing moves any more.');
        aheadMs += Math.max(0, atMs - clock());
        await uploads.pollDue({ isWatched });
      }
    },
    pollFailure: async () => (await tracking.get()).polls[0]?.failureCode ?? null,
    async pending(): Promise<readonly Upload[]> {
      return (await all()).filter(({ fileCode }) => fileCode === null);
    },
    async sent() {
      return (await admin.audit()).filter(({ path }) => path === '/api/upload/url');
    },
    async fileTitles() {
      const client = await clientFor();
      return (await client.files.list({})).files.map(({ title }) => title).sort();
    },
    kinds: async () => (await events()).map(({ kind }) => kind),
  };
}

test('links are sent once each and tracked until their files exist', async () => {
  const setup = await setUp();
  await setup.add('/one.webm', '/two.webm', '/three.webm');
  await setup.runToEnd();
  expect(await setup.kinds()).toEqual(['sent', 'sent', 'sent']);
  // On a busy machine, requests 100 ms apart may overtake each other. request-queued.test.ts checks the order.
  const urls = (await setup.sent()).map(({ query }) => query['url']).sort();
  expect(urls).toEqual(['/one.webm', '/three.webm', '/two.webm'].map((path) => setup.site + path));
  expect(await setup.pending()).toEqual([]);
  await setup.pollToEnd();
  expect((await setup.kinds()).slice(3)).toEqual(['done', 'done', 'done']);
  expect(await setup.fileTitles()).toEqual(['one', 'three', 'two']);
});

test('a link whose connection was reset after it took effect, and that was fetched before the first check, is found among the files', async () => {
  const setup = await setUp();
  await setup.add('/quick_one.webm');
  // The first check fails, so the transfer comes and goes before the second.
  await setup.admin.setFaults([
    { endpoint: '/api/upload/url', kind: 'reset-after', times: 1 },
    { endpoint: '/api/urlupload/list', kind: 'html', times: 1 },
  ]);
  await setup.uploads.run();
  await expect.poll(setup.fileTitles).toEqual(['quick one']);
  await setup.runToEnd();
  expect((await setup.kinds()).filter((kind) => kind !== 'blocked')).toEqual(['sent']);
  expect(await setup.sent()).toHaveLength(1);
  await setup.pollToEnd();
  expect(await setup.fileTitles()).toEqual(['quick one']);
  expect((await setup.events()).at(-1)).toMatchObject({ kind: 'done', title: 'quick one' });
});

describe('older files with the same title are no evidence', () => {
  test.each([
    ['minutes older: it is sent again', 300_000, false, 'accepted'],
    ['seconds older: the user decides', 2_000, false, 'uncertain'],
    ['in another folder: the user decides', 0, true, 'uncertain'],
  ])('%s', async (_, agoMs, isInOther, state) => {
    const setup = await setUp();
    const { admin, client, fileTitles, site } = setup;
    const folderId = isInOther ? (await client.folders.create({ name: 'Other' })).folderId : '0';
    const { now } = Date;
    const ago = vi.spyOn(Date, 'now').mockImplementation(() => now() - agoMs);
    const before = await client.remoteUploads.add({ url: `${site}/before.webm`, title: 'clip', folderId });
    await expect.poll(fileTitles).toEqual(['clip']);
    ago.mockRestore();
    await admin.setFaults([{ endpoint: '/api/upload/url', kind: 'reset-before', times: 1 }]);
    await setup.add('/clip.webm');
    await setup.runToEnd();
    const [upload] = await setup.all();
    expect(upload?.fileCode).not.toBe(before.fileCode);
    expect(upload?.state).toBe(state);
  });
});

test.each(['finished', 'completed', 'done', 'OK', 'working'])(
  'a finished transfer that stays in the list as “%s” is done with its file, and doesn’t return as another one',
  async (word) => {
    const setup = await setUp();
    setup.service.settings.finishedStatus = word;
    await setup.add('/one.webm');
    await setup.runToEnd();
    await setup.pollUntil(async () => (await setup.all()).every(({ state }) => state === 'done'));
    await setup.uploads.poll(accountId);
    expect((await setup.all()).map(({ source, state }) => [source, state])).toEqual([['link', 'done']]);
    expect(await setup.fileTitles()).toEqual(['one']);
    expect(await setup.kinds()).toEqual(['sent', 'done']);
  },
);

const emptyList = 'an empty list';

/** Ways in which calls about transfers return no usable response. `tracker.test.ts` has each code that `lib/api` makes of them. */
const silences = [
  [emptyList, { kind: 'envelope', envelope: { status: 200, msg: 'OK', result: [] } }, 'document'],
  ['a denial', { kind: 'envelope', envelope: { status: 403, msg: 'Access denied' } }, 'document'],
  ['a broken connection', { kind: 'reset-before' }, 'document'],
  ['404 with a web page', { kind: 'html', httpStatus: 404 }, 'sibling'],
] as const satisfies (readonly [string, FaultKind, DialectName])[];

describe.each(silences)('calls about transfers that get %s', (what, fault, dialect) => {
  async function setUpSilent() {
    const setup = await setUp({ dialect });
    const endpoint = dialect === 'document' ? '/api/urlupload/*' : '/api/file/url_*';
    await setup.admin.setFaults([{ ...fault, endpoint }]);
    return setup;
  }

  test('block no upload: each is done with its file, the account stays connected, and a lost one ends with a reason', async () => {
    const setup = await setUpSilent();
    const { admin, uploads, accountStatus } = setup;
    const added = await setup.add('/one.webm', '/two.webm', '/gone.webm');
    const readState = async () =>
      (await setup.all()).map(({ url, state }) => `${url.split('/').at(-1)} ${state}`).sort();
    await setup.runToEnd();
    await setup.pollUntil(async () => (await setup.fileTitles()).length === 2);
    await setup.pollUntil(
      async () => (await setup.all()).filter(({ state }) => state === 'done').length === 2,
    );
    const lost = (await setup.all()).find(({ url }) => url.endsWith('gone.webm'));
    // An empty list may be correct at first.
    expect(lost).toMatchObject(
      what.startsWith(emptyList)
        ? { state: 'verifying' }
        : { state: 'accepted', verification: { unreportedSinceMs: expect.any(Number) } },
    );
    expect(accountStatus.peek(accountId)?.untilMs ?? 0, 'nothing waits').toBe(0);
    expect(await setup.pollFailure()).toBeNull();

    await setup.add('/three.webm');
    await setup.runToEnd();
    await setup.pollUntil(async () => (await readState()).includes('three.webm done'));
    await setup.pollUntil(async () => (await readState()).includes('gone.webm vanished'), false);
    expect(await readState()).toEqual([
      'gone.webm vanished',
      'one.webm done',
      'three.webm done',
      'two.webm done',
    ]);
    expect((await setup.all()).find(({ state }) => state === 'vanished')?.failure?.code).toBe('never-shown');
    expect((await setup.kinds()).filter((kind) => kind !== 'sent')).toEqual([
      'done',
      'done',
      'done',
      'failed',
    ]);
    expect(await setup.sent()).toHaveLength(4);

    // Every half hour in the end, for half a day.
    const count = async (endpoint: string) =>
      (await admin.audit()).filter(({ path }) => path === `/api/${endpoint}`).length;
    expect((await count('urlupload/list')) + (await count('file/url_uploads'))).toBeLessThan(
      dialect === 'document' ? 50 : 100,
    );
    expect(await count('file/info')).toBeLessThan(150);

    // The file is missing. The user has the link sent again.
    const id = added.at(-1)?.id ?? '';
    expect(await uploads.checkAgain(id)).toBe(true);
    expect((await readState())[0]).toBe('gone.webm vanished');
    expect(await uploads.retry(id)).toBe(true);
    await setup.runToEnd();
    expect(await setup.sent()).toHaveLength(5);
    await admin.clearFaults();
    await uploads.poll(accountId);
    expect((await readState())[0]).toBe('gone.webm failed');
  });
});

const noSlots = { status: 400, msg: 'No free slots', result: null };

test.each([
  ['nothing, after the effect', { kind: 'reset-after' }],
  ['nothing, before the effect', { kind: 'reset-before' }],
  ['a web page, with effect', { kind: 'html', effect: true }],
  ['a web page, without effect', { kind: 'html', effect: false }],
  ['no answer, with effect', { kind: 'hang', effect: true }],
  ['no answer, without effect', { kind: 'hang', effect: false }],
  ['an answer that is cut off', { kind: 'cut' }],
  ['an empty answer', { kind: 'empty', effect: true }],
  ['a failure of the service', { kind: 'status', httpStatus: 502 }],
  ['too many requests, at its second arrival', { kind: 'too-many-requests-200', effect: true }],
  ['no free slot, at its second arrival', { kind: 'envelope', envelope: noSlots, effect: true }],
] as const)('whatever the service responds, a link arrives once: %s', async (_, fault) => {
  const setup = await setUp({ timeout: 500 });
  await setup.admin.setFaults([{ endpoint: '/api/upload/url', times: 1, ...fault }]);
  await setup.add('/one.webm', '/two.webm');
  await setup.runToEnd();
  expect(await setup.pending()).toEqual([]);
  await setup.pollToEnd();
  expect(await setup.fileTitles()).toEqual(['one', 'two']);
});

test.each([
  [
    '“already in the queue”, and it is not',
    { status: 400, msg: 'This URL is already in your queue', result: null },
  ],
  ['in unknown words', { status: 200, msg: 'We would rather not', result: '' }],
])('a refusal (%s) ends a link that is proven absent, and blocks no other', async (_, envelope) => {
  const setup = await setUp();
  await setup.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope, times: 1 }]);
  await setup.add('/one.webm', '/two.webm');
  await setup.runToEnd();
  expect((await setup.kinds()).filter((kind) => kind !== 'blocked').sort()).toEqual(['refused', 'sent']);
  expect(await setup.pending()).toMatchObject([{ state: 'refused', failure: { msg: envelope.msg } }]);
});

test('a rejected key: all links wait, one event reports it, and they are sent when it is correct again', async () => {
  const setup = await setUp({ key: 'wrong-key' });
  await setup.add('/one.webm', '/two.webm');
  await setup.runToEnd();
  await setup.runToEnd();
  expect(await setup.events()).toMatchObject([{ kind: 'blocked', code: 'account' }]);
  expect(await setup.pending()).toMatchObject([
    { state: 'queued', wait: { reason: 'account', untilMs: null } },
    { state: 'queued', wait: { reason: 'account', untilMs: null } },
  ]);
  expect(await setup.sent()).toHaveLength(1);
  setup.setKey(key);
  await setup.accountStatus.endBackoff(accountId, ['account']);
  await setup.runToEnd();
  expect(await setup.pending()).toEqual([]);
  expect(await setup.kinds()).toEqual(['blocked', 'sent', 'sent']);
});
