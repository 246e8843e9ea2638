/**
 * Bulk jobs: moves, renames, clones and deletions of one file or thousands. Every file ends as requested or with a reason, across failures
 * and restarts.
 *
 * Moves, renames and deletions are repeated. A clone or a new folder is stored before it is requested, and evidence settles it if the
 * response is lost. Accepted changes are read back. A move or rename can be undone for each file that is still as the job left it. Clock,
 * random numbers, store and client are arguments, so this runs without a browser.
 *
 * `lib/bulk`: jobs (`job.ts`, `bulk-store.ts`), their kinds (`kinds/`), how they run (`run/`), the link check (`link-check/`), and steps in
 * advance (`plan.ts`). Only the background writes. Pages import types, pure functions and `read-jobs.ts`, and act by message.
 */

import type { FolderRef } from '../folders/folder.ts';
import { abandonedRequestMs } from '../timing/policies.ts';
import {
  createJob,
  isActive,
  isUndoable,
  type JobDetails,
  type NewJob,
  type StoredJob,
  type StoredStep,
  startedAgain,
  undoneBy,
} from './job.ts';
import { getJobKind } from './kinds/kinds.ts';
import { createPlan, createUndoPlan } from './plan.ts';
import type { BulkContext } from './run/bulk-context.ts';
import { type JobSession, openJobSession } from './run/job-session.ts';
import { createRunner } from './run/runner.ts';
import type { BulkWork } from './work.ts';

export type { BulkClient } from './run/bulk-context.ts';

/** For each account. */
const maxEndedJobs = 20;
const keepEndedMs = 7 * 24 * 3_600_000;

export type Bulk = ReturnType<typeof createBulk>;

/** Commands resolve to false if the job doesn't exist or its state doesn't allow it. */
export function createBulk(context: BulkContext) {
  const { store, clock } = context;
  const runner = createRunner(context);

  async function add(job: NewJob, steps: readonly StoredStep[], extra: JobDetails = {}) {
    const added = await store.add(job, steps, extra, clock());
    if (added === null) return null;
    await removeOldJobs(added.accountId);
    context.onChange();
    runner.start(added.accountId);
    return String(added.key);
  }

  async function removeOldJobs(accountId: string): Promise<void> {
    const ended = (await store.list()).filter((job) => job.accountId === accountId && !isActive(job));
    const isOld = ({ endedAtMs }: StoredJob) => clock() - (endedAtMs ?? 0) > keepEndedMs;
    const old = ended.filter((job, index) => index < ended.length - maxEndedJobs || isOld(job));
    await store.remove(old.map(({ key }) => key));
  }

  /** `applies` runs inside the transaction. */
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

  async function startAgain(id: string, applies: (job: StoredJob) => boolean): Promise<boolean> {
    const job = await changeJob(id, (each) => !each.isUndone && applies(each), startedAgain);
    if (job !== null) runner.start(job.accountId);
    return job !== null;
  }

  /** `prepare` sets the steps of the ended or stopped job. */
  async function restartJob(id: string, prepare: (session: JobSession) => void): Promise<boolean> {
    const job = await store.get(Number(id));
    if (job === undefined || isActive(job) || job.isUndone) return false;
    await runner.whenIdle(job.key);
    const session = await openJobSession(context, job);
    prepare(session);
    if (!(await session.restart())) return false;
    runner.start(job.accountId);
    return true;
  }

  return {
    /** Resolves to the job's id. */
    async start(accountId: string, work: BulkWork): Promise<string> {
      const { tree, ...subject } = getJobKind(work).subject(work);
      const job = createJob(accountId, work.kind, subject, clock());
      const id = await add(job, createPlan(work), tree ? { tree } : {});
      if (id === null) throw new Error('A job that undoes nothing is always added.');
      return id;
    },

    /** For a move whose files were in one folder. */
    nameSource: (id: string, folder: FolderRef): Promise<unknown> =>
      changeJob(id, ({ from }) => from?.count === 1, { from: { count: 1, folder } }),

    /** Sends no more changes until `resume`. Those already sent still count. */
    async stop(id: string): Promise<boolean> {
      const stopped = { state: 'stopped', problem: null, retryAtMs: null, endedAtMs: clock() } as const;
      return (await changeJob(id, isActive, stopped)) !== null;
    },

    /** Resumes a stopped job, or a waiting one at once. */
    resume: (id: string): Promise<boolean> =>
      startAgain(id, ({ state }) => state === 'stopped' || state === 'waiting'),

    /** Starts the job that undoes this one, once none of its requests is running. Null if it can't be undone. */
    async undo(id: string): Promise<string | null> {
      const key = Number(id);
      await runner.whenIdle(key);
      const job = await store.get(key);
      const kind = job && undoneBy[job.kind];
      if (job === undefined || !kind || !isUndoable(job, clock())) return null;
      const [steps, extra] = await Promise.all([store.steps(key), store.extra(key)]);
      const { tree, before } = extra;
      // The worker may have ended during a request, which may still take effect.
      if (steps.some(({ state }) => state === 'sending')) {
        const endedAtMs = job.endedAtMs ?? clock();
        const uncertainUntilMs = Math.max(extra.uncertainUntilMs ?? 0, endedAtMs + abandonedRequestMs);
        await store.write(key, (stored) => ({ job: stored, extra: { ...extra, uncertainUntilMs } }));
      }
      const newIds = new Map(tree?.map((folder) => [folder.id, folder.newId]));
      if (job.source) newIds.set(job.source.id, job.folder?.id ?? null);
      const plan = createUndoPlan(
        steps.map((step, number) => ({
          ...step,
          from: before?.[number] ?? step.from,
          to: newIds.get(step.to) ?? step.to,
        })),
      );
      const isRedo = job.undoes !== null && !job.isRedo;
      const original = isRedo ? await store.get(job.undoes) : undefined;
      const { folder = null, from = null } = original ?? {};
      const subject = { undoes: key, isRedo, folder, from };
      return add(createJob(job.accountId, kind, subject, clock()), plan);
    },

    retry: (id: string): Promise<boolean> =>
      restartJob(id, (session) => {
        const { undoes } = session.job;
        const { isRepeatable } = getJobKind(session.job);
        for (const step of session.stepsIn('failed', 'mismatch')) {
          const made = isRepeatable ? null : (step.note?.left ?? null);
          // What was created but not found is verified again, never created again.
          if (made !== null) session.set(step, 'accepted', { left: made });
          else if (undoes !== null) session.set(step, 'precheck');
          // A title that the service chose isn't the original.
          else session.set(step, 'todo', step.note?.left ? { left: step.note.left } : undefined);
        }
      }),

    /** The user's decision about one uncertain clone, or all of them (null): clone again, or count it as created. */
    decide: (id: string, fileCode: string | null, isAgain: boolean): Promise<boolean> =>
      restartJob(id, (session) => {
        for (const step of session.stepsIn('uncertain'))
          if (fileCode === null || step.fileCode === fileCode)
            session.set(step, isAgain ? 'todo' : 'verified');
      }),

    async dismiss(id: string): Promise<boolean> {
      const job = await store.get(Number(id));
      if (job === undefined || isActive(job)) return false;
      await store.remove([job.key]);
      context.onChange();
      return true;
    },

    async removeAccount(accountId: string): Promise<void> {
      const jobs = (await store.list()).filter((job) => job.accountId === accountId);
      await store.remove(jobs.map(({ key }) => key));
      context.onChange();
    },

    /**
     * Runs everything that is due. Call it at startup, after each method above, when the browser is online again, and at the time it
     * resolves to (null: nothing is scheduled).
     */
    run: runner.run,
  };
}
