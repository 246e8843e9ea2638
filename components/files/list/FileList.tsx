/** An ARIA grid of rows or tiles, with one tab stop. Draws visible items and the one with the cursor. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CatalogFile } from '../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { lazy } from '../../lazy.tsx';
import { countRows } from '../../list/sections.ts';
import { usePageState } from '../../list/usePageState.ts';
import { newPosition, type RowPosition, useRovingFocus } from '../../list/useRovingFocus.ts';
import { useVisibleRows, type VisibleRows } from '../../list/useVisibleRows.ts';
import { plural, t } from '../../text.ts';
import {
  askedColumns,
  createListRows,
  type Item,
  indexOfKey,
  isSearch,
  itemAt,
  showsLocation,
} from '../model/listing.ts';
import { listHash } from '../model/route.ts';
import { getItemFile, getItemTarget } from '../model/targets.ts';
import { useAddresses } from '../model/useAddresses.ts';
import { type FilesContext, useFilesContext } from '../model/useFiles.ts';
import { ColumnSamples, readWidths } from './ColumnSamples.tsx';
import { type ColumnWidths, fitColumns, listColumns } from './columns.ts';
import { ListHead } from './ListHead.tsx';
import { type ListAppearance, ListRow } from './ListRow.tsx';
import { listKeys } from './list-keys.ts';
import { createLayout, findLine, getItemRange, headHeight, lineHeights } from './list-layout.ts';
import { listPointer } from './list-pointer.ts';
import { Tile } from './Tile.tsx';
import '../../field/field.css';
import './file-list.css';

const LargePreview = lazy(() => import('../details/LargePreview.tsx'), 'LargePreview');

const tileWidth = 184;
/** In a narrower list, most titles need two lines. */
const tallWidth = 760;

interface FileListProps {
  readonly appearance: ListAppearance;
  /** Details are open beside the list. */
  readonly hasDetailsBeside?: boolean;
}

