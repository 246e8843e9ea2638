/**
 * Runs a script of user actions, faults and killed processes against bulk jobs and the fake service, and reports the outcome of every job
 * and file.
 */
import type { AccountStatus } from '../../../lib/accounts/account-status.ts';
import { type Bulk, createBulk } from '../../../lib/bulk/bulk.ts';
import { createBulkDatabase } from '../../../lib/bulk/bulk-database.ts';
import { type BulkStore, createBulkStore } from '../../../lib/bulk/bulk-store.ts';
import { isActive, type StepNote, type StepState, type StoredJob } from '../../../lib/bulk/job.ts';
import type { CatalogUpdate } from '../../../lib/bulk/run/bulk-context.ts';
import type { BulkWork } from '../../../lib/bulk/work.ts';
import { isSameTitle } from '../../../lib/titles/is-same-title.ts';
import { createFakeAccountStatus } from '../fake-account-status.ts';
import type { Fault } from '../fake-network.ts';
import { FakeProcess } from '../fake-process.ts';
import { FakeService, type ServiceRules } from '../fake-service.ts';
import { FakeTime } from '../fake-time.ts';
import { createDatabaseName } from '../storage/fake-database-name.ts';
import { createFakeFrozenArea } from '../uploads/samples.ts';

export type Action =
  | { readonly type: 'start'; readonly work: (service: FakeService) => BulkWork }
  | { readonly type: 'kill' }
  | { readonly type: 'offline'; readonly milliseconds: number }
  | { readonly type: 'stop' | 'resume' | 'undo' | 'retry'; readonly which: number }
  | { readonly type: 'badKey'; readonly milliseconds: number }
  | { readonly type: 'external'; readonly act: (service: FakeService) => void };

export const start = (work: (service: FakeService) => BulkWork): Action => ({ type: 'start', work });

export interface Script {
  readonly rules: Partial<ServiceRules>;
  readonly actions: readonly { readonly after: number; readonly action: Action }[];
  /** Faults of the first requests, in order. */
  readonly faults: readonly Fault[];
  /** After how many awaits each process dies. Later processes live on. */
  readonly killPoints: readonly number[];
  /** How long a catalog update takes. Default: 0. */
  readonly catalogDelayMs?: number;
}

export const accountId = 'account';

export interface StepOutcome {
  readonly fileCode: string;
  readonly from: string;
  readonly to: string;
  readonly state: StepState;
  readonly note: StepNote | undefined;
}

const isVerified = ({ state }: StepOutcome) => state === 'verified';

