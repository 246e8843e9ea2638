/** The folders found by a full sync: each once, where it was first found. */

import type { Folder } from '../../api/index.ts';
import { rootId } from '../../folders/folder.ts';
import type { CatalogFolder } from '../file.ts';
import type { FullSyncProgress, SyncState } from './sync-state.ts';

/** Ends the sync of a service that returns new folders endlessly. */
const maxFolders = 100_000;

/** Folders with subfolders. */
export const listParents = (known: ReadonlyMap<string, CatalogFolder>): ReadonlySet<string> =>
  new Set([...known.values()].map(({ parentId }) => parentId));

export class FolderTree {
  /** In the order of listing, the root first, as in the state. */
  readonly #found = new Set<string>();
  readonly #parents = new Map<string, string>();
  readonly #listedFolders = new Set<string>();

  /** @param known the catalog's folders, for the parents of folders found before a restart */
  constructor(fullSync: FullSyncProgress | null, known: ReadonlyMap<string, CatalogFolder> = new Map()) {
    if (fullSync === null) return;
    for (const id of fullSync.folders) {
      this.#found.add(id);
      const parentId = known.get(id)?.parentId;
      if (parentId !== undefined) this.#parents.set(id, parentId);
    }
    for (const id of fullSync.folders.slice(0, fullSync.listedFolders)) this.#listedFolders.add(id);
  }

  isListed(id: string): boolean {
    return this.#listedFolders.has(id);
  }

  getParentId(id: string): string {
    return this.#parents.get(id) ?? rootId;
  }

  /**
   * The folders that can be children of this one: not itself, not the root, and none found in another one, because some responses show
   * another folder. New ones only while there is room.
   */
  accept(folderId: string, folders: readonly Folder[]): readonly Folder[] {
    const accepted = new Map<string, Folder>();
    let room = maxFolders - this.#found.size;
    for (const folder of folders) {
      const id = folder.folderId;
      if (id === rootId || id === folderId || (this.#parents.get(id) ?? folderId) !== folderId) continue;
      if (!this.#found.has(id) && !accepted.has(id) && --room < 0) continue;
      accepted.set(id, folder);
    }
    return [...accepted.values()];
  }

  addListing(folderId: string, accepted: readonly Folder[]): (state: SyncState) => SyncState {
    this.#listedFolders.add(folderId);
    const before = this.#found.size;
    for (const { folderId: id } of accepted) {
      this.#parents.set(id, folderId);
      this.#found.add(id);
    }
    const isLonger = this.#found.size > before;
    return (state) => {
      if (state.fullSync === null) return state;
      const folders = isLonger ? [...this.#found] : state.fullSync.folders;
      let { listedFolders } = state.fullSync;
      const isListed = (id: string | undefined) => id !== undefined && this.#listedFolders.has(id);
      while (isListed(folders[listedFolders])) listedFolders += 1;
      return { ...state, fullSync: { ...state.fullSync, folders, listedFolders } };
    };
  }

  /** Folders that have left this one can then be found in another. */
  release(folderId: string, accepted: readonly Folder[]): void {
    const here = new Set(accepted.map((folder) => folder.folderId));
    for (const [id, parentId] of this.#parents)
      if (parentId === folderId && !here.has(id)) this.#parents.delete(id);
  }
}
