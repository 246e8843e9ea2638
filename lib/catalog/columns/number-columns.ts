/**
 * Columns of numbers. A column is one line here, to read, store, merge and sort it, and one in `components/files/list/columns.ts`, to draw
 * it. Null: unknown, as in blocks stored before the column was added.
 */
import type { FileDetails, FileEntry } from '../../api/index.ts';
import type { ServiceSeconds } from '../../timing/units.ts';

type ReadEntry = (entry: FileEntry) => number | null;

export const numberColumns = {
  /** `ServiceSeconds`. */
  uploaded: ({ uploaded }) => toSeconds(uploaded),
  /** Seconds. */
  length: ({ length }) => toCount(length),
  views: ({ views }) => toCount(views),
  /** Bytes. Only in details, not in listings. */
  size: () => null,
  /** `ServiceSeconds`, or `neverViewed`. Null: not read yet, or not reported. Only in details. */
  lastView: () => null,
  /** When the details were last read: epoch seconds, local clock. Not shown. */
  detailsReadAt: () => null,
} as const satisfies Record<string, ReadEntry>;

export type NumberColumn = keyof typeof numberColumns;
export const numberColumnNames = Object.keys(numberColumns) as readonly NumberColumn[];

export type ShownColumn = Exclude<NumberColumn, 'detailsReadAt'>;
export const shownColumnNames = numberColumnNames.filter(
  (name): name is ShownColumn => name !== 'detailsReadAt',
);

export const neverViewed = 0;

/** Anything but a date is unknown. */
export const readLastView = (
  details: Pick<FileDetails, 'lastView' | 'neverViewed'>,
): ServiceSeconds | null =>
  details.lastView === null && details.neverViewed ? neverViewed : toSeconds(details.lastView);

export function mapColumns<T>(read: (column: NumberColumn) => T): Record<NumberColumn, T> {
  const values = {} as Record<NumberColumn, T>;
  for (const column of numberColumnNames) values[column] = read(column);
  return values;
}

export const toCount = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : null;

/** Parses `YYYY-MM-DD HH:MM:SS`. `Date.parse` handles February 31 differently in each browser. */
export function toSeconds(date: string | null): ServiceSeconds | null {
  const numbers = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/
    .exec(date ?? '')
    ?.slice(1)
    .map(Number);
  if (!numbers) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, rest = 0] = numbers;
  if (year === 0 || month === 0 || day === 0) return null;
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1_000 + (hours * 60 + minutes) * 60 + rest;
}
