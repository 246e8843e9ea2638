/** What the service reported for a period. `lib/reports`: periods, exact sums and CSV of daily reports. Pure. */
import type { DailyReport } from '../api/index.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';
import { listDays, type Period } from './period.ts';

/** `views` and `downloads` are counts. The profits are amounts as in `decimal.ts`. */
export const metrics = ['views', 'downloads', 'profitViews', 'profitTotal'] as const;
export type Metric = (typeof metrics)[number];

/** Null if the service returned no number. */
export type Figures = Readonly<Record<Metric, bigint | null>>;
export type DayFigures = Figures & { readonly day: string };

export interface Report {
  readonly period: Period;
  /** Every day of the period, oldest first. */
  readonly days: readonly DayFigures[];
  /** Null if the service never returns this figure. */
  readonly totals: Figures;
  /** Days with missing figures, which count as zero, grouped by the figures. Without totals that are null. */
  readonly missing: readonly { readonly metrics: readonly Metric[]; readonly days: readonly string[] }[];
}

/** Drops days outside the period. If a day is reported twice, the last one counts. */
export function createReport(reported: readonly DailyReport[], period: Period): Report {
  const byDay = new Map(reported.map((each) => [each.day, each]));
  const days = listDays(period).map((day) => createDayFigures(day, byDay.get(day)));
  const given = metrics.filter((metric) => days.some((day) => day[metric] !== null));
  // Without any figures, nothing is known about a period.
  const counted = given.length === 0 ? metrics : given;
  const sum = (metric: Metric) =>
    counted.includes(metric) ? days.reduce((total, day) => total + (day[metric] ?? 0n), 0n) : null;
  const totals = Object.fromEntries(metrics.map((metric) => [metric, sum(metric)])) as Report['totals'];
  const byMetrics = Map.groupBy(days, (day) => counted.filter((metric) => day[metric] === null).join());
  const missing = [...byMetrics].flatMap(([names, without]) => {
    const missed = counted.filter((metric) => names.split(',').includes(metric));
    return missed.length === 0 ? [] : [{ metrics: missed, days: without.map(({ day }) => day) }];
  });
  return { period, days, totals, missing };
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

/** `isPartial`: shorter than the others, or not over. */
export type Bar = Figures & Period & { readonly isPartial: boolean };

/** A longer period has a bar for each week. */
export const maxDailyBars = 90;
const weekDays = 7;

/** For each day, or each week up to the last complete day. Only the first week may be shorter. */
export function createBars({ days }: Report, today: string): Bar[] {
  if (days.length <= maxDailyBars)
    return days.map(({ day, ...figures }) => ({ ...figures, from: day, to: day, isPartial: day === today }));
  const complete = days.filter(({ day }) => day < today);
  const add = (week: readonly DayFigures[], metric: Metric) =>
    week.reduce<bigint | null>(
      (sum, { [metric]: value }) => (value === null ? sum : (sum ?? 0n) + value),
      null,
    );
  const bars: Bar[] = [];
  for (let end = complete.length; end > 0; end -= weekDays) {
    const week = complete.slice(Math.max(0, end - weekDays), end);
    const figures = Object.fromEntries(metrics.map((metric) => [metric, add(week, metric)])) as Figures;
    const [{ day: from } = { day: '' }] = week;
    bars.unshift({ ...figures, from, to: week.at(-1)?.day ?? from, isPartial: week.length < weekDays });
  }
  return bars;
}

/** As a share: 0.5 for half as much again. Null if there is nothing to compare with. */
export function calculateChange(now: bigint | null, before: bigint | null): number | null {
  if (now === null || before === null || before === 0n) return null;
  const size = before < 0n ? -before : before;
  return Number(((now - before) * 10_000n) / size) / 10_000;
}

/** RFC 4180. It contains no text from the service, so nothing needs quotes or looks like a formula. */
export function createReportCsv({ days }: Report): string {
  const amount = (value: bigint | null) => (value === null ? '' : formatDecimal(value));
  const lines = days.map(({ day, views, downloads, profitViews, profitTotal }) =>
    [day, views ?? '', downloads ?? '', amount(profitViews), amount(profitTotal)].join(','),
  );
  return [['day', ...metrics].join(','), ...lines, ''].join('\r\n');
}
