/** What can be done with a file, with many, and with a folder: the groups of their menus. */
import type { CatalogFolder } from '../../../lib/catalog/file.ts';
import type { MenuItem } from '../../menu/Menu.tsx';
import { plural, t } from '../../text.ts';
import { copyLink, copyText, play } from './commands.ts';
import { type Item, isWide } from './listing.ts';
import { inFolder } from './route.ts';
import { chosenTargets, type Files, type FileTarget, refOf, targetsFor } from './useFiles.ts';

type Groups = readonly (readonly MenuItem[])[];

export function actionsFor(files: Files, item: Item): Groups {
  if (item.kind === 'heading') return [];
  if (item.kind === 'folder') return folderActions(files, item.folder);
  const targets = targetsFor(files, item);
  const [target] = targets;
  return targets.length === 1 && target ? fileActions(files, target, item) : manyActions(files, targets);
}

function fileActions(files: Files, target: FileTarget, item: Item): Groups {
  const { route, go, show, ask, setRenaming } = files;
  const one = [target];
  const { fileCode, folderId } = target;
  return [
    [
      {
        id: 'details',
        label: t('files.details'),
        icon: 'info',
        hint: t('files.key.enter'),
        onSelect: () => go({ ...route, fileCode }),
      },
      {
        id: 'play',
        label: t('common.openPlayer'),
        icon: 'play',
        hint: t('files.key.ctrlEnter'),
        onSelect: () => play(files, fileCode),
      },
      ...(isWide(route)
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
        hint: t('files.key.copy'),
        onSelect: () => void copyLink(files, target),
      },
      {
        id: 'copy-as',
        label: t('files.copyAs'),
        icon: 'links',
        onSelect: () => ask({ what: 'copy', files: one }),
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
        hint: t('files.key.rename'),
        onSelect: () => setRenaming(item.key),
      },
      {
        id: 'move',
        label: t('files.moveTo'),
        icon: 'folder',
        onSelect: () => ask({ what: 'move', files: one }),
      },
      {
        id: 'clone',
        label: t('files.clone'),
        icon: 'plus',
        onSelect: () => ask({ what: 'clone', files: one }),
      },
    ],
  ];
}

function manyActions({ ask }: Files, targets: readonly FileTarget[]): Groups {
  return [
    [
      {
        id: 'copy-as',
        label: plural('files.copyLinks', targets.length),
        icon: 'links',
        hint: t('files.key.copy'),
        onSelect: () => ask({ what: 'copy', files: targets }),
      },
    ],
    [
      {
        id: 'rename',
        label: t('files.renamePattern'),
        icon: 'rename',
        hint: t('files.key.rename'),
        onSelect: () => ask({ what: 'rename', files: targets }),
      },
      {
        id: 'move',
        label: t('files.moveTo'),
        icon: 'folder',
        onSelect: () => ask({ what: 'move', files: targets }),
      },
      {
        id: 'clone',
        label: t('files.clone'),
        icon: 'plus',
        onSelect: () => ask({ what: 'clone', files: targets }),
      },
    ],
  ];
}

/** What is chosen, whatever the pointer is on. */
export const chosenActions = (files: Files): Groups => manyActions(files, chosenTargets(files));

function folderActions(files: Files, folder: CatalogFolder): Groups {
  const { route, go, setRenaming } = files;
  return [
    [
      {
        id: 'open',
        label: t('files.open'),
        icon: 'folder',
        hint: t('files.key.enter'),
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
              hint: t('files.key.rename'),
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
            onSelect: () => copyText(files, folder.code ?? ''),
          },
        ],
  ];
}

/** What can be done with the place that is shown. */
export function folderMenu(files: Files): Groups {
  const { route, ask, show } = files;
  return [
    [
      {
        id: 'new',
        label: t('folder.new'),
        icon: 'folder',
        onSelect: () => ask({ what: 'folder', parentId: route.folderId ?? '0' }),
      },
      {
        id: 'paste',
        label: t('files.cloneByLink'),
        icon: 'plus',
        onSelect: () => ask({ what: 'paste' }),
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

/** For folders as they stand in the list and in the tree. A folder itself cannot be moved; the service has no such call. */
export function contentActions({ snapshot, ask }: Files, folderId: string): readonly MenuItem[] {
  if (snapshot.filesIn(folderId) === 0 && snapshot.foldersIn(folderId).length === 0) return [];
  return [
    {
      id: 'move-contents',
      label: t('files.moveContents'),
      icon: 'folder',
      onSelect: () => ask({ what: 'contents', folder: refOf(snapshot, folderId) }),
    },
  ];
}
