/**
 * Bulk jobs: moves, renames and clones of one file or of thousands.
 *
 * Every file ends as requested or with a reason, across failures and restarts. The outcome of each step is stored. Moves and
 * renames are repeated; a clone or a new folder is stored before it is requested and settled by evidence when the answer is
 * lost. Accepted changes are read back. A job can be stopped and resumed at any time; a move or rename can be undone for
 * each file that is still as the job left it.
 *
 * No browser: clock, random numbers, store and client are arguments. Only the background writes; pages read the database
 * (`read-jobs.ts`) and act by message.
 *
 * `lib/bulk`: jobs (`job.ts`, `bulk-store.ts`), how they run (`run/`), rename patterns and previews (`pattern.ts`,
 * `plan.ts`). A domain: it imports base modules and `lib/api`; pages import its types, pure functions and `read-jobs.ts`.
 */
import { createJob, isActive, isUndoable, type JobDetails, type StoredJob } from './job.ts';
import { createPlan, createUndoPlan } from './plan.ts';
import type { BulkContext } from './run/bulk-context.ts';
import { JobSession } from './run/job-session.ts';
import { createRunner } from './run/runner.ts';
import type { BulkWork } from './work.ts';

export type { BulkClient } from './run/bulk-context.ts';

/** Ended jobs kept for each account, and for how long. */
const maxEndedJobs = 20;
const keepEndedMs = 7 * 24 * 3_600_000;

export interface Bulk {
  /** Stores the work and starts it; resolves to the job's id. */
  start(accountId: string, work: BulkWork): Promise<string>;
  /**
   * Sends no further changes until `resume`; those already sent still count. Like the methods below, resolves to false
   * where there is no such job or its state does not allow it.
   */
  stop(id: string): Promise<boolean>;
  /** Resumes a stopped job, or a waiting one at once. */
  resume(id: string): Promise<boolean>;
  /** Starts the job that undoes this one, once nothing of it is in flight; null where that is impossible. */
  undo(id: string): Promise<string | null>;
  /** Retries the failed steps. */
  retry(id: string): Promise<boolean>;
  /** The user's decision about an uncertain clone, or all of them (null): clone again, or count it as made. */
  decide(id: string, fileCode: string | null, again: boolean): Promise<boolean>;
  /** Removes a job that has ended or was stopped. */
  dismiss(id: string): Promise<boolean>;
  removeAccount(accountId: string): Promise<void>;
  /**
   * Runs everything that is due. Call it at startup, after each method above, when the browser is online again, and at the
   * time it resolves to (milliseconds since the epoch; null: nothing is scheduled).
   */
  run(): Promise<number | null>;
}

export function createBulk(context: BulkContext): Bulk {
  const { store, clock } = context;
  const runner = createRunner(context);

  async function add(
    job: ReturnType<typeof createJob>,
    steps: ReturnType<typeof createPlan>,
    extra: JobDetails = {},
  ): Promise<string | null> {
    const added = await store.add(job, steps, extra, clock());
    if (added === null) return null;
    await removeOldJobs(added.accountId);
    context.onChange();
    runner.start(added.accountId);
    return String(added.key);
  }

  async function removeOldJobs(accountId: string): Promise<void> {
    const ended = (await store.list()).filter((job) => job.accountId === accountId && !isActive(job));
    const surplus = ended.slice(0, -maxEndedJobs);
    const old = ended.filter(({ endedAt }) => clock() - (endedAt ?? 0) > keepEndedMs);
    await store.remove([...new Set([...surplus, ...old])].map(({ key }) => key));
  }

  /** Changes a job if `applies` holds, inside the transaction. */
  async function changeJob(
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

  const resumedState = {
    state: 'working',
    problem: null,
    retryAt: null,
    endedAt: null,
    failures: 0,
    isHeld: false,
  } as const;

  /** Restarts an ended or stopped job after `prepare` has set steps; false where its state does not allow it. */
  async function restartJob(id: string, prepare: (session: JobSession) => void): Promise<boolean> {
    const job = await store.get(Number(id));
    if (job === undefined || isActive(job) || job.undone) return false;
    await runner.whenIdle(job.key);
    const session = await JobSession.open(context, job);
    prepare(session);
    await session.write();
    if ((await changeJob(id, (each) => !isActive(each) && !each.undone, resumedState)) === null) return false;
    runner.start(job.accountId);
    return true;
  }

  return {
    async start(accountId, work) {
      const { kind } = work;
      const source = kind === 'move-contents' ? work.source : null;
      const folder = kind === 'rename' ? null : work.folder;
      const tree = kind === 'move-contents' ? work.folders.map((each) => ({ ...each, newId: null })) : null;
      const job = createJob(accountId, kind, { folder, source }, clock());
      const id = await add(job, createPlan(work), tree === null ? {} : { tree });
      if (id === null) throw new Error('A job that undoes nothing is always added.');
      return id;
    },

    stop: async (id) =>
      (await changeJob(id, isActive, {
        state: 'stopped',
        problem: null,
        retryAt: null,
        endedAt: clock(),
      })) !== null,

    async resume(id) {
      const canGoOn = (job: StoredJob) => !job.undone && (job.state === 'stopped' || job.state === 'waiting');
      const job = await changeJob(id, canGoOn, resumedState);
      if (job !== null) runner.start(job.accountId);
      return job !== null;
    },

    async undo(id) {
      const key = Number(id);
      await runner.whenIdle(key);
      const job = await store.get(key);
      if (job === undefined || !isUndoable(job, clock())) return null;
      const [steps, { tree, before }] = await Promise.all([store.steps(key), store.extra(key)]);
      const placeOf = new Map(tree?.map((folder) => [folder.id, folder.newId]));
      if (job.source) placeOf.set(job.source.id, job.folder?.id ?? null);
      const plan = createUndoPlan(
        steps.map((step, number) => ({
          ...step,
          from: before?.[number] ?? step.from,
          to: placeOf.get(step.to) ?? step.to,
        })),
      );
      const kind = job.kind === 'rename' ? 'rename' : 'move';
      return add(createJob(job.accountId, kind, { undoes: key }, clock()), plan);
    },

    retry: (id) =>
      restartJob(id, (session) => {
        const { undoes, kind } = session.job;
        for (const step of session.stepsIn('failed', 'mismatch')) {
          const made = kind === 'clone' ? (step.note?.left ?? null) : null;
          // A clone that was made but not found is verified again, never made again.
          if (made !== null) session.set(step, 'accepted', { left: made });
          else session.set(step, undoes === null ? 'todo' : 'precheck');
        }
      }),

    decide: (id, fileCode, isAgain) =>
      restartJob(id, (session) => {
        for (const step of session.stepsIn('uncertain'))
          if (fileCode === null || step.fileCode === fileCode)
            session.set(step, isAgain ? 'todo' : 'verified');
      }),

    async dismiss(id) {
      const job = await store.get(Number(id));
      if (job === undefined || isActive(job)) return false;
      await store.remove([job.key]);
      context.onChange();
      return true;
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
