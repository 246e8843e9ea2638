import type { CatalogFolder } from '../../../lib/catalog/file.ts';
import { type FolderRef, rootId } from '../../../lib/folders/folder.ts';
import { folderName } from '../../format/names.ts';
import { withAlt, withMod } from '../../keys/key-names.ts';
import { type Action, createAction, type MenuGroups } from '../../menu/action.ts';
import { copyText } from '../../notice/copy-text.ts';
import { plural, t } from '../../text.ts';
import { openPageText } from '../wording.ts';
import { copyLink, hasPlayer, openPage } from './commands.ts';
import { noConditions } from './conditions.ts';
import { type Item, showsLocation } from './listing.ts';
import { allFiles, inFolder, unviewedFiles } from './route.ts';
import { chosenTargets, type FileTarget, getFolderRef, targetsFor } from './targets.ts';
import { deleteAction } from './to-delete.ts';
import type { FilesContext } from './useFiles.ts';

export function itemActions(files: FilesContext, item: Item): MenuGroups {
  if (item.kind === 'heading') return [];
  if (item.kind === 'folder') return folderActions(files, item.folder);
  const targets = targetsFor(files, item);
  const [target] = targets;
  return targets.length === 1 && target ? fileActions(files, target, item) : multipleActions(files, targets);
}

function fileActions(files: FilesContext, target: FileTarget, item: Item): MenuGroups {
  const { route, go, show, openDialog, setRenaming, setPreviewing } = files;
  const { fileCode, folderId } = target;
  const isPlayer = hasPlayer(files, target);
  const openDetails = () => go({ ...route, fileCode });
  const showInFolder = () => go({ ...inFolder(route, folderId), fileCode });
  const embed = () => show(`#embed/${encodeURIComponent(fileCode)}`);
  return [
    [
      createAction('details', 'info', t('files.details'), openDetails, withAlt(t('keys.enter'))),
      createAction('preview', 'eye', t('files.copy.preview'), () => setPreviewing(true), t('keys.space')),
      createAction(
        'play',
        isPlayer ? 'play' : 'outside',
        openPageText(isPlayer),
        () => openPage(files, target),
        t('keys.enter'),
      ),
      ...(showsLocation(route)
        ? [createAction('folder', 'folder', t('files.showInFolder'), showInFolder)]
        : []),
    ],
    [
      createAction('copy', 'copy', t('common.copyLink'), () => copyLink(files, target), withMod('C')),
      createAction('copy-as', 'links', t('files.copyAs'), () =>
        openDialog({ what: 'copy', files: [target] }),
      ),
      createAction('embed', 'video', t('files.embed'), embed),
    ],
    ...changeActions(files, [target], t('files.rename'), () => setRenaming(item.key)),
  ];
}

function changeActions(
  context: FilesContext,
  files: readonly FileTarget[],
  renameLabel: string,
  rename: () => void,
): MenuGroups {
  const openFor = (what: 'move' | 'clone') => () => context.openDialog({ what, files });
  return [
    [
      createAction('rename', 'rename', renameLabel, rename, 'F2'),
      createAction('move', 'folder', t('files.moveTo'), openFor('move')),
      createAction('clone', 'plus', t('files.clone'), openFor('clone')),
    ],
    [deleteAction(context, files, t('keys.delete'))],
  ];
}

function multipleActions(context: FilesContext, files: readonly FileTarget[]): MenuGroups {
  const openFor = (what: 'copy' | 'rename') => () => context.openDialog({ what, files });
  return [
    [
      createAction(
        'copy-as',
        'links',
        plural('files.copyLinks', files.length),
        openFor('copy'),
        withMod('C'),
      ),
    ],
    ...changeActions(context, files, t('files.renamePattern'), openFor('rename')),
  ];
}

export const selectionActions = (files: FilesContext): MenuGroups =>
  multipleActions(files, chosenTargets(files));

