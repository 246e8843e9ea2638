/**
 * Runs uploads against a fake service in virtual time, with a user who acts and everything that can go wrong. At the end, the history says
 * what happened to every link.
 */

import type { AccountStatus } from '../../../lib/accounts/account-status.ts';
import { type ActivityEntry, toEntry } from '../../../lib/activity/activity.ts';
import { type ActivityStore, createActivityStore } from '../../../lib/activity/activity-store.ts';
import { StorageError } from '../../../lib/storage/database.ts';
import { createClock, findSetBackMs, rebaseTimes } from '../../../lib/timing/clock.ts';
import { unreportedSearch } from '../../../lib/timing/policies.ts';
import type { LoggedEvent } from '../../../lib/uploads/event.ts';
import { createMemoryStore } from '../../../lib/uploads/storage/memory-store.ts';
import {
  combineStores,
  type UploadStore,
  type UploadTransaction,
} from '../../../lib/uploads/storage/upload-store.ts';
import { createTrackingStore } from '../../../lib/uploads/tracking/progress.ts';
import { isMemoryOnly, queueStates, type Upload } from '../../../lib/uploads/upload.ts';
import { createUploads, type Uploads } from '../../../lib/uploads/uploads.ts';
import { createFakeAccountStatus } from '../fake-account-status.ts';
import type { Fault } from '../fake-network.ts';
import { FakeProcess } from '../fake-process.ts';
import { FakeService, plainRules, type ServiceRules } from '../fake-service.ts';
import { FakeTime } from '../fake-time.ts';
import { History } from './history.ts';
import { accountId, createFakeFrozenArea, folder, quietContext } from './samples.ts';

export type Action =
  | { readonly type: 'add'; readonly links: readonly string[]; readonly private: boolean }
  | { readonly type: 'kill' }
  | { readonly type: 'offline'; readonly durationMs: number }
  | { readonly type: 'jump'; readonly byMs: number }
  | { readonly type: 'pause' | 'resume' | 'sweep' | 'removeAccount' }
  | { readonly type: 'retry' | 'remove' | 'checkAgain' | 'moveUp' | 'reroute'; readonly which: number }
  | { readonly type: 'foreign'; readonly link: string };

/** Actions that need a running process. */
type UserAction = Exclude<Action, { type: 'kill' | 'offline' | 'jump' | 'foreign' }>;

/**
 * A store call, numbered from the start, that is rejected before or after its effect, or whose transaction is aborted and repeated, as
 * after the database was closed.
 */
export interface StorageFault {
  readonly call: number;
  readonly kind: 'before' | 'after' | 'repeated';
}

export interface Script {
  readonly rules: ServiceRules;
  readonly actions: readonly { readonly afterMs: number; readonly action: Action }[];
  /** Faults for the first requests, one each. */
  readonly faults: readonly Fault[];
  /** At which point each process is killed. Processes beyond this list live on. */
  readonly kills: readonly number[];
  /** Files that existed before, and their age. */
  readonly oldFiles: readonly string[];
  readonly oldFilesAgeMs: number;
  /** Time between the end of a process and the start of the next. */
  readonly restartMs: number;
  readonly storageFaults: readonly StorageFault[];
  /** Faults for the first requests to the fallback account. If omitted, links have no fallback. */
  readonly backupFaults?: readonly Fault[];
}

const backup = { accountId: 'backup', folder };

interface Worker {
  readonly process: FakeProcess;
  readonly accountStatus: AccountStatus;
  readonly uploads: Uploads;
  readonly activity: ActivityStore;
  isDelivering: boolean;
  hasEvents: boolean;
  /** Ids of the last events delivered from disk and from memory. */
  readonly lastDelivered: [number, number];
}

const noDatabase = { use: () => Promise.reject(new StorageError('none', 'unavailable')) };

type Job = 'send' | 'poll' | 'deliver';

/** Time until a failed job runs again. */
const retryMs = 30_000;

