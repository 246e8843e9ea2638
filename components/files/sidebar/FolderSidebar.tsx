import { useState } from 'preact/hooks';
import { rootId } from '../../../lib/folders/folder.ts';
import { IconButton } from '../../button/Button.tsx';
import { Field } from '../../field/Field.tsx';
import { Tree } from '../../folders/Tree.tsx';
import type { TreeLine } from '../../folders/tree-lines.ts';
import { folderName } from '../../format/names.ts';
import { createAction } from '../../menu/action.ts';
import { ContextMenu, type MenuPoint } from '../../menu/ContextMenu.tsx';
import { t } from '../../text.ts';
import { moveActions, pinAction, uploadActions } from '../model/menu-items.ts';
import type { FilesContext } from '../model/useFiles.ts';
import { getFolderName } from '../wording.ts';
import { FolderLine, NewFolderLine } from './FolderLine.tsx';
import { canRename, useFolderSidebar } from './useFolderSidebar.ts';
import '../files.css';

export function FolderSidebar({ files }: { files: FilesContext }) {
  const { snapshot, route } = files;
  const sidebar = useFolderSidebar(files);
  const [menu, setMenu] = useState<{ readonly line: TreeLine; readonly point: MenuPoint } | null>(null);
  const parentId = route.folderId ?? rootId;

  return (
    <aside class="column" aria-label={t('folder.tree')}>
      <div class="folder-sidebar-tools split">
        <Field label={t('folder.filter')} kind="search" value={sidebar.typed} onInput={sidebar.setTyped} />
        <IconButton
          icon="plus"
          label={t('files.newFolderIn', { parent: getFolderName(snapshot, parentId) })}
          onClick={() => sidebar.create(parentId)}
        />
      </div>
      {sidebar.lines.length === 0 && <p class="inset-flat tone-quiet">{t('files.noFolder')}</p>}
      <Tree
        class="folder-sidebar-scroll"
        lines={sidebar.lines}
        list={sidebar.list}
        nameOf={({ id }) => getFolderName(snapshot, id)}
        onExpand={sidebar.setExpanded}
        onKey={sidebar.onKey}
      >
        {(line, props) =>
          line.isNote ? (
            <NewFolderLine key={line.id} files={files} sidebar={sidebar} line={line} itemProps={props} />
          ) : (
            <FolderLine
              key={line.id}
              files={files}
              sidebar={sidebar}
              line={line}
              itemProps={props}
              onMenu={(point) => setMenu({ line, point })}
            />
          )
        }
      </Tree>
      {menu && (
        <ContextMenu
          label={folderName(menu.line.folder)}
          point={menu.point}
          groups={[
            [
              createAction('new', 'plus', t('files.newFolderInside'), () =>
                sidebar.create(menu.line.folder.id),
              ),
              ...(canRename(menu.line.folder.id)
                ? [createAction('rename', 'rename', t('files.rename'), () => sidebar.rename(menu.line), 'F2')]
                : []),
            ],
            [...moveActions(files, menu.line.folder.id), pinAction(files, menu.line.folder)],
            uploadActions(files, menu.line.folder.id),
          ]}
          onClose={(isDone) => {
            setMenu(null);
            if (isDone) sidebar.list.moveTo(sidebar.list.at, true);
          }}
        />
      )}
    </aside>
  );
}