export class Scenario {
  readonly time = new FakeTime();
  readonly service: FakeService;
  readonly violations: string[] = [];
  /** The job of the last `onEnd` for each key. */
  readonly ended = new Map<number, StoredJob>();
  /** Files that were reported to the catalog as gone. */
  readonly gone = new Set<string>();
  /** The latest catalog update of each file. */
  readonly catalog = new Map<string, { title?: string | undefined; folderId?: string | null | undefined }>();
  /** The store as seen outside any process. */
  store: BulkStore = null as never;
  #process: {
    readonly worker: FakeProcess;
    readonly accountStatus: AccountStatus;
    readonly bulk: Bulk;
  } | null = null;
  #offlineUntil = 0;
  /** Stopped jobs that the user has resumed. */
  readonly #resumed = new Set<number>();
  #alarm: object = {};
  readonly #area = createFakeFrozenArea();
  readonly #killPoints: number[];
  readonly script: Script;

  constructor(script: Script, fill: (service: FakeService) => void) {
    this.script = script;
    this.#killPoints = [...script.killPoints];
    this.service = new FakeService(this.time, { spacingMs: 100, perPage: 5, ...script.rules });
    fill(this.service);
    this.service.faults = [...script.faults];
  }

  async run(): Promise<void> {
    await this.#runActions();
    await this.finish();
  }

  async #runActions(restMs = 5 * 60_000): Promise<void> {
    this.store = createBulkStore(createBulkDatabase(createDatabaseName()));
    this.#begin();
    for (const { after, action } of this.script.actions) {
      await this.time.advance(after);
      await this.do(action);
    }
    await this.time.advance(restMs);
  }

  /** Like `run`, but stopped jobs stay stopped. */
  async runUntilStopped({ settles = true } = {}): Promise<void> {
    await this.#runActions(settles ? undefined : 0);
    if (settles) await this.settle();
  }

  /** Ends all faults and lets three hours pass. */
  async settle(): Promise<void> {
    this.#killPoints.length = 0;
    this.service.faults = [];
    this.#process?.worker.keepAlive();
    // The next process has started.
    await this.time.advance(1_000);
    await this.#acceptKey();
    await this.time.advance(3 * 3_600_000);
  }

  async finish(): Promise<void> {
    await this.settle();
    for (const { key, state } of await this.store.list()) {
      this.#resumed.add(key);
      if (state === 'stopped' || state === 'waiting') await this.ask((bulk) => bulk.resume(String(key)));
    }
    await this.settle();
  }

  /** Starts a new process, which knows only what is stored. */
  #begin(): void {
    const worker = new FakeProcess(this.#killPoints.shift() ?? Number.POSITIVE_INFINITY, () => {
      this.time.setTimer(() => this.#begin(), 1_000);
    });
    const { script } = this;
    const client = worker.guard(this.service.client());
    const isOnline = () => this.time.nowMs >= this.#offlineUntil;
    const accountStatus = createFakeAccountStatus(worker.guard(this.#area), {
      clock: () => this.time.nowMs,
      isOnline,
      probe: () => client.account.probe(),
    });
    const bulk = createBulk({
      store: worker.guard(this.time.track(this.#checked(this.store))),
      clientFor: async () => {
        await worker.point();
        return client;
      },
      clock: () => this.time.nowMs,
      random: () => 0.5,
      wait: (milliseconds) => this.time.wait(milliseconds),
      accountStatus,
      isOnline,
      updateCatalog: async (_, update) => {
        await worker.point();
        if (script.catalogDelayMs !== undefined) await this.time.wait(script.catalogDelayMs);
        this.#updateCatalog(update);
        await worker.point();
      },
      findClaimed: async () => new Set(),
      onChange: () => {},
      onEnd: async (job) => {
        await worker.point();
        this.ended.set(job.key, job);
      },
      onFault: (fault) => void this.violations.push(`A fault: ${String(fault)}`),
    });
    this.#process = { worker, accountStatus, bulk };
    void this.#runWhenDue();
  }

  /** Checks that everything stored as verified is true at the service at that moment. */
  #checked(store: BulkStore): BulkStore {
    return {
      ...store,
      write: async (key, step) => {
        const before = new Set((await this.outcomes(key)).filter(isVerified).map(({ fileCode }) => fileCode));
        let wasStopped = false;
        const written = await store.write(key, (job) => {
          wasStopped = job.state === 'stopped';
          return step(job);
        });
        if (wasStopped && written !== undefined && isActive(written) && !this.#resumed.delete(key)) {
          this.violations.push(`Job ${key} went on although it was stopped.`);
        }
        // A late request may take effect in between.
        const isClear = !this.script.faults.includes('late');
        if (written === undefined || written.kind === 'clone' || !isClear) return written;
        for (const outcome of (await this.outcomes(key)).filter(isVerified)) {
          const file = this.service.files.get(outcome.fileCode);
          if (before.has(outcome.fileCode) || file === undefined) continue;
          const isSo =
            written.kind === 'rename'
              ? isSameTitle(file.title, outcome.to)
              : written.kind !== 'delete' && file.folderId === outcome.to;
          if (!isSo)
            this.violations.push(
              `${outcome.fileCode} is ${file.title} in ${file.folderId}, not ${outcome.to}`,
            );
        }
        return written;
      },
    };
  }

  #updateCatalog({ files = [], patches = [], gone = [] }: CatalogUpdate): void {
    for (const { fileCode, ...patch } of [...files, ...patches]) {
      this.catalog.set(fileCode, { ...this.catalog.get(fileCode), ...patch });
    }
    for (const fileCode of gone) {
      this.catalog.delete(fileCode);
      this.gone.add(fileCode);
    }
  }

  /** Runs at startup and at the times that `run` resolves to, like the background. */
  async #runWhenDue(): Promise<void> {
    const { bulk, worker } = this.#process ?? {};
    if (bulk === undefined || worker?.isAlive !== true) return;
    const mine = {};
    this.#alarm = mine;
    try {
      const at = await bulk.run();
      if (at === null || this.#alarm !== mine) return;
      const run = () => this.#alarm === mine && void this.#runWhenDue();
      this.time.setTimer(run, Math.max(50, at - this.time.nowMs));
    } catch (error) {
      this.violations.push(`A run failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  async ask<T>(request: (bulk: Bulk) => Promise<T>): Promise<T | undefined> {
    const { bulk, worker } = this.#process ?? {};
    if (bulk === undefined || worker?.isAlive !== true) return undefined;
    let answer: T | undefined;
    const asked = request(bulk).then((value) => {
      answer = value;
      return this.#runWhenDue();
    });
    asked.catch((error: unknown) => this.violations.push(`A request failed: ${String(error)}`));
    await this.time.advance(0);
    return answer;
  }

  /** Without effect while no process runs. */
  async #acceptKey(): Promise<void> {
    this.service.isKeyGood = true;
    await this.ask(async () => this.#process?.accountStatus.endBackoff(accountId, ['account']));
  }

  async do(action: Action): Promise<void> {
    switch (action.type) {
      case 'start':
        await this.ask((bulk) => bulk.start(accountId, action.work(this.service)));
        return;
      case 'kill':
        this.#process?.worker.kill();
        return;
      case 'offline':
        this.#offlineUntil = Math.max(this.#offlineUntil, this.time.nowMs + action.milliseconds);
        return;
      case 'badKey':
        this.service.isKeyGood = false;
        this.time.setTimer(() => void this.#acceptKey(), action.milliseconds);
        return;
      case 'external':
        action.act(this.service);
        return;
      default: {
        const jobs = await this.store.list();
        const job = jobs[action.which % Math.max(1, jobs.length)];
        if (job === undefined) return;
        if (action.type !== 'stop') this.#resumed.add(job.key);
        await this.ask<unknown>((bulk) => bulk[action.type](String(job.key)));
      }
    }
  }

  jobs = (): Promise<readonly StoredJob[]> => this.store.list();

  async outcomes(key: number): Promise<readonly StepOutcome[]> {
    const steps = await this.store.steps(key);
    const { tree } = await this.store.extra(key);
    const job = await this.store.get(key);
    const newIds = new Map(tree?.map(({ id, newId }) => [id, newId ?? 'nowhere']));
    if (job?.source) newIds.set(job.source.id, job.folder?.id ?? '');
    return steps.map(({ fileCode, from, to, state, note }) => ({
      fileCode,
      from,
      to: newIds.get(to) ?? to,
      state,
      note,
    }));
  }
}
