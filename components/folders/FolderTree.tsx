/** The selection follows the focus. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { folderName } from '../format/names.ts';
import { Icon } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { isOnToggle, Tree, TreeItem, useTreeList } from './Tree.tsx';
import { treeLines } from './tree.ts';
import type { TreeLine } from './tree-lines.ts';
import type { LiveFolderTree } from './useFolderTree.ts';

interface FolderTreeProps {
  readonly live: LiveFolderTree;
  readonly pinned: readonly FolderRef[];
  readonly onConfirm: () => void;
  readonly children?: ComponentChildren;
}

/** Of the frame, in pixels. */
const padding = 4;

export function FolderTree({ live, pinned, onConfirm, children }: FolderTreeProps) {
  const { tree, canChoose, apply } = live;
  const { selectedId } = tree;
  const lines = withNotes(treeLines(tree));
  const list = useTreeList(lines, { head: padding });
  // Also between two listings, so that nothing flickers.
  const isSearching = [...tree.nodes.values()].some(
    ({ isLoading, children: known, problem }) => isLoading || (known === null && problem === null),
  );

  useLayoutEffect(() => {
    const at = lines.findIndex(({ id }) => id === selectedId);
    if (at !== -1) list.moveTo(at, false);
  }, [selectedId, tree.filter]);

  const expand = (id: string, isOpen: boolean) => apply({ type: isOpen ? 'opened' : 'closed', id });

  return (
    <>
      {lines.length === 0 && (
        <div class="folder-tree folder-none scroll framed pad-4 stack break-anywhere">
          <p class="tone-quiet" role="status">
            {isSearching ? t('folder.searching') : t('folder.noMatch')}
          </p>
          {!isSearching && <div>{children}</div>}
        </div>
      )}
      <Tree
        class="folder-tree framed pad-1"
        lines={lines}
        list={list}
        nameOf={folderName}
        onExpand={expand}
        onMove={(id) => apply({ type: 'selected', id })}
        onKey={({ chord }) => {
          if (chord !== 'Enter' && chord !== 'shift+Enter') return false;
          if (canChoose) onConfirm();
          return true;
        }}
      >
        {(line, props) => {
          const { id, isOpen, isLoading } = line;
          if (line.isNote) {
            return (
              <p
                key={id}
                class="folder-note tone-quiet small"
                style={{ ...props.style, '--level': line.level }}
              >
                {isLoading ? t('folder.loading') : t('folder.empty')}
              </p>
            );
          }
          const name = folderName(line.folder);
          return (
            <TreeItem
              key={id}
              line={line}
              {...props}
              aria-selected={id === selectedId}
              aria-busy={isLoading || undefined}
              onClick={(event) => {
                apply({ type: 'selected', id });
                if (isOnToggle(event) && isOpen !== null) expand(id, !isOpen);
              }}
              onDblClick={() => isOpen === false && expand(id, true)}
            >
              <span class={`one-line${line.isMatch ? '' : ' tone-quiet'}`} dir="auto" title={name}>
                {name}
              </span>
              {pinned.some((pin) => pin.id === id) && (
                <>
                  <Icon name="pin" class="folder-pin tone-quiet to-end" />
                  <span class="visually-hidden">{t('folder.pinned')}</span>
                </>
              )}
            </TreeItem>
          );
        }}
      </Tree>
    </>
  );
}

/** Notes in a folder that is loading, and if there are no folders. */
function withNotes(lines: readonly TreeLine[]): readonly TreeLine[] {
  return lines.flatMap((line) => {
    const isEmpty = lines.length === 1 && line.isOpen === null;
    const hasNote = isEmpty || (line.isLoading && line.isOpen === true);
    return hasNote ? [line, { ...line, id: `note ${line.id}`, isNote: true }] : [line];
  });
}
