/** Polling, verifying and acting on transfers, against a service whose responses the test sets. */
import { describe, expect, test, vi } from 'vitest';
import { ApiError, type Transfer } from '../../../../lib/api/index.ts';
import type { StorageArea } from '../../../../lib/storage/stored.ts';
import { Changes } from '../../../../lib/uploads/changes.ts';
import type { LoggedEvent } from '../../../../lib/uploads/event.ts';
import { createMemoryStore } from '../../../../lib/uploads/storage/memory-store.ts';
import { createTrackingStore } from '../../../../lib/uploads/tracking/progress.ts';
import { isUnreported, shownStates, type Upload } from '../../../../lib/uploads/upload.ts';
import { createUploads } from '../../../../lib/uploads/uploads.ts';
import type { ListedFile } from '../../../../lib/uploads/uploads-context.ts';
import { createFakeAccountStatus } from '../../fake-account-status.ts';
import { fakeClient } from '../../fake-service.ts';
import {
  accountId,
  createFakeFrozenArea,
  listedTransfer,
  putUploads,
  quietContext,
  runningUpload,
  sampleUncertainty,
  sampleUpload,
} from '../samples.ts';

const facts = { endpoint: 'test', msg: null, status: null, mayHaveTakenEffect: false };

/** An upload that the service has just accepted. */
const accepted = (changes: Partial<Upload> = {}): Upload =>
  runningUpload({
    id: changes.fileCode ?? 'one',
    state: 'accepted',
    sentAtMs: 1_000_000,
    changedAtMs: 1_000_000,
    ...changes,
  });

function setUp(random = () => 0) {
  let nowMs = 1_000_000;
  let changes = 0;
  const area = createFakeFrozenArea();
  const store = createMemoryStore(area);
  const service = {
    transfers: [] as Transfer[],
    files: new Map<string, { title: string; size: number }>(),
    newFiles: [] as ListedFile[],
    isDown: false,
    /** Loses the response to the next action, which takes effect. `and-breaks`: the service is down afterwards. */
    losesAnswer: false as boolean | 'and-breaks',
    restartsOnly: false,
    isListTooLong: false,
    /** The response to each read of transfers, while other requests succeed. */
    silence: null as ApiError | null,
    failsAtFiles: false,
    /** The response to everything, if the service refuses. */
    refusal: null as ApiError | null,
    requests: [] as string[],
    /** Responses to list calls wait for this. */
    blockedUntil: null as Promise<void> | null,
    hasAccount: true,
  };
  const ask = (what: string) => {
    service.requests.push(what);
    if (service.refusal) throw service.refusal;
    if (service.isDown) throw new ApiError('network', 'The service is down.', facts);
  };
  const restart = (each: Transfer): Transfer => ({ ...each, status: 'working', phase: 'working' });
  const act = async (what: string, change: (transfer: Transfer) => Transfer | readonly []) => {
    ask(what);
    await service.blockedUntil;
    service.transfers = service.transfers.flatMap(service.restartsOnly ? restart : change);
    if (service.losesAnswer) {
      service.isDown = service.losesAnswer === 'and-breaks';
      service.losesAnswer = false;
      throw new ApiError('network', 'Lost', { ...facts, mayHaveTakenEffect: true });
    }
    return { msg: `${what} done` };
  };
  const client = fakeClient({
    remoteUploads: {
      async list() {
        ask('list');
        if (service.silence) throw service.silence;
        if (service.isListTooLong) throw new ApiError('invalid-response', 'Too long', facts);
        const answer = service.transfers;
        await service.blockedUntil;
        return Object.assign([...answer], { skipped: 0 });
      },
      async status(code: string) {
        ask(`status ${code}`);
        if (service.silence) throw service.silence;
        const found = service.transfers.find(({ fileCode }) => fileCode === code);
        if (!found) throw new ApiError('not-found', 'No such transfer', facts);
        return found;
      },
      restartErrors: () => act('restart', restart),
      clearErrors: () => act('clear errors', (each) => (each.phase === 'error' ? [] : each)),
      clearAll: () => act('clear all', () => []),
      delete: (code: string) => act(`delete ${code}`, (each) => (each.fileCode === code ? [] : each)),
    },
    files: {
      async *iterate() {
        ask('files');
        if (service.failsAtFiles) throw new ApiError('invalid-response', 'Oops', facts);
        yield* service.newFiles;
        return { skipped: 0 };
      },
      async info(fileCodes: readonly string[]) {
        ask(`info ${fileCodes.join()}`);
        return fileCodes.map((fileCode) => {
          const file = service.files.get(fileCode);
          return file === undefined
            ? { fileCode, found: false, msg: null, error: null }
            : { fileCode, found: true, ...file };
        });
      },
      async check(fileCode: string) {
        ask(`check ${fileCode}`);
        throw new ApiError('not-found', 'No.', facts);
      },
    },
  });
  const accountStatus = createFakeAccountStatus(area, {
    clock: () => nowMs,
    random,
    probe: async () => ask('info'),
  });
  const uploads = createUploads({
    ...quietContext,
    store,
    accountStatus,
    tracking: createTrackingStore(area),
    clock: () => nowMs,
    random,
    isOnline: () => true,
    clientFor: async () => (service.hasAccount ? client : null),
    onChange: () => {
      changes += 1;
    },
    onReachable: () => void service.requests.push('reachable'),
  });
  const read = <T>(work: Parameters<typeof store.transact<T>>[1]) => store.transact('read', work);
  const events = () => read((tx) => tx.listPendingEvents(10_000));
  return {
    service,
    store,
    area,
    accountStatus,
    uploads,
    events,
    kinds: async () => (await events()).map(({ kind }: LoggedEvent) => kind),
    pass: (durationMs: number) => {
      nowMs += durationMs;
    },
    now: () => nowMs,
    countChanges: () => changes,
    list: (...transfers: Transfer[]) => {
      service.transfers = transfers;
    },
    put: (...list: readonly Upload[]) => putUploads(store, ...list),
    get: (id: string) => read((tx) => tx.get(id)),
    shown: () => read((tx) => tx.listInStates(accountId, shownStates)),
    async poll() {
      nowMs += 1;
      return uploads.poll(accountId);
    },
    /** Polls whenever it is due, until nothing changes. */
    async pollToEnd(isWatched = false) {
      for (let polls = 0; polls < 1_000; polls += 1) {
        const atMs = await uploads.nextPollMs({ isWatched });
        if (atMs === null) return;
        nowMs = Math.max(nowMs, atMs);
        await uploads.poll();
      }
      throw new Error('It never ends.');
    },
  };
}

const error = { status: 'error', phase: 'error' } as const;

