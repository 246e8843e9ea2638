import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useCapabilities } from '#page/account-hooks.ts';
import { useJobs, useTakedowns } from '#page/catalog.ts';
import { useShortlist } from '#page/page-data.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import type { TakedownRecord } from '../../../lib/accounts/takedown-record.ts';
import { type DuplicateFiles, findDuplicates } from '../../../lib/catalog/query/duplicates.ts';
import { getServiceTime } from '../../../lib/catalog/query/last-views.ts';
import type { FileIds, Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import { createPause } from '../../../lib/timing/create-pause.ts';
import { useDraftInput } from '../../drafts/useDraft.ts';
import { useAnswer } from '../../hooks/useAnswer.ts';
import type { MenuPoint } from '../../menu/ContextMenu.tsx';
import { type Feedback, useViewFeedback } from '../../notice/useFeedback.ts';
import { usePageApi } from '../../page-api.ts';
import type { FilterContext } from './conditions.ts';
import { createListing, filterFor, type Item, isSearch, topFolders } from './listing.ts';
import { usePendingNames } from './pending-names.ts';
import { type FilesRoute, listHash, type Navigate } from './route.ts';
import { emptySelection, pruneSelection, type Selection } from './selection.ts';
import type { FileTarget } from './targets.ts';
import { usePublicAddresses } from './useAddresses.ts';
import { useNameEdit } from './useNameEdit.ts';
import { useServiceSearch } from './useServiceSearch.ts';

export type DialogRequest =
  | { readonly what: 'move' | 'rename' | 'copy' | 'clone' | 'delete'; readonly files: readonly FileTarget[] }
  | { readonly what: 'paste'; readonly text?: string; readonly folder?: FolderRef | undefined }
  | { readonly what: 'upload'; readonly folder: FolderRef }
  | { readonly what: 'check' }
  | { readonly what: 'folder'; readonly parentId: string }
  | { readonly what: 'move-folder' | 'contents'; readonly folder: FolderRef };

type Dragged = { readonly files: readonly FileTarget[] } | { readonly folder: FolderRef };

interface ItemMenu {
  readonly item: Item;
  readonly at: MenuPoint | HTMLElement;
}

const noFileIds: ReadonlySet<number> = new Set();

type SelectionChange = Selection | ((selection: Selection) => Selection);

/** Reading the codes of a larger selection would take too long for a draft. */
const maxKeptFiles = 5_000;

/** Null if there are none, or too many. */
const listCodesToKeep = (snapshot: Snapshot, fileIds: ReadonlySet<number>): readonly string[] | null =>
  fileIds.size > 0 && fileIds.size <= maxKeptFiles
    ? [...fileIds].flatMap((id) => snapshot.file(id)?.fileCode ?? [])
    : null;

const findFileIds = (snapshot: Snapshot, fileCodes: readonly string[]): ReadonlySet<number> =>
  new Set(fileCodes.flatMap((code) => snapshot.fileId(code) ?? []));

interface KeptSelection {
  readonly folderId: string | null;
  readonly fileCodes: readonly string[];
}

/** Ends when the folder changes, because a hidden selection would surprise. */
function useSelection({
  account,
  snapshot,
  route: { folderId },
}: ScreenProps): readonly [selection: Selection, select: (change: SelectionChange) => void] {
  const draft = useDraftInput<KeptSelection | null>(`selected files ${account.id}`, null);
  const [current, setCurrent] = useState({ folderId, selection: emptySelection });
  const { isPartial } = snapshot;
  const isRestored = useRef(false);
  // A reload may come before the next frame.
  useLayoutEffect(() => {
    if (isPartial) return;
    const before = draft.current;
    if (!isRestored.current && before?.folderId === folderId) {
      const fileIds = findFileIds(snapshot, before.fileCodes);
      setCurrent({ folderId, selection: { fileIds, anchor: null } });
    } else {
      const fileCodes = listCodesToKeep(snapshot, selectionIn(current).fileIds);
      draft.current = fileCodes && { folderId, fileCodes };
    }
    isRestored.current = true;
  }, [isPartial, folderId, current]);
  const selectionIn = (known: typeof current) =>
    known.folderId === folderId ? known.selection : emptySelection;
  const select = (change: SelectionChange) =>
    setCurrent((known) => {
      const before = selectionIn(known);
      const selection = typeof change === 'function' ? change(before) : change;
      return selection === before ? known : { folderId, selection };
    });
  return [selectionIn(current), select];
}

/** Ids of cut files, to be pasted into another folder. The draft has their codes. */
function useCutFiles({ account, snapshot }: ScreenProps) {
  const draft = useDraftInput<readonly string[] | null>(`cut files ${account.id}`, null);
  const [cut, setCut] = useState(noFileIds);
  const { isPartial } = snapshot;
  useLayoutEffect(() => {
    if (isPartial || draft.current === null) return;
    setCut(findFileIds(snapshot, draft.current));
  }, [isPartial]);
  return [
    cut,
    (fileIds: ReadonlySet<number>) => {
      draft.current = listCodesToKeep(snapshot, fileIds);
      setCut(fileIds);
    },
  ] as const;
}

/** The key of the item. The draft has the file's code. */
const useRenaming = ({ account, snapshot }: ScreenProps) =>
  useNameEdit<string>(
    `renamed file ${account.id}`,
    snapshot.isPartial,
    (kept) => {
      const [kind, code = ''] = kept.split(/ (.*)/su);
      const id = kind === 'file' ? snapshot.fileId(code) : code;
      return id === null ? null : `${kind} ${id}`;
    },
    (key) => {
      const fileId = /^file (\d+)$/.exec(key)?.[1];
      const file = fileId === undefined ? null : snapshot.file(Number(fileId));
      return file ? `file ${file.fileCode}` : key;
    },
  );

interface ScreenProps {
  readonly account: Account;
  readonly snapshot: Snapshot;
  readonly feedback: Feedback;
  /** Call it in the click handler itself. */
  readonly chooseFiles: (folder: FolderRef) => void;
  readonly route: FilesRoute;
  readonly go: Navigate;
  /** There is no folder tree, so the list shows the root and the pinned folders. */
  readonly showsTopFolders: boolean;
  /** Another view of the manager, by its fragment. */
  readonly show: (hash: string) => void;
}

export function useFiles(screen: ScreenProps) {
  const { account, snapshot, route, showsTopFolders } = screen;
  const shortlist = useShortlist();
  const jobs = useJobs(account.id);
  const feedback = useViewFeedback(screen.feedback);
  const search = useServiceSearch(account.id, route.text);
  const [cut, setCut] = useCutFiles(screen);
  /** The list scrolls to it when it appears. */
  const [createdId, setCreated] = useState<string | null>(null);
  const [renaming, setRenaming] = useRenaming(screen);
  const [dialog, openDialog] = useState<DialogRequest | null>(null);
  /** The file with the cursor is shown large. */
  const [isPreviewing, setPreviewing] = useState(false);
  const [menu, setMenu] = useState<ItemMenu | null>(null);

  const { folderId, sorting, conditions } = route;
  const [selection, select] = useSelection(screen);
  const titleOrder = useTitleOrder(snapshot, sorting?.column === 'title');
  const pageApi = usePageApi();
  const takedowns = useTakedowns();
  const context = useFilterContext(snapshot, pageApi.now(), takedowns);
  const closest = useClosest(snapshot, route, context);
  const duplicates = useDuplicates(snapshot, conditions.isDuplicate === true, shortlist.toDelete?.id);
  const listing = useMemo(
    () =>
      createListing(
        snapshot,
        route,
        search.found,
        showsTopFolders ? topFolders(snapshot, shortlist.pinned) : [],
        closest,
        duplicates,
        context,
      ),
    [
      snapshot,
      listHash(route),
      search.found,
      closest,
      duplicates,
      context,
      showsTopFolders,
      shortlist.pinned,
      titleOrder.version,
    ],
  );

  const isThere = useCallback((fileId: number) => snapshot.file(fileId) !== null, [snapshot]);
  useEffect(() => select((known) => pruneSelection(known, isThere)), [isThere]);
  // Notices are about the previous folder.
  useLayoutEffect(() => {
    feedback.show(null);
    setPreviewing(false);
  }, [folderId]);

  return {
    ...screen,
    capabilities: useCapabilities(account),
    pageApi,
    addresses: usePublicAddresses(account),
    jobs,
    takedowns,
    shortlist,
    feedback,
    listing,
    duplicates,
    isSorting: titleOrder.isPending,
    search,
    selection,
    select,
    cut,
    setCut,
    renaming,
    setRenaming,
    pendingNames: usePendingNames(snapshot, jobs, folderId),
    createdId,
    setCreated,
    isPreviewing,
    setPreviewing,
    dialog,
    openDialog,
    menu,
    setMenu,
    dragged: useRef<Dragged | null>(null),
  };
}

/** An argument of commands and rows, which call no hooks. */
export type FilesContext = ReturnType<typeof useFiles>;

const context = createContext<FilesContext | null>(null);
export const FilesProvider = context.Provider;

export function useFilesContext(): FilesContext {
  const files = useContext(context);
  if (files === null) throw new Error('A part of a Files screen must stand inside FilesProvider.');
  return files;
}

const daySeconds = 86_400;

/** Changes with the service's day and the list of takedowns. */
function useFilterContext(snapshot: Snapshot, nowMs: number, takedowns: TakedownRecord): FilterContext {
  const day = Math.floor(getServiceTime(snapshot.syncStatus, nowMs) / daySeconds);
  return useMemo(
    () => ({ serviceTime: day * daySeconds, takedowns: Object.keys(takedowns.firstSeenAtMs) }),
    [day, takedowns],
  );
}

function useTitleOrder(snapshot: Snapshot, isWanted: boolean) {
  /** Incremented when the order changes. */
  const [order, setOrder] = useState({ isPending: false, version: 0 });
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    setOrder(({ version }) => ({ isPending: true, version }));
    const finish = (hasChanged: boolean) => {
      if (isCurrent) setOrder(({ version }) => ({ isPending: false, version: version + Number(hasChanged) }));
    };
    snapshot.prepareTitleOrder().then(finish, (error) => {
      console.error('Sorting by title failed', error);
      finish(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [snapshot, isWanted]);
  return order;
}

const debounceMs = 150;
/** With this many matches, near matches aren't needed. */
const sufficientCount = 20;

const noClosest: FileIds = new Uint32Array();

function useClosest(snapshot: Snapshot, route: FilesRoute, context: FilterContext): FileIds {
  const { text, folderId, inFolderOnly, conditions } = route;
  const { serviceTime, takedowns } = context;
  const about = [snapshot.version, text, folderId, inFolderOnly, conditions, serviceTime, takedowns.length];
  const find = async (isCurrent: () => boolean) => {
    await new Promise((resolve) => setTimeout(resolve, debounceMs));
    if (!isCurrent()) return null;
    const filter = filterFor(route, context);
    const known = snapshot.search(text, filter);
    if (known.length >= sufficientCount) return null;
    return snapshot.closest(text, filter, known, createPause(isCurrent));
  };
  const { answer } = useAnswer(
    (isCurrent) => (isSearch(text) ? find(isCurrent) : undefined),
    [JSON.stringify(about)],
  );
  return answer ?? noClosest;
}

/** The previous ones stay until the new ones are found. */
function useDuplicates(
  snapshot: Snapshot,
  isWanted: boolean,
  ignoredFolderId: string | undefined,
): DuplicateFiles | null {
  const { latest } = useAnswer(
    (isCurrent) => (isWanted ? findDuplicates(snapshot, ignoredFolderId, createPause(isCurrent)) : undefined),
    [snapshot, isWanted, ignoredFolderId],
  );
  return isWanted ? latest : null;
}
