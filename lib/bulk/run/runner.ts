/**
 * Schedules jobs: one at a time for each account, accounts in parallel.
 *
 * `lib/bulk/run`: the phases of a job, from preparing to reading back. For `lib/bulk` only.
 */
import { readFailure } from '../../api/index.ts';
import { isWaitOver } from '../../timing/backoff.ts';
import { isActive, type StoredJob } from '../job.ts';
import { type BulkContext, isTransient } from './context.ts';
import type { PhaseContext } from './job-session.ts';
import { JobSession } from './job-session.ts';
import { makeFolders } from './make-folders.ts';
import { prepareJob } from './prepare-job.ts';
import { precheckUndo, readTitles, verifyChanges } from './read-back.ts';
import { hold, scheduleRetry, sendRequests } from './send-requests.ts';
import { settleClone } from './settle-clone.ts';

/** Refusals in a row after which reading back is given up. */
const maxRefusals = 5;
const never = Number.POSITIVE_INFINITY;

const phases = [prepareJob, settleClone, precheckUndo, readTitles, makeFolders, sendRequests, verifyChanges];

/** Longest time until due jobs are checked again while others run. */
const recheckIntervalMs = 30_000;

interface Runner {
  /** Runs everything that is due; resolves to the time of the next due job. Throws our own faults. */
  run(): Promise<number>;
  /** Starts an account's jobs, also during a run. */
  start(accountId: string): void;
  /** Resolves when nothing of the job is in flight. */
  whenIdle(key: number): Promise<void>;
}

export function createRunner(context: BulkContext): Runner {
  const { store, gate, clock, wait } = context;
  /** By account id, and by job key. */
  const runningAccounts = new Map<string, Promise<void>>();
  const runningJobs = new Map<number, Promise<void>>();

  /** The oldest active job of each account. */
  async function firstJobs(): Promise<readonly StoredJob[]> {
    const active = (await store.list()).filter(isActive);
    return [...Map.groupBy(active, ({ accountId }) => accountId).values()].flatMap(([head]) => head ?? []);
  }

  /** When a job may continue for its own part: milliseconds since the epoch, 0 for now. */
  function dueAt({ state, failures, retryAt }: StoredJob): number {
    // Without failures of its own, it waits for its account.
    const isHeld = state === 'waiting' && failures === 0;
    return retryAt === null || isHeld || isWaitOver(retryAt, clock()) ? 0 : retryAt;
  }

  async function runAccount(accountId: string): Promise<void> {
    for (;;) {
      const job = (await firstJobs()).find((head) => head.accountId === accountId);
      if (job === undefined) return;
      const session = await JobSession.open(context, job);
      if ((await gate.check(accountId)) !== null) return hold(context, session);
      if (dueAt(session.job) > 0) return;
      const done = advanceJob(session).finally(() => runningJobs.delete(job.key));
      runningJobs.set(job.key, done);
      await done;
    }
  }

  /** Runs a job's phases as far as possible. */
  async function advanceJob(session: JobSession): Promise<void> {
    const client = await context.clientFor(session.job.accountId);
    if (client === null) return scheduleRetry({ context, session }, { code: 'unauthorized', msg: null });
    const phase: PhaseContext = { context, session, client };
    try {
      for (const runPhase of phases) if (!(await runPhase(phase))) return;
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'unexpected') throw error;
      // The service refuses to be read: the outcome stays unverified.
      const { state, failures } = session.job;
      if (state !== 'checking' || isTransient(failure) || failures < maxRefusals)
        return scheduleRetry(phase, failure);
    }
    await context.onEnd(session.job);
    await session.write({ job: { state: 'done', problem: null, retryAt: null, endedAt: clock() } });
  }

  function start(accountId: string): void {
    if (runningAccounts.has(accountId)) return;
    const running = runAccount(accountId).finally(() => runningAccounts.delete(accountId));
    runningAccounts.set(accountId, running);
    // `run` reports the rejection; without one, the next run meets the same fault.
    running.catch(() => {});
  }

  return {
    start,
    async run() {
      for (;;) {
        let wakeAt = never;
        for (const head of await firstJobs()) {
          const heldUntil = await gate.check(head.accountId);
          const at = heldUntil ?? dueAt(head);
          if (at === 0 || (heldUntil !== null && head.state !== 'waiting')) start(head.accountId);
          else wakeAt = Math.min(wakeAt, at);
        }
        if (runningAccounts.size === 0) return wakeAt;
        const alarm =
          wakeAt === never ? [] : [wait(Math.min(recheckIntervalMs, Math.max(0, wakeAt - clock())))];
        await Promise.race([...runningAccounts.values(), ...alarm]);
      }
    },
    whenIdle: async (key) => runningJobs.get(key)?.catch(() => {}),
  };
}
