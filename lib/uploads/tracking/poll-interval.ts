/**
 * When to poll an account's transfers next. Never while nothing is active. With a page open, every 2 to 5 s, or every 10 s while links are
 * sent. Without a page, from 30 s. The interval grows while nothing changes and after failures. Jitter spreads the load. Just after a
 * transfer has started there are some early polls, because a short file arrives in seconds. Pure.
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
import type { TransferListing } from '../transfer-listing.ts';

/** The list of transfers gives no usable response, but the account responds. */
export interface ListOutage {
  /** Consecutive failures. */
  readonly failures: number;
  /** When the list was last requested. */
  readonly askedAtMs: EpochMs;
  /** What the service says about transfers that are requested one by one. `unknown`: not requested. */
  readonly reports: NonNullable<TransferListing['reports']>;
}

export interface PollState {
  readonly accountId: string;
  readonly polledAtMs: EpochMs | null;
  /** When a poll last showed a change. Null: never. */
  readonly changedAtMs: EpochMs | null;
  /** Consecutive failures. */
  readonly failures: number;
  readonly failureCode: ApiErrorCode | null;
  /** While set, polls verify by files. After a second failure, they request the list less and less often. Null: the list works. */
  readonly listOutage: ListOutage | null;
  /** Whether the list shows transfers. False: it is empty although the service has accepted some. Undefined: not known yet. */
  readonly showsTransfers?: boolean | undefined;
  /** The next search for duplicates among files sent since then. Null: nothing has arrived since the last search. */
  readonly duplicateSearch: {
    readonly sinceMs: EpochMs;
    readonly atMs: number;
    readonly failures: number;
  } | null;
  /** Random share of the next interval, from 0 to 1 (exclusive). Drawn once per poll, so that the result is stable. */
  readonly share: number;
}

export interface PollNeed {
  readonly nowMs: EpochMs;
  /** Whether a page that shows uploads is open. */
  readonly isWatched: boolean;
  /** The shortest interval that the user allows. */
  readonly shortestMs?: number;
  /** Number of transfers that can change by themselves. */
  readonly moving: number;
  /** While links are sent, polls leave the rate limit to them. */
  readonly isSending?: boolean;
  /** When the latest of them became active. */
  readonly newestMs: number | null;
  /** When the next transfer that left the list must be verified. Null: none. */
  readonly verifyAtMs: EpochMs | null;
  readonly state: PollState;
}

/** After the latest transfer has started. */
const earlyPollsMs = [1_000, 3_000, 8_000];

/** The policies, limited by the user's shortest interval. */
function getPolicies({ isWatched, shortestMs = 0 }: Pick<PollNeed, 'isWatched' | 'shortestMs'>) {
  const [poll, failed] = isWatched ? [watchedPoll, failedWatchedPoll] : [unwatchedPoll, failedUnwatchedPoll];
  const firstMs = Math.max(poll.firstMs, shortestMs);
  return { poll: { ...poll, firstMs }, failed: { ...failed, firstMs } };
}

/** When to request the list of transfers again after it alone failed. A time in the past means now. */
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
  // A transfer that started since the failed poll shows that the service responds again.
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