test('the first response after an outage ends the waits for the service, and no others', async () => {
  const { put, accountStatus, poll, service, get, area, uploads, now } = setUp();
  const failureCodes = async () =>
    (await createTrackingStore(area).get()).polls.map((state) => state.failureCode);
  const uncertain = (id: string, nextCheckAtMs: number | null) =>
    sampleUpload({ id, state: 'uncertain', uncertainty: sampleUncertainty({ nextCheckAtMs }) });
  await put(accepted(), uncertain('later', 10 ** 9), uncertain('yours', null));
  const untilMs = async () => (await accountStatus.list()).get(accountId)?.untilMs;

  await accountStatus.backOffLinks(accountId, 'network', null);
  service.isDown = true;
  await poll();
  await poll();
  expect(await failureCodes()).toEqual(['network']);
  expect(await uploads.nextPollMs({ isWatched: true })).toBe(now() + 8_000);
  expect(await get('one'), 'proves nothing').toMatchObject({ state: 'accepted' });
  expect(await untilMs()).toBeGreaterThan(now());
  service.isDown = false;
  await poll();
  expect(await failureCodes()).toEqual([null]);
  expect(await untilMs()).toBeLessThanOrEqual(now());
  expect((await get('later'))?.uncertainty?.nextCheckAtMs).toBeLessThan(10 ** 9);
  expect((await get('yours'))?.uncertainty?.nextCheckAtMs).toBeNull();
  expect(service.requests.filter((each) => each === 'reachable')).toHaveLength(1);

  await accountStatus.reportFailure(accountId, { code: 'quota-exceeded', msg: null });
  service.isDown = true;
  await poll();
  service.isDown = false;
  await poll();
  expect(await untilMs()).toBeGreaterThan(now());
});

test('a rejected key that is accepted after all ends the wait for the user', async () => {
  const { put, poll, service, accountStatus, area, uploads } = setUp();
  await put(accepted());
  service.refusal = new ApiError('unauthorized', 'No.', facts);
  await poll();
  expect((await createTrackingStore(area).get()).polls[0]?.failureCode).toBe('unauthorized');
  expect(accountStatus.peek(accountId)).toMatchObject({ reason: 'account', untilMs: null });
  expect(await uploads.nextPollMs({ isWatched: true }), 'only the user can end it').toBeNull();
  service.refusal = null;
  await poll();
  expect(accountStatus.peek(accountId)?.untilMs).not.toBeNull();
  expect(service.requests).toContain('reachable');
});

test('each poll draws a new random share for the next interval', async () => {
  let share = 0.25;
  const { put, poll, service, area } = setUp(() => share);
  await put(accepted());
  for (const isDown of [false, true]) {
    service.isDown = isDown;
    share *= 2;
    await poll();
    expect((await createTrackingStore(area).get()).polls[0]?.share).toBe(share);
  }
});

test('the reason of a failed poll is stored and broadcast, and a refusal counts as a response', async () => {
  const { put, poll, service, area, countChanges } = setUp();
  await put(accepted());
  const failureCode = async () => (await createTrackingStore(area).get()).polls[0]?.failureCode;
  service.refusal = new ApiError('quota-exceeded', '', facts);
  for (let times = 0; times < 2; times += 1) {
    const before = countChanges();
    await poll();
    expect(await failureCode()).toBe('quota-exceeded');
    expect(countChanges()).toBe(before + 1);
  }
  service.refusal = null;
  await poll();
  expect(await failureCode()).toBeNull();
  expect(service.requests).not.toContain('reachable');
});

test('follows a transfer to its file, with its progress', async () => {
  const { put, list, pass, poll, service, shown, area, events, pollToEnd } = setUp();
  await put(accepted({ folder: { id: '5', name: 'Films' } }));
  list(listedTransfer({ bytesDownloaded: 500, folderId: '5' }));
  await poll();
  expect(await shown()).toMatchObject([{ state: 'running' }]);
  pass(1_000);
  list(listedTransfer({ bytesDownloaded: 900, folderId: '5' }));
  await poll();
  const progress = async () => (await createTrackingStore(area).get()).progress[accountId];
  expect(await progress()).toMatchObject({ one: { bytesDone: 900, bytesTotal: 1_000, bytesPerSecond: 400 } });
  list();
  service.files.set('one', { title: 'one', size: 1_000 });
  await pollToEnd();
  expect(await events()).toMatchObject([
    { kind: 'done', fileCode: 'one', title: 'one', folderName: 'Films' },
  ]);
  expect(await shown()).toMatchObject([{ state: 'done', title: 'one', sizeBytes: 1_000 }]);
});

test('a transfer that is listed without its code belongs to the upload with its address, whatever the user wants of it', async () => {
  const { put, list, poll, pass, shown, uploads, service } = setUp();
  const waiting = (url: string) => ({
    ...listedTransfer({ remoteUrl: url, phase: 'pending' }),
    fileCode: null,
  });
  const [mine, other] = ['https://files.example/one.mp4', 'https://files.example/other.mp4'];
  await put(accepted({ url: mine }), accepted({ fileCode: 'two', url: other }));
  list(waiting(mine), waiting('https://files.example/elsewhere.mp4'), listedTransfer({ fileCode: 'two' }));
  for (let polls = 0; polls < 3; polls += 1) {
    await poll();
    pass(60_000);
  }
  expect(await shown()).toMatchObject([
    { id: 'one', state: 'accepted' },
    { id: 'two', state: 'running' },
  ]);
  expect(service.requests).toEqual(['list', 'list', 'list']);
  await expect(uploads.deleteTransfer('one')).rejects.toMatchObject({ message: /still listed/ });
  list(listedTransfer({ fileCode: 'two' }));
  await poll();
  expect((await shown()).map(({ id }) => id)).toEqual(['two']);
});

test('the progress of a transfer that is no longer listed is removed with the next list', async () => {
  const { put, list, poll, area } = setUp();
  await put(accepted(), accepted({ fileCode: 'two' }));
  list(listedTransfer(), listedTransfer({ fileCode: 'two' }));
  await poll();
  list(listedTransfer({ fileCode: 'two' }));
  await poll();
  expect(Object.keys((await createTrackingStore(area).get()).progress[accountId] ?? {})).toEqual(['two']);
});

test('there are no requests without active uploads: initially, after all have ended, and with errors only', async () => {
  const { put, list, poll, service, uploads, pollToEnd, shown } = setUp();
  const expectRest = async () => {
    const before = service.requests.length;
    expect(await uploads.nextPollMs({ isWatched: true })).toBeNull();
    await uploads.poll();
    expect(service.requests.length).toBe(before);
  };
  await expectRest();
  await put(accepted());
  service.files.set('one', { title: 'one', size: 1 });
  await pollToEnd();
  await expectRest();
  list(listedTransfer({ fileCode: 'two', remoteUrl: 'https://a.example/', ...error }));
  await poll();
  expect(await shown()).toHaveLength(2);
  await expectRest();
});

