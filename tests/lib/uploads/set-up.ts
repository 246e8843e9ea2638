/** Uploads in memory against a fake service, and helpers for tests. */

import type { ApiError, Client } from '../../../lib/api/index.ts';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import { createClock } from '../../../lib/timing/clock.ts';
import { createMemoryStore } from '../../../lib/uploads/storage/memory-store.ts';
import type { UploadStore } from '../../../lib/uploads/storage/upload-store.ts';
import { createTrackingStore } from '../../../lib/uploads/tracking/progress.ts';
import { queueStates, type Upload } from '../../../lib/uploads/upload.ts';
import { createUploads, type Uploads } from '../../../lib/uploads/uploads.ts';
import { addWaits } from '../../../lib/uploads/waits.ts';
import { createFakeAccountStatus } from '../fake-account-status.ts';
import { FakeService, type ServiceRules } from '../fake-service.ts';
import { FakeTime } from '../fake-time.ts';
import { accountId, createFakeFrozenArea, folder, quietContext } from './samples.ts';

export const to = { accountId, folder, private: false };
export const url = (name: string | number) => `https://files.example/${name}.mp4`;
export const drafts = (count: number) => Array.from({ length: count }, (_, at) => ({ url: url(at) }));

const pendingStates = [...queueStates, 'uncertain', 'refused'] as const;

export function setUp(rules: Partial<ServiceRules> = {}) {
  const time = new FakeTime();
  const service = new FakeService(time, { slots: 10_000, ...rules });
  const backup = new FakeService(time, { slots: 10_000 });
  const area = createFakeFrozenArea();
  const store = createMemoryStore(area);
  const state = {
    isOnline: true,
    hasHostPermission: true,
    skewMs: 0,
    locks: new Set<string>(),
    /** Beginnings of addresses that the extension may access. Null: all. */
    reachable: null as readonly string[] | null,
    /** How often a link for this browser to fetch was due. */
    fetchesDue: 0,
    /** Why a link's folder can't be read before the link is sent. */
    folderFailure: null as ApiError | null,
    /** Where links by rule go if their folder is missing. */
    defaultFolder: null as FolderRef | null,
    /** Ids of folders that turned out to be missing. */
    foldersGone: [] as string[],
  };
  const getClient = (id: string): Client => {
    const client = (id === 'backup' ? backup : service).client();
    const { folderFailure } = state;
    if (folderFailure === null) return client;
    return {
      ...client,
      folders: { ...client.folders, list: () => Promise.reject(folderFailure) as never },
    };
  };
  const startClock = () =>
    createClock({ wallNow: () => time.nowMs + state.skewMs, monotonicNow: time.now, save: () => {} });
  let workerClock = startClock();
  const clock = () => workerClock.now();
  const isOnline = () => state.isOnline;
  const accountStatus = createFakeAccountStatus(area, {
    clock,
    isOnline,
    hasHostPermission: async () => state.hasHostPermission,
    probe: (id) => getClient(id).account.probe(),
    onBlocked: (backoff) => uploads.recordBlocked(backoff),
  });
  const openOn = (given: UploadStore): Uploads =>
    createUploads({
      ...quietContext,
      store: given,
      tracking: createTrackingStore(area),
      clientFor: async (id) => (id === 'removed' ? null : getClient(id)),
      accountStatus,
      clock,
      isOnline,
      random: () => 0.5,
      sleep: (delayMs) => time.wait(delayMs),
      listHeldLocks: async () => state.locks,
      onChange: () => {},
      hasHostPermission: async (address) =>
        state.reachable?.some((each) => `${address}/`.startsWith(each)) ?? true,
      onFetchDue: () => void state.fetchesDue++,
      async onFolderGone(_accountId, folderId) {
        state.foldersGone.push(folderId);
        return state.defaultFolder;
      },
    });
  const open = () => openOn(store);
  const uploads: Uploads = open();
  /** Runs, and lets enough time pass for it to end. */
  async function run(durationMs = 60_000, which = uploads): Promise<number | null> {
    const result = which.run();
    result.catch(() => {}); // Awaited below, after time has passed.
    await time.advance(durationMs);
    return result;
  }
  /** Runs at each time that `run` returns, until it returns none. */
  async function runToEnd(durationMs = 2_000): Promise<void> {
    for (let runs = 0; runs < 1_000; runs += 1) {
      const atMs = await run(durationMs);
      if (atMs === null) return;
      await time.advance(Math.max(0, atMs - time.nowMs));
    }
    throw new Error('It never ends.');
  }
  async function poll(durationMs = 5_000): Promise<void> {
    const polled = uploads.poll(accountId);
    polled.catch(() => {});
    await run(durationMs);
    await polled;
  }
  const all = () =>
    store.transact('read', async (tx) => {
      const found: Upload[] = [];
      for (const id of await tx.listAccountIds())
        found.push(...(await tx.listInStates(id, [...pendingStates, 'accepted', 'running', 'failed'])));
      return found;
    });
  const events = () => store.transact('read', (tx) => tx.listPendingEvents(10_000));
  /** Uploads that the service hasn't accepted, with the reasons for waiting. */
  async function pending(): Promise<readonly Upload[]> {
    const isPaused = (await store.transact('read', (tx) => tx.getMeta('paused'))) === true;
    const states = new Set<string>(pendingStates);
    return addWaits(await all(), [...(await accountStatus.list()).values()], isPaused).filter((upload) =>
      states.has(upload.state),
    );
  }
  return {
    time,
    service,
    backup,
    store,
    area,
    accountStatus,
    state,
    open,
    /** Starts another worker, whose clock follows the machine's again. */
    restart() {
      workerClock = startClock();
      return open();
    },
    openOn,
    uploads,
    run,
    runToEnd,
    poll,
    all,
    pending,
    events,
    sends: () => service.countRequests('upload/url'),
    states: async () =>
      (await pending()).map(({ state: each, wait }) => (wait ? `${each}: ${wait.reason}` : each)),
    eventKinds: async () => (await events()).map(({ kind }) => kind),
  };
}
