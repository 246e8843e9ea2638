/** Periods of days on the service's calendar: what is requested, and what is compared. Days are `YYYY-MM-DD`. */

import type { EpochMs } from '../timing/units.ts';

/** Inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** `last`: this many complete days. */
export type PeriodChoice =
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'thisMonth' }
  | { readonly kind: 'lastMonth' }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

/** The complete days of a period, those that are compared, and those that they are compared with. */
export interface Comparison {
  readonly complete: Period;
  readonly days: Period;
  readonly before: Period;
}

/** Ten years. Services refuse more. */
export const maxDays = 3650;

const dayMs = 86_400_000;

/** Midnight in UTC, which has no daylight saving time. Days are counted in UTC, and never displayed in another zone. */
export const getDayStartMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: string, count: number): string => formatDay(getDayStartMs(day) + count * dayMs);

export const countDays = ({ from, to }: Period): number =>
  (getDayStartMs(to) - getDayStartMs(from)) / dayMs + 1;

export const listDays = (period: Period): string[] =>
  Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index));

/** On the user's calendar. */
export function getLocalDay(nowMs: EpochMs): string {
  const now = new Date(nowMs);
  return formatDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

interface ReportedDays {
  readonly days: readonly { readonly day: string }[];
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly serverTime: string | null;
}

/**
 * The service's current day, which can differ from the user's. Its clock reports it, but may be in another time zone than its calendar.
 *
 * @param lastDays how many days up to the service's today were requested. Undefined: others were
 */
export function getServiceDay(
  { days, serverTime }: ReportedDays,
  lastDays: number | undefined,
  localDay: string,
): string {
  const today = serverTime?.slice(0, 10) ?? localDay;
  const [tomorrow, yesterday] = [addDays(today, 1), addDays(today, -1)];
  if (days.some(({ day }) => day === tomorrow)) return tomorrow;
  if (lastDays === undefined || days.some(({ day }) => day === today)) return today;
  // Some services ignore the number of days, and report more.
  const [oldest] = days.map(({ day }) => day).sort();
  return oldest === addDays(today, -lastDays) ? yesterday : today;
}

function getMonthStart(day: string, monthsBefore: number): string {
  const date = new Date(getDayStartMs(day));
  return formatDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBefore, 1));
}

/** Includes today if it belongs to the choice or follows the last complete days, but no later days. */
export function resolvePeriod(choice: PeriodChoice, today: string): Period {
  switch (choice.kind) {
    case 'last':
      return { from: addDays(today, -choice.days), to: today };
    case 'thisMonth':
      return { from: getMonthStart(today, 0), to: today };
    case 'lastMonth':
      return { from: getMonthStart(today, 1), to: addDays(getMonthStart(today, 0), -1) };
    case 'range': {
      const { from, to } = choice;
      return { from, to: from <= today && today < to ? today : to };
    }
  }
}

/** Null if none is over. */
export function getCompleteDays({ from, to }: Period, today: string): Period | null {
  const last = to < today ? to : addDays(today, -1);
  return last < from ? null : { from, to: last };
}

const takeDays = ({ from }: Period, count: number): Period => ({ from, to: addDays(from, count - 1) });

/**
 * Complete days are compared with the same number of days right before. This month is compared with the first days of the last month: the
 * same number, or as many as it has. The last month is compared with the one before. Null if no day is over.
 */
export function getComparison({ kind }: PeriodChoice, period: Period, today: string): Comparison | null {
  const complete = getCompleteDays(period, today);
  if (complete === null) return null;
  const to = addDays(complete.from, -1);
  const count = countDays(complete);
  if (kind === 'last' || kind === 'range')
    return { complete, days: complete, before: { from: addDays(complete.from, -count), to } };
  const month = { from: getMonthStart(to, 0), to };
  if (kind === 'lastMonth') return { complete, days: complete, before: month };
  const shared = Math.min(count, countDays(month));
  return { complete, days: takeDays(complete, shared), before: takeDays(month, shared) };
}

export function validateRange(range: Period): 'order' | 'tooLong' | null {
  const days = countDays(range);
  if (!(days >= 1)) return 'order';
  return days > maxDays ? 'tooLong' : null;
}