test('one list call serves a thousand transfers', async () => {
  const { list, poll, pass, service, uploads, shown } = setUp();
  list(...Array.from({ length: 1_000 }, (_, at) => listedTransfer({ fileCode: `${at}` })));
  await poll();
  pass(30_000);
  await uploads.poll();
  expect(service.requests).toEqual(['list', 'list']);
  expect(await shown()).toHaveLength(1_000);
});

describe('an empty list, although the service accepts links', () => {
  async function setUpEmpty() {
    const setup = setUp();
    await setup.put(accepted(), accepted({ fileCode: 'two' }));
    const followFor = async (durationMs: number) => {
      const endMs = setup.now() + durationMs;
      while (setup.now() < endMs) {
        setup.pass(
          Math.max(1, ((await setup.uploads.nextPollMs({ isWatched: true })) ?? endMs) - setup.now()),
        );
        await setup.uploads.pollDue({ isWatched: true });
      }
    };
    await followFor(20 * 60_000);
    return { ...setup, followFor };
  }

  test('doesn’t count: uploads are followed by their files', async () => {
    const { get, service, kinds, followFor } = await setUpEmpty();
    for (const id of ['one', 'two']) expect(isUnreported((await get(id)) as Upload)).toBe(true);
    expect(service.requests.filter((what) => what === 'list').length).toBeLessThan(80);
    service.files.set('one', { title: 'one', size: 1 });
    await followFor(5 * 60_000);
    expect(await get('one')).toMatchObject({ state: 'done' });
    await followFor(13 * 3_600_000);
    expect(await get('two')).toMatchObject({ state: 'vanished', failure: { code: 'never-shown' } });
    expect(await kinds()).toEqual(['done', 'failed']);
  });

  test('counts again once it shows a transfer', async () => {
    const { get, list, followFor, put, now } = await setUpEmpty();
    await put(accepted({ fileCode: 'three', changedAtMs: now() }));
    list(listedTransfer({ fileCode: 'three' }));
    await followFor(10 * 60_000);
    expect(await get('three')).toMatchObject({ state: 'running' });
    expect(await get('one'), 'not listed with it').toMatchObject({ state: 'vanished', failure: null });
  });

  test('counts after a browser restart if it has shown the transfer before', async () => {
    const { put, get, pollToEnd } = setUp();
    await put(accepted({ state: 'running' }));
    await pollToEnd(true);
    expect(await get('one')).toMatchObject({ state: 'vanished', failure: null });
  });
});

describe('a transfer that is neither listed nor a file', () => {
  test('has vanished after several searches and a file check', async () => {
    const { put, pass, now, kinds, service, list, poll, pollToEnd, get } = setUp();
    await put(accepted());
    list(listedTransfer({ fileCode: 'one', phase: 'pending' }));
    await poll();
    list();
    service.requests.length = 0;
    pass(1);
    const beganAtMs = now();
    await pollToEnd(true);
    expect(await kinds()).toEqual(['failed']);
    expect(await get('one')).toMatchObject({ state: 'vanished' });
    expect(service.requests.filter((what) => what === 'info one')).toHaveLength(5);
    expect(service.requests.slice(-2)).toEqual(['check one', 'files']);
    expect(now() - beganAtMs).toBeGreaterThanOrEqual(160_000);
  });

  test('is tracked if it is listed again while its file is searched for', async () => {
    const { put, poll, pass, service, store, shown } = setUp();
    await put(accepted());
    await poll();
    pass(10_000);
    service.files.set('one', { title: 'one', size: 1 });
    // Between the request and the processing of its response.
    const { transact } = store;
    vi.spyOn(store, 'transact').mockImplementation(async (mode, work) => {
      if (service.requests.at(-1) === 'info one' && mode === 'write')
        await transact('write', (tx) => tx.put(accepted({ state: 'running' })));
      return transact(mode, work);
    });
    await poll();
    vi.restoreAllMocks();
    expect((await shown())[0]?.state).toBe('running');
  });
});

