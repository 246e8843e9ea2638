import { describe, expect, it } from 'vitest';
import { changeText, changeTone, daysText, totalText } from '../../../components/reports/wording.ts';

describe('days', () => {
  it('joins consecutive days into ranges, and counts those after the third', () => {
    const days = (...numbers: readonly number[]) =>
      numbers.map((n) => `2026-11-${String(n).padStart(2, '0')}`);
    expect(daysText(days(3))).toBe('Nov 3');
    expect(daysText(days(3, 4, 5, 9))).toBe('Nov 3\u2009–\u20095, Nov 9');
    expect(daysText(days(1, 3, 5, 7, 8))).toBe('Nov 1, Nov 3, Nov 5, 2 more');
  });
});

it('rounds amounts to two decimals, unless the result would be zero', () => {
  const texts = (...values: readonly bigint[]) => values.map((value) => totalText('profitTotal', value));
  expect(texts(1_234_567n, -150_000n, 500n)).toEqual(['12.35', '-1.50', '0.01']);
  expect(texts(499n, 1n, -312n)).toEqual(['0.00499', '0.00001', '-0.00312']);
  expect(texts(10n ** 30n, 0n)).toEqual(['10,000,000,000,000,000,000,000,000.00', '0.00']);
  expect(totalText('views', 3n)).toBe('3');
});

it.each([
  [0.124, '+12%', 'tone-good'],
  [-1, '-100%', 'tone-bad'],
  [0, '0%', ''],
  [0.0049, '0%', ''],
  [-0.0049, '0%', ''],
])('a change of %s is displayed as %s, in its tone', (share, text, tone) => {
  expect([changeText(share), changeTone(share)]).toEqual([text, tone]);
});
