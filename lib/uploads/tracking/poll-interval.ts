/**
 * Decides when to poll an account's transfers: never while nothing is active; with a page open, every 2 to 5 s, or 10 s while links are
 * sent; otherwise from 30 s. The interval grows while nothing changes and after failures, and jitter spreads the load. A few early polls
 * follow the start of a transfer, because a short file arrives in seconds. Pure.
 */

import type { ApiErrorCode } from '../../api/index.ts';
import {
  failedUnwatchedPoll,
  failedWatchedPoll,
  sendingPollMs,
  unwatchedPoll,
  watchedPoll,
} from '../../timing/policies.ts';
import { calculateDelayMs, earliest } from '../../timing/retry.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { ListOutage } from '../transfer-listing.ts';

export interface PollState {
  readonly accountId: string;
  readonly polledAtMs: EpochMs | null;
  readonly changedAtMs: EpochMs | null;
  readonly failures: number;
  readonly failureCode: ApiErrorCode | null;
  /** While set, polls verify by files. They and the search for evidence request the list less and less often. */
  readonly listOutage: ListOutage | null;
  /** False: the list is empty although the service has accepted some. Undefined: not known yet. */
  readonly showsTransfers?: boolean | undefined;
  /** Null: nothing has arrived since the last search. */
  readonly duplicateSearch: {
    readonly sinceMs: EpochMs;
    readonly atMs: number;
    readonly failures: number;
  } | null;
  /** Random, from 0 to 1 (exclusive). Drawn once per poll, so that the result is stable. */
  readonly share: number;
}

export interface PollNeed {
  readonly nowMs: EpochMs;
  /** A page that shows uploads is open. */
  readonly isWatched: boolean;
  /** Set by the user. */
  readonly shortestMs?: number;
  /** Transfers that can change by themselves. */
  readonly moving: number;
  /** Polls leave the rate limit to links that are being sent. */
  readonly isSending?: boolean;
  /** When the latest became active. */
  readonly newestMs: number | null;
  /** When the next transfer that left the list must be verified. */
  readonly verifyAtMs: EpochMs | null;
  readonly state: PollState;
}

/** After the latest transfer started. */
const earlyPollsMs = [1_000, 3_000, 8_000];

/** Limited by the user's shortest interval. */
function getPolicies({ isWatched, shortestMs = 0 }: Pick<PollNeed, 'isWatched' | 'shortestMs'>) {
  const [poll, failed] = isWatched ? [watchedPoll, failedWatchedPoll] : [unwatchedPoll, failedUnwatchedPoll];
  const firstMs = Math.max(poll.firstMs, shortestMs);
  return { poll: { ...poll, firstMs }, failed: { ...failed, firstMs } };
}

/** When to request the list again after it alone failed. A time in the past means now. */
export function calculateListRetryMs({
  state,
  ...need
}: Pick<PollNeed, 'isWatched' | 'shortestMs' | 'state'>): number {
  const { listOutage, share } = state;
  // A single failure may be temporary.
  if (listOutage === null || listOutage.failures < 2) return 0;
  const { failures, askedAtMs } = listOutage;
  return askedAtMs + calculateDelayMs(getPolicies(need).failed, failures, () => 1 - share);
}

/** Never in the past. Null: no poll is needed. */
export function calculateNextPollMs(need: PollNeed): number | null {
  const { nowMs, isSending = false, moving, newestMs, verifyAtMs, state } = need;
  const { polledAtMs, failures, share, duplicateSearch, listOutage } = state;
  if (moving === 0 && verifyAtMs === null && duplicateSearch === null) return null;
  if (polledAtMs === null) return nowMs;
  const { poll, failed } = getPolicies(need);
  // A transfer that started since shows that the service responds again.
  if (failures > 0 && (newestMs ?? 0) <= polledAtMs) {
    const delayMs = calculateDelayMs(failed, failures + 1, () => 1 - share);
    return Math.max(nowMs, polledAtMs + delayMs);
  }
  const changedAtMs = Math.max(state.changedAtMs ?? 0, newestMs ?? 0) || polledAtMs;
  const minIntervalMs = isSending ? Math.max(poll.firstMs, sendingPollMs) : poll.firstMs;
  const interval = calculateDelayMs(
    { ...poll, firstMs: minIntervalMs },
    polledAtMs - changedAtMs,
    () => share,
  );
  const searchAtMs = earliest([verifyAtMs, duplicateSearch?.atMs].flatMap((atMs) => atMs ?? []));
  const searchInMs = Math.max(minIntervalMs, searchAtMs - polledAtMs);
  const listInMs = (listOutage?.failures ?? 0) < 2 ? interval : calculateListRetryMs(need) - polledAtMs;
  const nextMs =
    polledAtMs + (moving === 0 ? searchInMs : Math.min(Math.max(minIntervalMs, listInMs), searchInMs));
  const early = isSending || newestMs === null ? [] : earlyPollsMs.map((delayMs) => newestMs + delayMs);
  return Math.max(nowMs, Math.min(nextMs, early.find((atMs) => atMs > polledAtMs) ?? nextMs));
}
