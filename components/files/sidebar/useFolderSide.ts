/** How the folders at the side stand: what is open, where the keyboard is, and whose name is being typed. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type TreeLine, treeKey } from '../../folders/tree.ts';
import { useBands } from '../../virtual/useBands.ts';
import { paste } from '../model/commands.ts';
import { nameOf } from '../model/file-format.ts';
import { inFolder } from '../model/route.ts';
import type { Files } from '../model/useFiles.ts';
import { above, everything, folderLines, newId, withNew } from './folder-lines.ts';

/** Pixels; the style sheet says the same. */
export const lineHeight = 28;
/** How long files hover over a closed folder until it opens. Milliseconds. */
const springTime = 700;

/** A folder whose name is being typed: one that there is, or one to be created inside of another. */
export interface Naming {
  readonly what: 'rename' | 'create';
  readonly id: string;
}

export function useFolderSide(files: Files) {
  const { snapshot, route, go } = files;
  const shownId = route.folderId ?? everything;
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(['0', ...above(snapshot, shownId)]));
  const [focusId, setFocusId] = useState(shownId);
  const [naming, setNaming] = useState<Naming | null>(null);
  const wantsFocus = useRef(false);
  /** The line to be brought into sight, as soon as there is one. */
  const wanted = useRef<string | null>(null);
  const spring = useRef<{ readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null);

  const lines = useMemo(() => {
    const made = folderLines(snapshot, open, typed);
    return naming?.what === 'create' ? withNew(made, naming.id) : made;
  }, [snapshot, open, typed, naming]);
  const bands = useBands([{ rows: lines.length, height: lineHeight }]);
  const { scroller, first, end, reveal } = bands;
  const at = Math.max(
    lines.findIndex(({ id }) => id === focusId),
    0,
  );

  // The folder that is shown can be seen, wherever it was chosen.
  useEffect(() => {
    setFocusId(shownId);
    setOpen((known) => {
      const more = above(snapshot, shownId).filter((id) => !known.has(id));
      return more.length === 0 ? known : new Set([...known, ...more]);
    });
  }, [shownId]);
  useLayoutEffect(() => {
    wanted.current = shownId;
  }, [shownId]);
  // Once, and not with every change of the lines: while files are dragged over them, they stay where they are.
  useLayoutEffect(() => {
    const line = lines.findIndex(({ id }) => id === wanted.current);
    if (line === -1) return;
    wanted.current = null;
    reveal(line);
  }, [shownId, lines]);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    reveal(at);
    const line = scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
    if (!line) return;
    wantsFocus.current = false;
    line.focus({ preventScroll: true });
  });

  const show = (id: string) => go(inFolder(route, id === everything ? null : id));
  const turn = (id: string, isOpen: boolean) =>
    setOpen((known) => new Set(isOpen ? [...known, id] : [...known].filter((each) => each !== id)));
  const rename = (id: string) => canName(id) && setNaming({ what: 'rename', id });

  function onKeyDown(event: KeyboardEvent) {
    const line = lines[at];
    const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
    if (isPaste && line && line.id !== everything && paste(files, line.id)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || !line) return;
    if (!(event.target as Element).matches('[role="treeitem"]')) return;
    if (event.key === 'Enter' || event.key === ' ' || event.key === 'F2') {
      event.preventDefault();
      if (event.key === 'F2') rename(line.id);
      else show(line.id);
      return;
    }
    const isRtl = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
    const directed = {
      [isRtl ? 'ArrowLeft' : 'ArrowRight']: 'forward',
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: 'back',
    };
    const key = directed[event.key] ?? event.key;
    const change = treeKey(key, lines, line.id, ({ id }) => nameOf(snapshot, id));
    if (!change || !('id' in change)) return;
    event.preventDefault();
    wantsFocus.current = true;
    if (change.type === 'opened' || change.type === 'closed') turn(change.id, change.type === 'opened');
    else setFocusId(change.id);
  }

  const drawn = lines.slice(first, end).map((line, offset) => ({ line, index: first + offset }));
  const focused = lines[at];
  if (focused && (at < first || at >= end)) drawn.push({ line: focused, index: at });

  return {
    shownId,
    typed,
    setTyped,
    scroller,
    height: bands.height,
    /** Lines to draw, with their places. */
    drawn,
    isEmpty: lines.length === 0,
    /** Place of the line that the Tab key leads to. */
    at,
    naming,
    show,
    turn,
    rename,
    onKeyDown,
    focus: (id: string) => setFocusId(id),
    /** Once it is drawn, the line has the focus. */
    bringFocus() {
      wantsFocus.current = true;
    },
    create(parentId: string) {
      turn(parentId, true);
      setTyped('');
      setNaming({ what: 'create', id: parentId });
      wanted.current = newId;
    },
    endNaming() {
      setNaming(null);
      wantsFocus.current = true;
    },
    /** Files are held over a line: a closed one opens after a while. Without a line, over none. */
    hover(line: TreeLine | null) {
      if (line !== null && spring.current?.id === line.id) return;
      clearTimeout(spring.current?.timer);
      spring.current =
        line === null || line.open !== false
          ? null
          : { id: line.id, timer: setTimeout(() => turn(line.id, true), springTime) };
    },
  };
}

export type FolderSideState = ReturnType<typeof useFolderSide>;

/** All files and the root are called what the language calls them. */
export const canName = (id: string): boolean => id !== everything && id !== '0';
