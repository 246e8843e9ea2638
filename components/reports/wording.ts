/** Days are the service's, and are never converted to another time zone. */
import { formatDecimal } from '../../lib/reports/decimal.ts';
import { getDayStartMs, type Period } from '../../lib/reports/period.ts';
import type { Metric } from '../../lib/reports/report.ts';
import { formatLocale, lazily } from '../../lib/texts/intl.ts';
import { withMoreCount } from '../format/named-list.ts';
import { format, language, t } from '../text.ts';

const locale = formatLocale(language, navigator.languages);
const numbers = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(locale, options));
const days = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));

const counts = numbers({});
const amounts = numbers({ minimumFractionDigits: 5, maximumFractionDigits: 5 });
const roundedAmounts = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const compact = numbers({ notation: 'compact', maximumSignificantDigits: 3 });
const changes = numbers({ style: 'percent', signDisplay: 'exceptZero' });
const shortDays = days({ day: 'numeric', month: 'short' });
const fullDays = days({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const periods = days({ day: 'numeric', month: 'short', year: 'numeric' });

export function figureText(measure: Metric, value: bigint | null): string {
  if (value === null) return t('reports.noFigure');
  const isCount = measure === 'views' || measure === 'downloads';
  // Formatted as text, because a number would be rounded first.
  return isCount ? counts().format(value) : amounts().format(formatDecimal(value) as `${number}`);
}

/** Two decimals, unless the amount would show as zero. */
export function totalText(measure: Metric, value: bigint | null): string {
  if (value === null || measure === 'views' || measure === 'downloads') return figureText(measure, value);
  const decimal = formatDecimal(value) as `${number}`;
  const isLost = value !== 0n && Math.abs(Number(decimal)) < 0.005;
  return (isLost ? amounts() : roundedAmounts()).format(decimal);
}

export const compactText = (value: number): string => compact().format(value);

export const changeText = (share: number): string => changes().format(share);

/** Matches the rounded text. */
export function changeTone(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 ? '' : percent > 0 ? 'tone-good' : 'tone-bad';
}

export const shortDay = (day: string): string => shortDays().format(getDayStartMs(day));
export const fullDay = (day: string): string => fullDays().format(getDayStartMs(day));
export const periodText = ({ from, to }: Period): string =>
  periods().formatRange(getDayStartMs(from), getDayStartMs(to));

/** Other days are only counted. */
const maxRuns = 3;
const dayMs = 86_400_000;

/** Takes ascending days. Consecutive ones become a range. */
export function daysText(listed: readonly string[]): string {
  const runs: { from: number; to: number; count: number }[] = [];
  for (const day of listed.map(getDayStartMs)) {
    const last = runs.at(-1);
    if (last?.to === day - dayMs) Object.assign(last, { to: day, count: last.count + 1 });
    else runs.push({ from: day, to: day, count: 1 });
  }
  const named = runs.slice(0, maxRuns).map(({ from, to }) => shortDays().formatRange(from, to));
  const moreCount = runs.slice(maxRuns).reduce((sum, { count }) => sum + count, 0);
  return format.list(withMoreCount(named, moreCount));
}
