import { neverViewed } from '../../../lib/catalog/columns/number-columns.ts';
import { endOfDayAgo } from '../../../lib/catalog/query/last-views.ts';
import type { FileFilter } from '../../../lib/catalog/query/snapshot.ts';
import { foldText } from '../../../lib/search/fold.ts';

/** Inclusive. */
interface Limits {
  readonly least: number | null;
  readonly most: number | null;
}

export const limitedColumns = ['length', 'views', 'size'] as const;
export type LimitedColumn = (typeof limitedColumns)[number];

/** All that aren't null must hold. Limits are in seconds, views and bytes. */
export interface FileConditions extends Readonly<Record<LimitedColumn, Limits>> {
  /** `YYYY-MM-DD` on the service's clock, inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** In days. */
  readonly unviewed: number | 'never' | null;
  readonly canPlay: boolean | null;
  readonly isPublic: boolean | null;
  readonly isTakedown: boolean | null;
  readonly isDuplicate: true | null;
}

const noLimits: Limits = { least: null, most: null };

export const noConditions: FileConditions = {
  from: null,
  to: null,
  length: noLimits,
  views: noLimits,
  size: noLimits,
  unviewed: null,
  canPlay: null,
  isPublic: null,
  isTakedown: null,
  isDuplicate: null,
};

const daySeconds = 86_400;

export function countConditions(conditions: FileConditions): number {
  const { from, to, unviewed, canPlay, isPublic, isTakedown, isDuplicate } = conditions;
  const limits = limitedColumns.map((column) => conditions[column].least ?? conditions[column].most);
  return [from ?? to, ...limits, unviewed, canPlay, isPublic, isTakedown, isDuplicate].filter(
    (each) => each !== null,
  ).length;
}

export interface FilterContext {
  /** At the service, in seconds. */
  readonly serviceTime: number;
  /** File codes. */
  readonly takedowns: readonly string[];
}

/** Without `isDuplicate`: copies are found separately (`useDuplicates`). */
export function toFilter(conditions: FileConditions, { serviceTime, takedowns }: FilterContext): FileFilter {
  const { from, to, unviewed, canPlay, isPublic, isTakedown } = conditions;
  const first = from === null ? null : dayToSeconds(from);
  const last = to === null ? null : dayToSeconds(to);
  const ranges = [
    ['uploaded', first, last === null ? null : last + daySeconds - 1],
    ...limitedColumns.map((column) => [column, conditions[column].least, conditions[column].most] as const),
    ['lastView', ...(unviewed === 'never' ? ([neverViewed, neverViewed] as const) : ([null, null] as const))],
  ] as const;
  const limits = ranges.flatMap(([column, least, most]) =>
    (least ?? most) === null ? [] : [[column, { from: least ?? undefined, to: most ?? undefined }] as const],
  );
  return {
    ranges: limits.length === 0 ? undefined : Object.fromEntries(limits),
    unviewedAfter: typeof unviewed === 'number' ? endOfDayAgo(unviewed, serviceTime) : undefined,
    canPlay: canPlay ?? undefined,
    isPublic: isPublic ?? undefined,
    codes: isTakedown === null ? undefined : { among: takedowns, isWanted: isTakedown },
  };
}

/** A value of `<input type="date">`. Null if invalid. */
export function readDay(text: string | null): string | null {
  return text !== null && dayToSeconds(text) !== null ? text : null;
}

/** Takes a point or a comma, and digits of any script. Null if invalid. */
export function readAmount(typed: string, unit: number): number | null {
  if (typed.trim() === '') return null;
  const amount = Number(foldText(typed).replace(',', '.'));
  return Number.isFinite(amount) && amount >= 0 ? Math.round(amount * unit) : null;
}

/** Like `CatalogFile.uploaded`. */
function dayToSeconds(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/u.test(day)) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  // Some engines read "2026-02-30" as March 2.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : at / 1000;
}
