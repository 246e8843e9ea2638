import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextLookAt, type PaceInput } from '../../../lib/watch/pace.ts';

const now = 1_000_000;
const second = 1_000;
const moving: PaceInput = {
  now,
  looking: false,
  moving: 1,
  verifyAt: null,
  lookedAt: now,
  movedAt: now,
  failures: 0,
};
/** Seconds from now. */
const wait = (changes: Partial<PaceInput>) => {
  const at = nextLookAt({ ...moving, ...changes });
  return at === null ? null : (at - now) / second;
};

test('nothing moves: never, whoever looks and however long ago', () => {
  for (const looking of [true, false]) {
    expect(wait({ moving: 0, looking })).toBeNull();
    expect(wait({ moving: 0, looking, lookedAt: null, failures: 3 })).toBeNull();
  }
});

test('never looked, or a clock that was set back: at once', () => {
  expect(wait({ lookedAt: null })).toBe(0);
  expect(wait({ lookedAt: now + 3_600 * second })).toBe(0);
});

describe('with a page open', () => {
  test.each([
    ['just moved', now, 2],
    ['still for half a minute', now - 30 * second, 3],
    ['still for an hour', now - 3_600 * second, 5],
    ['never moved', null, 2],
  ])('%s', (_, movedAt, seconds) => expect(wait({ looking: true, movedAt })).toBe(seconds));
});

describe('with none', () => {
  test.each([
    ['just moved', now, 30],
    ['still for ten minutes', now - 600 * second, 60],
    ['still for a day', now - 24 * 3_600 * second, 15 * 60],
  ])('%s', (_, movedAt, seconds) => expect(wait({ movedAt })).toBe(seconds));
});

test('failures in a row slow it down, up to a limit', () => {
  const failing = (looking: boolean) => [1, 2, 3, 20].map((failures) => wait({ failures, looking }));
  expect(failing(true)).toEqual([4, 8, 16, 60]);
  expect(failing(false)).toEqual([60, 120, 240, 1_800]);
});

test('a vanished transfer is verified when it is due, though not faster than anything else', () => {
  expect(wait({ looking: true, moving: 0, verifyAt: now + 8 * second })).toBe(8);
  expect(wait({ looking: true, moving: 0, verifyAt: now })).toBe(2);
  expect(wait({ moving: 0, verifyAt: now + 2 * second })).toBe(30);
  expect(wait({ looking: true, verifyAt: now + 60 * second })).toBe(2);
});

test('whatever happens, the next look is not in the past, and not sooner than the pace allows', () => {
  const time = fc.integer({ min: now - 1e8, max: now + 1e8 });
  const input = fc.record<PaceInput>({
    now: fc.constant(now),
    looking: fc.boolean(),
    moving: fc.nat(5),
    verifyAt: fc.option(time),
    lookedAt: fc.option(time),
    movedAt: fc.option(time),
    failures: fc.nat(100),
  });
  fc.assert(
    fc.property(input, (each) => {
      const at = nextLookAt(each);
      if (at === null) return each.moving === 0 && each.verifyAt === null;
      const { lookedAt, looking } = each;
      const isPaced = lookedAt === null || lookedAt > now || at >= lookedAt + (looking ? 2 : 30) * second;
      return Number.isFinite(at) && at >= now && isPaced;
    }),
    { numRuns: 1_000 },
  );
});
