/** The list's columns beside the title, in order. Their values are in `lib/catalog/columns/number-columns.ts`. */
import type { NumberColumn } from '../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import type { SortColumn } from '../../../lib/catalog/query/snapshot.ts';
import { joinFacts } from '../../text.ts';
import { formatDay, formatLength, formatSize, formatViews } from '../wording.ts';

interface Column {
  /** Pixels in a list of this width; without it, no column. */
  readonly wide: number;
  readonly medium?: number;
  readonly narrow?: number;
  readonly format: (file: CatalogFile) => string;
  /** Also in the summary, where columns do not fit. */
  readonly isInSummary?: boolean;
}

const columns: Readonly<Record<NumberColumn, Column>> = {
  length: {
    wide: 88,
    medium: 88,
    narrow: 76,
    format: ({ length }) => formatLength(length),
    isInSummary: true,
  },
  size: { wide: 84, format: formatSize },
  views: { wide: 96, format: formatViews },
  uploaded: { wide: 148, medium: 108, format: ({ uploaded }) => formatDay(uploaded), isInSummary: true },
};

export const columnOrder = Object.keys(columns) as readonly NumberColumn[];

/** The direction expected of each: A to Z, newest, longest, most viewed first. */
export const startsDescending = (column: SortColumn): boolean => column !== 'title';

export const formatColumn = (column: NumberColumn, file: CatalogFile): string => columns[column].format(file);

const summaryFormats = Object.values(columns).flatMap(({ isInSummary, format }) =>
  isInSummary ? [format] : [],
);

/** @param where the file's location; may be empty */
export const summaryOf = (file: CatalogFile, where: string): string =>
  joinFacts([...summaryFormats.map((format) => format(file)), where]);

const widthIn = (column: NumberColumn, width: number | null): number | undefined => {
  // Wide until the width is known.
  const name = width === null || width > 640 ? 'wide' : width > 440 ? 'medium' : 'narrow';
  return columns[column][name];
};

/** Columns that fit, without those mostly unknown in a sample of the files. `width` in pixels; null: not known yet. */
export function visibleColumns(
  width: number | null,
  sample: readonly CatalogFile[],
): readonly NumberColumn[] {
  const isMostlyUnknown = (column: NumberColumn) =>
    sample.filter((file) => file[column] !== null).length * 2 < sample.length;
  return columnOrder.filter((column) => widthIn(column, width) !== undefined && !isMostlyUnknown(column));
}

export const gridColumns = (width: number | null, visible: readonly NumberColumn[]): string =>
  visible.map((column) => `${widthIn(column, width)}px`).join(' ') || '0px';
