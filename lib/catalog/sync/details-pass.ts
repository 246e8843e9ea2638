/**
 * Reads the details of all files, which listings lack: their last view and their size. Runs if the user or the account's rule asks for it,
 * behind everything else, with a limit of requests per hour. Results are stored with the files, so it can continue from any point.
 */

import { ApiError } from '../../api/index.ts';
import { detailsIntervalMs, detailsRetry } from '../../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../../timing/retry.ts';
import { toServiceSeconds } from '../../timing/service-time.ts';
import type { EpochMs } from '../../timing/units.ts';
import { endOfDayAgo, getServiceTime, listDue } from '../query/last-views.ts';
import type { AccountSync } from './account-sync.ts';
import type { SchedulerOptions } from './sync-scheduler.ts';
import { type DetailsProgress, hourMs, maxDetailsPerHour, type SyncState } from './sync-state.ts';
import { batchSize, fetchInfo } from './verify.ts';

/** For a service that accepts one code per request. Results are stored after each step. */
const oneByOneSize = 10;

export interface DetailsOptions
  extends Pick<SchedulerOptions, 'clock' | 'random' | 'accountStatus' | 'getStartTimeMs'> {
  /**
   * Files that nobody has viewed for this many days are read again each day, because the service deletes them. Null: there is no such rule.
   */
  readonly watchedDays?: ((accountId: string) => Promise<number | null>) | undefined;
  /** Requests for file info that this worker has sent for the account. */
  readonly countInfoRequests?: ((accountId: string) => number) | undefined;
}