describe('the user’s actions at the service', () => {
  async function setUpThree() {
    const setup = setUp();
    await setup.put(...['running', 'failed', 'other'].map((fileCode) => accepted({ fileCode })));
    setup.list(
      listedTransfer({ fileCode: 'running' }),
      listedTransfer({ fileCode: 'failed', ...error }),
      listedTransfer({ fileCode: 'other', ...error }),
    );
    await setup.poll();
    expect(await setup.kinds()).toEqual(['failed', 'failed']);
    return setup;
  }

  test('a deleted transfer is archived, with an event', async () => {
    const { uploads, get, kinds, list, poll, pollToEnd, service } = await setUpThree();
    expect(await uploads.deleteTransfer('running')).toBe(true);
    expect(service.requests).toContain('delete running');
    expect(await uploads.deleteTransfer('nobody')).toBe(false);
    expect(await get('running')).toMatchObject({ state: 'archived' });
    list();
    await poll();
    await pollToEnd();
    // Errors that were cleared outside Linkhaul cause no event.
    expect(await kinds()).toEqual(['failed', 'failed', 'deleted']);
    expect((await get('failed'))?.state).toBe('archived');
  });

  test('a transfer that the service does not delete remains', async () => {
    const { uploads, get, service } = await setUpThree();
    service.isDown = true;
    await expect(uploads.deleteTransfer('running')).rejects.toMatchObject({ code: 'network' });
    expect((await get('running'))?.state).toBe('running');
  });

  test('errors are cleared; one that occurred since the last poll gets its event first', async () => {
    const { uploads, get, kinds, list } = await setUpThree();
    list(...['running', 'failed', 'other'].map((fileCode) => listedTransfer({ fileCode, ...error })));
    expect(await uploads.clearFailed(accountId, { removalId: 'cleared' })).toEqual({
      msg: 'clear errors done',
    });
    const dismissed = Array<string>(3).fill('dismissed');
    expect(await kinds()).toEqual(['failed', 'failed', 'failed', ...dismissed]);
    for (const id of ['running', 'failed', 'other']) expect((await get(id))?.state).toBe('archived');
  });

  test('errors are restarted, and get another event when they recur', async () => {
    const { uploads, get, kinds, list, poll } = await setUpThree();
    expect(await uploads.restartFailed(accountId)).toEqual({ msg: 'restart done' });
    expect(await get('failed')).toMatchObject({ state: 'running', failure: null });
    list(listedTransfer({ fileCode: 'failed', ...error }));
    await poll();
    expect(await kinds()).toEqual(['failed', 'failed', 'failed']);
  });

  test('a single failed transfer is restarted; if several failed, one is deleted and its link queued again', async () => {
    const { uploads, get, list, poll, shown, service } = await setUpThree();
    expect(await uploads.retry('failed')).toBe(true);
    expect(service.requests.filter((what) => what.startsWith('delete'))).toEqual(['delete failed']);
    expect(await get('failed')).toMatchObject({ state: 'archived', fileCode: 'failed' });
    expect((await get('other'))?.state).toBe('failed');
    const queued = (await shown()).filter(({ state }) => state === 'queued');
    expect(queued).toMatchObject([{ source: 'link', fileCode: null, failure: null, attempts: 0 }]);
    expect(queued[0]?.url).toBe((await get('failed'))?.url);
    // A list from before the deletion.
    list(...['failed', 'other'].map((fileCode) => listedTransfer({ fileCode, ...error })));
    await poll();
    expect((await get('failed'))?.state).toBe('archived');
    list(listedTransfer({ fileCode: 'other', ...error }));
    await poll();
    expect((await shown()).map(({ source, state }) => `${source} ${state}`).sort()).toEqual([
      ...['link failed', 'link queued', 'link verifying'],
    ]);

    service.requests.length = 0;
    expect(await uploads.retry('other')).toBe(true);
    expect(service.requests.slice(0, 2)).toEqual(['restart', 'list']);
    expect(await get('other')).toMatchObject({ state: 'running', fileCode: 'other' });
  });

  test.each(['the service cannot be reached', 'the answer is lost'])(
    'a retry continues by itself if %s, and sends once',
    async (what) => {
      const { uploads, get, shown, pollToEnd, service } = await setUpThree();
      service.isDown = what.includes('reached');
      service.losesAnswer = !service.isDown;
      expect(await uploads.retry('failed')).toBe(true);
      service.isDown = false;
      service.files.set('running', { title: 'running', size: 1 });
      service.transfers = service.transfers.filter(({ fileCode }) => fileCode !== 'running');
      await pollToEnd();
      expect(await get('failed')).toMatchObject({ state: 'archived' });
      expect((await shown()).filter(({ state }) => state === 'queued')).toHaveLength(1);
      // The queue is informed.
      expect(service.requests).toContain('reachable');
    },
  );

  test.each([true, false])(
    'a restart whose response is lost is followed (finished meanwhile: %s)',
    async (isFinished) => {
      const { uploads, get, list, pass, poll, service } = await setUpThree();
      service.losesAnswer = 'and-breaks';
      await expect(uploads.restartFailed(accountId)).rejects.toMatchObject({ code: 'network' });
      expect(await get('failed')).toMatchObject({ state: 'failed', intent: 'restart' });
      service.isDown = false;
      if (isFinished) {
        service.files.set('failed', { title: 'failed', size: 1 });
        list(...service.transfers.filter(({ fileCode }) => fileCode !== 'failed'));
      }
      for (let polls = 0; polls < 2; polls += 1) {
        expect(await uploads.nextPollMs({ isWatched: false })).not.toBeNull();
        pass(3_000);
        await poll();
      }
      expect(await get('failed')).toMatchObject({ state: isFinished ? 'done' : 'running', intent: null });
    },
  );

  test.each(['retry', 'fetch'] as const)(
    'an upload that the browser has sent twice isn’t sent again (%s): the second request may still take effect',
    async (intent) => {
      const { uploads, put, get, shown, service } = await setUpThree();
      const failed = await get('failed');
      if (failed) await put({ ...failed, duplicates: [{ fileCode: 'duplicate', isTransfer: false }] });
      expect(await uploads.retry('failed', intent === 'fetch' ? 'browser' : undefined)).toBe(true);
      expect(service.requests).toContain('delete failed');
      expect(await get('failed')).toMatchObject({
        state: 'failed',
        intent: null,
        duplicates: [{ fileCode: 'duplicate' }],
      });
      expect((await shown()).filter(({ state }) => state === 'queued')).toEqual([]);
    },
  );

  test('a restart of all doesn’t replace a retry: its deletion may still take effect', async () => {
    const { uploads, get, list, pass, poll, shown, service } = await setUpThree();
    service.isDown = true;
    await uploads.retry('failed').catch(() => {});
    service.isDown = false;
    service.restartsOnly = true;
    await uploads.restartFailed(accountId);
    service.restartsOnly = false;
    expect(await get('failed')).toMatchObject({ state: 'running' });
    // The late deletion ends the restarted transfer.
    list(listedTransfer({ fileCode: 'running' }), listedTransfer({ fileCode: 'other' }));
    for (let polls = 0; polls < 20; polls += 1) {
      pass(30_000);
      await poll();
    }
    const own = (await shown()).filter(({ source }) => source === 'link').map(({ id, state }) => [id, state]);
    expect(own).toContainEqual(['failed', 'queued']);
  });

  test('two empty lists in quick succession don’t prove that a transfer was deleted', async () => {
    const { uploads, get, list, pass, poll, service } = await setUpThree();
    service.restartsOnly = true;
    const listed = [...service.transfers];
    list();
    await uploads.retry('failed');
    expect(await get('failed')).toMatchObject({ state: 'failed', intent: 'retry' });
    list(...listed);
    pass(3_000);
    await poll();
    list();
    await poll();
    expect(await get('failed')).toMatchObject({ intent: 'retry' });
    pass(3_000);
    await poll();
    expect(await get('failed')).toMatchObject({ state: 'archived' });
  });

  test('a retry that makes the service restart all transfers sends nothing again', async () => {
    const { uploads, get, shown, service } = await setUpThree();
    service.restartsOnly = true;
    expect(await uploads.retry('failed')).toBe(true);
    expect(await get('failed')).toMatchObject({ state: 'running' });
    expect((await shown()).filter(({ state }) => state === 'queued')).toEqual([]);
  });

  test('a deletion that gets OK without being done is reported, and the transfer is still followed', async () => {
    const { uploads, get, poll, pass, service } = await setUpThree();
    service.restartsOnly = true;
    await expect(uploads.deleteTransfer('failed')).rejects.toMatchObject({
      code: 'refused',
      msg: 'delete failed done',
    });
    expect(await get('failed')).toMatchObject({ state: 'running' });
    pass(60_000);
    await poll();
    expect(await get('failed')).toMatchObject({ state: 'running' });
  });

  test('a link that is accepted while all are being cleared is followed to its end', async () => {
    const { uploads, put, get, kinds, list, pollToEnd, service } = await setUpThree();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.blockedUntil = promise;
    const clearing = uploads.clearAll(accountId);
    await vi.waitUntil(() => service.requests.includes('clear all'));
    await put(accepted({ fileCode: 'late' }));
    resolve();
    await clearing;
    list(listedTransfer({ fileCode: 'late' }));
    await uploads.poll(accountId);
    expect(await get('late')).toMatchObject({ state: 'running' });
    list();
    service.files.set('late', { title: 'late', size: 1 });
    await pollToEnd();
    expect(await get('late')).toMatchObject({ state: 'done' });
    const cleared = ['deleted', 'dismissed', 'dismissed'];
    expect(await kinds()).toEqual(['failed', 'failed', ...cleared, 'done']);
  });

  test('all transfers are cleared', async () => {
    const { uploads, shown, kinds, pollToEnd } = await setUpThree();
    await uploads.clearAll(accountId);
    await pollToEnd();
    expect(await shown()).toEqual([]);
    expect(await kinds()).toEqual(['failed', 'failed', 'deleted', 'dismissed', 'dismissed']);
  });

  test('a failure is dismissed, and an active transfer isn’t', async () => {
    const { uploads, get } = await setUpThree();
    expect(await uploads.remove('failed')).toBe(true);
    expect(await uploads.remove('running')).toBe(false);
    expect((await get('failed'))?.state).toBe('archived');
  });

  test('a removed account causes no request', async () => {
    const { uploads, service } = await setUpThree();
    service.hasAccount = false;
    const before = service.requests.length;
    expect(await uploads.clearAll(accountId)).toEqual({ msg: '' });
    expect(await uploads.deleteTransfer('running')).toBe(false);
    expect(await uploads.poll(accountId)).toEqual([]);
    expect(service.requests.length).toBe(before);
  });
});

