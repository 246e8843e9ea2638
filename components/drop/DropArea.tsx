/** Accepts links, local files and rows of this page, dropped anywhere or pasted outside of fields. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { areTabsPrivate, useIsPrivate } from '#page/hooks.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkTarget } from '../add-links/add-text.ts';
import { folderName } from '../format/names.ts';
import { lazy } from '../lazy.tsx';
import { readTransfer } from '../own-files/own-files.ts';
import type { Dropped } from '../page-api.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import { type FolderTarget, folderAt } from './folder-target.ts';
import './drop-area.css';

const LinksDialog = lazy(() => import('../add-links/LinksDialog.tsx'), 'LinksDialog');

interface DraggedRows {
  readonly isDragged: () => boolean;
  readonly onDrop: (folder: FolderRef) => void;
}

export interface DropAreaProps extends Omit<LinkTarget, 'folder' | 'isPrivate'> {
  /** Read at each drop and paste, because a form may change the folder without a render. Null as in `LinkTarget`. */
  readonly getFolder: () => FolderRef | null;
  /** @param folder null: not dropped on a folder, and none is shown */
  readonly onFiles: (files: Promise<Dropped>, folder: FolderRef | null) => void;
  /** A drop on a folder moves them into it. */
  readonly rows?: DraggedRows;
  /** Returns false unless it handled the text. */
  readonly takeText?: (text: string, folder: FolderRef | null) => boolean;
  readonly canPaste?: boolean;
}

type DropKind = 'links' | 'files' | 'rows';

const textTypes = ['text/uri-list', 'text/html', 'text/plain'] as const;

export function DropArea(props: DropAreaProps) {
  const pageApi = usePageApi();
  const isPrivate = useIsPrivate();
  const latest = useRef({ ...props, isPrivate });
  latest.current = { ...props, isPrivate };
  /** Shown while something is dragged. */
  const [hint, setHint] = useState<string | null>(null);
  /** Its links are shown before they are uploaded. */
  const [reviewed, setReviewed] = useState<{ text: string; folder: FolderRef | null } | null>(null);

  // Not `useEffect`: a file that is dropped before it would replace the page.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, listener, { signal: listening.signal });
    /** Where a drag within this page started. If that element is removed, the drag never ends here. */
    let source: EventTarget | null = null;
    let marked: Element | null = null;

    function mark(element: Element | null): void {
      if (marked === element) return;
      marked?.classList.remove('drop-here');
      element?.classList.add('drop-here');
      marked = element;
    }

    function end(): void {
      mark(null);
      setHint(null);
    }

    function detectKind({ dataTransfer, target: over }: DragEvent): DropKind | null {
      if (latest.current.rows?.isDragged()) return 'rows';
      const types = dataTransfer?.types ?? [];
      // Browsers also offer a picture of this page as a file.
      if (source instanceof Node && source.isConnected) return null;
      if (isField(over) || isDialogOpen()) return types.includes('Files') ? 'files' : null;
      // A picture from a page is both. Its link says where it is from.
      if (types.includes('text/uri-list')) return 'links';
      if (types.includes('Files')) return 'files';
      return textTypes.some((type) => types.includes(type)) ? 'links' : null;
    }

    function takeLinks(data: DataTransfer, at: FolderTarget | null, isPaste = false): void {
      const given = Object.fromEntries(textTypes.map((type) => [type, data.getData(type)]));
      const { takeText, getFolder, ...target } = latest.current;
      const folder = at?.folder ?? getFolder();
      void import('../add-links/add-text.ts').then(async ({ readText, readIfSeen, addText }) => {
        const text = readText(given);
        if (takeText?.(text, folder)) return;
        const parsed = await readIfSeen(text, isPaste);
        if (parsed === null) setReviewed({ text, folder });
        else void addText(parsed, { ...target, folder }, pageApi);
      });
    }

    on('dragstart', (event) => {
      source = event.target;
    });
    on('dragend', () => {
      source = null;
      end();
    });
    on('dragover', (event) => {
      const kind = detectKind(event);
      const at = folderAt(event.target);
      if (kind === null || (kind === 'rows' && at === null)) return end();
      event.preventDefault();
      const { dataTransfer } = event;
      if (dataTransfer) dataTransfer.dropEffect = kind === 'rows' ? 'move' : chooseEffect(dataTransfer);
      mark(at?.element ?? null);
      const { getFolder, defaultFolder, isPrivate } = latest.current;
      const folder = folderName(at?.folder ?? getFolder() ?? defaultFolder);
      const leavesPrivate = kind === 'files' && isPrivate && !areTabsPrivate;
      if (kind === 'rows') setHint(null);
      else setHint(t(leavesPrivate ? 'ownFiles.dropPrivate' : 'ownFiles.drop', { folder }));
    });
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) end();
    });
    on('drop', (event) => {
      const kind = detectKind(event);
      const at = folderAt(event.target);
      end();
      const { dataTransfer } = event;
      if (kind === null || dataTransfer === null || (kind === 'rows' && at === null)) return;
      event.preventDefault();
      const { rows, onFiles, getFolder } = latest.current;
      if (kind === 'rows') return at && rows?.onDrop(at.folder);
      const isFile = kind === 'files' || !/^(?:https?|ftp):/im.test(dataTransfer.getData('text/uri-list'));
      if (isFile && dataTransfer.types.includes('Files'))
        onFiles(readTransfer(dataTransfer), at?.folder ?? getFolder());
      else takeLinks(dataTransfer, at);
    });
    on('paste', (event) => {
      const { clipboardData, target: focused } = event;
      if (clipboardData === null || isDialogOpen()) return;
      const { types } = clipboardData;
      const { getFolder, onFiles, canPaste } = latest.current;
      // Programs add a picture to copied text.
      if (types.includes('Files') && !types.includes('text/plain'))
        return onFiles(readTransfer(clipboardData), getFolder());
      if (!canPaste || isField(focused)) return;
      const isLine = focused instanceof Element && focused.closest('[role="treeitem"]') !== null;
      takeLinks(clipboardData, isLine ? folderAt(focused) : null, true);
    });
    return () => {
      listening.abort();
      mark(null);
    };
  }, [pageApi]);

  return (
    <>
      {hint !== null && <div class="drop-area">{hint}</div>}
      {reviewed && <LinksDialog {...props} {...reviewed} onClose={() => setReviewed(null)} />}
    </>
  );
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

function chooseEffect({ effectAllowed }: DataTransfer): 'copy' | 'link' | 'move' {
  if (/^(?:copy|all|uninitialized)/.test(effectAllowed)) return 'copy';
  return /link/i.test(effectAllowed) ? 'link' : 'move';
}
