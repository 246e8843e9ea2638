import { expect, test } from 'vitest';
import { createTimeLeft } from '../../../components/format/time-left.ts';

test('the time left is estimated from the measured progress, and starts over after a standstill', () => {
  const timeLeft = createTimeLeft();
  const at = (seconds: number, share: number | null) => timeLeft('a', share, seconds * 1_000);
  expect([at(0, 0.2), at(3, 0.3), at(10, 0.3), at(20, 0.4)].map(rounded)).toEqual([null, null, 70, 60]);
  expect(timeLeft('b', 0.5, 20_000)).toBeNull();
  // Interrupted overnight.
  expect([at(30, null), at(40_000, 0.4), at(40_010, 0.5)].map(rounded)).toEqual([null, null, 50]);
  // More was added.
  expect(at(40_020, 0.1)).toBeNull();
});

const rounded = (seconds: number | null) => seconds && Math.round(seconds);
