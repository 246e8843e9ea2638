/** The moves of a shortlist: pure functions from one to the next. */
import { emptyShortlist, type FolderRef, type FolderShortlist, rootFolder } from './folder.ts';

/** As many recent folders as a menu holds without becoming a list. */
const recentCount = 5;

const without = (folders: readonly FolderRef[], id: string) => folders.filter((folder) => folder.id !== id);

/** Puts every folder into one place only and keeps no more recent ones than the menu shows. */
function tidy({ default: chosen, pinned, recent }: FolderShortlist): FolderShortlist {
  const pins = without(pinned, chosen.id);
  const shown = new Set([chosen.id, ...pins.map(({ id }) => id)]);
  return {
    default: chosen,
    pinned: pins,
    recent: recent.filter(({ id }) => !shown.has(id)).slice(0, recentCount),
  };
}

/** The folder was used: it becomes the newest of the recent ones, and its name is refreshed wherever it stands. */
export function used(shortlist: FolderShortlist, folder: FolderRef): FolderShortlist {
  const renewed = renamed(shortlist, folder);
  return tidy({ ...renewed, recent: [folder, ...without(renewed.recent, folder.id)] });
}

/** The folder becomes the default; the one before it stays at hand among the recent ones. */
export function withDefault(shortlist: FolderShortlist, folder: FolderRef): FolderShortlist {
  const recent = [shortlist.default, ...without(shortlist.recent, shortlist.default.id)];
  return tidy({ ...shortlist, default: folder, recent });
}

/** Pins the folder, or lets it go again. */
export function withPin(shortlist: FolderShortlist, folder: FolderRef, pinned: boolean): FolderShortlist {
  const others = without(shortlist.pinned, folder.id);
  return tidy({ ...shortlist, pinned: pinned ? [...others, folder] : others });
}

/** Takes a folder that the service no longer has out of every list; the root becomes the default in its place. */
export function withoutFolder(shortlist: FolderShortlist, id: string): FolderShortlist {
  return tidy({
    default: shortlist.default.id === id ? rootFolder : shortlist.default,
    pinned: without(shortlist.pinned, id),
    recent: without(shortlist.recent, id),
  });
}

/** The folder has another name now. */
export function renamed(shortlist: FolderShortlist, folder: FolderRef): FolderShortlist {
  const renew = (each: FolderRef) => (each.id === folder.id ? folder : each);
  return {
    default: renew(shortlist.default),
    pinned: shortlist.pinned.map(renew),
    recent: shortlist.recent.map(renew),
  };
}

/** Every folder of the shortlist, in the order in which the menu shows them. */
export function allFolders(shortlist: FolderShortlist): readonly FolderRef[] {
  return [shortlist.default, ...shortlist.pinned, ...shortlist.recent];
}

/** Makes a valid shortlist of whatever storage held. */
export function readShortlist(stored: unknown): FolderShortlist {
  if (typeof stored !== 'object' || stored === null) return emptyShortlist;
  const { default: chosen, pinned, recent } = stored as Record<string, unknown>;
  const many = (value: unknown) => (Array.isArray(value) ? value.filter(isFolder) : []);
  return { default: isFolder(chosen) ? chosen : rootFolder, pinned: many(pinned), recent: many(recent) };
}

function isFolder(value: unknown): value is FolderRef {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string';
}