test('a file that waits for the user doesn’t slow polls down, and they give way to links', async () => {
  const { put, poll, pass, list, now, uploads } = setUp();
  await put(accepted());
  list(listedTransfer());
  await poll();
  pass(10_000);
  await poll();
  await put(sampleUpload({ id: 'interrupted', source: 'file' }));
  expect(await uploads.nextPollMs({ isWatched: true })).toBe(now() + 2_000);
  await put(sampleUpload({ id: 'leaving' }));
  expect(await uploads.nextPollMs({ isWatched: true })).toBe(now() + 10_000);
});

test('transfers are requested individually if the list fails twice, and a missing one is followed by its file', async () => {
  const { put, poll, pass, get, service, kinds } = setUp();
  await put(accepted({ fileCode: 'a' }), accepted({ fileCode: 'b' }), accepted({ fileCode: 'late' }));
  service.transfers = [listedTransfer({ fileCode: 'b' })];
  service.files.set('a', { title: 'a', size: 1 });
  service.isListTooLong = true;
  await poll();
  expect(service.requests.filter((what) => what.startsWith('status'))).toEqual([]);
  for (let polls = 0; polls < 2; polls += 1) {
    pass(60_000);
    await poll();
  }
  expect(await get('a')).toMatchObject({ state: 'done' });
  expect(await get('b')).toMatchObject({ state: 'running' });
  // Some services know a transfer only once it has started.
  for (let polls = 0; polls < 20; polls += 1) {
    pass(60_000);
    await poll();
  }
  expect(isUnreported((await get('late')) as Upload)).toBe(true);
  expect(await kinds()).toEqual(['done']);
  service.files.set('late', { title: 'late', size: 1 });
  pass(15 * 60_000);
  await poll();
  expect(await get('late')).toMatchObject({ state: 'done' });
});

test('a deleted transfer is gone once the service no longer has it, even without a list', async () => {
  const { put, poll, pass, get, service, uploads, kinds } = setUp();
  await put(accepted({ fileCode: 'a' }), accepted({ fileCode: 'b' }));
  service.transfers = ['a', 'b'].map((fileCode) => listedTransfer({ fileCode }));
  service.isListTooLong = true;
  for (let polls = 0; polls < 2; polls += 1) {
    pass(60_000);
    await poll();
  }
  expect(await uploads.deleteTransfer('a')).toBe(true);
  expect([(await get('a'))?.state, (await get('b'))?.state]).toEqual(['archived', 'running']);
  expect(await kinds()).toEqual(['deleted']);
});

const silences = [
  ...(['network', 'timeout', 'invalid-response', 'refused', 'not-found'] as const),
  ...(['unauthorized', 'rate-limited', 'quota-exceeded'] as const),
] as const;

describe.each(silences)('if the service reports no transfers (%s)', (code) => {
  const silence = new ApiError(code, 'No.', facts);
  const failureCode = async (area: StorageArea) =>
    (await createTrackingStore(area).get()).polls[0]?.failureCode;

  test('uploads are followed by their files, the account stays connected, and progress returns later', async () => {
    const { put, poll, pass, list, get, service, area, accountStatus, pollToEnd } = setUp();
    await put(
      accepted({ fileCode: 'a' }),
      accepted({ fileCode: 'b' }),
      accepted({ fileCode: 'c', state: 'running' }),
    );
    service.silence = silence;
    await poll();
    expect(await get('a'), 'one failure proves nothing').toMatchObject({ verification: null });
    pass(4_000);
    await poll();
    for (const id of ['a', 'b', 'c']) expect(isUnreported((await get(id)) as Upload)).toBe(true);
    expect(await get('c')).toMatchObject({ state: 'running' });
    expect([await failureCode(area), accountStatus.peek(accountId)]).toEqual([null, undefined]);
    service.files.set('a', { title: 'a', size: 1 });
    pass(5_000);
    await poll();
    expect(await get('a')).toMatchObject({ state: 'done', sizeBytes: 1 });

    service.silence = null;
    list(listedTransfer({ fileCode: 'b' }));
    await poll();
    expect(await get('b')).toMatchObject({ state: 'running', verification: null });
    expect(await get('c'), 'has left the list').toMatchObject({ state: 'verifying' });
    service.files.set('b', { title: 'b', size: 1 });
    list();
    await pollToEnd(true);
    expect(await get('c')).toMatchObject({ state: 'vanished', failure: null });
  });

  test('a local file, which has no transfer, is searched for no longer than usual', async () => {
    const { put, get, service, pollToEnd, now } = setUp();
    const verification = { misses: 0, nextAtMs: 1_000_000 };
    await put(accepted({ source: 'file', state: 'verifying', verification }), accepted({ fileCode: 'two' }));
    service.silence = silence;
    service.files.set('two', { title: 'two', size: 1 });
    const startedAtMs = now();
    await pollToEnd(true);
    expect(await get('one')).toMatchObject({ state: 'vanished', failure: null });
    expect(now() - startedAtMs).toBeLessThan(10 * 60_000);
  });

  test('searching for a file doesn’t wait for a list, and nothing vanishes meanwhile', async () => {
    const { put, list, poll, get, service, uploads, now, pass } = setUp();
    const failed = { state: 'failed', failure: { code: 'transfer-failed', msg: null } } as const;
    await put(accepted(), accepted({ fileCode: 'failed', ...failed }), accepted({ fileCode: 'other' }));
    list(listedTransfer({ fileCode: 'other' }));
    await poll();
    expect(
      (await Promise.all(['one', 'failed'].map(get))).map((upload) => upload?.verification?.misses),
    ).toEqual([1, 1]);
    service.silence = silence;
    const endMs = now() + 20 * 60_000;
    while (now() < endMs) {
      pass(Math.max(0, ((await uploads.nextPollMs({ isWatched: true })) ?? endMs) - now()));
      await uploads.pollDue({ isWatched: true });
    }
    expect(await get('one')).toMatchObject({ state: 'verifying' });
    expect(await get('failed')).toMatchObject({ ...failed, verification: null });
    const lists = service.requests.filter((what) => what === 'list').length;
    expect(lists).toBeLessThan(30);
    service.files.set('one', { title: 'one', size: 1 });
    pass(125_000);
    await uploads.pollDue({ isWatched: true });
    expect(await get('one')).toMatchObject({ state: 'done' });
    await put(accepted({ fileCode: 'new', changedAtMs: now() }));
    service.files.set('new', { title: 'new', size: 1 });
    pass(3_000);
    const before = service.requests.filter((what) => what === 'list').length;
    await uploads.pollDue({ isWatched: true });
    expect(await get('new'), 'no list is asked for first').toMatchObject({ state: 'done' });
    expect(service.requests.filter((what) => what === 'list')).toHaveLength(before);
  });
});

