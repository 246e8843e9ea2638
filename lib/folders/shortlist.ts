import { hasShape } from '../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import {
  emptyShortlist,
  type FolderRef,
  type FolderShortlist,
  otherPins,
  rootFolder,
  rootId,
} from './folder.ts';

const maxRecent = 5;

const removeById = (folders: readonly FolderRef[], id: string) =>
  folders.filter((folder) => folder.id !== id);

/** Limits recent folders, and removes those that are in another list. */
function normalize(shortlist: FolderShortlist): FolderShortlist {
  const { default: chosen, pinned, recent } = shortlist;
  const shown = new Set([chosen.id, ...pinned.map(({ id }) => id)]);
  return { ...shortlist, recent: recent.filter(({ id }) => !shown.has(id)).slice(0, maxRecent) };
}

/** Updates the folder's name in all lists too. A folder without a name can't be offered. */
export function recordUse(shortlist: FolderShortlist, folder: FolderRef): FolderShortlist {
  const isOfferable = folder.name !== '' || folder.id === rootId;
  if (!isOfferable || folder.id === shortlist.toDelete?.id) return shortlist;
  const renewed = applyFolderName(shortlist, folder);
  return normalize({ ...renewed, recent: [folder, ...removeById(renewed.recent, folder.id)] });
}

export function withDefault(shortlist: FolderShortlist, folder: FolderRef): FolderShortlist {
  const recent = [shortlist.default, ...removeById(shortlist.recent, shortlist.default.id)];
  return normalize({ ...shortlist, default: folder, recent });
}

export function withPin(shortlist: FolderShortlist, folder: FolderRef, pinned: boolean): FolderShortlist {
  const others = removeById(shortlist.pinned, folder.id);
  return normalize({ ...shortlist, pinned: pinned ? [...others, folder] : others });
}

/** Removes the folder from every list. The root replaces it as the default. */
export function withoutFolder(shortlist: FolderShortlist, id: string): FolderShortlist {
  return normalize({
    default: shortlist.default.id === id ? rootFolder : shortlist.default,
    pinned: removeById(shortlist.pinned, id),
    recent: removeById(shortlist.recent, id),
    toDelete: shortlist.toDelete?.id === id ? undefined : shortlist.toDelete,
  });
}

export function applyFolderName(shortlist: FolderShortlist, folder: FolderRef): FolderShortlist {
  const renew = (each: FolderRef) => (each.id === folder.id ? folder : each);
  return {
    default: renew(shortlist.default),
    pinned: shortlist.pinned.map(renew),
    recent: shortlist.recent.map(renew),
    toDelete: shortlist.toDelete && renew(shortlist.toDelete),
  };
}

/** In the order of the menu. */
export function listFolders(shortlist: FolderShortlist): readonly FolderRef[] {
  return [shortlist.default, ...otherPins(shortlist), ...shortlist.recent];
}

export function readShortlist(stored: unknown): FolderShortlist {
  if (typeof stored !== 'object' || stored === null) return emptyShortlist;
  const { default: chosen, pinned, recent, toDelete } = stored as Record<string, unknown>;
  const readFolders = (value: unknown) => (Array.isArray(value) ? value.filter(isFolder) : []);
  return {
    default: isFolder(chosen) ? chosen : rootFolder,
    pinned: readFolders(pinned),
    recent: readFolders(recent),
    ...(isFolder(toDelete) && { toDelete }),
  };
}

export const createShortlistStore = (local: StorageArea, accountId: string) =>
  createStoredValue(local, `folders:${accountId}`, readShortlist);

const isFolder = (value: unknown): value is FolderRef => hasShape(value, { id: String, name: String });
