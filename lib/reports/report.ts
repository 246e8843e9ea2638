/** What the service reported for a period. `lib/reports`: periods, exact sums and CSV of daily reports. Pure. A base module. */
import type { DailyReport } from '../api/index.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';
import { listDays, type Period } from './period.ts';

/** `views` and `downloads` are counts; the profits are amounts as `decimal.ts` has them. */
export const metrics = ['views', 'downloads', 'profitViews', 'profitTotal'] as const;
export type Metric = (typeof metrics)[number];

/** Null where the service gave no number. */
export type DayFigures = Readonly<Record<Metric, bigint | null>> & { readonly day: string };

export interface Report {
  readonly period: Period;
  /** Every day of the period, oldest first. */
  readonly days: readonly DayFigures[];
  readonly totals: Readonly<Record<Metric, bigint>>;
  /** Days of which the service left out a figure, or all of them; those count as zero. */
  readonly incompleteDays: readonly string[];
}

/** Days outside the period are dropped; of a day that is reported twice the last one counts. */
export function createReport(reported: readonly DailyReport[], period: Period): Report {
  const byDay = new Map(reported.map((each) => [each.day, each]));
  const days = listDays(period).map((day) => createDayFigures(day, byDay.get(day)));
  const sum = (metric: Metric) => days.reduce((total, day) => total + (day[metric] ?? 0n), 0n);
  const totals = Object.fromEntries(metrics.map((metric) => [metric, sum(metric)])) as Report['totals'];
  const incomplete = days.filter((day) => metrics.some((metric) => day[metric] === null));
  return { period, days, totals, incompleteDays: incomplete.map(({ day }) => day) };
}

function createDayFigures(day: string, reported: DailyReport | undefined): DayFigures {
  const count = (value: number | null | undefined) => (value == null ? null : BigInt(value));
  const amount = (text: string | null | undefined) => (text == null ? null : parseDecimal(text));
  return {
    day,
    views: count(reported?.views),
    downloads: count(reported?.downloads),
    profitViews: amount(reported?.profitViewsText),
    profitTotal: amount(reported?.profitTotalText),
  };
}

/** The change from one total to another as a share, 0.5 for half as much again; null where there is nothing to compare with. */
export function calculateChange(now: bigint, before: bigint): number | null {
  if (before === 0n) return null;
  const size = before < 0n ? -before : before;
  return Number(((now - before) * 10_000n) / size) / 10_000;
}

/** A report as CSV (RFC 4180), without text of the service: nothing needs quotes, and a spreadsheet finds no formula. */
export function createReportCsv({ days }: Report): string {
  const amount = (value: bigint | null) => (value === null ? '' : formatDecimal(value));
  const lines = days.map(({ day, views, downloads, profitViews, profitTotal }) =>
    [day, views ?? '', downloads ?? '', amount(profitViews), amount(profitTotal)].join(','),
  );
  return [['day', ...metrics].join(','), ...lines, ''].join('\r\n');
}
