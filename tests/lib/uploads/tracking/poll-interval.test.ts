import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calculateNextPollMs,
  type PollNeed,
  type PollState,
} from '../../../../lib/uploads/tracking/poll-interval.ts';
import { countRuns } from '../../../properties.ts';

const nowMs = 1_700_000_000_000;
const second = 1_000;
const polled: PollState = {
  accountId: 'account',
  polledAtMs: nowMs,
  changedAtMs: nowMs,
  failures: 0,
  failureCode: null,
  listOutage: null,
  duplicateSearch: null,
  share: 0,
};
const moving: PollNeed = {
  nowMs,
  isWatched: false,
  moving: 1,
  newestMs: null,
  verifyAtMs: null,
  state: polled,
};
/** In seconds from now. */
const wait = ({ state, ...changes }: Partial<Omit<PollNeed, 'state'>> & { state?: Partial<PollState> }) => {
  const atMs = calculateNextPollMs({ ...moving, ...changes, state: { ...polled, ...state } });
  return atMs === null ? null : (atMs - nowMs) / second;
};

test('without active uploads there is no poll, whether a page is open or not', () => {
  for (const isWatched of [true, false]) {
    expect(wait({ moving: 0, isWatched })).toBeNull();
    expect(wait({ moving: 0, isWatched, state: { polledAtMs: null, failures: 3 } })).toBeNull();
  }
});

test('a first poll is immediate', () => {
  expect(wait({ state: { polledAtMs: null } })).toBe(0);
});

test('polls are never more frequent than the user’s setting', () => {
  expect(wait({ isWatched: true, shortestMs: 3 * second })).toBe(3);
  expect(wait({ isWatched: true, shortestMs: second })).toBe(2);
  expect(wait({ isWatched: false, shortestMs: 900 * second })).toBe(900);
  // Unchanged for an hour: a tenth of that is longer than the user's setting.
  const still = { polledAtMs: nowMs, changedAtMs: nowMs - 3_600 * second };
  expect(wait({ isWatched: false, shortestMs: 120 * second, state: still })).toBe(360);
});

test.each([
  ['just moved', nowMs, 2, 30],
  ['still for half a minute', nowMs - 30 * second, 3, 30],
  ['still for ten minutes', nowMs - 600 * second, 5, 60],
  ['still for a day', nowMs - 24 * 3_600 * second, 5, 15 * 60],
  ['never moved', null, 2, 30],
])('%s', (_, changedAtMs, watched, alone) => {
  expect([true, false].map((isWatched) => wait({ isWatched, state: { changedAtMs } }))).toEqual([
    watched,
    alone,
  ]);
});

test('soon after a transfer has started, its outcome is polled', () => {
  const after = (polledMs: number, change: Partial<PollNeed> = {}) => {
    const state = { ...polled, polledAtMs: nowMs + polledMs };
    const need = { ...moving, nowMs: state.polledAtMs, newestMs: nowMs, ...change, state };
    return ((calculateNextPollMs(need) ?? 0) - nowMs) / second;
  };
  expect([-60_000, 0, 1_000, 2_999, 3_000, 8_000].map((polledMs) => after(polledMs))).toEqual([
    ...[-30, 1, 3, 3, 8, 38],
  ]);
  expect(after(0, { isSending: true }), 'the limit is left to the links').toBe(30);
});

test('consecutive failures increase the interval, up to a limit', () => {
  const failing = (isWatched: boolean) =>
    [1, 2, 3, 20].map((failures) => wait({ isWatched, state: { failures } }));
  expect(failing(true)).toEqual([4, 8, 16, 60]);
  expect(failing(false)).toEqual([60, 120, 240, 1_800]);
});

test('a list that alone fails is requested less and less often, and doesn’t delay the search for a file', () => {
  const outage = (failures: number) => ({
    listOutage: { failures, askedAtMs: nowMs, reports: 'none' as const },
  });
  const after = (failures: number, change: Partial<PollNeed> = {}) =>
    wait({ isWatched: true, ...change, state: outage(failures) });
  expect([1, 2, 3, 4, 20].map((failures) => after(failures))).toEqual([2, 4, 8, 16, 60]);
  expect([1, 2, 3, 20].map((failures) => after(failures, { isWatched: false }))).toEqual([
    ...[30, 60, 120, 1_800],
  ]);
  expect(after(1, { newestMs: nowMs }), 'a single failure may pass at once').toBe(1);
  expect(after(20, { verifyAtMs: nowMs + 5 * second })).toBe(5);
  expect(after(20, { moving: 0, verifyAtMs: nowMs + 5 * second })).toBe(5);
});

