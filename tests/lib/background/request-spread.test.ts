/**
 * Events that reach all installations in the same second (an update that restarts browsers, an outage of their service) must not make all
 * of them send a request within the same ten seconds again.
 */
import { describe, expect, test } from 'vitest';
import type { AccountBackoff } from '../../../lib/accounts/account-backoff.ts';
import { createNextBackoff } from '../../../lib/accounts/account-status.ts';
import { drawStartTimes } from '../../../lib/background/start-delays.ts';
import { syncRetry } from '../../../lib/timing/policies.ts';
import { calculateDelayMs } from '../../../lib/timing/retry.ts';
import { calculateNextPollMs, type PollState } from '../../../lib/uploads/tracking/poll-interval.ts';
import { seededRandom } from '../../../service/src/fault-plan.ts';

const installations = 2_000;
const bucketMs = 10_000;
const minuteMs = 60_000;
const outageMs = 10 * minuteMs;

/** Requests in the busiest ten seconds, relative to the mean over the time across which the longest delay can spread them. */
function peakByMean(spreadMs: number, drawAtMs: (random: () => number) => number): number {
  const random = seededRandom(1);
  const counts = new Map<number, number>();
  for (let at = 0; at < installations; at += 1) {
    const bucket = Math.floor(drawAtMs(random) / bucketMs);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return Math.max(...counts.values()) / ((installations * bucketMs) / spreadMs);
}

const poll = (isWatched: boolean, atMs: number, state: Partial<PollState>): number =>
  calculateNextPollMs({
    nowMs: atMs,
    isWatched,
    moving: 1,
    newestMs: 0,
    verifyAtMs: null,
    state: {
      accountId: 'a',
      polledAtMs: atMs,
      changedAtMs: 1,
      failures: 0,
      failureCode: null,
      listOutage: null,
      share: 0,
      duplicateSearch: null,
      ...state,
    },
  }) ?? Number.NaN;

/** The first attempt after an outage that all installations noticed in its first moment. */
function retryAfterOutage(getDelayMs: (failures: number, atMs: number) => number): number {
  let atMs = 0;
  for (let failures = 1; atMs < outageMs; failures += 1) atMs += getDelayMs(failures, atMs);
  return atMs;
}

describe('requests are spread', () => {
  test.each([
    ['send', minuteMs],
    ['poll', 10 * minuteMs],
    ['catalog', 10 * minuteMs],
    ['fullSync', 10 * minuteMs],
  ] as const)('after all browsers have restarted: %s', (work, spreadMs) => {
    expect(peakByMean(spreadMs, (random) => drawStartTimes(0, random)[work])).toBeLessThan(2.5);
  });

  test.each([
    ['with a page open', true, minuteMs / 2],
    ['without a page', false, 8 * minuteMs],
  ] as const)('after an outage: polls %s', (_, isWatched, spreadMs) => {
    const retry = (random: () => number) =>
      retryAfterOutage((failures, atMs) => poll(isWatched, atMs, { failures, share: random() }) - atMs);
    expect(peakByMean(spreadMs, retry)).toBeLessThan(2.5);
  });

  test.each(['slots', 'network'] as const)('after an outage: sending, which waits for %s', (reason) => {
    const retry = (random: () => number) => {
      let backoff: AccountBackoff | undefined;
      return retryAfterOutage((_, atMs) => {
        backoff = createNextBackoff(
          backoff,
          { accountId: 'a', reason, failure: null, isForLinksOnly: true },
          atMs,
          random,
        );
        return (backoff.untilMs ?? Number.NaN) - atMs;
      });
    };
    expect(peakByMean(reason === 'slots' ? minuteMs / 2 : 2.5 * minuteMs, retry)).toBeLessThan(2.5);
  });

  test('after an outage: the catalog', () => {
    const retry = (random: () => number) =>
      retryAfterOutage((failures) => calculateDelayMs(syncRetry, failures, random));
    expect(peakByMean(8 * minuteMs, retry)).toBeLessThan(2.5);
  });

  test('an hour after the same moment: polls without a page', () => {
    const next = (random: () => number) => {
      let atMs = 0;
      while (atMs < 60 * minuteMs) atMs = poll(false, atMs, { share: random() });
      return atMs;
    };
    expect(peakByMean(6 * minuteMs, next)).toBeLessThan(2.5);
  });
});