test('no file waits for a list that doesn’t respond, after one that failed', async () => {
  const { put, poll, get, service, uploads } = setUp();
  await put(accepted(), accepted({ fileCode: 'two' }));
  service.silence = new ApiError('timeout', 'No.', facts);
  await poll();
  await poll();
  expect(service.requests.filter((what) => what.startsWith('status'))).toHaveLength(1);
  service.silence = null;
  const { promise, resolve } = Promise.withResolvers<void>();
  service.blockedUntil = promise;
  service.files.set('one', { title: 'one', size: 1 });
  const checking = uploads.checkAgain('one');
  await vi.waitUntil(async () => (await get('one'))?.state === 'done');
  resolve();
  await checking;
});

test('if the account fails too, no upload counts as unreported, and the poll has failed', async () => {
  const { put, poll, get, service, area } = setUp();
  await put(accepted());
  service.isDown = true;
  for (let polls = 0; polls < 5; polls += 1) await poll();
  expect(await get('one')).toMatchObject({ state: 'accepted', verification: null });
  expect((await createTrackingStore(area).get()).polls).toMatchObject([
    { failures: 5, failureCode: 'network', listOutage: null },
  ]);
  service.isDown = false;
  service.silence = new ApiError('invalid-response', 'No.', facts);
  service.files.set('one', { title: 'one', size: 1 });
  // The account's first response ends the outage, whatever transfers do.
  for (let polls = 0; polls < 3; polls += 1) await poll();
  expect((await createTrackingStore(area).get()).polls).toMatchObject([{ failures: 0, failureCode: null }]);
  expect(await get('one')).toMatchObject({ state: 'done' });
});

test('an upload is in the folder where its file is listed', async () => {
  const { uploads, get, put } = setUp();
  await put(accepted({ source: 'external', state: 'done', arrivedAtMs: 1, changedAtMs: 1 }));
  await uploads.noteFiles(accountId, [{ fileCode: 'one', folderId: '7' }]);
  expect(await get('one')).toMatchObject({ folder: { id: '7', name: 'Films' } });
});

describe('an upload that was given up', () => {
  async function setUpLost() {
    const setup = setUp();
    await setup.put(accepted());
    setup.service.silence = new ApiError('invalid-response', 'No.', facts);
    await setup.pollToEnd();
    expect(await setup.get('one')).toMatchObject({ state: 'vanished', failure: { code: 'never-shown' } });
    setup.service.requests.length = 0;
    return setup;
  }

  test('is done when a check finds its file, or when any listing shows it', async () => {
    const { uploads, service, get, kinds, poll } = await setUpLost();
    expect(await uploads.checkAgain('one')).toBe(true);
    expect(await get('one')).toMatchObject({ state: 'vanished', failure: { code: 'never-shown' } });
    expect(service.requests).toContain('check one');
    await uploads.noteFiles(accountId, [{ fileCode: 'other' }]);
    expect(service.requests).not.toContain('reachable');
    service.files.set('one', { title: 'one', size: 1 });
    await uploads.noteFiles(accountId, [{ fileCode: 'other' }, { fileCode: 'one' }]);
    expect(service.requests).toContain('reachable');
    await poll();
    expect(await get('one')).toMatchObject({ state: 'done' });
    expect(await kinds()).toEqual(['failed', 'done']);
  });

  test('is searched for before it is sent again, until the service responds', async () => {
    const { uploads, service, get, poll, pass } = await setUpLost();
    service.isDown = true;
    expect(await uploads.retry('one')).toBe(true);
    expect(await get('one')).toMatchObject({ state: 'verifying', intent: 'retry' });
    service.isDown = false;
    pass(60_000);
    await poll();
    expect(await get('one')).toMatchObject({ state: 'queued', fileCode: null, attempts: 1 });
  });

  test('isn’t sent again if its file exists', async () => {
    const { uploads, service, get } = await setUpLost();
    service.files.set('one', { title: 'one', size: 1 });
    expect(await uploads.retry('one')).toBe(true);
    expect(await get('one')).toMatchObject({ state: 'done', intent: null });
  });

  test('loses its code to a link that is given it, even while it is searched for', async () => {
    const { uploads, service, store, get, put } = await setUpLost();
    service.isDown = true;
    await uploads.checkAgain('one');
    const sending = sampleUpload({ id: 'again', state: 'sending', attempts: 1, sentAtMs: 1_000_000 });
    await put(sending);
    await store.transact('write', (tx) =>
      new Changes(1).applyAction(tx, sending, { type: 'accept', fileCode: 'one', claim: 'answer' }),
    );
    expect(await get('again')).toMatchObject({ state: 'accepted', fileCode: 'one' });
    expect(await get('one')).toMatchObject({ state: 'vanished', fileCode: null, verification: null });
  });
});

