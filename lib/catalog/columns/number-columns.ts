/**
 * Columns of numbers. A column is one line here, to read, store, merge and sort it, and one in `components/files/list/columns.ts`, to draw
 * it. Null: unknown, as in blocks stored before the column was added.
 */
import type { FileDetails, FileEntry } from '../../api/index.ts';
import { toServiceSeconds } from '../../timing/service-time.ts';
import type { ServiceSeconds } from '../../timing/units.ts';

type ReadEntry = (entry: FileEntry) => number | null;

export const numberColumns = {
  /** `ServiceSeconds`. */
  uploaded: ({ uploaded }) => toServiceSeconds(uploaded),
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
  details.lastView === null && details.neverViewed ? neverViewed : toServiceSeconds(details.lastView);

export function mapColumns<T>(read: (column: NumberColumn) => T): Record<NumberColumn, T> {
  const values = {} as Record<NumberColumn, T>;
  for (const column of numberColumnNames) values[column] = read(column);
  return values;
}

export const toCount = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : null;
