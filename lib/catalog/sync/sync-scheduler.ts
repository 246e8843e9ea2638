import type { AccountStatus } from '../../accounts/account-status.ts';
import { ApiError } from '../../api/index.ts';
import {
  fullSyncIntervalMs,
  incrementalSync,
  syncRetry,
  urgentFullSyncIntervalMs,
} from '../../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../../timing/retry.ts';
import type { EpochMs, Random } from '../../timing/units.ts';
import type { AccountSync } from './account-sync.ts';
import { FolderTree } from './folder-tree.ts';
import { createFullSync, type FullSync } from './full-sync.ts';
import { syncIncrementally } from './incremental-sync.ts';
import { newFullSync, type SyncState } from './sync-state.ts';

export interface SchedulerOptions {
  readonly clock: () => EpochMs;
  readonly random: Random;
  readonly accountStatus: Pick<AccountStatus, 'check' | 'reportFailure' | 'reportAnswer'>;
  readonly isPageOpen: () => boolean;
  readonly onFailure?: (accountId: string, error: ApiError) => void;
  /** After the browser's start. Null: now. */
  readonly getStartTimeMs?: (work: 'catalog' | 'fullSync') => Promise<number | null>;
}

function isFullSyncDue(
  { fullSyncedAtMs, needsFullSync }: Pick<SyncState, 'fullSyncedAtMs' | 'needsFullSync'>,
  now: number,
): boolean {
  return (
    fullSyncedAtMs === null ||
    now - fullSyncedAtMs > (needsFullSync ? urgentFullSyncIntervalMs : fullSyncIntervalMs)
  );
}

export function createSyncScheduler(options: SchedulerOptions) {
  const { clock, random, accountStatus, isPageOpen, getStartTimeMs = async () => null } = options;
  const fullSyncs = new WeakMap<FolderTree, FullSync>();

  /** Stores an `ApiError` as the status's problem and schedules the retry. Throws anything else. */
  async function recordFailure(account: AccountSync, error: unknown, isIncremental = false): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    const { code: problem } = error;
    if (problem === 'aborted') return;
    // If it is the account's failure, the account's status says when to continue.
    const isAccounts = await accountStatus.reportFailure(account.id, error);
    if (!isAccounts) {
      account.failures += 1;
      account.retryAtMs = clock() + calculateDelayMs(syncRetry, account.failures, random);
    }
    const retry = { failures: account.failures, atMs: account.retryAtMs };
    const isCounted = isIncremental && !isAccounts;
    const step = (state: SyncState) => ({
      ...state,
      problem,
      retry,
      ...(isCounted && countIncrementalFailure(state)),
    });
    await account.save({ step }, 'now');
    options.onFailure?.(account.id, error);
  }

  async function beginFullSync(account: AccountSync): Promise<void> {
    const saved = account.save({ step: withNewFullSync }, 'now');
    account.tree = new FolderTree(account.state.fullSync);
    await saved;
  }

  /**
   * Runs everything that is due.
   * @returns the time of the next run. Null: none is scheduled
   */
  async function syncAccount(account: AccountSync): Promise<number | null> {
    for (;;) {
      const { state } = account;
      if (state.phase === 'never' || state.isStopped || account.isClosed) return null;
      if (account.retryAtMs > clock()) return account.retryAtMs;
      const mayFullSync = () => account.state.phase === 'first' || isPageOpen();
      const isFullSyncNext = mayFullSync() && (state.fullSync !== null || isFullSyncDue(state, clock()));
      if (!state.needsIncrementalSync && !isFullSyncNext) return null;
      const isDaily = !state.needsIncrementalSync && state.phase === 'complete';
      const startAtMs = await getStartTimeMs(isDaily ? 'fullSync' : 'catalog');
      if (startAtMs !== null) return startAtMs;
      const waitUntilMs = await accountStatus.check(account.id);
      if (waitUntilMs !== null) return waitUntilMs;
      try {
        if (state.needsIncrementalSync) await syncIncrementally(account, 'sync');
        else if (state.fullSync === null) await beginFullSync(account);
        else
          await getFullSync(account)(
            () => mayFullSync() && !account.state.isStopped && !account.state.needsIncrementalSync,
          );
      } catch (error) {
        await recordFailure(account, error, state.needsIncrementalSync);
      }
    }
  }

  function getFullSync(account: AccountSync): FullSync {
    const fullSync = fullSyncs.get(account.tree) ?? createFullSync(account);
    fullSyncs.set(account.tree, fullSync);
    return fullSync;
  }

  return { syncAccount, beginFullSync, recordFailure };
}

function countIncrementalFailure(state: SyncState): Partial<SyncState> {
  const incrementalFailures = state.incrementalFailures + 1;
  return {
    incrementalFailures,
    needsIncrementalSync: !isGivenUp(incrementalSync, incrementalFailures),
    needsFullSync: state.needsFullSync || incrementalFailures === incrementalSync.attempts,
  };
}

const withNewFullSync = (state: SyncState): SyncState => ({
  ...state,
  phase: state.phase === 'never' ? 'first' : state.phase,
  pass: state.pass + 1,
  fullSync: newFullSync,
});
