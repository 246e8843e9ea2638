/** Periods: whole days of the service's calendar, and what each is compared with. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDays,
  getLocalDay,
  getPreviousPeriod,
  getReportedPeriod,
  listDays,
  maxDays,
  type PeriodChoice,
  resolvePeriod,
  validateChoice,
} from '../../../lib/reports/period.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
const choice: fc.Arbitrary<PeriodChoice> = fc.oneof(
  fc.record({ kind: fc.constant('last' as const), days: fc.integer({ min: 1, max: maxDays }) }),
  fc.record({ kind: fc.constantFrom('thisMonth' as const, 'lastMonth' as const) }),
  fc
    .tuple(day, fc.integer({ min: 0, max: maxDays - 1 }))
    .map(([from, count]) => ({ kind: 'range' as const, from, to: addDays(from, count) })),
);

describe('a period', () => {
  it.each<[PeriodChoice, string, string, string, string, today?: string]>([
    [{ kind: 'thisMonth' }, '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28', '2026-03-31'],
    [{ kind: 'lastMonth' }, '2025-12-01', '2025-12-31', '2025-11-01', '2025-11-30', '2026-01-15'],
    [{ kind: 'last', days: 7 }, '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    [{ kind: 'last', days: 1 }, '2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
    [{ kind: 'last', days: 365 }, '2025-11-23', '2026-11-22', '2024-11-23', '2025-11-22'],
    [{ kind: 'thisMonth' }, '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
    [{ kind: 'lastMonth' }, '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    [
      { kind: 'range', from: '2028-02-29', to: '2028-03-01' },
      '2028-02-29',
      '2028-03-01',
      '2028-02-27',
      '2028-02-28',
    ],
  ])('%j', (chosen, from, to, beforeFrom, beforeTo, today = '2026-11-22') => {
    const period = resolvePeriod(chosen, today);
    expect(period).toEqual({ from, to });
    expect(getPreviousPeriod(chosen, period)).toEqual({ from: beforeFrom, to: beforeTo });
  });

  it('is compared with an earlier one, of the same length where possible', () => {
    fc.assert(
      fc.property(choice, day, (chosen, on) => {
        const period = resolvePeriod(chosen, on);
        const before = getPreviousPeriod(chosen, period);
        expect(before.from <= before.to).toBe(true);
        expect(before.to < period.from).toBe(true);
        if (chosen.kind === 'last' || chosen.kind === 'range') {
          expect(countDays(before)).toBe(countDays(period));
          expect(addDays(before.to, 1)).toBe(period.from);
        }
      }),
    );
  });

  it('has each of its days once, in order', () => {
    fc.assert(
      fc.property(choice, day, (chosen, on) => {
        const period = resolvePeriod(chosen, on);
        const days = listDays(period);
        expect([days[0], days.at(-1), days.length]).toEqual([period.from, period.to, countDays(period)]);
        expect(days.toSorted()).toEqual(days);
        expect(new Set(days).size).toBe(days.length);
      }),
      { numRuns: 30 },
    );
  });

  it.each<[PeriodChoice, string | null]>([
    [{ kind: 'last', days: 0 }, 'days'],
    [{ kind: 'last', days: 1.5 }, 'days'],
    [{ kind: 'last', days: Number.NaN }, 'days'],
    [{ kind: 'last', days: maxDays + 1 }, 'days'],
    [{ kind: 'last', days: maxDays }, null],
    [{ kind: 'thisMonth' }, null],
    [{ kind: 'range', from: '2026-01-02', to: '2026-01-01' }, 'order'],
    [{ kind: 'range', from: '', to: '2026-01-01' }, 'order'],
    [{ kind: 'range', from: '2026-01-01', to: '2026-01-01' }, null],
    [{ kind: 'range', from: '2000-01-01', to: '2026-01-01' }, 'tooLong'],
  ])('%j is validated: %s', (chosen, problem) => {
    expect(validateChoice(chosen)).toBe(problem);
  });
});

it('getLocalDay returns the day in the user’s time zone', () => {
  expect(getLocalDay(new Date(2026, 10, 22, 0, 0, 1).getTime())).toBe('2026-11-22');
  expect(getLocalDay(new Date(2026, 10, 22, 23, 59, 59).getTime())).toBe('2026-11-22');
});

it('getReportedPeriod moves the period to the service’s days', () => {
  const asked = { from: '2026-11-16', to: '2026-11-22' };
  const report = (from: string, to: string) => listDays({ from, to }).map((each) => ({ day: each }));
  expect(getReportedPeriod(asked, report('2026-11-16', '2026-11-22'))).toEqual(asked);
  expect(getReportedPeriod(asked, [])).toEqual(asked);
  const [ahead, behind] = [
    { from: '2026-11-17', to: '2026-11-23' },
    { from: '2026-11-15', to: '2026-11-21' },
  ];
  expect(getReportedPeriod(asked, report(ahead.from, ahead.to))).toEqual(ahead);
  expect(getReportedPeriod(asked, report(behind.from, behind.to))).toEqual(behind);
  expect(getReportedPeriod(asked, [{ day: '9999-12-31' }])).toEqual(asked);
});
