import type { ComponentChild } from 'preact';
import type { ShownColumn } from '../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile, CatalogFolder } from '../../../lib/catalog/file.ts';
import type { SortColumn } from '../../../lib/catalog/query/snapshot.ts';
import { folderTarget } from '../../drop/folder-target.ts';
import { Icon } from '../../icons/Icon.tsx';
import { joinFacts, plural } from '../../text.ts';
import { effectiveSorting, isSearch, showsLocation } from '../model/listing.ts';
import { getItemFile } from '../model/targets.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { formatPath } from '../wording.ts';
import { type FittingColumns, formatColumn, formatSummary } from './columns.ts';
import { isDraggable } from './drag.ts';
import { folderPicture } from './folder-picture.tsx';
import { highlightedText } from './highlighted-text.tsx';
import { menuButton } from './ItemMenu.tsx';
import { type ItemProps, itemName, renameProps, takedownMark } from './item.tsx';
import { RenameField } from './RenameField.tsx';
import { thumbnail } from './thumbnail.tsx';

export type ListAppearance = 'rows' | 'tiles' | 'compact';

interface ListRowProps extends ItemProps {
  readonly appearance: ListAppearance;
  /** Only for the appearance `rows`. */
  readonly fitting: FittingColumns;
  /** Columns of the current sorting and filters. */
  readonly asked: ReadonlySet<SortColumn>;
  readonly rowIndex: number;
  /** Only outside the visible range. */
  readonly style: { readonly insetBlockStart: string } | undefined;
}

/** Every key of a search redraws all rows, so the parts are called as functions. */
export function ListRow(props: ListRowProps) {
  const { files, item, image, isActive, isChosen, appearance, fitting, asked } = props;
  const { route } = files;
  const file = getItemFile(files, item);
  const folder = item.kind === 'folder' ? item.folder : null;
  if (!file && !folder) return null;
  const name = itemName(files, item);
  const rename = renameProps(files, item);
  const mark = file && takedownMark(files, file.fileCode);
  const where = formatLocation(files, file, folder);
  const hasColumns = appearance === 'rows';
  const inside = folder ? folderSummary(files, folder.id) : '';
  const below = file
    ? formatSummary(file, where, asked, hasColumns ? fitting.inSummary : undefined)
    : joinFacts([hasColumns && !fitting.hasInside && inside, where]);
  return (
    <tr {...rowProps(props, file)}>
      {item.kind === 'found' ? unselectable : isChosen ? checked : unchecked}
      <td class="file-cell file-title">
        {folder ? folderPicture(files, folder.id) : file && thumbnail({ file, image })}
        {rename ? (
          <RenameField {...rename} />
        ) : (
          <span class="grow">
            {highlightedText({ class: 'file-name medium one-line', text: name, typed: route.text })}
            {(mark || below !== '' || (file && !hasColumns)) && secondLine(mark, below, hasColumns)}
          </span>
        )}
      </td>
      {folder ? insideCells(props, inside) : file && hasColumns && valueCells(fitting.shown, file)}
      <td class="file-actions center">{menuButton({ files, item, name, tabIndex: isActive ? 0 : -1 })}</td>
    </tr>
  );
}

/** Empty for the folder shown. */
function formatLocation(
  { route, snapshot }: FilesContext,
  file: CatalogFile | null,
  folder: CatalogFolder | null,
): string {
  if (file) return showsLocation(route) ? formatPath(snapshot, file.folderId) : '';
  return folder && isSearch(route.text) ? formatPath(snapshot, folder.parentId) : '';
}

const unselectable = <td class="file-check center" />;
const unchecked = (
  <td class="file-check center">
    <span class="check center" />
  </td>
);
const checked = (
  <td class="file-check center">
    <span class="check center">
      <Icon name="check" />
    </span>
  </td>
);

const secondLine = (mark: ComponentChild, text: string, hasColumns: boolean) => (
  <span class="file-where small tone-quiet one-line" title={hasColumns ? text : undefined}>
    {mark}
    {text}
  </span>
);

const valueCells = (columns: readonly ShownColumn[], file: CatalogFile) =>
  columns.map((column) => (
    <td key={column} class={`file-cell file-value file-${column}`}>
      {formatColumn(column, file)}
    </td>
  ));

/** In the cells of file values: a search turns files into folders, and removing elements is slow. */
const insideCells = ({ appearance, fitting: { shown, hasInside } }: ListRowProps, text: string) =>
  (appearance === 'rows' ? shown : ['inside']).map((column, at) => (
    <td key={column} class={`file-cell file-value file-${at === 0 ? 'inside' : column}`}>
      {at === 0 && (appearance !== 'rows' || hasInside) ? text : ''}
    </td>
  ));

function rowProps(props: ListRowProps, file: CatalogFile | null) {
  const { files, item, index, isActive, isChosen, rowIndex, style } = props;
  const isCut = item.kind === 'file' && files.cut.has(item.fileId);
  const isOpen = file !== null && file.fileCode === files.route.fileCode;
  const isFirst =
    item.kind === 'file' &&
    effectiveSorting(files.route) === null &&
    files.duplicates?.firsts.has(item.fileId);
  return {
    class: `${isFirst ? 'file-group ' : ''}file-columns file-row inset-ring forced-ring${style ? ' line-away' : ''}${isCut ? ' file-cut' : ''}${isOpen ? ' file-open' : ''}`,
    'aria-rowindex': rowIndex,
    'aria-selected': item.kind === 'file' ? isChosen : undefined,
    'data-index': index,
    'data-kind': item.kind,
    ...(item.kind === 'folder' && folderTarget(item.folder)),
    tabIndex: isActive ? 0 : -1,
    draggable: isDraggable(files, item),
    style,
  };
}

/** For example "12 files · 3 folders", without zeros. */
function folderSummary({ snapshot }: FilesContext, folderId: string): string {
  const count = snapshot.filesIn(folderId);
  const folders = snapshot.foldersIn(folderId).length;
  const parts = [
    count !== null && (count > 0 || folders === 0) ? plural('files.count', count) : null,
    folders > 0 ? plural('files.folders', folders) : null,
  ];
  return joinFacts(parts);
}
