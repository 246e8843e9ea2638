import { rootId } from '../../../lib/folders/folder.ts';
import { folderTarget } from '../../drop/folder-target.ts';
import { isOnToggle, type LineProps, TreeItem } from '../../folders/Tree.tsx';
import type { TreeLine } from '../../folders/tree-lines.ts';
import { folderName } from '../../format/names.ts';
import { useHasPainted } from '../../hooks/useHasPainted.ts';
import { getMenuPoint, type MenuPoint } from '../../menu/ContextMenu.tsx';
import { format, plural, t } from '../../text.ts';
import { startFolderDrag } from '../list/drag.ts';
import { RenameField } from '../list/RenameField.tsx';
import { renameFolder } from '../model/commands.ts';
import { canMoveFolder } from '../model/menu-items.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { getFolderName } from '../wording.ts';
import { allFilesId } from './folder-lines.ts';
import type { FolderSidebarState } from './useFolderSidebar.ts';

interface FolderLineProps {
  readonly files: FilesContext;
  readonly sidebar: FolderSidebarState;
  readonly line: TreeLine;
  readonly itemProps: LineProps;
  readonly onMenu: (point: MenuPoint) => void;
}

export function FolderLine({ files, sidebar, line, itemProps, onMenu }: FolderLineProps) {
  const { id, folder, isOpen } = line;
  const canDrop = id !== allFilesId;
  const isNaming = sidebar.naming?.kind === 'rename' && sidebar.naming.id === id;
  return (
    <TreeItem
      line={line}
      icon={line.isPin ? 'pin' : canDrop ? 'folder' : 'list'}
      aria-selected={id === sidebar.shownId}
      {...itemProps}
      onClick={(event) => {
        if (isOnToggle(event) && isOpen !== null) sidebar.setExpanded(id, !isOpen);
        else sidebar.show(folder.id);
      }}
      onContextMenu={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        onMenu(getMenuPoint(event, event.currentTarget));
      }}
      {...(canDrop && folderTarget(folder))}
      draggable={!isNaming && canDrop && canMoveFolder(files, folder.id)}
      onDragStart={(event) => startFolderDrag(event, files, folder)}
      onDragEnd={() => {
        files.dragged.current = null;
      }}
      onDragOver={() => canDrop && sidebar.hover(line)}
      onDragLeave={() => sidebar.hover(null)}
      onDrop={() => sidebar.hover(null)}
    >
      {isNaming ? (
        <RenameField
          label={t('files.newName', { name: folderName(line.folder) })}
          name={line.folder.name}
          onDone={(name) => {
            sidebar.endNaming();
            if (name !== null) void renameFolder(files, folder.id, name);
          }}
        />
      ) : (
        <Name files={files} {...line} />
      )}
    </TreeItem>
  );
}

function Name({ files, folder, isMatch }: { files: FilesContext } & TreeLine) {
  const { snapshot, pendingNames } = files;
  const { id } = folder;
  const known =
    snapshot.folders.has(id) || id === allFilesId ? getFolderName(snapshot, id) : folderName(folder);
  const name = pendingNames.nameOf(`folder ${id}`) ?? known;
  // Counting all files would delay the first frame.
  const hasPainted = useHasPainted();
  const count = id === allFilesId ? snapshot.size : hasPainted ? (snapshot.filesIn(id) ?? 0) : 0;
  return (
    <>
      <span class={`grow one-line${isMatch ? '' : ' tone-quiet'}`} dir="auto" title={name}>
        {name}
      </span>
      {count > 0 && (
        <>
          <span class="folder-count note" aria-hidden="true">
            {format.number(count)}
          </span>
          <span class="visually-hidden">{plural('files.count', count)}</span>
        </>
      )}
    </>
  );
}

/** Shown until the service has the folder. */
export function NewFolderLine({ files, sidebar, line, itemProps }: Omit<FolderLineProps, 'onMenu'>) {
  const { id: parentId = rootId, name = '', isPending = false } = sidebar.naming ?? {};
  return (
    <TreeItem
      // The service decides the position.
      line={{ ...line, position: undefined, setSize: undefined }}
      aria-busy={isPending || undefined}
      style={itemProps.style}
    >
      {isPending ? (
        <span class="grow one-line tone-quiet" dir="auto">
          {name}
        </span>
      ) : (
        <RenameField
          label={t('folder.newIn', { parent: getFolderName(files.snapshot, parentId) })}
          name=""
          typed={name}
          onDone={(newName) => {
            if (newName === null) sidebar.endNaming();
            else void sidebar.confirmNew(parentId, newName);
          }}
        />
      )}
    </TreeItem>
  );
}
