/** Applies changes to the folder tree. Pure: returns new maps. */
import { rootId } from '../folders/folder.ts';
import type { CatalogChange } from './change.ts';
import type { CatalogFolder } from './file.ts';

type Folders = ReadonlyMap<string, CatalogFolder>;
type Listed = NonNullable<CatalogChange['listed']>;

/**
 * The listed folders become children of that folder. Its ancestors are ignored, because they would close a cycle. Former children that
 * aren't listed are removed with their subtrees; their files keep their folder until a listing shows them in another one.
 */
export function withListing(folders: Folders, { folderId, folders: listed }: Listed): Folders {
  const next = new Map(folders);
  const listedIds = new Set<string>();
  for (const { folderId: id, name, code } of listed) {
    if (id === rootId || id === '' || isInside(next, folderId, id)) continue;
    const known = next.get(id);
    listedIds.add(id);
    next.set(id, createFolder({ id, name, parentId: folderId, code }, known));
  }
  const missing = [...next.values()].flatMap(({ id, parentId }) =>
    parentId === folderId && !listedIds.has(id) ? id : [],
  );
  if (missing.length > 0) for (const id of descendantIds(next, missing)) next.delete(id);
  return next;
}

export function withFolder(folders: Folders, folder: NonNullable<CatalogChange['folder']>): Folders {
  const { id, name, parentId } = folder;
  if (id === rootId || id === '') return folders;
  const known = folders.get(id);
  const stays = parentId === undefined || isInside(folders, parentId, id);
  const parent = stays ? (known?.parentId ?? rootId) : parentId;
  return new Map(folders).set(id, createFolder({ id, name, parentId: parent, code: null }, known));
}

/** Keeps what the service doesn't return. */
const createFolder = (given: CatalogFolder, known: CatalogFolder | undefined): CatalogFolder => ({
  ...given,
  name: given.name || (known?.name ?? ''),
  code: given.code ?? known?.code ?? null,
});

/** From the outermost folder to this one, without the root. Empty for the root and for an unknown folder. */
export function pathTo(folders: Folders, id: string): readonly CatalogFolder[] {
  const path = new Set<CatalogFolder>();
  let folder = folders.get(id);
  while (folder !== undefined && !path.has(folder)) {
    path.add(folder);
    folder = folders.get(folder.parentId);
  }
  return [...path].reverse();
}

/** Also true for the folder itself. */
function isInside(folders: Folders, id: string, other: string): boolean {
  const passed = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !passed.has(at); at = folders.get(at)?.parentId) {
    if (at === other) return true;
    passed.add(at);
  }
  return false;
}

/** Includes the given ones. */
export function descendantIds(folders: Folders, ids: Iterable<string>): ReadonlySet<string> {
  const children = Map.groupBy(folders.values(), ({ parentId }) => parentId);
  const found = new Set(ids);
  // Iterating over a set also visits items added meanwhile.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child.id);
  return found;
}

export function isSameFolder(one: CatalogFolder, other: CatalogFolder | undefined): boolean {
  return one.name === other?.name && one.parentId === other.parentId && one.code === other.code;
}