function folderActions(files: FilesContext, { id, code }: CatalogFolder): MenuGroups {
  const { route, go, setRenaming } = files;
  const enter = () => go(inFolder(route, id));
  const rename = () => setRenaming(`folder ${id}`);
  return [
    [createAction('open', 'folder', t('files.open'), enter, t('keys.enter'))],
    [
      ...(id === rootId ? [] : [createAction('rename', 'rename', t('files.rename'), rename, 'F2')]),
      ...moveActions(files, id),
      pinAction(files, getFolderRef(files.snapshot, id)),
    ],
    uploadActions(files, id),
    code === null
      ? []
      : [
          createAction(
            'copy-code',
            'copy',
            t('files.copyFolderCode'),
            () => copyText(code, files, t('common.copied')),
            code,
          ),
        ],
  ];
}

/** Services usually keep a file without views at least this long. */
const usualDays = 60;

export function viewActions(files: FilesContext): MenuGroups {
  const { route, go, show, openDialog } = files;
  const create = () => openDialog({ what: 'folder', parentId: route.folderId ?? rootId });
  return [
    [
      createAction('new', 'folder', t('folder.new'), create),
      createAction('paste', 'plus', t('files.cloneByLink'), () => openDialog({ what: 'paste' })),
      createAction('check', 'links', t('linkCheck.menu'), () => openDialog({ what: 'check' })),
      createAction('duplicates', 'copy', t('files.duplicates'), () =>
        go({ ...allFiles, conditions: { ...noConditions, isDuplicate: true } }),
      ),
      createAction('unviewed', 'eye', t('files.unviewed'), () => go(unviewedFiles(usualDays))),
      createAction('takedowns', 'warning', t('takedowns.list'), () => show('#takedowns')),
    ],
    ...(route.folderId === null
      ? []
      : [
          uploadActions(files, route.folderId),
          [
            ...moveActions(files, route.folderId),
            pinAction(files, getFolderRef(files.snapshot, route.folderId)),
          ],
        ]),
  ];
}

/** Pins are the same in every list of folders. */
export function pinAction(
  { pageApi, feedback, account, shortlist }: FilesContext,
  { id, name }: FolderRef,
): Action {
  const folder = { id, name };
  const pinned = !shortlist.pinned.some((each) => each.id === id);
  const label = pinned ? t('picker.pin') : t('options.unpin', { name: folderName(folder) });
  return createAction('pin', 'pin', label, () =>
    feedback.run(pageApi.send('folders.pin', { accountId: account.id, folder, pinned }), () =>
      t('options.saved'),
    ),
  );
}

export function uploadActions(
  { snapshot, openDialog, chooseFiles }: FilesContext,
  folderId: string,
): readonly Action[] {
  const folder = getFolderRef(snapshot, folderId);
  const links = () => openDialog({ what: 'upload', folder });
  return [
    createAction('upload-links', 'links', t('files.uploadLinks'), links),
    createAction('upload-files', 'sending', t('files.uploadFiles'), () => chooseFiles(folder)),
  ];
}

export const canMoveFolder = ({ capabilities }: FilesContext, folderId: string): boolean =>
  capabilities.canMoveFolders && folderId !== rootId;

/** Moves the contents of the root, and of folders that the host can't move. */
export function moveActions(files: FilesContext, folderId: string): readonly Action[] {
  const { snapshot, openDialog } = files;
  if (canMoveFolder(files, folderId)) {
    const folder = getFolderRef(snapshot, folderId);
    const openMoveDialog = () => openDialog({ what: 'move-folder', folder });
    return [createAction('move-folder', 'folder', t('files.moveTo'), openMoveDialog)];
  }
  if (snapshot.filesIn(folderId) === 0 && snapshot.foldersIn(folderId).length === 0) return [];
  const move = () => openDialog({ what: 'contents', folder: getFolderRef(snapshot, folderId) });
  return [createAction('move-contents', 'folder', t('files.moveContents'), move)];
}
