/** The columns after the title, in order. `lib/catalog/columns/number-columns.ts` has their values. */
import type { Capabilities } from '../../../lib/api/index.ts';
import type { ShownColumn } from '../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import type { SortColumn } from '../../../lib/catalog/query/snapshot.ts';
import { allMonths, formatDay } from '../../format/service-dates.ts';
import { joinFacts, plural, t } from '../../text.ts';
import { formatLastView, formatLength, formatSize, formatViews, lastViewFact } from '../wording.ts';

interface Column {
  readonly format: (file: CatalogFile) => string;
  /** The lowest number gives way first in a narrow list. */
  readonly givesWay: number;
  /** The column is as wide as the widest of them, or its heading. */
  readonly longValues: () => readonly string[];
  /** The second line shows the values if the column gives way. */
  readonly isInSummary?: boolean;
  /** For the summary, if the list is sorted or filtered by this column. Default: `format`. */
  readonly formatFact?: (file: CatalogFile) => string;
  readonly needs?: 'hasFileSizes';
}

const columns: Readonly<Record<ShownColumn, Column>> = {
  length: {
    givesWay: 5,
    format: ({ length }) => formatLength(length),
    longValues: () => [formatLength(86_399)],
    isInSummary: true,
  },
  size: {
    givesWay: 2,
    format: formatSize,
    longValues: () => [formatSize({ size: 888_800_000 })],
    needs: 'hasFileSizes',
  },
  views: { givesWay: 1, format: formatViews, longValues: () => [formatViews({ views: 8_888_888 })] },
  uploaded: {
    givesWay: 4,
    format: ({ uploaded }) => formatDay(uploaded),
    longValues: allMonths,
    isInSummary: true,
  },
  lastView: {
    givesWay: 3,
    format: formatLastView,
    longValues: () => [...allMonths(), t('files.never'), t('files.notKnownYet')],
    formatFact: lastViewFact,
  },
};

const columnOrder = Object.keys(columns) as readonly ShownColumn[];

export const listColumns = (capabilities: Capabilities): readonly ShownColumn[] =>
  columnOrder.filter((column) => {
    const { needs } = columns[column];
    return needs === undefined || capabilities[needs];
  });

/** A to Z, newest, longest, most viewed first. */
export const startsDescending = (column: SortColumn): boolean => column !== 'title';

export const formatColumn = (column: ShownColumn, file: CatalogFile): string =>
  columns[column].format(file) || '–';

/** `inside` is a folder's content. Its cell spans all columns. */
export type MeasuredColumn = ShownColumn | 'inside';

/** Widths in pixels, spacing included. */
export type ColumnWidths = Readonly<Record<MeasuredColumn, number>>;

export const measuredColumns: readonly MeasuredColumn[] = [...columnOrder, 'inside'];

export const listLongValues = (column: MeasuredColumn): readonly string[] =>
  column === 'inside'
    ? [joinFacts([plural('files.count', 8888), plural('files.folders', 88)])]
    : columns[column].longValues();

const nothing: ReadonlySet<SortColumn> = new Set();

/**
 * @param where the file's location, which may be empty
 * @param asked columns of the current sorting and filters
 * @param hidden columns that the list doesn't show
 */
export function formatSummary(
  file: CatalogFile,
  where: string,
  asked = nothing,
  hidden = columnOrder,
): string {
  const facts = hidden.flatMap((column) => {
    const { isInSummary, format, formatFact = format } = columns[column];
    return !isInSummary && asked.has(column) ? [formatFact(file)] : [];
  });
  for (const column of hidden) if (columns[column].isInSummary) facts.push(columns[column].format(file));
  return joinFacts([...facts, where]);
}

/** In pixels: a title of 220, the picture, checkbox, menu and gaps. */
const minOtherWidth = 396;
/** In pixels. Added to each column where titles have plenty of room. */
const roomyGap = 24;
const roomyTitle = 200;

export interface FittingColumns {
  readonly shown: readonly ShownColumn[];
  /** Columns that gave way, and whose values the summary shows. */
  readonly inSummary: readonly ShownColumn[];
  readonly isReduced: boolean;
  readonly tracks: string;
  /** The cell has room for a folder's content. */
  readonly hasInside: boolean;
}

/**
 * The columns that fit beside titles of 220 pixels. Leaves out those that are mostly unknown in a sample, unless the user sorts or filters
 * by them. Those give way last.
 *
 * @param offered in order
 * @param width of the list in pixels. Null: unknown, so all columns fit
 * @param widths null: unknown
 * @param asked columns of the current sorting and filters
 */
export function fitColumns(
  offered: readonly ShownColumn[],
  width: number | null,
  widths: ColumnWidths | null,
  sample: readonly CatalogFile[],
  asked: ReadonlySet<SortColumn>,
): FittingColumns {
  const isMostlyUnknown = (column: ShownColumn) =>
    sample.filter((file) => file[column] !== null).length * 2 < sample.length;
  const known = offered.filter((column) => asked.has(column) || !isMostlyUnknown(column));
  const room = width === null ? Number.POSITIVE_INFINITY : width - minOtherWidth;
  const sumWidths = (shown: readonly ShownColumn[]) =>
    shown.reduce((sum, column) => sum + (widths?.[column] ?? 0), 0);
  const rank = (column: ShownColumn) =>
    columns[column].givesWay + (asked.has(column) ? columnOrder.length : 0);
  let shown = known;
  for (const column of known.toSorted((one, other) => rank(one) - rank(other)))
    if (sumWidths(shown) > room) shown = shown.filter((each) => each !== column);
  const sum = sumWidths(shown);
  const gap = room - sum - shown.length * roomyGap >= roomyTitle ? roomyGap : 0;
  const hidden = known.filter((column) => !shown.includes(column));
  return {
    shown,
    inSummary: hidden.filter((column) => columns[column].isInSummary || asked.has(column)),
    isReduced: hidden.length > 0,
    tracks: shown.map((column) => `${(widths?.[column] ?? 0) + gap}px`).join(' ') || '0px',
    hasInside: sum + shown.length * gap >= (widths?.inside ?? 0),
  };
}
