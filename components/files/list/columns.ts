/** The columns of the list beside the title, in their order. What they hold is in `lib/catalog/columns/number-columns.ts`. */
import type { NumberColumn } from '../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import type { SortColumn } from '../../../lib/catalog/query/snapshot.ts';
import type { PlainKey } from '../../text.ts';
import { formatDay, formatLength, formatSize, formatViews } from '../model/file-format.ts';

type ListWidth = 'wide' | 'medium' | 'narrow';

interface Column {
  readonly name: PlainKey;
  /** Pixels; 0 where a list of this width leaves the column out. */
  readonly widths: Readonly<Record<ListWidth, number>>;
  readonly format: (file: CatalogFile) => string;
}

const columns = {
  length: {
    name: 'files.column.length',
    widths: { wide: 88, medium: 88, narrow: 76 },
    format: ({ length }) => formatLength(length),
  },
  size: { name: 'files.column.size', widths: { wide: 84, medium: 0, narrow: 0 }, format: formatSize },
  views: { name: 'files.column.views', widths: { wide: 96, medium: 0, narrow: 0 }, format: formatViews },
  uploaded: {
    name: 'files.column.uploaded',
    widths: { wide: 148, medium: 108, narrow: 0 },
    format: ({ uploaded }) => formatDay(uploaded),
  },
} as const satisfies Record<NumberColumn, Column>;

const columnOrder = Object.keys(columns) as readonly NumberColumn[];

export const sortableColumns: readonly SortColumn[] = ['title', ...columnOrder];

export const columnName = (column: SortColumn): PlainKey =>
  column === 'title' ? 'files.column.title' : columns[column].name;

export const formatColumn = (column: NumberColumn, file: CatalogFile): string => columns[column].format(file);

/** Pixels; the list is wide where it is not known. */
const listWidth = (width: number | null): ListWidth =>
  width === null || width > 640 ? 'wide' : width > 440 ? 'medium' : 'narrow';

/** The columns that a list has room for, without those that are mostly unknown in a sample of the files. */
export function visibleColumns(
  width: number | null,
  sample: readonly CatalogFile[],
): readonly NumberColumn[] {
  const isMostlyUnknown = (column: NumberColumn) =>
    sample.filter((file) => file[column] !== null).length * 2 < sample.length;
  const name = listWidth(width);
  return columnOrder.filter((column) => columns[column].widths[name] > 0 && !isMostlyUnknown(column));
}

/** The widths of columns for `grid-template-columns`. */
export const gridColumns = (width: number | null, visible: readonly NumberColumn[]): string =>
  visible.map((column) => `${columns[column].widths[listWidth(width)]}px`).join(' ') || '0px';