describe('the user’s action on transfers that the service doesn’t report', () => {
  async function setUpSilent() {
    const setup = setUp();
    await setup.put(accepted(), accepted({ fileCode: 'failed' }));
    setup.list(listedTransfer(), listedTransfer({ fileCode: 'failed', ...error }));
    await setup.poll();
    setup.service.silence = new ApiError('invalid-response', 'No.', facts);
    await setup.poll();
    await setup.poll();
    return setup;
  }

  test('is done if the service says so, because nothing else can be read', async () => {
    const { uploads, get, kinds } = await setUpSilent();
    expect(await uploads.deleteTransfer('one')).toBe(true);
    expect(await get('one')).toMatchObject({ state: 'archived' });
    expect(await uploads.retry('failed')).toBe(true);
    expect(await get('failed')).toMatchObject({ state: 'accepted', failure: null, intent: null });
    expect(await kinds()).toEqual(['failed', 'deleted']);
  });

  test('isn’t done if the service fails, and the row can be dismissed', async () => {
    const { uploads, get, service } = await setUpSilent();
    service.losesAnswer = true;
    await expect(uploads.deleteTransfer('one')).rejects.toMatchObject({ code: 'network' });
    expect(await get('one')).toMatchObject({ state: 'running', intent: null });
    service.losesAnswer = true;
    expect(await uploads.undoSends(['one']), 'nothing shows it').toMatchObject([{ id: 'one' }]);
    expect(await uploads.remove('one')).toBe(true);
    expect(await get('one')).toMatchObject({ state: 'archived' });
  });

  test.each([true, false])(
    'has a result right after the first upload, before any list was requested (response lost: %s)',
    async (losesAnswer) => {
      const { put, uploads, get, service, pass, poll, kinds } = setUp();
      await put(accepted());
      service.silence = new ApiError('invalid-response', 'No.', facts);
      service.losesAnswer = losesAnswer;
      const [kept] = await uploads.undoSends(['one']);
      if (!losesAnswer) {
        expect([kept, (await get('one'))?.state]).toEqual([undefined, 'archived']);
        expect(await kinds()).toEqual(['deleted']);
        return;
      }
      expect(kept, 'nothing shows that it is gone').toMatchObject({ id: 'one', intent: null });
      service.files.set('one', { title: 'one', size: 1 });
      pass(60_000);
      await poll();
      expect(await get('one')).toMatchObject({ state: 'done' });
    },
  );

  test('doesn’t request a list repeatedly if one of several failed links is retried', async () => {
    const { uploads, get, put, service, now, pass } = await setUpSilent();
    await put(accepted({ fileCode: 'second', state: 'failed' }));
    expect(await uploads.retry('failed')).toBe(true);
    service.requests.length = 0;
    const endMs = now() + 2 * 3_600_000;
    while (now() < endMs) {
      pass(Math.max(1, ((await uploads.nextPollMs({ isWatched: true })) ?? endMs) - now()));
      await uploads.pollDue({ isWatched: true });
    }
    expect(await get('failed'), 'it may still be there').toMatchObject({ state: 'failed', intent: null });
    expect(service.requests.filter((what) => what === 'list').length).toBeLessThan(150);
  });
});

test('isn’t concluded from one empty list, which reports nothing', async () => {
  const { put, poll, pass, list, shown, kinds, service } = setUp();
  await put(accepted({ fileCode: 'a' }), accepted({ fileCode: 'b' }));
  const both = [
    listedTransfer({ fileCode: 'a', remoteUrl: 'https://files.example/a', ...error }),
    listedTransfer({ fileCode: 'b', remoteUrl: 'https://files.example/b' }),
  ];
  list(...both);
  await poll();
  expect(await kinds()).toEqual(['failed']);
  pass(10_000);
  list();
  await poll();
  pass(10_000);
  list(...both);
  await poll();
  expect((await shown()).map(({ state }) => state).sort()).toEqual(['failed', 'running']);
  expect(await kinds()).toEqual(['failed']);
  expect(service.requests.filter((what) => what.startsWith('check'))).toEqual([]);
});

test.each([
  ['with a word of the service’s own', { status: 'completed', phase: 'unknown', bytesTotal: null }],
  ['with all bytes there', { bytesDownloaded: 500, bytesTotal: 500 }],
] as const)('a transfer that stays in the list %s is done with its file', async (_, changes) => {
  const { put, poll, pass, list, get, service } = setUp();
  await put(accepted());
  list(listedTransfer({ ...changes }));
  await poll();
  expect(await get('one')).toMatchObject({ state: 'running' });
  service.files.set('one', { title: 'one', size: 500 });
  pass(10_000);
  await poll();
  expect(await get('one')).toMatchObject({ state: 'done', unknownStatus: null });
  await poll();
  expect(await get('one')).toMatchObject({ state: 'done' });
});

test('a file isn’t complete while its transfer with an unknown status has bytes left', async () => {
  const { put, poll, list, get, service } = setUp();
  await put(accepted());
  service.files.set('one', { title: 'one', size: 100 });
  list(listedTransfer({ status: 'muxing', phase: 'unknown', bytesDownloaded: 100, bytesTotal: 500 }));
  await poll();
  expect(await get('one')).toMatchObject({ state: 'running', unknownStatus: 'muxing' });
});

test('a response that is older than the upload does not make it vanish', async () => {
  const { put, list, pass, service, uploads, shown } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  service.blockedUntil = promise;
  list(listedTransfer({ fileCode: 'other', remoteUrl: 'https://a.example/' }));
  const poll = uploads.poll(accountId);
  await expect.poll(() => service.requests).toEqual(['list']);
  pass(10);
  await put(accepted({ changedAtMs: 1_000_010 }));
  resolve();
  await poll;
  expect(await shown()).toMatchObject([{ fileCode: 'one', state: 'accepted' }, { fileCode: 'other' }]);
});

test('a poll that is requested during another one makes its own request, shared by all of these', async () => {
  const { service, uploads } = setUp();
  await Promise.all([uploads.poll(accountId), uploads.poll(accountId), uploads.poll(accountId)]);
  expect(service.requests).toEqual(['list', 'list']);
});

test('a transfer that counted as external is claimed by the response, and its end has an event', async () => {
  const { list, poll, shown, store, uploads, put, kinds } = setUp();
  list(listedTransfer({ remoteUrl: 'https://a.example/changed', ...error }));
  await poll();
  expect(await shown()).toMatchObject([{ source: 'external', state: 'failed' }]);
  const sending = sampleUpload({ state: 'sending', attempts: 1, sentAtMs: 1_000_000 });
  await put(sending);
  const changes = new Changes(1_000_001);
  await store.transact('write', (tx) =>
    changes.applyAction(tx, sending, { type: 'accept', fileCode: 'one', claim: 'answer' }),
  );
  expect(await shown()).toMatchObject([{ source: 'link', state: 'accepted', url: sending.url }]);
  await poll();
  await uploads.poll(accountId);
  expect(await kinds()).toEqual(['sent', 'failed']);
});

