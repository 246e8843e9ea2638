/**
 * Bulk work: moves, renames and clones of one file or of thousands.
 *
 * It promises that every file ends as asked or with a reason, whatever dies: the outcome of each step is stored; what can
 * be repeated is repeated, and what cannot (a clone, a new folder) is stored before it is asked for and settled by
 * evidence when no answer comes. What the service said yes to is read back. Work can be stopped at any moment and goes on
 * from there; a move or rename can be undone, file by file where it is still as the job had left it.
 *
 * It needs no browser: clock, chance, store and client are arguments. The background is its only owner; pages read the
 * database (`read.ts`) and act by message.
 */

import {
  asked,
  type Extra,
  failed,
  isActive,
  isUndoable,
  newJob,
  otherwise,
  partSize,
  type StoredJob,
  todo,
  toLook,
  unsure,
  verified,
} from './job.ts';
import { planOf, rowAt, undoPlan } from './plan.ts';
import type { BulkContext } from './run/context.ts';
import { Desk } from './run/job-session.ts';
import { createRunner } from './run/runner.ts';
import type { BulkWork } from './work.ts';

export type { BulkClient } from './run/context.ts';

/** Jobs of an account that are kept once they have ended, and milliseconds for which they are. */
const jobsKept = 20;
const keptFor = 7 * 24 * 3_600_000;

export interface Bulk {
  /** Stores the work and begins it; gives the job's id. */
  start(accountId: string, work: BulkWork): Promise<string>;
  /**
   * Nothing that changes a file leaves any more until `resume`; what had left by then is still counted. Each of these:
   * false where there is no such job, or it makes no sense for it.
   */
  stop(id: string): Promise<boolean>;
  /** Goes on with a stopped job, or with a waiting one now. */
  resume(id: string): Promise<boolean>;
  /** Begins the work that takes a job back, once nothing of it is under way any more; null where it cannot be. */
  undo(id: string): Promise<string | null>;
  /** Tries what failed once more. */
  retry(id: string): Promise<boolean>;
  /** The user's decision about a clone in doubt, or all of them (null): made once more, or taken for made. */
  decide(id: string, fileCode: string | null, again: boolean): Promise<boolean>;
  /** Forgets a job that has ended or was stopped. */
  dismiss(id: string): Promise<boolean>;
  /** The account has another key: its jobs go on with the next run. */
  mended(accountId: string): Promise<void>;
  removeAccount(accountId: string): Promise<void>;
  /**
   * Does everything that can be done now. To be called at the start, after each of the above, when the browser is online
   * again, and at the time that it resolves to (milliseconds since the epoch; null: when something happens).
   */
  run(): Promise<number | null>;
}