export class Scenario {
  readonly time = new FakeTime();
  readonly service: FakeService;
  readonly backup: FakeService;
  readonly history = new History();
  /** Address → how often the user had it sent again after it was given up. */
  readonly resent = new Map<string, number>();
  /** Ids of the uploads that the user tried to remove or dismiss. */
  readonly removed = new Set<string>();
  readonly delivered: LoggedEvent[] = [];
  readonly violations: string[] = [];
  hasAccount = true;
  #worker: Worker | null = null;
  #skewMs = 0;
  #stampMs: number | null = null;
  /** The clock of the current process. Each process starts its own. */
  #clock = createClock({ wallNow: () => 0, monotonicNow: () => 0, save: () => {} });
  #offlineUntilMs = 0;
  /** Since when nothing may be sent. */
  #offlineSinceMs = Number.POSITIVE_INFINITY;
  #pausedSinceMs = Number.POSITIVE_INFINITY;
  #ids = 0;
  #storeCalls = 0;
  readonly #timers: Partial<Record<Job, object>> = {};
  readonly #jobs = { send: () => this.#send(), poll: () => this.#poll(), deliver: () => this.#deliver() };
  readonly #kills: number[];
  readonly #script: Script;
  readonly #areas = {
    disk: createFakeFrozenArea((key, value) => this.history.record(0, key, value)),
    memory: createFakeFrozenArea((key, value) => this.history.record(1, key, value)),
  };

  constructor(script: Script) {
    this.#script = script;
    this.#kills = [...script.kills];
    this.service = new FakeService(this.time, script.rules);
    this.service.faults = [...script.faults];
    this.backup = new FakeService(this.time, { ...plainRules, rewritesTitles: true, slots: 10 });
    this.backup.faults = [...(script.backupFaults ?? [])];
    for (const title of script.oldFiles) {
      const visibleAtMs = this.time.nowMs - script.oldFilesAgeMs;
      this.service.addFile(title, { visibleAtMs });
    }
    this.history.onSend = () => {
      const sinceMs = Math.min(this.#pausedSinceMs, this.#offlineSinceMs);
      if (sinceMs < this.time.nowMs) this.violations.push('A link was sent while nothing was to be sent');
      if (!this.hasAccount) this.violations.push('A link was sent for an account that is removed');
    };
  }

  readonly clock = (): number => this.#clock.now();

  /** The clock of a new process. Stored times are rebased first, as in the background (`worker-clock.ts`). */
  #startClock(): void {
    const wallNow = () => this.time.nowMs + this.#skewMs;
    const setBackMs = findSetBackMs(this.#stampMs, wallNow());
    for (const { values } of setBackMs === 0 ? [] : Object.values(this.#areas))
      for (const [key, value] of values)
        (values as Map<string, unknown>).set(key, rebaseTimes(value, setBackMs, wallNow()));
    const save = (atMs: number) => {
      this.#stampMs = atMs;
    };
    this.#clock = createClock({ wallNow, monotonicNow: this.time.now, save });
  }

  get activity(): readonly ActivityEntry[] {
    return (this.#areas.disk.values.get('activity') ?? []) as readonly ActivityEntry[];
  }

  /** What memory stores besides uploads and events. */
  get tracking(): unknown {
    return this.#areas.memory.values.get('tracking') ?? { polls: [], progress: {}, files: {} };
  }

  async run(): Promise<this> {
    this.#startProcess();
    for (const { afterMs, action } of this.#script.actions) {
      await this.time.advance(afterMs);
      await this.act(action);
    }
    await this.time.advance(10 * 60_000);
    this.#kills.length = 0;
    this.#storeCalls = Number.POSITIVE_INFINITY;
    this.service.faults = [];
    this.backup.faults = [];
    this.#worker?.process.keepAlive();
    await this.time.advance(60_000);
    await this.act({ type: 'resume' });
    await this.time.advance(
      this.#script.rules.reports === 'list' ? 6 * 3_600_000 : 2 * (unreportedSearch.maxElapsedMs ?? 0),
    );
    return this;
  }

  async act(action: Action): Promise<void> {
    switch (action.type) {
      case 'kill':
        this.#worker?.process.kill();
        return;
      case 'offline':
        this.#goOffline(action.durationMs);
        return;
      case 'jump':
        this.#skewMs += action.byMs;
        return;
      case 'foreign':
        this.service.addTransfer(action.link);
        return;
      default: {
        const done = this.#ask(action).then(() => this.#send());
        done.catch((error: unknown) => this.#onFault(`The action "${action.type}"`, error));
        await this.time.advance(0);
      }
    }
  }

  #goOffline(durationMs: number): void {
    this.#offlineUntilMs = Math.max(this.#offlineUntilMs, this.time.nowMs + durationMs);
    this.#offlineSinceMs = this.time.nowMs;
    this.time.setTimer(() => {
      // No event reports it.
      if (this.time.nowMs >= this.#offlineUntilMs) this.#offlineSinceMs = Number.POSITIVE_INFINITY;
    }, durationMs);
  }

  async #ask(action: UserAction): Promise<void> {
    const { uploads, process } = this.#worker ?? {};
    if (uploads === undefined || process?.isAlive !== true) return;
    switch (action.type) {
      case 'add': {
        const drafts = action.links.map((url) => ({ url }));
        const fallbacks = this.#script.backupFaults ? [backup] : [];
        await uploads.add(
          drafts,
          { accountId, folder, private: action.private, fallbacks },
          { shouldAddDuplicates: true },
        );
        return;
      }
      case 'pause':
        await uploads.pause();
        this.#pausedSinceMs = this.time.nowMs;
        return;
      case 'resume':
        this.#pausedSinceMs = Number.POSITIVE_INFINITY;
        return uploads.resume();
      case 'sweep':
        return uploads.removeSurplus();
      case 'removeAccount':
        this.hasAccount = false;
        return uploads.removeAccount(accountId);
      default: {
        const links = this.history.uploads().filter(({ source }) => source === 'link');
        const upload = links[action.which % Math.max(1, links.length)];
        if (upload !== undefined) await this.#askFor(uploads, action.type, upload);
      }
    }
  }

  async #askFor(
    uploads: Uploads,
    type: 'retry' | 'remove' | 'checkAgain' | 'moveUp' | 'reroute',
    { id, state, url }: Upload,
  ): Promise<void> {
    if (type === 'reroute') {
      await uploads.reroute(id, backup);
      return;
    }
    if (type === 'moveUp') {
      const states = new Set<string>(queueStates);
      const queue = this.history.uploads().filter(({ state }) => states.has(state));
      const [first] = queue.sort((one, other) => one.order - other.order);
      return uploads.reorder(accountId, [id], first?.id ?? null);
    }
    // This model doesn't restart or delete transfers at the service. `tracking/tracker.test.ts` does.
    if (type === 'retry' && state === 'failed') return;
    if (type === 'retry' && state === 'vanished') this.resent.set(url, (this.resent.get(url) ?? 0) + 1);
    const isNew = type === 'remove' && !this.removed.has(id);
    // Recorded before the call, because the process may be killed right after it.
    if (isNew) this.removed.add(id);
    const isDone = await uploads[type](id);
    if (isNew && !isDone) this.removed.delete(id);
  }

  /** Starts a new process, which knows only what is stored. */
  #startProcess(): void {
    this.#startClock();
    const process = new FakeProcess(this.#kills.shift() ?? Number.POSITIVE_INFINITY, () => {
      this.time.setTimer(() => this.#startProcess(), this.#script.restartMs);
    });
    const client = process.guard(this.service.client());
    const backupClient = process.guard(this.backup.client());
    const getClient = (id: string) => (id === backup.accountId ? backupClient : client);
    const [diskArea, memoryOnlyArea] = [process.guard(this.#areas.disk), process.guard(this.#areas.memory)];
    const store = combineStores(createMemoryStore(diskArea), createMemoryStore(memoryOnlyArea));
    const isOnline = () => this.time.nowMs >= this.#offlineUntilMs;
    const accountStatus = createFakeAccountStatus(diskArea, {
      clock: this.clock,
      isOnline,
      hasAccount: async () => this.hasAccount,
      probe: (id) => getClient(id).account.probe(),
      onBlocked: (backoff) => uploads.recordBlocked(backoff),
    });
    const uploads: Uploads = createUploads({
      ...quietContext,
      store: process.guard(this.#failing(store)),
      tracking: createTrackingStore(memoryOnlyArea),
      clientFor: async (id) => {
        await process.point();
        return this.hasAccount ? getClient(id) : null;
      },
      clock: this.clock,
      random: () => 0.5,
      sleep: (delayMs) => this.time.wait(delayMs),
      accountStatus,
      isOnline,
      newId: () => {
        this.#ids += 1;
        return String(this.#ids);
      },
      onChange: (hasEvents) => {
        if (process.isAlive && hasEvents) void this.#deliver();
      },
      onReachable: () => {
        if (!process.isAlive) return;
        void this.#send();
        void this.#poll();
      },
    });
    this.#worker = {
      process,
      accountStatus,
      uploads,
      activity: createActivityStore(noDatabase, diskArea),
      isDelivering: false,
      hasEvents: false,
      lastDelivered: [0, 0],
    };
    void this.#sweep().then(() => this.#send());
    void this.#poll();
    void this.#deliver();
  }

  /** Wraps a store so that some of its calls are rejected. */
  #failing(store: UploadStore): UploadStore {
    const { storageFaults } = this.#script;
    if (storageFaults.length === 0) return store;
    return {
      transact: async (mode, work) => {
        this.#storeCalls += 1;
        const fault = storageFaults.find(({ call }) => call === this.#storeCalls);
        if (fault?.kind === 'before') throw new StorageError('fake', 'full');
        if (fault?.kind === 'repeated') await aborted(store, work);
        const result = await store.transact(mode, work);
        if (fault?.kind === 'after') throw new StorageError('fake', 'damaged');
        return result;
      },
    };
  }

  async #sweep(): Promise<void> {
    const { uploads } = this.#worker ?? {};
    await (this.hasAccount ? uploads?.removeSurplus() : uploads?.removeAccount(accountId))?.catch(
      (error: unknown) => this.#onFault('The sweep', error),
    );
  }

  async #send(): Promise<void> {
    await this.#work('send', ({ uploads }) => uploads.run());
  }

  /** Polls what is due, or everything if the user asked. */
  async #poll(isAsked = false): Promise<void> {
    await this.#work('poll', async ({ uploads }) => {
      await (isAsked ? uploads.poll() : uploads.pollDue({ isWatched: false }));
      return uploads.nextPollMs({ isWatched: false });
    });
  }

  async #deliver(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    worker.hasEvents = true;
    if (worker.isDelivering) return;
    worker.isDelivering = true;
    await this.#work('deliver', async () => {
      while (worker.hasEvents) {
        worker.hasEvents = false;
        await worker.uploads.deliverEvents((event) => this.#handle(worker, event));
        await worker.uploads.recordDelivered((events) => worker.activity.add(events.map(toEntry)));
      }
      return null;
    });
    worker.isDelivering = false;
  }

  async #handle(worker: Worker, event: LoggedEvent): Promise<void> {
    const { process, accountStatus, lastDelivered } = worker;
    await process.point();
    const area = isMemoryOnly(event) ? 1 : 0;
    // If storing the delivery failed, the events are delivered again, as after a kill.
    const last = this.#script.storageFaults.length > 0 ? 0 : lastDelivered[area];
    if (event.id <= Math.max(last, this.history.delivered(area)))
      this.violations.push(`Event ${event.id} was delivered again`);
    lastDelivered[area] = event.id;
    this.delivered.push(event);
    if (event.kind === 'sent') void this.#poll(true);
    if (event.kind === 'rerouted') void this.#send();
    if (event.kind === 'done' || event.kind === 'failed') {
      await accountStatus.endBackoff(event.accountId, ['slots']);
      void this.#send();
    }
    await process.point();
  }

  /** Runs a job now, and again at the time that it returns. A new time replaces the old one. */
  async #work(job: Job, run: (worker: Worker) => Promise<number | null>): Promise<void> {
    const worker = this.#worker;
    if (worker?.process.isAlive !== true) return;
    const atMs = await run(worker).catch((error: unknown) => {
      this.#onFault(`The job "${job}"`, error);
      return this.clock() + retryMs;
    });
    if (atMs === null) return;
    const timer = {};
    this.#timers[job] = timer;
    const runAgain = () => this.#timers[job] === timer && void this.#jobs[job]();
    this.time.setTimer(runAgain, Math.max(50, atMs - this.clock()));
  }

  #onFault(what: string, error: unknown): void {
    if (error instanceof StorageError && error.store === 'fake') return;
    this.violations.push(`${what} failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

/** Runs `work` in a transaction that has no effect. An error in it occurs again when it is repeated. */
async function aborted<T>(store: UploadStore, work: (tx: UploadTransaction) => Promise<T>): Promise<void> {
  const attempt = store.transact('write', async (tx) => {
    await work(tx);
    throw new Error('aborted');
  });
  await attempt.catch(() => {});
}