describe('duplicates', () => {
  const created = '2026-01-01 10:00:00';
  const duplicate = { fileCode: 'two', isTransfer: true };

  test('a second transfer of the same request is a duplicate, and deleted when the user wants it', async () => {
    const { put, list, poll, uploads, get, shown, service } = setUp();
    await put(accepted());
    list(listedTransfer({ created }), listedTransfer({ fileCode: 'two', created }));
    await poll();
    await poll();
    expect(await shown()).toMatchObject([{ fileCode: 'one', duplicates: [duplicate] }]);
    expect(await uploads.removeDuplicate('one', 'other')).toBe(false);
    expect(await uploads.removeDuplicate('one', 'two')).toBe(true);
    expect(service.requests).toContain('delete two');
    expect((await get('one'))?.duplicates).toEqual([]);
    await poll();
    expect(await shown()).toMatchObject([{ fileCode: 'one', duplicates: [] }]);
  });

  test('a second file is a duplicate; it is archived without a request', async () => {
    const { put, pass, service, uploads, get, pollToEnd } = setUp();
    await put(accepted());
    pass(1);
    service.files.set('one', { title: 'Film', size: 1 });
    const file = { title: 'Film', folderId: '0', uploaded: created };
    service.newFiles = [
      { fileCode: 'two', ...file },
      { fileCode: 'one', ...file },
    ];
    await pollToEnd();
    expect(await get('one')).toMatchObject({
      state: 'done',
      duplicates: [{ fileCode: 'two', isTransfer: false }],
    });
    const before = service.requests.length;
    expect(await uploads.removeDuplicate('one', 'two')).toBe(true);
    expect(service.requests.length).toBe(before);
  });

  test('are searched for once for all finished uploads, and again after a failed search', async () => {
    const { put, pass, service, uploads, pollToEnd } = setUp();
    await put(accepted(), accepted({ fileCode: 'two' }), accepted({ fileCode: 'three' }));
    pass(1);
    for (const code of ['one', 'two', 'three']) service.files.set(code, { title: code, size: 1 });
    await pollToEnd();
    expect(service.requests.filter((what) => what === 'files')).toHaveLength(1);

    await put(accepted({ fileCode: 'four' }));
    pass(1);
    service.files.set('four', { title: 'four', size: 1 });
    const { push } = service.requests;
    service.requests.push = (what) => {
      service.isDown = what === 'files';
      return push.call(service.requests, what);
    };
    expect(await uploads.poll()).toMatchObject([{ error: { code: 'network' } }]);
    service.requests.push = push;
    service.isDown = false;
    expect(await uploads.nextPollMs({ isWatched: false }), 'the search is still to be made').not.toBeNull();
    await pollToEnd();
    expect(service.requests.filter((what) => what === 'files')).toHaveLength(3);
  });

  test('are searched for once a minute while long transfers end one after the other', async () => {
    const { put, list, pass, service, poll } = setUp();
    const codes = Array.from({ length: 20 }, (_, index) => `code${index}`);
    await put(...codes.map((fileCode) => accepted({ fileCode })));
    pass(600_000);
    for (const [index, fileCode] of codes.entries()) {
      service.files.set(fileCode, { title: fileCode, size: 1 });
      list(...codes.slice(index + 1).map((code) => listedTransfer({ fileCode: code })));
      pass(5_000);
      // Absence counts from the second response on.
      await poll();
      await poll();
    }
    expect(service.requests.filter((what) => what === 'files')).toHaveLength(2);
  });

  test('are searched for while other links wait in a blocked queue', async () => {
    const { put, pass, service, now, uploads, pollToEnd } = setUp();
    await put(accepted(), sampleUpload({ id: 'waiting', url: 'https://a.example/' }));
    pass(1);
    const sentAtMs = now();
    service.files.set('one', { title: 'one', size: 1 });
    await pollToEnd();
    expect(service.requests).toContain('files');
    expect(now() - sentAtMs).toBeGreaterThan(55_000);
    expect(await uploads.nextPollMs({ isWatched: true })).toBeNull();
  });
});

test('a list of files that can’t be read ends neither the poll nor its own search for duplicates', async () => {
  const { put, list, poll, pass, service, area, uploads } = setUp();
  await put(accepted());
  list();
  service.files.set('one', { title: 'one', size: 1_000 });
  service.failsAtFiles = true;
  for (let polls = 0; polls < 10; polls += 1) {
    expect(await poll()).toEqual([]);
    pass(2 * 60_000);
  }
  expect((await createTrackingStore(area).get()).polls).toMatchObject([
    { failures: 0, duplicateSearch: null },
  ]);
  expect(await uploads.nextPollMs({ isWatched: true })).toBeNull();
});

test('it isn’t too late to undo an upload whose request has no response yet', async () => {
  vi.spyOn(quietContext, 'sleep').mockResolvedValue();
  const { put, uploads, get } = setUp();
  await put(sampleUpload({ id: 'one', state: 'sending' }));
  const reasons: unknown[] = [];
  const [kept] = await uploads.undoSends(['one'], undefined, (error) => reasons.push(error));
  expect(kept).toMatchObject({ id: 'one' });
  expect(reasons).toMatchObject([{ code: 'timeout' }]);
  expect(await get('one')).toMatchObject({ state: 'sending' });
});

test('a transfer whose deletion is refused can’t be cancelled', async () => {
  const { put, list, poll, service, uploads, get } = setUp();
  await put(accepted());
  list(listedTransfer());
  const reasons: unknown[] = [];
  const undo = () => uploads.undoSends(['one'], undefined, (error) => reasons.push(error));
  service.refusal = new ApiError('rate-limited', 'Later.', facts);
  expect(await undo()).toMatchObject([{ id: 'one' }]);
  expect(reasons).toEqual([service.refusal]);
  service.refusal = null;
  service.restartsOnly = true;
  expect(await undo(), 'answered OK and not done').toMatchObject([{ id: 'one' }]);
  expect(reasons).toHaveLength(1);
  service.restartsOnly = false;
  service.losesAnswer = 'and-breaks';
  expect(await uploads.undoSends(['one']), 'a later poll settles it').toEqual([]);
  expect(await get('one')).toMatchObject({ intent: 'dismiss' });
  service.isDown = false;
  await poll();
  expect(await get('one')).toMatchObject({ state: 'archived' });
});

test('a deletion that an outage kept from the service is repeated afterwards', async () => {
  const { put, list, poll, pass, service, uploads, get } = setUp();
  await put(accepted());
  list(listedTransfer());
  await poll();
  service.losesAnswer = 'and-breaks';
  const { transfers } = service;
  expect(await uploads.undoSends(['one'])).toEqual([]);
  // It had no effect.
  service.transfers = transfers;
  pass(10 * 60_000);
  await poll();
  service.isDown = false;
  await poll();
  await poll();
  expect(await get('one')).toMatchObject({ state: 'archived' });
  expect(service.requests.filter((what) => what === 'delete one')).toHaveLength(2);
});

test('only accounts that are due are polled', async () => {
  const { put, poll, service, uploads } = setUp();
  await put(accepted(), accepted({ accountId: 'second', fileCode: 'two' }));
  await poll();
  service.requests.length = 0;
  await uploads.pollDue({ isWatched: true });
  await uploads.pollDue({ isWatched: true });
  expect(service.requests.filter((each) => each === 'list')).toHaveLength(1);
});
