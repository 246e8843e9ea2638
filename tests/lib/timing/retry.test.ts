import { describe, expect, test } from 'vitest';
import { calculateDelayMs, isGivenUp, type RetryPolicy } from '../../../lib/timing/retry.ts';

describe('the delay', () => {
  const cases: readonly [name: string, RetryPolicy, expected: readonly number[]][] = [
    ['stays the same', { firstMs: 5 }, [5, 5, 5, 5]],
    ['doubles up to the longest', { firstMs: 5, growth: { factor: 2 }, longestMs: 18 }, [5, 10, 18, 18]],
    ['grows without a limit', { firstMs: 5, growth: { factor: 4 } }, [5, 20, 80, 320]],
    ['stays the longest, not more', { firstMs: 50, growth: { factor: 2 }, longestMs: 18 }, [18, 18, 18, 18]],
  ];
  test.for(cases)('%s with each failure', ([, policy, expected]) => {
    expect([1, 2, 3, 4].map((failures) => calculateDelayMs(policy, failures))).toEqual(expected);
    expect(calculateDelayMs(policy, 0), 'without a failure').toBe(expected[0]);
  });

  test('is a share of the elapsed time, within limits', () => {
    const policy = { firstMs: 5, longestMs: 18, growth: { ofElapsed: 0.1 } };
    const delays = [-70, 0, 70, 74, 76, 1_000].map((elapsedMs) => calculateDelayMs(policy, elapsedMs));
    expect(delays).toEqual([5, 5, 7, 7, 8, 18]);
  });

  test('is spread by the jitter', () => {
    const at = (jitter: readonly [number, number], random: number) =>
      calculateDelayMs({ firstMs: 1_000, growth: { jitter } }, 1, () => random);
    expect([at([0.5, 1], 0), at([0.5, 1], 0.5), at([0.5, 1], 1)]).toEqual([500, 750, 1_000]);
    expect([at([1, 1.5], 0), at([1, 1.5], 1)]).toEqual([1_000, 1_500]);
  });

  test('is finite after any number of failures', () => {
    expect(calculateDelayMs({ firstMs: 5, growth: { factor: 2 }, longestMs: 9 }, 10_000)).toBe(9);
  });
});

test.for([
  ['after its attempts', { attempts: 3 }, 2, 0, 3, 0],
  ['after its time', { maxElapsedMs: 9 }, 1_000, 8, 0, 9],
  ['after either', { attempts: 3, maxElapsedMs: 9 }, 2, 8, 0, 9],
] as const)('retries are given up %s', ([, limits, failures, elapsedMs, lastFailures, lastMs]) => {
  const policy = { firstMs: 1, ...limits };
  expect(isGivenUp(policy, failures, elapsedMs)).toBe(false);
  expect(isGivenUp(policy, lastFailures, lastMs)).toBe(true);
  expect(isGivenUp({ firstMs: 1 }, 1_000, 1e12), 'without limits').toBe(false);
});
