/** What there is to do for an account, and for how long it rests when the service does not answer. */
import { ApiError } from '../../api/index.ts';
import { backoff, isOver } from '../../timing/backoff.ts';
import type { AccountSync } from './account-sync.ts';
import { Tree } from './folder-tree.ts';
import { createWalker, type Walker } from './full-sync.ts';
import { readNews } from './incremental-sync.ts';
import { firstSteps, type SyncState } from './state.ts';

/** Between two walks, milliseconds; and where the last one or a look has left something open. */
const day = 24 * 3_600_000;
const hour = 3_600_000;
/** Between two looks whether the browser is online again, milliseconds. */
const offlinePause = 60_000;
const pauses = { first: 2_000, longest: 30 * 60_000 };

export interface WorkOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly online: () => boolean;
  /** Whether a page is open. */
  readonly isLooking: () => boolean;
  /** When this may begin for the first time since the browser's start, milliseconds since the epoch; null: now. */
  readonly startAtMs?: (work: 'catalog' | 'fullSync') => Promise<number | null>;
}

export interface Work {
  /** Does what is to be done. @returns when to go on, milliseconds since the epoch; null: when there is more to do */
  work(account: AccountSync): Promise<number | null>;
  beginWalk(account: AccountSync): Promise<void>;
  /** The service's trouble is shown in the standing, and the next try put off; anything else is thrown. */
  failed(account: AccountSync, error: unknown): Promise<void>;
}

/** Milliseconds to wait after so many failures in a row. */
export const retryDelayMs = (failures: number, random: () => number): number =>
  backoff(failures, random, pauses);

/** Whether an account that was read once is to be read again. */
export function isFullSyncDue(
  { walkedAt, walkIsDue }: Pick<SyncState, 'walkedAt' | 'walkIsDue'>,
  now: number,
): boolean {
  return walkedAt === null || Math.abs(now - walkedAt) > (walkIsDue ? hour : day);
}

export function createWork(options: WorkOptions): Work {
  const { clock, random, online, isLooking, startAtMs = async () => null } = options;
  const walkers = new WeakMap<Tree, Walker>();

  async function failed(account: AccountSync, error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    const { code: problem } = error;
    if (problem === 'aborted') return;
    account.failures += 1;
    account.retryAt = clock() + retryDelayMs(account.failures, random);
    const retry = { failures: account.failures, at: account.retryAt };
    await account.save({ step: (state) => ({ ...state, problem, retry }) }, 'now');
  }

  async function beginWalk(account: AccountSync): Promise<void> {
    const saved = account.save({ step: begun }, 'now');
    account.tree = new Tree(account.state.walk);
    await saved;
  }

  async function work(account: AccountSync): Promise<number | null> {
    for (;;) {
      const { state } = account;
      const isIdle = state.phase === 'never' || state.stopped || state.problem === 'unauthorized';
      if (isIdle || account.isClosed) return null;
      if (!isOver(account.retryAt, clock())) return account.retryAt;
      const mayWalk = () => account.state.phase === 'first' || isLooking();
      const walkIsNext = mayWalk() && (state.walk !== null || isFullSyncDue(state, clock()));
      if (!state.newsIsDue && !walkIsNext) return null;
      const isDaily = !state.newsIsDue && state.phase === 'complete';
      const startAt = await startAtMs(isDaily ? 'fullSync' : 'catalog');
      if (startAt !== null) return startAt;
      if (!online()) return clock() + offlinePause;
      try {
        if (state.newsIsDue) await readNews(account, 'sync');
        else if (state.walk === null) await beginWalk(account);
        else
          await walkerOf(account).run(() => mayWalk() && !account.state.stopped && !account.state.newsIsDue);
      } catch (error) {
        await failed(account, error);
      }
    }
  }

  function walkerOf(account: AccountSync): Walker {
    const walker = walkers.get(account.tree) ?? createWalker(account);
    walkers.set(account.tree, walker);
    return walker;
  }

  return { work, beginWalk, failed };
}

const begun = (state: SyncState): SyncState => ({
  ...state,
  phase: state.phase === 'never' ? 'first' : state.phase,
  pass: state.pass + 1,
  walk: firstSteps,
});