export function createBulk(context: BulkContext): Bulk {
  const { store, clock } = context;
  const runner = createRunner(context);

  async function add(job: Omit<StoredJob, 'key'>, plan: Parameters<typeof store.add>[1], extra: Extra) {
    const added = await store.add(job, plan, extra, clock());
    if (added === null) return null;
    await forgetOld(added.accountId);
    context.onChange();
    runner.begin(added.accountId);
    return String(added.key);
  }

  async function forgetOld(accountId: string): Promise<void> {
    const ended = (await store.list()).filter((job) => job.accountId === accountId && !isActive(job));
    const surplus = ended.slice(0, -jobsKept);
    const old = ended.filter(({ endedAt }) => clock() - (endedAt ?? 0) > keptFor);
    await store.remove([...new Set([...surplus, ...old])].map(({ key }) => key));
  }

  /** Changes a job to which the condition applies, at the moment of the change. */
  async function change(
    id: string,
    applies: (job: StoredJob) => boolean,
    to: Partial<StoredJob>,
  ): Promise<StoredJob | null> {
    let changed: StoredJob | null = null;
    await store.write(Number(id), (job) => {
      changed = applies(job) ? { ...job, ...to } : null;
      return { job: changed ?? job };
    });
    context.onChange();
    return changed;
  }

  const going = { state: 'working', problem: null, retryAt: null, endedAt: null, failures: 0 } as const;

  /** Takes up a job again of which nothing is under way, after `prepare` has set marks; false: it set none. */
  async function again(id: string, prepare: (desk: Desk) => Promise<void>): Promise<boolean> {
    const job = await store.get(Number(id));
    if (job === undefined || isActive(job) || job.undone) return false;
    await runner.quiet(job.key);
    const desk = await Desk.open(context, job);
    await prepare(desk);
    await desk.write();
    if ((await change(id, (each) => !isActive(each) && !each.undone, going)) === null) return false;
    runner.begin(job.accountId);
    return true;
  }

  return {
    async start(accountId, work) {
      const { kind } = work;
      const source = kind === 'move-contents' ? work.source : null;
      const folder = kind === 'rename' ? null : work.folder;
      const plan = planOf(work);
      const tree = kind === 'move-contents' ? work.folders.map((each) => ({ ...each, newId: null })) : null;
      const job = newJob(accountId, kind, { folder, source }, clock());
      const id = await add({ ...job, total: plan.total }, plan, tree === null ? {} : { tree });
      if (id === null) throw new Error('A job that undoes nothing is always added.');
      return id;
    },

    stop: async (id) =>
      (await change(id, isActive, { state: 'stopped', problem: null, retryAt: null, endedAt: clock() })) !==
      null,

    async resume(id) {
      const canGoOn = (job: StoredJob) => !job.undone && (job.state === 'stopped' || job.state === 'waiting');
      const job = await change(id, canGoOn, going);
      if (job !== null) runner.begin(job.accountId);
      return job !== null;
    },

    async undo(id) {
      const key = Number(id);
      await runner.quiet(key);
      const job = await store.get(key);
      if (job === undefined || !isUndoable(job, clock())) return null;
      const [marks, notes, { tree }] = await Promise.all([
        store.marks(key),
        store.notes(key),
        store.extra(key),
      ]);
      const placeOf = new Map(tree?.map((folder) => [folder.id, folder.newId]));
      if (job.source) placeOf.set(job.source.id, job.folder?.id ?? null);
      const steps = [];
      for (const [at, text] of marks.entries()) {
        const part = await store.part(key, at);
        if (part === undefined) continue;
        for (const [index, mark] of [...text].entries()) {
          const row = rowAt(part, index);
          const to = placeOf.get(row.to) ?? row.to;
          steps.push({ row: { ...row, to }, mark, note: notes.get(at * partSize + index) });
        }
      }
      const plan = undoPlan(steps);
      const kind = job.kind === 'rename' ? 'rename' : 'move';
      return add({ ...newJob(job.accountId, kind, { undoes: key }, clock()), total: plan.total }, plan, {});
    },

    retry: (id) =>
      again(id, async (desk) => {
        const { undoes } = desk.job;
        for (const step of await desk.steps(desk.having(failed, otherwise))) {
          const made = desk.job.kind === 'clone' ? (desk.note(step.index)?.left ?? null) : null;
          // A clone that was made and not seen is looked for again, never made again.
          if (made !== null) desk.set(step, asked, { left: made });
          else desk.set(step, undoes === null ? todo : toLook);
        }
      }),

    decide: (id, fileCode, isAgain) =>
      again(id, async (desk) => {
        for (const step of await desk.steps(desk.having(unsure))) {
          if (fileCode === null || step.fileCode === fileCode) desk.set(step, isAgain ? todo : verified);
        }
      }),

    async dismiss(id) {
      const job = await store.get(Number(id));
      if (job === undefined || isActive(job)) return false;
      await store.remove([job.key]);
      context.onChange();
      return true;
    },

    async mended(accountId) {
      for (const job of await store.list()) {
        if (job.accountId !== accountId || job.problem !== 'unauthorized') continue;
        await change(String(job.key), ({ state }) => state === 'waiting', going);
      }
    },

    async removeAccount(accountId) {
      const jobs = (await store.list()).filter((job) => job.accountId === accountId);
      await store.remove(jobs.map(({ key }) => key));
      context.onChange();
    },

    async run() {
      const wakeAt = await runner.run();
      return wakeAt === Number.POSITIVE_INFINITY ? null : wakeAt;
    },
  };
}
