import { describe, expect, it } from 'vitest';
import { daysText } from '../../../components/reports/wording.ts';

describe('days', () => {
  it('joins consecutive days to ranges, and counts what follows the third', () => {
    const days = (...numbers: readonly number[]) =>
      numbers.map((n) => `2026-11-${String(n).padStart(2, '0')}`);
    expect(daysText(days(3))).toBe('Nov 3');
    expect(daysText(days(3, 4, 5, 9))).toBe('Nov 3\u2009–\u20095, Nov 9');
    expect(daysText(days(1, 3, 5, 7, 8))).toBe('Nov 1, Nov 3, Nov 5, 2 more');
  });
});
