/** Periods of days on the service's calendar: what is requested, and what it is compared with. Days are `YYYY-MM-DD`. */

/** Inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export type PeriodChoice =
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'thisMonth' }
  | { readonly kind: 'lastMonth' }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

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

/** The day on the user's calendar, because the service doesn't report its own. */
export function getLocalDay(nowMs: number): string {
  const now = new Date(nowMs);
  return formatDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

function getMonthStart(day: string, monthsBefore: number): string {
  const date = new Date(getDayStartMs(day));
  return formatDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBefore, 1));
}

export function resolvePeriod(choice: PeriodChoice, today: string): Period {
  switch (choice.kind) {
    case 'last':
      return { from: addDays(today, 1 - choice.days), to: today };
    case 'thisMonth':
      return { from: getMonthStart(today, 0), to: today };
    case 'lastMonth':
      return { from: getMonthStart(today, 1), to: addDays(getMonthStart(today, 0), -1) };
    case 'range':
      return { from: choice.from, to: choice.to };
  }
}

/**
 * The period to compare with: the same number of days right before. For this month, of the last month. For the last month, the one before.
 */
export function getPreviousPeriod({ kind }: PeriodChoice, period: Period): Period {
  const to = addDays(period.from, -1);
  if (kind === 'lastMonth') return { from: getMonthStart(to, 0), to };
  if (kind !== 'thisMonth') return { from: addDays(period.from, -countDays(period)), to };
  const from = getMonthStart(to, 0);
  const days = Math.min(countDays(period), countDays({ from, to }));
  return { from, to: addDays(from, days - 1) };
}

export function validateChoice(choice: PeriodChoice): 'days' | 'order' | 'tooLong' | null {
  if (choice.kind === 'last') {
    return Number.isInteger(choice.days) && choice.days >= 1 && choice.days <= maxDays ? null : 'days';
  }
  if (choice.kind !== 'range') return null;
  const days = countDays(choice);
  if (!(days >= 1)) return 'order';
  return days > maxDays ? 'tooLong' : null;
}

/** The last days as the service counted them. Its calendar may be a day ahead of or behind the user's. */
export function getReportedPeriod(requested: Period, reported: readonly { readonly day: string }[]): Period {
  const has = (day: string) => reported.some((each) => each.day === day);
  const shift = has(addDays(requested.to, 1)) ? 1 : has(addDays(requested.from, -1)) ? -1 : 0;
  return { from: addDays(requested.from, shift), to: addDays(requested.to, shift) };
}
