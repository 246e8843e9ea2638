/** When which job is worked on: those of an account one after the other, the accounts side by side. */
import { isOver } from '../../timing/backoff.ts';
import { isActive, type StoredJob } from '../job.ts';
import { type BulkContext, type Go, isTransient, readFailure } from './context.ts';
import { Desk } from './job-session.ts';
import { makeFolders } from './make-folders.ts';
import { prepare } from './precheck.ts';
import { check, look } from './read-back.ts';
import { act, hold } from './requests.ts';
import { settle } from './settle.ts';

/** Refusals in a row after which what was done is no longer read back. */
const mostRefusals = 5;
const never = Number.POSITIVE_INFINITY;

const phases = [prepare, settle, look, makeFolders, act, check];

/** Milliseconds after which a run looks again what is due, while other work is under way. */
const glance = 30_000;

export interface Runner {
  /** Does what can be done now; resolves to when something is due next. Throws what was a fault of our own. */
  run(): Promise<number>;
  /** Takes up an account's jobs, also while a run for others is under way. */
  begin(accountId: string): void;
  /** Resolves when nothing of the job is under way any more. */
  quiet(key: number): Promise<void>;
}

export function createRunner(context: BulkContext): Runner {
  const { store, clock, online, wait } = context;
  /** Accounts that are worked for, and the job on the desk of each. */
  const works = new Map<string, Promise<void>>();
  const onDesk = new Map<number, Promise<void>>();
  const tries = new Map<number, Map<number, number>>();

  /** The first job of each account, which is the one to be done. */
  async function heads(): Promise<readonly StoredJob[]> {
    const active = (await store.list()).filter(isActive);
    return [...Map.groupBy(active, ({ accountId }) => accountId).values()].flatMap(([head]) => head ?? []);
  }

  /** When a job may go on, milliseconds since the epoch. */
  function dueAt({ state, problem, retryAt }: StoredJob): number {
    const isHeld = state === 'waiting' && problem !== 'network' && retryAt === null;
    if (isHeld || !online()) return never;
    return retryAt === null || isOver(retryAt, clock()) ? 0 : retryAt;
  }

  async function work(accountId: string): Promise<void> {
    for (;;) {
      const job = (await heads()).find((head) => head.accountId === accountId);
      if (job === undefined) return;
      const desk = await Desk.open(context, job);
      if (!online() && job.problem !== 'network') {
        await desk.write({ job: { state: 'waiting', problem: 'network', retryAt: null } });
      }
      if (dueAt(desk.job) > 0) return;
      const done = advance(desk).finally(() => onDesk.delete(job.key));
      onDesk.set(job.key, done);
      await done;
    }
  }

  /** Takes a job as far as it goes now. */
  async function advance(desk: Desk): Promise<void> {
    const { key, accountId } = desk.job;
    const client = await context.clientFor(accountId);
    if (client === null) return hold({ context, desk }, { code: 'unauthorized' });
    const go: Go = { context, desk, client, tries: tries.get(key) ?? new Map() };
    tries.set(key, go.tries);
    try {
      for (const phase of phases) if (!(await phase(go))) return;
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'unexpected') throw error;
      // What the service will not let us read back stays unread.
      const { state, failures } = desk.job;
      if (state !== 'checking' || isTransient(failure) || failures < mostRefusals) return hold(go, failure);
    }
    tries.delete(key);
    await context.onEnd(desk.job);
    await desk.write({ job: { state: 'done', problem: null, retryAt: null, endedAt: clock() } });
  }

  function begin(accountId: string): void {
    if (works.has(accountId)) return;
    const begun = work(accountId).finally(() => works.delete(accountId));
    works.set(accountId, begun);
    // Whoever runs hears of it; if nobody does, the next run meets the same fault.
    begun.catch(() => {});
  }

  return {
    begin,
    async run() {
      for (;;) {
        let wakeAt = never;
        for (const head of await heads()) {
          const at = dueAt(head);
          if (at === 0 || (!online() && head.problem !== 'network')) begin(head.accountId);
          else wakeAt = Math.min(wakeAt, at);
        }
        if (works.size === 0) return wakeAt;
        const alarm = wakeAt === never ? [] : [wait(Math.min(glance, Math.max(0, wakeAt - clock())))];
        await Promise.race([...works.values(), ...alarm]);
      }
    },
    quiet: async (key) => onDesk.get(key)?.catch(() => {}),
  };
}