export function FileList({ appearance, hasDetailsBeside = false }: FileListProps) {
  const files = useFilesContext();
  const { capabilities, listing, snapshot, route, selection, renaming } = files;
  const [{ width, columnWidths }, setSizes] = useState<Sizes>(unknownSizes);
  const sample = useFileSample(snapshot);
  const asked = askedColumns(route);
  const fitting = useMemo(
    () => fitColumns(listColumns(capabilities), width, columnWidths, sample, asked),
    [capabilities, width, columnWidths, sample, [...asked].join()],
  );
  const columns = appearance === 'tiles' ? Math.max(1, Math.floor((width ?? 0) / tileWidth)) : 1;
  // A title of two lines, and one line below. Rows keep their height while details are open.
  const hasSecondLine = showsLocation(route) || fitting.inSummary.length > 0;
  const isTall = appearance === 'rows' && hasSecondLine && !hasDetailsBeside && (width ?? 0) < tallWidth;
  const measures = lineHeights[isTall ? 'tall' : appearance];
  const layout = createLayout(listing, { columns, ...measures });
  const head = appearance === 'rows' ? headHeight : 0;
  const heads = head > 0 ? 1 : 0;
  const listId = listHash(route);
  const virtual = useVisibleRows(layout.sections, head, listId);
  const { scroller } = virtual;
  const position = useVisited(`${files.account.id} ${listId}`, virtual);
  const cursor = useRovingFocus(createListRows(listing), scroller, position, (index) =>
    virtual.reveal(findLine(layout, index).line),
  );
  useSizes(scroller, appearance, setSizes);
  const samples = useMemo(() => <ColumnSamples />, []);
  const active = findLine(layout, cursor.at).line;
  const isAway = listing.length > 0 && (active < virtual.first || active >= virtual.end);
  const isPinned = usePinned(itemAt(listing, cursor.at)?.key ?? null, isAway, renaming);

  const lines = [...virtual.drawn];
  if (isAway) lines.splice(active < virtual.first ? 0 : lines.length, 0, active);
  const drawn = lines.map((line) => {
    const items = drawnItems(line);
    const own = items.find(({ item }) => isPinned(item.key));
    return { line, items, key: own ? own.item.key : virtual.slotOf(line) };
  });
  const findAddresses = useAddresses(
    files.addresses,
    snapshot,
    drawn.flatMap(({ items }) => items.flatMap(({ item }) => (item.kind === 'file' ? [item.fileId] : []))),
  );

  function drawnItems(line: number) {
    const { first, end } = getItemRange(layout, line);
    return Array.from({ length: end - first }, (_, at) => first + at).flatMap((index) => {
      const item = itemAt(listing, index);
      return item ? [{ index, item }] : [];
    });
  }

  useShownFile(files, (index) => cursor.moveTo(index, false));
  useNewFolder(files, (index) => cursor.moveTo(index, false));

  const part = (item: Item, index: number) => ({
    files,
    item,
    index,
    isActive: index === cursor.at,
    isChosen: item.kind === 'file' && selection.fileIds.has(item.fileId),
    image: findImage(item),
  });
  function findImage(item: Item): string | null | undefined {
    if (item.kind === 'found') return item.file.image;
    return item.kind === 'file' ? findAddresses(item.fileId)?.image : null;
  }

  const shown = files.isPreviewing ? itemAt(listing, cursor.at) : null;
  const shownTarget = shown && getItemTarget(files, shown);
  const shownAt = useRef<number | null>(null);
  if (files.isPreviewing) shownAt.current = cursor.at;
  useLayoutEffect(() => {
    // After a dialog, the focus returns to the file it was opened with.
    if (!files.isPreviewing && shownAt.current !== null) cursor.moveTo(shownAt.current, true);
    if (!files.isPreviewing) shownAt.current = null;
  }, [files.isPreviewing]);
  const hasNothingToShow = files.isPreviewing && shownTarget === null;
  useEffect(() => {
    // The file has left the list. Don't preview the one that gets the cursor.
    if (hasNothingToShow) files.setPreviewing(false);
  }, [hasNothingToShow]);
  useEffect(() => () => files.setPreviewing(false), []);
  function step(by: 1 | -1): void {
    for (let at = cursor.at + by; at >= 0 && at < listing.length; at += by) {
      const item = itemAt(listing, at);
      if (item === null || !getItemFile(files, item)) continue;
      cursor.moveTo(at, false);
      return;
    }
  }

  return (
    // Firefox makes scrollers tab stops, but the rows already have one.
    <div
      ref={scroller}
      tabIndex={-1}
      inert={snapshot.isPartial}
      class={`file-list scroll file-list-${appearance}${isTall ? ' file-list-tall' : ''}${selection.fileIds.size > 0 ? ' file-list-choosing' : ''}`}
      style={{
        '--value-columns': fitting.tracks,
        '--head-height': `${head}px`,
        '--folder-height': `${measures.folder}px`,
        '--file-height': `${measures.file}px`,
        '--heading-height': `${measures.heading}px`,
      }}
    >
      <table
        class="row-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: what makes it a grid is in `list-keys.ts`.
        role="grid"
        aria-label={t('files.list')}
        aria-multiselectable="true"
        aria-rowcount={countRows(layout.sections) + heads}
        onKeyDown={listKeys(files, cursor, layout, scroller, head)}
        onFocusIn={cursor.onFocusIn}
        {...listPointer(files, findAddresses)}
      >
        {head > 0 && <ListHead {...fitting} />}
        <tbody
          class="file-list-body"
          // Absolute positions would slow down drawing with each line.
          style={{
            blockSize: `${virtual.height}px`,
            paddingBlockStart: `${virtual.getRowTop(virtual.first)}px`,
            '--columns': columns,
          }}
        >
          {drawn.map(({ line, items, key }) => {
            const isApart = line < virtual.first || line >= virtual.end;
            const style = isApart ? { insetBlockStart: `${virtual.getRowTop(line)}px` } : undefined;
            const rowIndex = line + 1 + heads;
            const [first] = items;
            if (!first) return null;
            if (first.item.kind === 'heading') {
              return (
                <tr key={key} class="file-list-heading strong tone-quiet" aria-rowindex={rowIndex}>
                  <td>
                    {first.item.key === 'closest'
                      ? t('files.closest')
                      : plural('files.foundByService', listing.found.length)}
                  </td>
                </tr>
              );
            }
            if (appearance !== 'tiles') {
              const props = part(first.item, first.index);
              return (
                <ListRow
                  key={key}
                  {...props}
                  appearance={appearance}
                  fitting={fitting}
                  asked={asked}
                  rowIndex={rowIndex}
                  style={style}
                />
              );
            }
            return (
              <tr
                key={key}
                class={`tile-line tile-line-${first.item.kind}${isApart ? ' line-away' : ''}`}
                aria-rowindex={rowIndex}
                style={style}
              >
                {items.map(({ item, index }, column) => (
                  <Tile key={item.key === renaming ? item.key : column} {...part(item, index)} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {appearance === 'rows' && samples}
      {shownTarget && (
        <LargePreview
          target={shownTarget}
          addresses={shownTarget.fileId === null ? undefined : findAddresses(shownTarget.fileId)}
          onStep={step}
        />
      )}
    </div>
  );
}

/** Row elements are reused, except one that is being renamed or kept for its focus. */
function usePinned(activeKey: string | null, isAway: boolean, renaming: string | null) {
  const pinnedKey = useRef<string | null>(null);
  if (isAway) pinnedKey.current = activeKey;
  else if (pinnedKey.current !== activeKey) pinnedKey.current = null;
  return (key: string) => key === pinnedKey.current || key === renaming;
}

interface Sizes {
  /** Pixels. Null: unknown. */
  readonly width: number | null;
  readonly columnWidths: ColumnWidths | null;
}

const unknownSizes: Sizes = { width: null, columnWidths: null };

/** Measured again when the window or the font changes. */
function useSizes(
  list: { readonly current: Element | null },
  appearance: ListAppearance,
  setSizes: (change: (known: Sizes) => Sizes) => void,
): void {
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const samples = box.querySelector('.column-samples');
    const measure = () => {
      const sizes = { width: box.clientWidth, columnWidths: samples && readWidths(samples) };
      setSizes((known) => (JSON.stringify(known) === JSON.stringify(sizes) ? known : sizes));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    if (samples) watcher.observe(samples);
    return () => watcher.disconnect();
  }, [appearance]);
}

/** Number of files checked for known values. */
const sampleSize = 200;

function useFileSample(snapshot: Snapshot): readonly CatalogFile[] {
  return useMemo(() => {
    const fileIds = snapshot.fileIds();
    const step = Math.max(1, Math.floor(fileIds.length / sampleSize));
    const sample = Array.from(
      { length: Math.min(fileIds.length, sampleSize) },
      (_, at) => fileIds[at * step] ?? 0,
    );
    return sample.map((fileId) => snapshot.file(fileId)).filter((file) => file !== null);
  }, [snapshot]);
}

/** Moves the cursor to the file in the address, once listed. */
function useShownFile({ route, snapshot, listing }: FilesContext, put: (index: number) => void): void {
  const shownCode = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { fileCode } = route;
    if (fileCode === null) shownCode.current = null;
    if (fileCode === null || fileCode === shownCode.current || isSearch(route.text)) return;
    const fileId = snapshot.fileId(fileCode);
    const index = fileId === null ? -1 : indexOfKey(listing, `file ${fileId}`);
    if (index === -1) return;
    shownCode.current = fileCode;
    put(index);
  }, [route.fileCode, listing]);
}

function useNewFolder({ createdId, listing }: FilesContext, put: (index: number) => void): void {
  const handledId = useRef(createdId);
  useLayoutEffect(() => {
    if (createdId === null || createdId === handledId.current) return;
    const index = indexOfKey(listing, `folder ${createdId}`);
    if (index === -1) return;
    handledId.current = createdId;
    put(index);
  }, [createdId, listing]);
}

interface Visit extends RowPosition {
  /** Pixels. */
  top: number;
}

function useVisited(listId: string, { getScrollTop, scrollTo }: VisibleRows): RowPosition {
  const shown = useRef<Visit | null>(null);
  const visit = usePageState(`files ${listId}`, (): Visit => ({ ...newPosition(), top: 0 }));
  if (visit !== shown.current) {
    if (shown.current) shown.current.top = getScrollTop();
    shown.current = visit;
  }
  useLayoutEffect(() => scrollTo(visit.top), [visit]);
  useLayoutEffect(
    () => () => {
      if (shown.current) shown.current.top = getScrollTop();
    },
    [],
  );
  return visit;
}
