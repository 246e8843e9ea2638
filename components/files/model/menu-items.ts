/** The menu groups of a file, of several files, and of a folder. */
import type { CatalogFolder } from '../../../lib/catalog/file.ts';
import { withMod } from '../../keys.ts';
import type { MenuItem } from '../../menu/MenuList.tsx';
import { plural, t } from '../../text.ts';
import { copyText } from '../../uploads/file-actions.ts';
import { copyLink, openPlayer } from './commands.ts';
import { type Item, showsLocation } from './listing.ts';
import { inFolder } from './route.ts';
import { chosenTargets, type FilesContext, type FileTarget, folderRefOf, targetsFor } from './useFiles.ts';

type Groups = readonly (readonly MenuItem[])[];

export function itemActions(files: FilesContext, item: Item): Groups {
  if (item.kind === 'heading') return [];
  if (item.kind === 'folder') return folderActions(files, item.folder);
  const targets = targetsFor(files, item);
  const [target] = targets;
  return targets.length === 1 && target ? fileActions(files, target, item) : multipleActions(files, targets);
}

function fileActions(files: FilesContext, target: FileTarget, item: Item): Groups {
  const { route, go, show, openDialog, setRenaming } = files;
  const one = [target];
  const { fileCode, folderId } = target;
  return [
    [
      {
        id: 'details',
        label: t('files.details'),
        icon: 'info',
        hint: t('keys.enter'),
        onSelect: () => go({ ...route, fileCode }),
      },
      {
        id: 'play',
        label: t('common.openPlayer'),
        icon: 'play',
        hint: withMod(t('keys.enter')),
        onSelect: () => openPlayer(files, fileCode),
      },
      ...(showsLocation(route)
        ? [
            {
              id: 'folder',
              label: t('files.showInFolder'),
              icon: 'folder' as const,
              onSelect: () => go({ ...inFolder(route, folderId), fileCode }),
            },
          ]
        : []),
    ],
    [
      {
        id: 'copy',
        label: t('common.copyLink'),
        icon: 'copy',
        hint: withMod('C'),
        onSelect: () => void copyLink(files, target),
      },
      {
        id: 'copy-as',
        label: t('files.copyAs'),
        icon: 'links',
        onSelect: () => openDialog({ what: 'copy', files: one }),
      },
      {
        id: 'embed',
        label: t('files.embed'),
        icon: 'video',
        onSelect: () => show(`#embed/${encodeURIComponent(fileCode)}`),
      },
    ],
    [
      {
        id: 'rename',
        label: t('files.rename'),
        icon: 'rename',
        hint: 'F2',
        onSelect: () => setRenaming(item.key),
      },
      {
        id: 'move',
        label: t('files.moveTo'),
        icon: 'folder',
        onSelect: () => openDialog({ what: 'move', files: one }),
      },
      {
        id: 'clone',
        label: t('files.clone'),
        icon: 'plus',
        onSelect: () => openDialog({ what: 'clone', files: one }),
      },
    ],
  ];
}

function multipleActions({ openDialog }: FilesContext, targets: readonly FileTarget[]): Groups {
  return [
    [
      {
        id: 'copy-as',
        label: plural('files.copyLinks', targets.length),
        icon: 'links',
        hint: withMod('C'),
        onSelect: () => openDialog({ what: 'copy', files: targets }),
      },
    ],
    [
      {
        id: 'rename',
        label: t('files.renamePattern'),
        icon: 'rename',
        hint: 'F2',
        onSelect: () => openDialog({ what: 'rename', files: targets }),
      },
      {
        id: 'move',
        label: t('files.moveTo'),
        icon: 'folder',
        onSelect: () => openDialog({ what: 'move', files: targets }),
      },
      {
        id: 'clone',
        label: t('files.clone'),
        icon: 'plus',
        onSelect: () => openDialog({ what: 'clone', files: targets }),
      },
    ],
  ];
}

/** The actions on the selection. */
export const selectionActions = (files: FilesContext): Groups => multipleActions(files, chosenTargets(files));

function folderActions(files: FilesContext, folder: CatalogFolder): Groups {
  const { route, go, setRenaming } = files;
  return [
    [
      {
        id: 'open',
        label: t('files.open'),
        icon: 'folder',
        hint: t('keys.enter'),
        onSelect: () => go(inFolder(route, folder.id)),
      },
    ],
    [
      ...(folder.id === '0'
        ? []
        : [
            {
              id: 'rename',
              label: t('files.rename'),
              icon: 'rename' as const,
              hint: 'F2',
              onSelect: () => setRenaming(`folder ${folder.id}`),
            },
          ]),
      ...contentActions(files, folder.id),
    ],
    folder.code === null
      ? []
      : [
          {
            id: 'copy-code',
            label: t('files.copyFolderCode'),
            hint: folder.code,
            icon: 'copy' as const,
            onSelect: () => copyText(folder.code ?? '', files),
          },
        ],
  ];
}

/** The actions on the folder shown. */
export function placeActions(files: FilesContext): Groups {
  const { route, openDialog, show } = files;
  return [
    [
      {
        id: 'new',
        label: t('folder.new'),
        icon: 'folder',
        onSelect: () => openDialog({ what: 'folder', parentId: route.folderId ?? '0' }),
      },
      {
        id: 'paste',
        label: t('files.cloneByLink'),
        icon: 'plus',
        onSelect: () => openDialog({ what: 'paste' }),
      },
      {
        id: 'duplicates',
        label: t('files.duplicates'),
        icon: 'copy',
        onSelect: () => show('#duplicates'),
      },
    ],
    route.folderId === null ? [] : contentActions(files, route.folderId),
  ];
}

/** The actions on a folder's contents: the API cannot move a folder. */
export function contentActions(
  { snapshot, openDialog }: FilesContext,
  folderId: string,
): readonly MenuItem[] {
  if (snapshot.filesIn(folderId) === 0 && snapshot.foldersIn(folderId).length === 0) return [];
  return [
    {
      id: 'move-contents',
      label: t('files.moveContents'),
      icon: 'folder',
      onSelect: () => openDialog({ what: 'contents', folder: folderRefOf(snapshot, folderId) }),
    },
  ];
}
