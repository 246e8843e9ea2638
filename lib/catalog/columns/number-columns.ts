/**
 * The columns of numbers. A column is one line here, by which files are read from listings, stored, merged and sorted, and one in
 * `components/files/list/columns.ts`, by which it is drawn. Its values are null where they are unknown, which they are in blocks
 * that were stored before the column was added.
 */
import type { FileEntry } from '../../api/index.ts';

/** The value that a listing gives. */
type ReadEntry = (entry: FileEntry) => number | null;

export const numberColumns = {
  /**
   * Seconds since the epoch, with the service's wall clock read as UTC. For sorting, filtering and formatting with
   * `timeZone: 'UTC'`; never compare it with another clock. Null where the service gives no date, or zeros.
   */
  uploaded: ({ uploaded }) => toSeconds(uploaded),
  /** Seconds. */
  length: ({ length }) => toCount(length),
  views: ({ views }) => toCount(views),
  /** Bytes. Listings lack it, so it is known only after details were read. */
  size: () => null,
} as const satisfies Record<string, ReadEntry>;

export type NumberColumn = keyof typeof numberColumns;
export const numberColumnNames = Object.keys(numberColumns) as readonly NumberColumn[];

/** A value for each column. */
export function mapColumns<T>(read: (column: NumberColumn) => T): Record<NumberColumn, T> {
  const values = {} as Record<NumberColumn, T>;
  for (const column of numberColumnNames) values[column] = read(column);
  return values;
}

/** Null for what counts nothing. */
export const toCount = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : null;

/** `YYYY-MM-DD HH:MM:SS` as UTC, in seconds, else null. `Date.parse` differs by browser for February 31. */
function toSeconds(date: string | null): number | null {
  const numbers = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/
    .exec(date ?? '')
    ?.slice(1)
    .map(Number);
  if (!numbers) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, rest = 0] = numbers;
  if (year === 0 || month === 0 || day === 0) return null;
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1_000 + (hours * 60 + minutes) * 60 + rest;
}
