/**
 * Schedules jobs: one at a time for each account, accounts in parallel. A job that waits because of its own failure blocks only jobs on the
 * same files.
 *
 * `lib/bulk/run`: the phases of a job, from preparing to reading back. For `lib/bulk` only.
 */
import { readFailure } from '../../api/index.ts';
import { bulkJobCheck, bulkJobRetry } from '../../timing/policies.ts';
import { earliest, isGivenUp } from '../../timing/retry.ts';
import { isActive, type StoredJob } from '../job.ts';
import { getJobKind } from '../kinds/kinds.ts';
import type { BulkContext } from './bulk-context.ts';
import { type JobSession, openJobSession, type PhaseContext } from './job-session.ts';
import { makeFolders } from './make-folders.ts';
import { prepareJob } from './prepare-job.ts';
import { precheckUndo, readBefore, verifyChanges } from './read-back.ts';
import { scheduleRetry, sendRequests, waitForAccount } from './send-requests.ts';

/** Steps without a response come before those that must still be sent. */
const settle = async (phase: PhaseContext): Promise<boolean> =>
  (await getJobKind(phase.session.job).settle?.(phase)) ?? true;

const phases = [prepareJob, settle, precheckUndo, readBefore, makeFolders, sendRequests, verifyChanges];

export function createRunner(context: BulkContext) {
  const { store, accountStatus, clock, wait } = context;
  const runningAccounts = new Map<string, Promise<void>>();
  const runningJobs = new Map<number, Promise<void>>();

  /** For each account, the waiting jobs and the first one that needn't wait. Of jobs on the same files, only the oldest. */
  async function nextJobs(): Promise<readonly StoredJob[]> {
    const active = (await store.list()).filter(isActive);
    const accounts = [...Map.groupBy(active, ({ accountId }) => accountId).values()];
    return (await Promise.all(accounts.map(findNext))).flat();
  }

  async function findNext(jobs: readonly StoredJob[]): Promise<readonly StoredJob[]> {
    const next: StoredJob[] = [];
    const earlierCodes = new Set<string>();
    for (const job of jobs) {
      const isFirst = job === jobs[0];
      const codes = isFirst && dueAtMs(job) === 0 ? [] : await listCodes(job);
      if (isFirst || !codes.some((code) => earlierCodes.has(code))) {
        next.push(job);
        if (dueAtMs(job) === 0) break;
      }
      for (const code of codes) earlierCodes.add(code);
    }
    return next;
  }

  const listCodes = async ({ key }: StoredJob) => (await store.steps(key)).map(({ fileCode }) => fileCode);

  /** As far as the job's own failures are concerned. 0: now. */
  const dueAtMs = ({ isBlocked, retryAtMs }: StoredJob): number =>
    retryAtMs === null || isBlocked || retryAtMs <= clock() ? 0 : retryAtMs;

  async function runAccount(accountId: string): Promise<void> {
    for (;;) {
      const jobs = (await nextJobs()).filter((each) => each.accountId === accountId);
      if ((await accountStatus.check(accountId)) !== null) {
        // A job that waits for something else must wait for the account too, or `run` would start the account again at once.
        for (const job of jobs)
          if (job.state !== 'waiting') await waitForAccount(context, await openJobSession(context, job));
        return;
      }
      const job = jobs.find((each) => dueAtMs(each) === 0) ?? jobs[0];
      if (job === undefined) return;
      const session = await openJobSession(context, job);
      if (session.job.isBlocked) await session.write({ job: { isBlocked: false, retryAtMs: null } });
      if (dueAtMs(session.job) > 0) return;
      const done = advanceJob(session).finally(() => runningJobs.delete(job.key));
      runningJobs.set(job.key, done);
      await done;
    }
  }

  async function advanceJob(session: JobSession): Promise<void> {
    const client = await context.clientFor(session.job.accountId);
    if (client === null) return scheduleRetry({ context, session }, { code: 'unauthorized', msg: null });
    const phase: PhaseContext = { context, session, client };
    try {
      for (const runPhase of phases) if (!(await runPhase(phase))) return;
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'unexpected') throw error;
      const isAccounts = await accountStatus.reportFailure(session.job.accountId, failure);
      if (isAccounts || !isGivenUp(bulkJobRetry, session.job.failures + 1))
        return scheduleRetry(phase, failure);
      // Steps that weren't sent fail, and sent ones stay unverified. If a step can't be repeated, the user decides.
      const { code, msg } = failure;
      for (const step of session.stepsIn('todo', 'precheck')) session.set(step, 'failed', { code, msg });
      for (const step of session.stepsIn('sending', 'unanswered')) {
        if (getJobKind(session.job).isRepeatable) session.set(step, 'accepted', { code, msg });
        else session.set(step, 'uncertain', { code: 'uncertain', msg });
      }
      await session.write();
    }
    await context.onEnd(session.job);
    await session.write({ job: { state: 'done', problem: null, retryAtMs: null, endedAtMs: clock() } });
  }

  /** Even during a run. */
  function start(accountId: string): void {
    if (runningAccounts.has(accountId)) return;
    const running = runAccount(accountId).finally(() => runningAccounts.delete(accountId));
    runningAccounts.set(accountId, running);
    // `run` reports the rejection. Otherwise the next run meets the same error.
    running.catch(() => {});
  }

  return {
    start,
    /** Runs everything that is due. Resolves to the time of the next due job, or null. Throws our own errors. */
    async run(): Promise<number | null> {
      for (;;) {
        const waits: number[] = [];
        for (const head of await nextJobs()) {
          const waitUntilMs = await accountStatus.check(head.accountId);
          const atMs = waitUntilMs ?? dueAtMs(head);
          if (atMs === 0 || (waitUntilMs !== null && head.state !== 'waiting')) start(head.accountId);
          else waits.push(atMs);
        }
        const wakeAtMs = earliest(waits);
        const isAlarmSet = Number.isFinite(wakeAtMs);
        if (runningAccounts.size === 0) return isAlarmSet ? wakeAtMs : null;
        const untilDueMs = Math.max(0, wakeAtMs - clock());
        const alarm = isAlarmSet ? [wait(Math.min(bulkJobCheck.firstMs, untilDueMs))] : [];
        await Promise.race([...runningAccounts.values(), ...alarm]);
      }
    },
    /** Resolves when none of the job's requests is running. */
    whenIdle: async (key: number) => runningJobs.get(key)?.catch(() => {}),
  };
}