test('a transfer that started after a failed poll is polled as if none had failed', () => {
  const failed = { polledAtMs: nowMs - 10 * second, failures: 5 };
  expect(wait({ newestMs: nowMs - 20 * second, state: failed })).toBe(950);
  expect(wait({ newestMs: nowMs, state: failed })).toBe(1);
});

test('a vanished transfer is verified when it is due, but not before other polls', () => {
  expect(wait({ isWatched: true, moving: 0, verifyAtMs: nowMs + 8 * second })).toBe(8);
  expect(wait({ isWatched: true, moving: 0, verifyAtMs: nowMs })).toBe(2);
  expect(wait({ moving: 0, verifyAtMs: nowMs + 2 * second })).toBe(30);
  expect(wait({ isWatched: true, verifyAtMs: nowMs + 60 * second })).toBe(2);
});

test('jitter spreads the polls: up to twice as early after failures, otherwise up to half an interval later', () => {
  expect(wait({ state: { failures: 1, share: 1 } })).toBe(30);
  expect(wait({ state: { failures: 20, share: 1 } })).toBe(900);
  expect(wait({ state: { share: 1 } })).toBe(45);
  expect(wait({ isWatched: true, state: { share: 1 } })).toBe(2.5);
});

test('the result stays the same until the poll', () => {
  const state = { polledAtMs: nowMs, changedAtMs: nowMs - 40 * second };
  expect(wait({ isWatched: true, state })).toBe(4);
  expect(wait({ isWatched: true, nowMs: nowMs + 2 * second, state })).toBe(4);
});

test('a transfer that has just started is polled as soon as one that has just changed', () => {
  const state = { changedAtMs: nowMs - 3_600 * second };
  expect(wait({ isWatched: true, state })).toBe(5);
  expect(wait({ isWatched: true, state, newestMs: nowMs - 10 * second })).toBe(2);
});

test('duplicates of finished uploads are searched for even without active uploads', () => {
  const dueIn = (seconds: number) => ({
    duplicateSearch: { sinceMs: 0, atMs: nowMs + seconds * second, failures: 0 },
  });
  expect(wait({ moving: 0, state: dueIn(60) })).toBe(60);
  expect(wait({ moving: 0, state: dueIn(5) })).toBe(30);
  expect(wait({ moving: 0, isWatched: true, state: dueIn(-30) })).toBe(2);
  expect(wait({ moving: 1, state: dueIn(60) })).toBe(30);
});

test('the next poll is never in the past, and never before the shortest interval', () => {
  const time = fc.integer({ min: nowMs - 1e8, max: nowMs + 1e8 });
  const state = fc.record<PollState>({
    accountId: fc.constant('account'),
    polledAtMs: fc.option(time),
    changedAtMs: fc.option(time),
    failures: fc.nat(100),
    failureCode: fc.constant(null),
    listOutage: fc.option(
      fc.record({
        failures: fc.nat(100),
        askedAtMs: time,
        reports: fc.constantFrom('unknown' as const, 'single' as const, 'none' as const),
      }),
    ),
    duplicateSearch: fc.option(fc.record({ sinceMs: time, atMs: time, failures: fc.nat(5) })),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const need = fc.record<PollNeed>({
    nowMs: fc.constant(nowMs),
    isWatched: fc.boolean(),
    moving: fc.nat(5),
    newestMs: fc.option(time),
    verifyAtMs: fc.option(time),
    state,
  });
  fc.assert(
    fc.property(need, (each) => {
      const atMs = calculateNextPollMs(each);
      const { polledAtMs, duplicateSearch } = each.state;
      if (atMs === null) return each.moving === 0 && each.verifyAtMs === null && duplicateSearch === null;
      const shortest = (each.isWatched ? 2 : 30) * second;
      const isLateEnough = polledAtMs === null || polledAtMs > nowMs || atMs >= polledAtMs + shortest;
      return Number.isFinite(atMs) && atMs >= nowMs && isLateEnough;
    }),
    { numRuns: countRuns(1_000) },
  );
});
