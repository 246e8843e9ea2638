/** An ARIA tree: one tab stop, arrows, Home, End, first letters; the selection follows the focus. */
import { useEffect, useRef } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { Icon } from '../icons/Icon.tsx';
import { directedKey, readKey } from '../keys/key-press.ts';
import { t } from '../text.ts';
import { folderName } from './name.ts';
import { isOnToggle, TreeItem } from './TreeItem.tsx';
import { type TreeEvent, type TreeLine, treeKey, treeLines } from './tree.ts';
import type { LiveFolderTree } from './useFolderTree.ts';
import './folders.css';

interface FolderTreeProps {
  readonly live: LiveFolderTree;
  readonly pinned: readonly FolderRef[];
  /** Enter on a folder. */
  readonly onConfirm: () => void;
}

export function FolderTree({ live, pinned, onConfirm }: FolderTreeProps) {
  const { tree, canChoose } = live;
  const list = useRef<HTMLDivElement>(null);
  const lines = treeLines(tree);
  const current = lines.some(({ id }) => id === tree.selectedId) ? tree.selectedId : lines[0]?.id;

  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    line?.scrollIntoView({ block: 'nearest' });
    if (list.current?.contains(document.activeElement)) line?.focus();
  }, [tree.selectedId, tree.filter]);

  function onKeyDown(event: KeyboardEvent) {
    const press = readKey(event);
    if (!press || press.mod || press.alt || !(event.target as Element).matches('[role="treeitem"]')) return;
    if (press.key === 'Enter') {
      event.preventDefault();
      if (canChoose) onConfirm();
      return;
    }
    const directed = { ...press, key: directedKey(press, event.currentTarget as Element) };
    const change = treeKey(directed, lines, current ?? '', folderName);
    if (!change) return;
    event.preventDefault();
    live.apply(change);
  }

  if (lines.length === 0) {
    const isSearching = [...tree.nodes.values()].some(({ isLoading }) => isLoading);
    return (
      <p class="folder-tree scroll framed pad-4 break-anywhere tone-quiet" role="status">
        {isSearching ? t('folder.searching') : t('folder.noMatch')}
      </p>
    );
  }
  return (
    <div
      ref={list}
      class="folder-tree scroll framed pad-1"
      role="tree"
      aria-label={t('folder.tree')}
      onKeyDown={onKeyDown}
    >
      {lines.map((line) => (
        <Line
          key={line.id}
          line={line}
          isSelected={line.id === tree.selectedId}
          isTabStop={line.id === current}
          isPinned={pinned.some(({ id }) => id === line.id)}
          onEvent={live.apply}
        />
      ))}
      {lines.length === 1 && lines[0]?.isOpen === null && (
        <p class="folder-note tone-quiet small">{t('folder.empty')}</p>
      )}
    </div>
  );
}

interface LineProps {
  readonly line: TreeLine;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly isPinned: boolean;
  readonly onEvent: (event: TreeEvent) => void;
}

function Line({ line, isSelected, isTabStop, isPinned, onEvent }: LineProps) {
  const { id, isOpen, isLoading } = line;
  const name = folderName(line.folder);
  return (
    <>
      <TreeItem
        line={line}
        aria-selected={isSelected}
        aria-busy={isLoading || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => {
          onEvent({ type: 'selected', id });
          if (isOnToggle(event) && isOpen !== null) onEvent({ type: isOpen ? 'closed' : 'opened', id });
        }}
        onDblClick={() => isOpen === false && onEvent({ type: 'opened', id })}
      >
        <span class={`one-line${line.isMatch ? '' : ' tone-quiet'}`} dir="auto" title={name}>
          {name}
        </span>
        {isPinned && (
          <>
            <Icon name="pin" class="folder-pin tone-quiet to-end" />
            <span class="visually-hidden">{t('folder.pinned')}</span>
          </>
        )}
      </TreeItem>
      {isLoading && isOpen && (
        <p class="folder-note tone-quiet small" style={{ '--level': line.level }}>
          {t('folder.loading')}
        </p>
      )}
    </>
  );
}
