/** Everything that the parts of a Files screen share: what is listed, what is chosen, and what is going on. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Account } from '../../../lib/accounts/account.ts';
import type { BulkFile, BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { TakedownRecord } from '../../../lib/catalog/takedown-record.ts';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import type { ServiceSearchResult } from '../../../lib/protocol.ts';
import type { MenuPoint } from '../../menu/ContextMenu.tsx';
import { type Outcome, useOutcome } from '../../notice/useOutcome.ts';
import { type Services, useServices } from '../../services.ts';
import { type Item, type Listing, listing as listingOf } from './listing.ts';
import type { FilesRoute } from './route.ts';
import { nothing, pruned, type Selection } from './selection.ts';
import type { ReadAddresses } from './useAddresses.ts';
import { type Pending, usePending } from './usePending.ts';
import type { Go } from './useRoute.ts';
import { type ServiceSearch, useFound } from './useServiceSearch.ts';
import { useTitleOrder } from './useTitleOrder.ts';

export interface FilesSource {
  readonly account: Account;
  readonly snapshot: Snapshot;
  readonly addresses: ReadAddresses;
  /** Work on many files of the account, oldest first. */
  readonly jobs: readonly BulkJob[];
  readonly takedowns: TakedownRecord;
  readonly route: FilesRoute;
  readonly go: Go;
  /** There is no tree beside the list, so the list itself leads into the folders. */
  readonly withRoot?: boolean;
  /** Opens an address in a new tab. */
  readonly open: (address: string) => void;
  /** Shows another view of the manager, by the part of its address behind `#`. */
  readonly show: (hash: string) => void;
}

/** A file that something is to be done with. */
export interface FileTarget extends BulkFile {
  /** Null where only the service knows it. */
  readonly row: number | null;
  /** What the service said of it, where the catalog does not know it. */
  readonly found: ServiceSearchResult | null;
}

/** What the user is asked before something is done. */
export type Asking =
  | { readonly what: 'move'; readonly files: readonly FileTarget[] }
  | { readonly what: 'rename'; readonly files: readonly FileTarget[] }
  | { readonly what: 'copy'; readonly files: readonly FileTarget[] }
  | { readonly what: 'clone'; readonly files: readonly FileTarget[] }
  /** Files whose codes or addresses are pasted. */
  | { readonly what: 'paste' }
  /** The name of a new folder. */
  | { readonly what: 'folder'; readonly parentId: string }
  /** Everything below a folder is moved. */
  | { readonly what: 'contents'; readonly folder: FolderRef };

/** What a menu is for, and where it stands: where the pointer was, or beside its button. */
export interface OpenMenu {
  readonly item: Item;
  readonly at: MenuPoint | HTMLElement;
}

export interface Files extends FilesSource {
  readonly services: Services;
  readonly outcome: Outcome;
  readonly listing: Listing;
  /** The order of titles is being computed. */
  readonly isSorting: boolean;
  readonly search: ServiceSearch;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Rows that wait to be put into another folder. */
  readonly cut: ReadonlySet<number>;
  readonly setCut: (rows: ReadonlySet<number>) => void;
  /** Key of the item whose name is being changed. */
  readonly renaming: string | null;
  readonly setRenaming: (key: string | null) => void;
  /** Names that were just given. */
  readonly pending: Pending;
  readonly asking: Asking | null;
  readonly ask: (asking: Asking | null) => void;
  readonly menu: OpenMenu | null;
  readonly setMenu: (menu: OpenMenu | null) => void;
  /** What is being dragged; lives as long as the drag does. */
  readonly dragged: { current: readonly FileTarget[] | null };
}

const noRows: ReadonlySet<number> = new Set();

export function useFiles(source: FilesSource): Files {
  const { account, snapshot, route, withRoot } = source;
  const services = useServices();
  const outcome = useOutcome();
  const search = useFound(account.id, route.text);
  const [selection, select] = useState(nothing);
  const [cut, setCut] = useState(noRows);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [asking, ask] = useState<Asking | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const pending = usePending(snapshot, source.jobs, route.folderId);
  const dragged = useRef<readonly FileTarget[] | null>(null);

  const { folderId, text, here, below, sorting, conditions } = route;
  const titleOrder = useTitleOrder(snapshot, sorting?.column === 'title');
  const listing = useMemo(
    () => listingOf(snapshot, route, search.found, withRoot),
    [snapshot, folderId, text, here, below, sorting, conditions, search.found, withRoot, titleOrder.version],
  );

  const isThere = useCallback((row: number) => snapshot.file(row) !== null, [snapshot]);
  useEffect(() => select((known) => pruned(known, isThere)), [isThere]);
  // In another folder, what was chosen is out of sight, and nobody expects it to be moved along.
  useEffect(() => select(nothing), [folderId]);
  // A notice tells of what was just done here.
  useEffect(() => outcome.show(null), [folderId]);

  return {
    ...source,
    services,
    outcome,
    listing,
    isSorting: titleOrder.isPending,
    search,
    selection,
    select,
    cut,
    setCut,
    renaming,
    setRenaming,
    pending,
    asking,
    ask,
    menu,
    setMenu,
    dragged,
  };
}

/** The files of rows, in their order; those that are gone are left out. */
export function targetsOf(snapshot: Snapshot, rows: Iterable<number>): readonly FileTarget[] {
  const targets: FileTarget[] = [];
  for (const row of rows) {
    const file = snapshot.file(row);
    if (file) targets.push(targetOf(file, row));
  }
  return targets;
}

export const targetOf = ({ fileCode, title, folderId }: BulkFile, row: number): FileTarget => ({
  fileCode,
  title,
  folderId,
  row,
  found: null,
});
export const foundTarget = (found: ServiceSearchResult): FileTarget => {
  const { fileCode, title, folderId } = found;
  return { fileCode, title, folderId, row: null, found };
};

/** The chosen files as they are listed, and behind them those that are not. */
export function chosenTargets({ snapshot, listing, selection }: Files): readonly FileTarget[] {
  const listed = listing.rows.filter((row) => selection.rows.has(row));
  const rest = new Set(selection.rows);
  for (const row of listed) rest.delete(row);
  return targetsOf(snapshot, [...listed, ...rest]);
}

/** What an action on an item is for: all chosen files where it is one of them, else this one. */
export function targetsFor(files: Files, item: Item): readonly FileTarget[] {
  if (item.kind === 'found') return [foundTarget(item.file)];
  if (item.kind !== 'file') return [];
  if (files.selection.rows.has(item.row)) return chosenTargets(files);
  return targetsOf(files.snapshot, [item.row]);
}

/** As work on many files takes them. */
export const bulkFiles = (targets: readonly FileTarget[]): readonly BulkFile[] =>
  targets.map(({ fileCode, title, folderId }) => ({ fileCode, title, folderId }));

/** A folder by its id, with the name that the catalog knows. */
export const refOf = (snapshot: Snapshot, folderId: string): FolderRef => ({
  id: folderId,
  name: snapshot.folders.get(folderId)?.name ?? '',
});
