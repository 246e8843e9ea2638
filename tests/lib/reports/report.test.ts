/** Sums of a report are exact, days without figures are reported, and the saved table can be read back unchanged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DailyReport } from '../../../lib/api/index.ts';
import { formatDecimal, parseDecimal } from '../../../lib/reports/decimal.ts';
import { addDays, listDays } from '../../../lib/reports/period.ts';
import {
  calculateChange,
  createBars,
  createReport,
  createReportCsv,
  type DayFigures,
} from '../../../lib/reports/report.ts';

const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const count = fc.option(fc.nat());
const profit = fc.option(amount.map(formatDecimal));

const daily = (day: string): fc.Arbitrary<DailyReport> =>
  fc
    .record({ views: count, downloads: count, profitViewsText: profit, profitTotalText: profit })
    .map((figures) => ({
      ...figures,
      day,
      // Floating-point errors must not matter.
      profitViews: 0.1,
      profitTotal: 0.2,
    }));

/** A period, and a service's reports of some of its days, in any order. */
const reported = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 40 }))
  .chain(([start, length]) => {
    const from = addDays('2010-01-01', start);
    const period = { from, to: addDays(from, length - 1) };
    const reports = fc
      .shuffledSubarray(listDays(period))
      .chain((days) => fc.tuple(...days.map(daily)) as fc.Arbitrary<DailyReport[]>);
    return fc.record({ period: fc.constant(period), reports });
  });

describe('an amount', () => {
  it('is parsed as it was formatted, whatever its size', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(parseDecimal(formatDecimal(value))).toBe(value);
      }),
    );
  });

  it.each([
    ['12.34567', 1_234_567n],
    ['-0.00001', -1n],
    ['+.5', 50_000n],
    ['7', 700_000n],
    ['90071992547409.93001', 9_007_199_254_740_993_001n],
    ['0.000005', 1n],
    ['0.0000049999', 0n],
    ['-0.000005', -1n],
    ['0.999999', 100_000n],
    ['', null],
    ['-', null],
    ['1e3', null],
    ['1,5', null],
    ['=1+1', null],
  ])('%j', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  it('always has five digits after the point', () => {
    expect([0n, 1n, -1n, 123_456_789n].map(formatDecimal)).toEqual([
      '0.00000',
      '0.00001',
      '-0.00001',
      '1234.56789',
    ]);
  });
});

describe('a report', () => {
  it('has every day once and in order, and the exact sums of the reported amounts', () => {
    fc.assert(
      fc.property(reported, ({ period, reports }) => {
        const { days, totals } = createReport(reports, period);
        expect(days.map(({ day }) => day)).toEqual(listDays(period));
        const exact = reports.reduce(
          (sum, { profitTotalText: text }) => sum + BigInt(text?.replace('.', '') ?? 0),
          0n,
        );
        expect(totals.profitTotal ?? 0n).toBe(exact);
        expect(totals.views ?? 0n).toBe(BigInt(reports.reduce((sum, { views }) => sum + (views ?? 0), 0)));
      }),
    );
  });

  it('counts the days without a figure, and ignores days outside the period', () => {
    const period = { from: '2026-02-27', to: '2026-03-02' };
    const whole = { views: 5, downloads: 2, profitViews: 0, profitTotal: 0 };
    const exact = { profitViewsText: '0', profitTotalText: '0.5' };
    const report = createReport(
      [
        { day: '2026-02-26', ...whole, ...exact },
        { day: '2026-02-27', ...whole, ...exact, views: 7 },
        { day: '2026-02-27', ...whole, ...exact },
        { day: '2026-02-28', ...whole, ...exact, downloads: null },
        { day: '2026-02-31', ...whole, ...exact },
        { day: '2026-03-02', ...whole, ...exact, profitTotalText: 'x' },
      ],
      period,
    );
    expect(report.missing).toEqual([
      { metrics: ['downloads'], days: ['2026-02-28'] },
      { metrics: ['views', 'downloads', 'profitViews', 'profitTotal'], days: ['2026-03-01'] },
      { metrics: ['profitTotal'], days: ['2026-03-02'] },
    ]);
    expect(report.days[2]).toEqual({
      day: '2026-03-01',
      views: null,
      downloads: null,
      profitViews: null,
      profitTotal: null,
    });
    expect(report.totals).toEqual({ views: 15n, downloads: 4n, profitViews: 0n, profitTotal: 100_000n });
  });
});

