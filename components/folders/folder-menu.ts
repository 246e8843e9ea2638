/** Loaded when a folder button's menu is opened. */
import { type FolderRef, type FolderShortlist, otherPins } from '../../lib/folders/folder.ts';
import { findParentNames, getSameNamed } from '../../lib/folders/same-named.ts';
import type { Send } from '../../lib/protocol.ts';
import { folderName } from '../format/names.ts';
import { type Action, createAction, type MenuGroups } from '../menu/action.ts';
import { joinFacts, t } from '../text.ts';

/** For folders with the same name. If the list of folders is missing, their ids tell them apart. */
async function readParentNames(
  shortlist: FolderShortlist,
  accountId: string,
  send: Send,
): Promise<ReadonlyMap<string, string | null>> {
  const shown = [shortlist.default, ...otherPins(shortlist), ...shortlist.recent];
  if (getSameNamed(shown).length === 0) return new Map();
  const known = await send('folders.known', { accountId }).catch(() => ({ folders: [] }));
  return findParentNames(shown, known.folders);
}

interface FolderMenuProps {
  readonly folder: FolderRef;
  readonly shortlist: FolderShortlist;
  readonly accountId: string;
  readonly onChange: (folder: FolderRef) => void;
}

/** @param ask opens the dialog with the whole tree, or the one for a new folder */
export async function createFolderMenu(
  { folder: { id }, shortlist, accountId, onChange }: FolderMenuProps,
  send: Send,
  ask: (what: 'choose' | 'create') => void,
): Promise<MenuGroups> {
  const parentNames = await readParentNames(shortlist, accountId, send);
  const getParentName = (each: FolderRef) => {
    const name = parentNames.get(each.id);
    if (name === null) return t('folder.byId', { id: each.id });
    return name === undefined ? null : name || t('menu.rootFolder');
  };
  const item = (each: FolderRef): Action => ({
    id: each.id,
    label: joinFacts([folderName(each), getParentName(each)]),
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
