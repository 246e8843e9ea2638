import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { rootId } from '../../../lib/folders/folder.ts';
import { useTreeList } from '../../folders/Tree.tsx';
import type { TreeLine } from '../../folders/tree-lines.ts';
import type { KeyPress } from '../../keys/key-press.ts';
import { createFolder, pasteCutFiles } from '../model/commands.ts';
import { inFolder } from '../model/route.ts';
import { deleteNotice } from '../model/to-delete.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { useNameEdit } from '../model/useNameEdit.ts';
import { allFilesId, ancestorIds, newFolderId, sidebarLines, withNewFolder } from './folder-lines.ts';

/** Expands a folder that files are dragged over for this long. */
const hoverOpenMs = 700;

/** `id` is the renamed line, or the new folder's parent. */
interface NameEdit {
  readonly kind: 'rename' | 'create';
  readonly id: string;
  /** Once confirmed. */
  readonly name?: string;
  readonly isPending?: boolean;
}

export function useFolderSidebar(files: FilesContext) {
  const { account, snapshot, route, go, createdId, shortlist } = files;
  const shownId = route.folderId ?? allFilesId;
  const [typed, setTyped] = useState('');
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(
    () => new Set([rootId, ...ancestorIds(snapshot, shownId)]),
  );
  const [naming, setNaming] = useNameEdit<NameEdit>(
    `named folder ${account.id}`,
    snapshot.isPartial,
    (kept) => {
      if (kept.kind === 'create') showNewFolder(kept.id);
      return kept;
    },
    (edit) => (edit.isPending ? null : edit),
  );
  /** Moves to this line once it exists. */
  const targetId = useRef<string | null>(null);
  const hoverTimer = useRef<{ readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | null>(
    null,
  );

  const lines = useMemo(() => {
    const folders = sidebarLines(snapshot, openIds, typed, shortlist.pinned);
    return naming?.kind === 'create' ? withNewFolder(folders, naming.id) : folders;
  }, [snapshot, openIds, typed, naming, shortlist.pinned]);
  const list = useTreeList(lines, { position: useRef({ key: shownId, index: 0 }).current });
  const hasFocus = () => list.scroller.current?.contains(document.activeElement) === true;

  useEffect(() => {
    setOpenIds((known) => {
      const more = ancestorIds(snapshot, shownId).filter((id) => !known.has(id));
      return more.length === 0 ? known : new Set([...known, ...more]);
    });
  }, [shownId]);
  useLayoutEffect(() => {
    targetId.current = shownId;
  }, [shownId]);
  useLayoutEffect(() => {
    if (createdId !== null) targetId.current = createdId;
  }, [createdId]);
  // Only once, because lines must not move under dragged files.
  useLayoutEffect(() => {
    const index = lines.findIndex(({ id }) => id === targetId.current);
    if (index === -1) return;
    targetId.current = null;
    const line = lines[index];
    // A pinned folder's line keeps the focus.
    const isPin = line?.id === shownId && lines[list.at]?.folder.id === shownId;
    if (line?.isNote || isPin) list.reveal(index);
    else list.moveTo(index, line?.id === createdId && hasFocus());
  }, [shownId, lines, createdId]);

  function showNewFolder(parentId: string) {
    const parents = parentId === allFilesId ? [] : ancestorIds(snapshot, parentId);
    setOpenIds((known) => new Set([...known, ...parents, parentId]));
    targetId.current = newFolderId;
  }
  const show = (id: string) => go(inFolder(route, id === allFilesId ? null : id));
  const setExpanded = (id: string, isOpen: boolean) =>
    setOpenIds((known) => new Set(isOpen ? [...known, id] : [...known].filter((each) => each !== id)));
  const rename = (line: TreeLine) => canRename(line.folder.id) && setNaming({ kind: 'rename', id: line.id });

  function onKey({ key, chord, mod, alt }: KeyPress, line: TreeLine): boolean {
    if (chord === 'mod+v') return line.id !== allFilesId && pasteCutFiles(files, line.folder.id);
    if (mod || alt) return false;
    if (key === 'F2') rename(line);
    else if (key === 'Enter' || key === ' ') show(line.folder.id);
    else if (key === 'Delete') files.feedback.show(deleteNotice(files));
    else return false;
    return true;
  }

  return {
    shownId,
    typed,
    setTyped,
    lines,
    list,
    naming,
    show,
    setExpanded,
    rename,
    onKey,
    create(parentId: string) {
      showNewFolder(parentId);
      setTyped('');
      setNaming({ kind: 'create', id: parentId });
    },
    endNaming() {
      setNaming(null);
      list.moveTo(list.at, true);
    },
    /** The line stays until the service responds. After a failure it can be edited again. */
    async confirmNew(parentId: string, name: string) {
      const pending: NameEdit = { kind: 'create', id: parentId, name, isPending: true };
      setNaming(pending);
      list.moveTo(list.at, true);
      const isCreated = await createFolder(files, parentId, name);
      // The field takes the focus, which may be elsewhere by now.
      const canEdit = !isCreated && hasFocus();
      setNaming((current) =>
        current !== pending ? current : canEdit ? { ...pending, isPending: false } : null,
      );
    },
    /** Null: files aren't over a line. */
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

export const canRename = (id: string): boolean => id !== allFilesId && id !== rootId;
