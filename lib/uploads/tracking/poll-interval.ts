/**
 * When to poll an account's transfers next: never while nothing moves; with a page open, every 2 to 5 s, or 10 s while links are
 * sent; without one, from 30 s. The interval grows while nothing changes and after failures; a random share of it spreads the
 * load. Soon after a transfer has begun there are some more polls: a short file arrives in seconds. Pure.
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
import type { TransferListing } from '../transfer-listing.ts';

/** The list of transfers gives no usable answer, while the account gives others. */
export interface ListOutage {
  /** In a row. */
  readonly failures: number;
  /** When the list was last asked for. */
  readonly askedAtMs: number;
  /** What it says of transfers that are asked for one by one; `unknown`: they were not. */
  readonly reports: NonNullable<TransferListing['reports']>;
}

/** The polling of one account. Times in milliseconds since the epoch. */
export interface PollState {
  readonly accountId: string;
  readonly polledAtMs: number | null;
  /** When a poll last showed something new; null: never. */
  readonly changedAtMs: number | null;
  /** Polls that failed in a row. */
  readonly failures: number;
  readonly failureCode: ApiErrorCode | null;
  /** Then polls verify by files and, after a second failure, ask for the list less and less often. Null: it answers. */
  readonly listOutage: ListOutage | null;
  /** Whether the list shows transfers; false: it is empty, although the service has accepted some; undefined: not known yet. */
  readonly showsTransfers?: boolean | undefined;
  /** The next search for duplicates, which looks at files since the sending; null: nothing has arrived since the last search. */
  readonly duplicateSearch: {
    readonly sinceMs: number;
    readonly atMs: number;
    readonly failures: number;
  } | null;
  /** The random share of the next interval, from 0 up to 1; drawn once for each poll, so that the result is stable. */
  readonly share: number;
}

export interface PollNeed {
  readonly nowMs: number;
  /** Whether a page that shows uploads is open. */
  readonly isWatched: boolean;
  /** The shortest interval that the user wants. */
  readonly shortestMs?: number;
  /** Number of transfers that may change by themselves. */
  readonly moving: number;
  /** Whether links are sent: then polls leave the service's limit to them. */
  readonly isSending?: boolean;
  /** When one of them last began to move. */
  readonly newestMs: number | null;
  /** When the next transfer that left the list is to be verified; null: there is none. */
  readonly verifyAtMs: number | null;
  readonly state: PollState;
}

/** After the newest transfer has begun. */
const earlyPollsMs = [1_000, 3_000, 8_000];

/** The policies, with what the user wants as the shortest interval. */
function getPolicies({ isWatched, shortestMs = 0 }: Pick<PollNeed, 'isWatched' | 'shortestMs'>) {
  const [poll, failed] = isWatched ? [watchedPoll, failedWatchedPoll] : [unwatchedPoll, failedUnwatchedPoll];
  const firstMs = Math.max(poll.firstMs, shortestMs);
  return { poll: { ...poll, firstMs }, failed: { ...failed, firstMs } };
}

/** When the list of transfers is to be asked for again after it failed alone; in the past: now. */
export function calculateListRetryMs({
  state,
  ...need
}: Pick<PollNeed, 'isWatched' | 'shortestMs' | 'state'>): number {
  const { listOutage, share } = state;
  // A single failure may pass at once.
  if (listOutage === null || listOutage.failures < 2) return 0;
  const { failures, askedAtMs } = listOutage;
  return askedAtMs + calculateDelayMs(getPolicies(need).failed, failures, () => 1 - share);
}

/** Milliseconds since the epoch, never in the past; null: no poll is needed. */
export function calculateNextPollMs(need: PollNeed): number | null {
  const { nowMs, isSending = false, moving, newestMs, verifyAtMs, state } = need;
  const { polledAtMs, failures, share, duplicateSearch, listOutage } = state;
  if (moving === 0 && verifyAtMs === null && duplicateSearch === null) return null;
  if (polledAtMs === null) return nowMs;
  const { poll, failed } = getPolicies(need);
  // A transfer that began since the failed poll shows that the service answers again.
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