export function createDetailsPass(options: DetailsOptions) {
  const { clock, random, accountStatus, getStartTimeMs, watchedDays, countInfoRequests = () => 0 } = options;
  const saveProgress = (account: AccountSync, change: Partial<DetailsProgress>) =>
    account.save({ step: withDetails(change) }, 'now');

  /** Days are counted by the service's clock. */
  async function readServiceClock(account: AccountSync): Promise<void> {
    const { serviceClock } = account.state;
    if (serviceClock !== null && clock() - serviceClock.atMs < hourMs) return;
    const read = account.fetchAndSave(
      (client) => client.account.info(account.backgroundOptions),
      ({ serverTime }) => {
        const seconds = toServiceSeconds(serverTime);
        const reported = seconds === null ? null : { seconds, atMs: clock() };
        return { step: (state) => ({ ...state, serviceClock: reported }) };
      },
      'soon',
    );
    await read.catch(async (error: unknown) => {
      // Without this call, the last known time is used.
      if (!(error instanceof ApiError) || error.code === 'aborted') throw error;
      if (await accountStatus.reportFailure(account.id, error)) throw error;
    });
  }

  async function listCodes(account: AccountSync, days: number | null): Promise<readonly string[]> {
    const nowMs = clock();
    const unviewedAfter = days === null ? null : endOfDayAgo(days, getServiceTime(account.state, nowMs));
    return listDue(await account.parts.writer.blocks(account.id), { nowMs, unviewedAfter });
  }

  /** Counted first, because the requests are sent even if the worker ends. */
  async function readBatch(account: AccountSync, codes: readonly string[]): Promise<void> {
    const planned = account.state.details.isOneByOne ? codes.length : 1;
    await account.save({ step: withRequests(planned, clock()) }, 'soon');
    const before = countInfoRequests(account.id);
    await fetchInfo(account, codes, account.backgroundOptions, 'soon').finally(async () => {
      const sent = countInfoRequests(account.id) - before;
      const isOneByOne = sent >= codes.length && (codes.length > 1 || account.state.details.isOneByOne);
      const more = Math.max(0, sent - planned);
      if (more > 0) await account.save({ step: withRequests(more, clock()) }, 'soon');
      if (sent > 0 && isOneByOne !== account.state.details.isOneByOne)
        await saveProgress(account, { isOneByOne });
    });
  }

  /** @returns when to continue. Null: all codes are read, or the user stopped it */
  async function readCodes(account: AccountSync, codes: readonly string[]): Promise<number | null> {
    for (let at = 0; at < codes.length && !account.isClosed; ) {
      const { details } = account.state;
      if (details.stoppedAtMs !== null) return null;
      if (isHourRunning(details, clock()) && details.requests >= maxDetailsPerHour)
        return details.hourStartedAtMs + hourMs;
      const waitUntilMs = await accountStatus.check(account.id);
      if (waitUntilMs !== null) return waitUntilMs;
      const size = details.isOneByOne ? oneByOneSize : batchSize;
      const batch = codes.slice(at, at + size);
      at += size;
      try {
        await readBatch(account, batch);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'aborted') throw error;
        return recordFailure(account, error, batch);
      }
      if (details.failures > 0) await saveProgress(account, { failures: 0 });
    }
    return null;
  }

  return {
    /** @returns when to call again. Null: once the user asks for it */
    async read(account: AccountSync): Promise<number | null> {
      const watched = (await watchedDays?.(account.id)) ?? null;
      const { phase, details } = account.state;
      const { wanted, stoppedAtMs, nextAtMs } = details;
      if ((wanted === null && watched === null) || phase !== 'complete' || account.isClosed) return null;
      const dueAtMs = stoppedAtMs === null ? nextAtMs : stoppedAtMs + detailsIntervalMs;
      if (dueAtMs > clock()) return dueAtMs;
      const startAtMs = wanted === null ? ((await getStartTimeMs?.('fullSync')) ?? null) : null;
      if (startAtMs !== null) return startAtMs;
      const waitUntilMs = await accountStatus.check(account.id);
      if (waitUntilMs !== null) return waitUntilMs;
      if (stoppedAtMs !== null) await saveProgress(account, { stoppedAtMs: null });
      try {
        await readServiceClock(account);
        const days = smallest(watched, wanted?.days ?? null);
        const againAtMs = await readCodes(account, await listCodes(account, days));
        if (againAtMs !== null) return againAtMs;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return recordFailure(account, error, []);
      }
      // The user may have asked for more, or stopped it.
      if (account.state.details.wanted !== wanted || account.state.details.stoppedAtMs !== null)
        return clock();
      const againAtMs = clock() + detailsIntervalMs;
      await saveProgress(account, { wanted: null, nextAtMs: againAtMs });
      return watched === null ? null : againAtMs;
    },

    /** @param isResumed continue even if the user has stopped it */
    async ask(account: AccountSync, days: number | null, isResumed: boolean): Promise<void> {
      const { wanted, stoppedAtMs } = account.state.details;
      const isStopped = stoppedAtMs !== null && !isResumed && clock() - stoppedAtMs < detailsIntervalMs;
      if (isStopped) return;
      const shorter = smallest(wanted?.days ?? null, days);
      await saveProgress(account, { wanted: { days: shorter }, stoppedAtMs: null, nextAtMs: 0 });
    },

    /** A rule continues a day later. */
    stop: (account: AccountSync) => saveProgress(account, { wanted: null, stoppedAtMs: clock() }),
  };

  /** @param batch the requested files. Those that fail each time count as read, so they don't block others */
  async function recordFailure(
    account: AccountSync,
    error: ApiError,
    batch: readonly string[],
  ): Promise<number> {
    if (error.code === 'aborted') return clock();
    const isAccounts = await accountStatus.reportFailure(account.id, error);
    // An outage says nothing about these files.
    const isOutage = error.code === 'network' || error.code === 'timeout';
    const failures = account.state.details.failures + (isOutage && isAccounts ? 0 : 1);
    const isLast = isGivenUp(detailsRetry, failures);
    const detailsReadAt = Math.floor(clock() / 1_000);
    const patches = isLast ? batch.map((fileCode) => ({ fileCode, detailsReadAt })) : [];
    // An account that is refused each time is tried again a day later.
    const later = isLast && isAccounts ? { wanted: null, nextAtMs: clock() + detailsIntervalMs } : {};
    const step = withDetails({ failures: isLast ? 0 : failures, ...later });
    await account.save({ change: { patches }, step }, 'soon');
    // If it is the account's failure, the account's status says when to continue.
    return clock() + (isAccounts || isLast ? 0 : calculateDelayMs(detailsRetry, failures, random));
  }
}

function withRequests(count: number, nowMs: EpochMs): (state: SyncState) => SyncState {
  return (state) => {
    const { details } = state;
    const counted = isHourRunning(details, nowMs)
      ? { requests: details.requests + count }
      : { hourStartedAtMs: nowMs, requests: count };
    return { ...state, details: { ...details, ...counted } };
  };
}

const withDetails =
  (change: Partial<DetailsProgress>) =>
  (state: SyncState): SyncState => ({ ...state, details: { ...state.details, ...change } });

const isHourRunning = ({ hourStartedAtMs }: DetailsProgress, nowMs: EpochMs): boolean =>
  nowMs >= hourStartedAtMs && nowMs - hourStartedAtMs < hourMs;

const smallest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
