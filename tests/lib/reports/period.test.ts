/** Periods: whole days of the service's calendar, and what each is compared with. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDays,
  getComparison,
  getCompleteDays,
  getLocalDay,
  getServiceDay,
  listDays,
  maxDays,
  type Period,
  type PeriodChoice,
  resolvePeriod,
  validateRange,
} from '../../../lib/reports/period.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
const choice: fc.Arbitrary<PeriodChoice> = fc.oneof(
  fc.record({ kind: fc.constant('last' as const), days: fc.integer({ min: 1, max: maxDays }) }),
  fc.record({ kind: fc.constantFrom('thisMonth' as const, 'lastMonth' as const) }),
  fc
    .tuple(day, fc.integer({ min: 0, max: maxDays - 1 }))
    .map(([from, count]) => ({ kind: 'range' as const, from, to: addDays(from, count) })),
);

const last = (count: number) => ({ kind: 'last' as const, days: count });
const thisMonth = { kind: 'thisMonth' as const };
const lastMonth = { kind: 'lastMonth' as const };
const range = (from: string, to: string) => ({ kind: 'range' as const, from, to });
const days = (from: string, to: string) => ({ from: `2026-${from}`, to: `2026-${to}` });

describe('a period', () => {
  // With its complete days, and those that are compared.
  it.each<
    [
      PeriodChoice,
      today: string,
      Period,
      complete: Period | null,
      compared?: Period | undefined,
      before?: Period,
    ]
  >([
    [
      last(7),
      '2026-11-22',
      days('11-15', '11-22'),
      days('11-15', '11-21'),
      undefined,
      days('11-08', '11-14'),
    ],
    [
      last(30),
      '2026-03-15',
      days('02-13', '03-15'),
      days('02-13', '03-14'),
      undefined,
      days('01-14', '02-12'),
    ],
    [
      thisMonth,
      '2026-11-22',
      days('11-01', '11-22'),
      days('11-01', '11-21'),
      undefined,
      days('10-01', '10-21'),
    ],
    [
      thisMonth,
      '2026-11-02',
      days('11-01', '11-02'),
      days('11-01', '11-01'),
      undefined,
      days('10-01', '10-01'),
    ],
    [thisMonth, '2026-11-01', days('11-01', '11-01'), null],
    // The month before has fewer days than are over.
    [
      thisMonth,
      '2026-03-29',
      days('03-01', '03-29'),
      days('03-01', '03-28'),
      undefined,
      days('02-01', '02-28'),
    ],
    [
      thisMonth,
      '2026-03-31',
      days('03-01', '03-31'),
      days('03-01', '03-30'),
      days('03-01', '03-28'),
      days('02-01', '02-28'),
    ],
    [
      thisMonth,
      '2026-12-31',
      days('12-01', '12-31'),
      days('12-01', '12-30'),
      undefined,
      days('11-01', '11-30'),
    ],
    [
      lastMonth,
      '2026-03-31',
      days('02-01', '02-28'),
      days('02-01', '02-28'),
      undefined,
      days('01-01', '01-31'),
    ],
    [
      lastMonth,
      '2026-03-01',
      days('02-01', '02-28'),
      days('02-01', '02-28'),
      undefined,
      days('01-01', '01-31'),
    ],
    // Clocks go forward on March 29 and back on October 25 in Europe, March 8 and November 1 in America.
    [
      last(7),
      '2026-03-31',
      days('03-24', '03-31'),
      days('03-24', '03-30'),
      undefined,
      days('03-17', '03-23'),
    ],
    [
      last(7),
      '2026-11-02',
      days('10-26', '11-02'),
      days('10-26', '11-01'),
      undefined,
      days('10-19', '10-25'),
    ],
    [
      range('2026-10-01', '2026-10-10'),
      '2026-11-22',
      days('10-01', '10-10'),
      days('10-01', '10-10'),
      undefined,
      days('09-21', '09-30'),
    ],
    // Today isn't over, and later days have no figures.
    [
      range('2026-11-16', '2026-11-22'),
      '2026-11-22',
      days('11-16', '11-22'),
      days('11-16', '11-21'),
      undefined,
      days('11-10', '11-15'),
    ],
    [
      range('2026-11-16', '2026-12-31'),
      '2026-11-22',
      days('11-16', '11-22'),
      days('11-16', '11-21'),
      undefined,
      days('11-10', '11-15'),
    ],
    [range('2026-11-22', '2026-11-22'), '2026-11-22', days('11-22', '11-22'), null],
    [range('2026-12-01', '2026-12-24'), '2026-11-22', days('12-01', '12-24'), null],
  ])('%j on %s', (chosen, today, period, complete, compared = complete ?? undefined, before) => {
    expect(resolvePeriod(chosen, today)).toEqual(period);
    expect(getCompleteDays(period, today)).toEqual(complete);
    expect(getComparison(chosen, period, today)).toEqual(complete && { complete, days: compared, before });
  });

  it('crosses years and leap days', () => {
    const compare = (chosen: PeriodChoice, today: string) =>
      getComparison(chosen, resolvePeriod(chosen, today), today);
    expect(compare(lastMonth, '2026-01-15')).toMatchObject({
      days: { from: '2025-12-01', to: '2025-12-31' },
      before: { from: '2025-11-01', to: '2025-11-30' },
    });
    expect(compare(thisMonth, '2028-03-31')).toMatchObject({
      days: { from: '2028-03-01', to: '2028-03-29' },
      before: { from: '2028-02-01', to: '2028-02-29' },
    });
    expect(compare(range('2028-02-29', '2028-03-01'), '2030-01-01')).toMatchObject({
      before: { from: '2028-02-27', to: '2028-02-28' },
    });
  });

  it('compares complete days with as many earlier ones, except for the last month', () => {
    fc.assert(
      fc.property(choice, day, (chosen, today) => {
        const period = resolvePeriod(chosen, today);
        const found = getComparison(chosen, period, today);
        if (found === null) return;
        const { complete, days: compared, before } = found;
        expect(complete.to < today).toBe(true);
        expect(compared.from).toBe(complete.from);
        expect(compared.to <= complete.to).toBe(true);
        expect(before.from <= before.to && before.to < compared.from).toBe(true);
        if (chosen.kind !== 'lastMonth') expect(countDays(before)).toBe(countDays(compared));
        if (chosen.kind === 'last') expect(countDays(complete)).toBe(chosen.days);
      }),
    );
  });

  it('has each day once, in order', () => {
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

  it.each([
    ['2026-01-02', '2026-01-01', 'order'],
    ['', '2026-01-01', 'order'],
    ['2026-01-01', '2026-01-01', null],
    ['2000-01-01', '2026-01-01', 'tooLong'],
  ])('from %j to %s is validated: %s', (from, to, problem) => {
    expect(validateRange({ from, to })).toBe(problem);
  });
});

it('getLocalDay returns the day in the user’s time zone', () => {
  expect(getLocalDay(new Date(2026, 10, 22, 0, 0, 1).getTime())).toBe('2026-11-22');
  expect(getLocalDay(new Date(2026, 10, 22, 23, 59, 59).getTime())).toBe('2026-11-22');
});

const reported = (from: string, to: string) => listDays(days(from, to)).map((each) => ({ day: each }));

// The user's day is November 22.
it.each<
  [string, day: string, serverTime: string | null, reported: ReturnType<typeof reported>, lastDays?: number]
>([
  ['the user’s, if nothing else is known', '11-22', null, []],
  ['by its clock', '11-22', '2026-11-22 00:00:01', []],
  ['by its clock, a day behind the user', '11-21', '2026-11-21 23:59:59', [], 8],
  ['by its clock, a day ahead of the user', '11-23', '2026-11-23 00:10:00', [], 8],
  ['by its clock, two days behind the user', '11-20', '2026-11-20 23:10:00', reported('11-13', '11-20'), 8],
  [
    'the newest one with figures, although its clock is behind',
    '11-22',
    '2026-11-21 22:00:00',
    reported('11-15', '11-22'),
    8,
  ],
  ['the newest one with figures, without a clock', '11-23', null, reported('11-16', '11-23'), 8],
  ['the last one of as many as were requested', '11-21', null, reported('11-14', '11-20'), 8],
  [
    'the last one of as many, although its clock is ahead',
    '11-21',
    '2026-11-22 02:00:00',
    reported('11-14', '11-21'),
    8,
  ],
  [
    'by its clock, if others than the last days were requested',
    '11-22',
    '2026-11-22 02:00:00',
    reported('11-01', '11-14'),
  ],
  [
    'by its clock, if more days are reported than requested',
    '11-22',
    '2026-11-22 02:00:00',
    reported('10-01', '11-21'),
    8,
  ],
  ['by its clock, if days make no sense', '11-22', '2026-11-22 02:00:00', [{ day: '9999-12-31' }], 8],
])('the service’s day is %s', (_, expected, serverTime, given, lastDays) => {
  const localDay = '2026-11-22';
  expect(getServiceDay({ days: given, serverTime }, lastDays, localDay)).toBe(`2026-${expected}`);
});
