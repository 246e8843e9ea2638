/**
 * A story: bulk work in the small world of `world.ts`, what its user does, and what befalls it. Told to its end, it says
 * what became of every job and of every file.
 */
import 'fake-indexeddb/auto';
import { type Bulk, createBulk } from '../../../lib/bulk/bulk.ts';
import { createBulkDatabase } from '../../../lib/bulk/database.ts';
import { isActive, type Note, type StoredJob } from '../../../lib/bulk/job.ts';
import type { Learned } from '../../../lib/bulk/run/context.ts';
import { isSameTitle } from '../../../lib/bulk/same-title.ts';
import { type BulkStore, createBulkStore } from '../../../lib/bulk/store.ts';
import type { BulkWork } from '../../../lib/bulk/work.ts';
import { FakeTime } from '../fake-time.ts';
import { FakeProcess } from '../process.ts';
import { type Fault, type Rules, Service } from './setup.ts';

export type Deed =
  | { readonly type: 'start'; readonly work: (world: Service) => BulkWork }
  | { readonly type: 'kill' }
  | { readonly type: 'offline'; readonly milliseconds: number }
  | { readonly type: 'stop' | 'resume' | 'undo' | 'retry'; readonly which: number }
  | { readonly type: 'badKey'; readonly milliseconds: number }
  | { readonly type: 'foreign'; readonly act: (world: Service) => void };

export interface Plot {
  readonly rules: Rules;
  readonly deeds: readonly { readonly after: number; readonly deed: Deed }[];
  /** What befalls the first requests. */
  readonly faults: readonly Fault[];
  /** After how many points each process dies; when all are used up they live on. */
  readonly deaths: readonly number[];
  /** Milliseconds that the catalog takes to write down what it is told; at once where this is left out. */
  readonly learning?: number;
}

export const accountId = 'account';
let databases = 0;

/** What became of one file in one job. */
export interface Ending {
  readonly fileCode: string;
  readonly from: string;
  readonly to: string;
  readonly mark: string;
  readonly note: Note | undefined;
}

const isVerified = ({ mark }: Ending) => mark === 'v';

export class Story {
  readonly time = new FakeTime();
  readonly service: Service;
  readonly complaints: string[] = [];
  /** What was told last of the end of each job. */
  readonly ended = new Map<number, StoredJob>();
  /** What the catalog has been told of files: the last word about each. */
  readonly catalog = new Map<string, { title?: string | undefined; folderId?: string | null | undefined }>();
  /** As it is stored, seen from outside of any process. */
  store: BulkStore = null as never;
  #process: { readonly worker: FakeProcess; readonly bulk: Bulk } | null = null;
  #offlineUntil = 0;
  /** Stopped jobs that the user has told to go on. */
  readonly #mayGoOn = new Set<number>();
  #alarm: object = {};
  readonly #deaths: number[];
  readonly plot: Plot;

  constructor(plot: Plot, fill: (service: Service) => void) {
    this.plot = plot;
    this.#deaths = [...plot.deaths];
    this.service = new Service(this.time, plot.rules);
    fill(this.service);
    this.service.faults = [...plot.faults];
  }

  async tell(): Promise<void> {
    await this.#tellDeeds();
    await this.calm();
  }

