/** An ARIA tree with one tab stop. Draws only the visible lines. */
import type { ComponentChild, JSX } from 'preact';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { directedKey, type KeyPress, readKey } from '../keys/key-press.ts';
import { type List, type ListOptions, useList } from '../list/useList.ts';
import { t } from '../text.ts';
import { type TreeLine, treeKey } from './tree-lines.ts';
import './folders.css';

/** In pixels, as in the style sheet. */
const getLineHeight = () => (matchMedia('(pointer: coarse)').matches ? 40 : 28);

export const useTreeList = (lines: readonly TreeLine[], options: ListOptions): List =>
  useList(
    lines.map(({ id, isNote }) => (isNote ? null : id)),
    getLineHeight(),
    options,
  );

export interface LineProps {
  readonly 'data-index': number;
  readonly tabIndex: number;
  readonly style: Readonly<Record<string, string>>;
}

interface TreeProps {
  readonly class: string;
  readonly lines: readonly TreeLine[];
  readonly list: List;
  readonly nameOf: (folder: FolderRef) => string;
  readonly onExpand: (id: string, isOpen: boolean) => void;
  /** After a key has moved the focus. */
  readonly onMove?: (id: string) => void;
  /** Runs before the tree's keys. Returns whether it handled the key. */
  readonly onKey: (press: KeyPress, line: TreeLine) => boolean;
  readonly children: (line: TreeLine, props: LineProps) => ComponentChild;
}

export function Tree({ lines, list, nameOf, onExpand, onMove, onKey, children, ...props }: TreeProps) {
  function onKeyDown(event: KeyboardEvent) {
    const press = readKey(event);
    const line = lines[list.at];
    if (!press || !line || !(event.target as Element).matches('[role="treeitem"]')) return;
    if (onKey(press, line)) return event.preventDefault();
    if (press.mod || press.alt) return;
    const directed = { ...press, key: directedKey(press, event.currentTarget as Element) };
    const change = treeKey(directed, lines, line.id, nameOf);
    if (!change) return;
    event.preventDefault();
    if (change.type !== 'selected') return onExpand(change.id, change.type === 'opened');
    list.moveTo(
      lines.findIndex(({ id }) => id === change.id),
      true,
    );
    onMove?.(change.id);
  }

  return (
    <div ref={list.scroller} class={`scroll ${props.class}`} hidden={lines.length === 0}>
      <div
        class="folder-lines virtual-rows"
        role="tree"
        aria-label={t('folder.tree')}
        style={list.listStyle}
        onKeyDown={onKeyDown}
        onFocusIn={list.onFocusIn}
      >
        {list.drawn.map((index) => {
          const line = lines[index];
          return line && children(line, { ...list.rowProps(index), style: list.rowStyle(index) });
        })}
      </div>
    </div>
  );
}

interface TreeItemProps extends Omit<JSX.IntrinsicElements['div'], 'icon' | 'style'> {
  readonly style: LineProps['style'];
  readonly line: TreeLine;
  readonly icon?: IconName;
}

export function TreeItem({
  line,
  icon = 'folder',
  style,
  tabIndex = -1,
  children,
  ...attributes
}: TreeItemProps) {
  return (
    <div
      class="folder-line selectable row gap-1 hover inset-ring"
      role="treeitem"
      tabIndex={tabIndex}
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.setSize}
      aria-expanded={line.isOpen ?? undefined}
      style={{ ...style, '--level': line.level - 1 }}
      {...attributes}
    >
      <span class="folder-toggle tone-quiet center">
        {line.isOpen !== null && <Icon name="forward" class="icon-directed" />}
      </span>
      <Icon name={icon} class="folder-icon tone-quiet" />
      {children}
    </div>
  );
}

export const isOnToggle = ({ target }: Event): boolean =>
  (target as Element).closest('.folder-toggle') !== null;
