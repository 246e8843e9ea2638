/** The tree around it handles the keys. */
import type { JSX } from 'preact';
import { Icon, type IconName } from '../icons/Icon.tsx';
import type { TreeLine } from './tree.ts';

interface TreeItemProps extends Omit<JSX.IntrinsicElements['div'], 'icon' | 'style'> {
  readonly line: TreeLine;
  readonly icon?: IconName;
  readonly style?: Readonly<Record<string, string>>;
}

export function TreeItem({ line, icon = 'folder', style, children, ...attributes }: TreeItemProps) {
  return (
    <div
      class="folder-line selectable row gap-1 hover inset-ring"
      role="treeitem"
      tabIndex={-1}
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