  async #tellDeeds(): Promise<void> {
    databases += 1;
    this.store = createBulkStore(createBulkDatabase(`bulk-${databases}`));
    this.#begin();
    for (const { after, deed } of this.plot.deeds) {
      await this.time.advance(after);
      await this.do(deed);
    }
    await this.time.advance(5 * 60_000);
  }

  /** Like `tell`, but what was stopped stays so. */
  async tellUntilStopped(): Promise<void> {
    await this.#tellDeeds();
    await this.quiet();
  }

  /** From here on nothing evil happens any more, and there is all the time in the world. */
  async quiet(): Promise<void> {
    this.#deaths.length = 0;
    this.service.faults = [];
    this.service.keyIsGood = true;
    this.#process?.worker.keepAlive();
    await this.time.advance(3 * 3_600_000);
  }

  /** And everything goes on. */
  async calm(): Promise<void> {
    await this.quiet();
    for (const { key, state } of await this.store.list()) {
      this.#mayGoOn.add(key);
      if (state === 'stopped' || state === 'waiting') await this.ask((bulk) => bulk.resume(String(key)));
    }
    await this.quiet();
  }

  /** A new process: everything that it knows is what was stored. */
  #begin(): void {
    const worker = new FakeProcess(this.#deaths.shift() ?? Number.POSITIVE_INFINITY, () => {
      this.time.setTimer(1_000, () => this.#begin());
    });
    const { plot } = this;
    const client = worker.guard(this.service.client());
    const bulk = createBulk({
      store: worker.guard(this.time.track(this.#witnessed(this.store))),
      clientFor: async () => {
        await worker.point();
        return client;
      },
      clock: () => this.time.nowMs,
      random: () => 0.5,
      wait: (milliseconds) => this.time.wait(milliseconds),
      online: () => this.time.nowMs >= this.#offlineUntil,
      learn: async (_, learned) => {
        await worker.point();
        if (plot.learning !== undefined) await this.time.wait(plot.learning);
        this.#learn(learned);
        await worker.point();
      },
      claimed: async () => new Set(),
      onChange: () => {},
      onEnd: async (job) => {
        await worker.point();
        this.ended.set(job.key, job);
      },
      onFault: (fault) => void this.complaints.push(`A fault: ${String(fault)}`),
    });
    this.#process = { worker, bulk };
    void this.#keepRunning();
  }

  /** Whatever is stored as seen at the service stands there at that moment. */
  #witnessed(store: BulkStore): BulkStore {
    return {
      ...store,
      write: async (key, step) => {
        const before = new Set((await this.endings(key)).filter(isVerified).map(({ fileCode }) => fileCode));
        const wasStopped = (await store.get(key))?.state === 'stopped';
        const written = await store.write(key, step);
        if (wasStopped && written !== undefined && isActive(written) && !this.#mayGoOn.delete(key)) {
          this.complaints.push(`Job ${key} went on although it was stopped.`);
        }
        // A request that is carried out long after it was given up may come in between.
        const isClear = !this.plot.faults.includes('late');
        if (written === undefined || written.kind === 'clone' || !isClear) return written;
        for (const ending of (await this.endings(key)).filter(isVerified)) {
          const file = this.service.files.get(ending.fileCode);
          if (before.has(ending.fileCode) || file === undefined) continue;
          const isSo =
            written.kind === 'rename' ? isSameTitle(file.title, ending.to) : file.folderId === ending.to;
          if (!isSo)
            this.complaints.push(`${ending.fileCode} is ${file.title} in ${file.folderId}, not ${ending.to}`);
        }
        return written;
      },
    };
  }

  #learn({ files = [], patches = [], gone = [] }: Learned): void {
    for (const { fileCode, ...patch } of [...files, ...patches]) {
      this.catalog.set(fileCode, { ...this.catalog.get(fileCode), ...patch });
    }
    for (const fileCode of gone) this.catalog.delete(fileCode);
  }

  /** What the background does: it runs at the start, and then when the work wants to, and not before. */
  async #keepRunning(): Promise<void> {
    const { bulk, worker } = this.#process ?? {};
    if (bulk === undefined || worker?.isAlive !== true) return;
    const mine = {};
    this.#alarm = mine;
    try {
      const at = await bulk.run();
      if (at === null || this.#alarm !== mine) return;
      this.time.setTimer(Math.max(50, at - this.time.nowMs), () => {
        if (this.#alarm === mine) void this.#keepRunning();
      });
    } catch (error) {
      this.complaints.push(`A run failed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  async ask<T>(wish: (bulk: Bulk) => Promise<T>): Promise<T | undefined> {
    const { bulk, worker } = this.#process ?? {};
    if (bulk === undefined || worker?.isAlive !== true) return undefined;
    let answer: T | undefined;
    const asked = wish(bulk).then((value) => {
      answer = value;
      return this.#keepRunning();
    });
    asked.catch((error: unknown) => this.complaints.push(`A wish failed: ${String(error)}`));
    await this.time.advance(0);
    return answer;
  }

  async do(deed: Deed): Promise<void> {
    switch (deed.type) {
      case 'start':
        await this.ask((bulk) => bulk.start(accountId, deed.work(this.service)));
        return;
      case 'kill':
        this.#process?.worker.kill();
        return;
      case 'offline':
        this.#offlineUntil = Math.max(this.#offlineUntil, this.time.nowMs + deed.milliseconds);
        this.time.setTimer(deed.milliseconds, () => void this.#keepRunning());
        return;
      case 'badKey':
        this.service.keyIsGood = false;
        this.time.setTimer(deed.milliseconds, () => {
          this.service.keyIsGood = true;
          void this.ask((bulk) => bulk.mended(accountId));
        });
        return;
      case 'foreign':
        deed.act(this.service);
        return;
      default: {
        const jobs = await this.store.list();
        const job = jobs[deed.which % Math.max(1, jobs.length)];
        if (job === undefined) return;
        if (deed.type !== 'stop') this.#mayGoOn.add(job.key);
        await this.ask<unknown>((bulk) => bulk[deed.type](String(job.key)));
      }
    }
  }

  jobs = (): Promise<readonly StoredJob[]> => this.store.list();

  async endings(key: number): Promise<readonly Ending[]> {
    const marks = await this.store.marks(key);
    const notes = await this.store.notes(key);
    const { tree } = await this.store.extra(key);
    const job = await this.store.get(key);
    const placeOf = new Map(tree?.map(({ id, newId }) => [id, newId ?? 'nowhere']));
    if (job?.source) placeOf.set(job.source.id, job.folder?.id ?? '');
    const endings: Ending[] = [];
    for (const [at, text] of marks.entries()) {
      const part = await this.store.part(key, at);
      for (const [index, mark] of [...text].entries()) {
        endings.push({
          fileCode: part?.codes[index] ?? '',
          from: part?.from[index] ?? '',
          to: placeOf.get(part?.to[index] ?? '') ?? part?.to[index] ?? '',
          ...{ mark, note: notes.get(endings.length) },
        });
      }
    }
    return endings;
  }
}