it('has no total for a figure that the service never returns beside others', () => {
  const period = { from: '2026-03-01', to: '2026-03-02' };
  const day = { views: 5, downloads: null, profitViews: null, profitTotal: null };
  const exact = { profitViewsText: null, profitTotalText: null };
  const days = [period.from, period.to].map((each) => ({ day: each, ...day, ...exact }));
  const { totals, missing } = createReport(days, period);
  expect(totals).toEqual({ views: 10n, downloads: null, profitViews: null, profitTotal: null });
  expect(missing).toEqual([]);
  expect(createReport([], period).missing).toMatchObject([{ days: [period.from, period.to] }]);
  expect(calculateChange(totals.downloads, 1n)).toBeNull();
});

describe('the bars', () => {
  const views = (day: string, count: number | null): DailyReport => ({
    ...{ day, views: count, downloads: null, profitViews: null, profitTotal: null },
    ...{ profitViewsText: null, profitTotalText: null },
  });
  const listBars = (from: string, to: string, today: string) => {
    const period = { from, to };
    return createBars(
      createReport(
        listDays(period).map((day) => views(day, 1)),
        period,
      ),
      today,
    );
  };

  it('are of days up to 90 days, and today is partial', () => {
    const bars = listBars('2026-08-25', '2026-11-22', '2026-11-22');
    expect(bars).toHaveLength(90);
    expect(bars.filter(({ isPartial }) => isPartial)).toMatchObject([
      { from: '2026-11-22', to: '2026-11-22' },
    ]);
  });

  it.each([
    // 91 complete days are 13 weeks.
    [
      '2026-08-23',
      '2026-11-21',
      '2026-11-22',
      13,
      { from: '2026-08-23', to: '2026-08-29', views: 7n, isPartial: false },
    ],
    // Today would look like a bad week.
    [
      '2026-08-23',
      '2026-11-22',
      '2026-11-22',
      13,
      { from: '2026-08-23', to: '2026-08-29', views: 7n, isPartial: false },
    ],
    [
      '2025-11-22',
      '2026-11-21',
      '2026-11-22',
      53,
      { from: '2025-11-22', to: '2025-11-22', views: 1n, isPartial: true },
    ],
    // Across the change of clocks.
    [
      '2026-01-01',
      '2026-04-30',
      '2026-11-22',
      18,
      { from: '2026-01-01', to: '2026-01-01', views: 1n, isPartial: true },
    ],
  ])('are of weeks from %s to %s on %s', (from, to, today, count, first) => {
    const bars = listBars(from, to, today);
    expect(bars).toHaveLength(count);
    expect(bars[0]).toMatchObject(first);
    expect(bars.slice(1).every((bar) => bar.views === 7n && !bar.isPartial)).toBe(true);
    expect(bars.at(-1)?.to).toBe('2026-11-21' < to ? '2026-11-21' : to);
    expect(bars.slice(1).every((bar, at) => bar.from === addDays(bars[at]?.to ?? '', 1))).toBe(true);
  });

  it('add what is known of a week, and have no figure if nothing is', () => {
    const period = { from: '2026-01-01', to: '2026-04-30' };
    const known = [views('2026-04-30', 3), views('2026-04-28', 4), views('2026-04-27', null)];
    const bars = createBars(createReport(known, period), '2026-11-22');
    expect(bars.slice(-2).map((bar) => bar.views)).toEqual([null, 7n]);
  });
});

describe('the relative change', () => {
  it.each([
    [150n, 100n, 0.5],
    [0n, 100n, -1],
    [100n, 100n, 0],
    [100n, 0n, null],
    [0n, 0n, null],
    [-50n, -100n, 0.5],
    [1n, 3n, -0.6666],
  ])('%s after %s', (now, before, change) => {
    expect(calculateChange(now, before)).toBe(change);
  });
});

describe('the CSV', () => {
  it('is parsed as it was written, and contains no formula', () => {
    fc.assert(
      fc.property(reported, ({ period, reports }) => {
        const report = createReport(reports, period);
        const [head, ...lines] = createReportCsv(report).split('\r\n');
        expect(head).toBe('day,views,downloads,profitViews,profitTotal');
        expect(lines.pop()).toBe('');
        const fields = lines.map((line) => line.split(','));
        expect(
          fields.flat().filter((field) => !/^(?:\d{4}-\d\d-\d\d|\d*|-?\d+\.\d{5})$/.test(field)),
        ).toEqual([]);
        expect(fields.map(readBack)).toEqual(report.days);
      }),
    );
  });
});

function readBack([day = '', ...figures]: readonly string[]): DayFigures {
  const [views = null, downloads = null, profitViews = null, profitTotal = null] = figures.map((field) =>
    field === '' ? null : BigInt(field.replace('.', '')),
  );
  return { day, views, downloads, profitViews, profitTotal };
}
