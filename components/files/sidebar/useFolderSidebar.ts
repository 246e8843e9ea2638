import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type TreeLine, treeKey } from '../../folders/tree.ts';
import { directedKey, readKey } from '../../keys/key-press.ts';
import { useVirtualRows } from '../../virtual/useVirtualRows.ts';
import { createFolder, pasteCutFiles } from '../model/commands.ts';
import { inFolder } from '../model/route.ts';
import { deleteNotice } from '../model/to-delete.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { folderNameOf } from '../wording.ts';
import { allFilesId, ancestorIds, folderLines, newFolderId, withNewFolder } from './folder-lines.ts';

/** Pixels. */
const lineHeight = matchMedia('(pointer: coarse)').matches ? 40 : 28;
/** Dragged files hover this long over a collapsed folder until it expands. */
const hoverOpenMs = 700;

/** `id`: of the line being renamed, or of the parent of the new folder. */
interface NameEdit {
  readonly kind: 'rename' | 'create';
  readonly id: string;
  /** The new folder's, once confirmed. */
  readonly name?: string;
  readonly isPending?: boolean;
}

export function useFolderSidebar(files: FilesContext) {
  const { snapshot, route, go, createdId, shortlist } = files;
  const shownId = route.folderId ?? allFilesId;
  const [typed, setTyped] = useState('');
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(
    () => new Set(['0', ...ancestorIds(snapshot, shownId)]),
  );
  const [focusId, setFocusId] = useState(shownId);
  const [naming, setNaming] = useState<NameEdit | null>(null);
  const wantsFocus = useRef(false);
  /** Scrolled to once it exists. */
  const scrollTargetId = useRef<string | null>(null);
  const hoverTimer = useRef<{ readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | null>(
    null,
  );

  const lines = useMemo(() => {
    const folders = folderLines(snapshot, openIds, typed, shortlist.pinned);
    return naming?.kind === 'create' ? withNewFolder(folders, naming.id) : folders;
  }, [snapshot, openIds, typed, naming, shortlist.pinned]);
  const at = Math.max(
    lines.findIndex(({ id }) => id === focusId),
    0,
  );
  const { scroller, drawn, listStyle, rowStyle, reveal } = useVirtualRows(lines.length, lineHeight, at);

  useEffect(() => {
    // The line of a pin keeps the focus.
    setFocusId((id) => (lines.find((line) => line.id === id)?.folder.id === shownId ? id : shownId));
    setOpenIds((known) => {
      const more = ancestorIds(snapshot, shownId).filter((id) => !known.has(id));
      return more.length === 0 ? known : new Set([...known, ...more]);
    });
  }, [shownId]);
  useLayoutEffect(() => {
    scrollTargetId.current = shownId;
  }, [shownId]);
  useLayoutEffect(() => {
    if (createdId !== null) scrollTargetId.current = createdId;
  }, [createdId]);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    // A name is being typed.
    if (scroller.current?.contains(document.activeElement) && document.activeElement?.matches('input')) {
      wantsFocus.current = false;
      return;
    }
    reveal(at);
    const line = scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
    if (!line) return;
    wantsFocus.current = false;
    line.focus({ preventScroll: true });
  });
  // Once, as lines must not move under dragged files. After the effect above, which knows the former line.
  useLayoutEffect(() => {
    const line = lines.findIndex(({ id }) => id === scrollTargetId.current);
    if (line === -1) return;
    scrollTargetId.current = null;
    reveal(line);
    if (createdId === null || lines[line]?.id !== createdId) return;
    wantsFocus.current ||= scroller.current?.contains(document.activeElement) === true;
    setFocusId(createdId);
  }, [shownId, lines, createdId]);

  const show = (id: string) => go(inFolder(route, id === allFilesId ? null : id));
  const setExpanded = (id: string, isOpen: boolean) =>
    setOpenIds((known) => new Set(isOpen ? [...known, id] : [...known].filter((each) => each !== id)));
  const rename = (line: TreeLine) => canRename(line.folder.id) && setNaming({ kind: 'rename', id: line.id });

  function onKeyDown(event: KeyboardEvent) {
    const line = lines[at];
    const press = readKey(event);
    if (press?.chord === 'mod+v' && line && line.id !== allFilesId && pasteCutFiles(files, line.folder.id))
      return event.preventDefault();
    if (!press || press.mod || press.alt || !line) return;
    if (!(event.target as Element).matches('[role="treeitem"]')) return;
    if (press.key === 'Enter' || press.key === ' ' || press.key === 'F2') {
      event.preventDefault();
      if (press.key === 'F2') rename(line);
      else show(line.folder.id);
      return;
    }
    if (press.key === 'Delete') return files.feedback.show(deleteNotice(files));
    const directed = { ...press, key: directedKey(press, event.currentTarget as Element) };
    const folders = lines.filter(({ id }) => id !== newFolderId);
    const change = treeKey(directed, folders, line.id, ({ id }) => folderNameOf(snapshot, id));
    if (!change || !('id' in change)) return;
    event.preventDefault();
    wantsFocus.current = true;
    if (change.type === 'opened' || change.type === 'closed')
      setExpanded(change.id, change.type === 'opened');
    else setFocusId(change.id);
  }

  return {
    shownId,
    typed,
    setTyped,
    scroller,
    listStyle,
    rowStyle,
    drawn: drawn.flatMap((index) => {
      const line = lines[index];
      return line ? [{ line, index }] : [];
    }),
    isEmpty: lines.length === 0,
    /** Index of the tab stop. */
    at,
    naming,
    show,
    setExpanded,
    rename,
    onKeyDown,
    focusLine: (id: string) => setFocusId(id),
    /** Focuses the line once it is drawn. */
    focusCurrentLine() {
      wantsFocus.current = true;
    },
    create(parentId: string) {
      const parents = parentId === allFilesId ? [] : ancestorIds(snapshot, parentId);
      setOpenIds((known) => new Set([...known, ...parents, parentId]));
      setTyped('');
      setNaming({ kind: 'create', id: parentId });
      scrollTargetId.current = newFolderId;
    },
    endNaming() {
      setNaming(null);
      wantsFocus.current = true;
    },
    /** The new folder's line stays until the service has answered, and can be edited again after a failure. */
    async confirmNew(parentId: string, name: string) {
      const pending: NameEdit = { kind: 'create', id: parentId, name, isPending: true };
      setNaming(pending);
      wantsFocus.current = true;
      const isCreated = await createFolder(files, parentId, name);
      // The field takes the focus, which may be needed elsewhere by then.
      const canEdit = !isCreated && scroller.current?.contains(document.activeElement) === true;
      setNaming((current) =>
        current !== pending ? current : canEdit ? { ...pending, isPending: false } : null,
      );
    },
    /** Opens a closed folder after a delay; null: files are over no line. */
    hover(line: TreeLine | null) {
      if (line !== null && hoverTimer.current?.id === line.id) return;
      clearTimeout(hoverTimer.current?.timer);
      hoverTimer.current =
        line === null || line.isOpen !== false
          ? null
          : { id: line.id, timer: setTimeout(() => setExpanded(line.id, true), hoverOpenMs) };
    },
  };
}

export type FolderSidebarState = ReturnType<typeof useFolderSidebar>;

export const canRename = (id: string): boolean => id !== allFilesId && id !== '0';
