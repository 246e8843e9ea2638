/** The list's columns beside the title, in order. Their values are in `lib/catalog/columns/number-columns.ts`. */
import type { Capabilities } from '../../../lib/api/index.ts';
import type { ShownColumn } from '../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import type { SortColumn } from '../../../lib/catalog/query/snapshot.ts';
import { joinFacts } from '../../text.ts';
import {
  formatDay,
  formatLastView,
  formatLength,
  formatSize,
  formatViews,
  lastViewFact,
} from '../wording.ts';

interface Column {
  /** Width in pixels in a list of this width. Undefined: no column. */
  readonly wide: number;
  readonly medium?: number;
  readonly narrow?: number;
  readonly format: (file: CatalogFile) => string;
  /** Also shown in the summary if columns don't fit. */
  readonly isInSummary?: boolean;
  /** For the summary of a list that is sorted or filtered by this column. Default: `format`. */
  readonly formatFact?: (file: CatalogFile) => string;
  /** The capability that the host needs for it. */
  readonly needs?: 'hasFileSizes';
}

const columns: Readonly<Record<ShownColumn, Column>> = {
  length: {
    wide: 88,
    medium: 88,
    narrow: 76,
    format: ({ length }) => formatLength(length),
    isInSummary: true,
  },
  size: { wide: 84, format: formatSize, needs: 'hasFileSizes' },
  views: { wide: 96, format: formatViews },
  uploaded: { wide: 148, medium: 108, format: ({ uploaded }) => formatDay(uploaded), isInSummary: true },
  lastView: { wide: 132, medium: 108, format: formatLastView, formatFact: lastViewFact },
};

const columnOrder = Object.keys(columns) as readonly ShownColumn[];

/** In order. */
export const listColumns = (capabilities: Capabilities): readonly ShownColumn[] =>
  columnOrder.filter((column) => {
    const { needs } = columns[column];
    return needs === undefined || capabilities[needs];
  });

/** The expected direction of each: A to Z, newest, longest, most viewed first. */
export const startsDescending = (column: SortColumn): boolean => column !== 'title';

/** A dash if the value is unknown. */
export const formatColumn = (column: ShownColumn, file: CatalogFile): string =>
  columns[column].format(file) || '–';

const nothing: ReadonlySet<SortColumn> = new Set();

const summaryColumns = columnOrder.filter((column) => columns[column].isInSummary);

/**
 * @param where the file's location, which may be empty
 * @param asked columns that the user sorts or filters by
 */
export function summaryOf(file: CatalogFile, where: string, asked = nothing): string {
  const facts = columnOrder.flatMap((column) => {
    const { isInSummary, format, formatFact = format } = columns[column];
    return !isInSummary && asked.has(column) ? [formatFact(file)] : [];
  });
  for (const column of summaryColumns) facts.push(columns[column].format(file));
  return joinFacts([...facts, where]);
}

const widthIn = (column: ShownColumn, width: number | null): number | undefined => {
  // Wide until the width is known.
  const name = width === null || width > 640 ? 'wide' : width > 440 ? 'medium' : 'narrow';
  return columns[column][name];
};

/** In pixels: everything except these columns, if one of them is the last view. */
const minOtherWidth = 400;

/**
 * Columns that fit. Leaves out those that are mostly unknown in a sample of the files, unless the user sorts or filters by them.
 *
 * @param offered in order
 * @param width in pixels. Null: not known yet
 * @param asked columns that the user sorts or filters by
 */
export function visibleColumns(
  offered: readonly ShownColumn[],
  width: number | null,
  sample: readonly CatalogFile[],
  asked: ReadonlySet<SortColumn>,
): readonly ShownColumn[] {
  const isMostlyUnknown = (column: ShownColumn) =>
    sample.filter((file) => file[column] !== null).length * 2 < sample.length;
  const known = offered.filter(
    (column) => widthIn(column, width) !== undefined && (asked.has(column) || !isMostlyUnknown(column)),
  );
  const visible = [...known];
  const isFull = () =>
    width !== null && visible.includes('lastView') && sumOf(visible, width) > width - minOtherWidth;
  for (const column of known)
    if (isFull() && column !== 'lastView' && !asked.has(column)) visible.splice(visible.indexOf(column), 1);
  return visible;
}

const sumOf = (visible: readonly ShownColumn[], width: number): number =>
  visible.reduce((sum, column) => sum + (widthIn(column, width) ?? 0), 0);

export const gridColumns = (width: number | null, visible: readonly ShownColumn[]): string =>
  visible.map((column) => `${widthIn(column, width)}px`).join(' ') || '0px';
