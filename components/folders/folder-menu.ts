/** The menu of a button that shows a folder, loaded when it is opened. */
import { type FolderRef, type FolderShortlist, otherPins } from '../../lib/folders/folder.ts';
import { type Action, createAction, type MenuGroups } from '../menu/action.ts';
import { t } from '../text.ts';
import { folderName } from './name.ts';

/** @param ask opens the dialog with the whole tree, or the one for a new folder */
export function createFolderMenu(
  { id }: FolderRef,
  shortlist: FolderShortlist,
  onChange: (folder: FolderRef) => void,
  ask: (what: 'choose' | 'create') => void,
): MenuGroups {
  const item = (each: FolderRef): Action => ({
    id: each.id,
    label: folderName(each),
    checked: each.id === id,
    run: () => onChange(each),
  });
  return [
    [shortlist.default, ...otherPins(shortlist)].map(item),
    shortlist.recent.map(item),
    [
      createAction('choose', 'folder', t('folder.choose'), () => ask('choose')),
      createAction('create', 'plus', t('folder.newDialog'), () => ask('create')),
    ],
  ];
}
