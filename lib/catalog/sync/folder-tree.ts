/** The folders as a walk finds them: each once, in the place where it was found first. */
import type { Folder } from '../../api/index.ts';
import type { CatalogFolder } from '../file.ts';
import type { SyncState, Walk } from './state.ts';

/** A service that invents new folders for ever must not keep anybody for ever. */
const mostFolders = 100_000;

export class Tree {
  /** The root first, in the order in which they are looked into; the state has the same. */
  readonly #found = new Set<string>();
  readonly #parents = new Map<string, string>();
  readonly #looked = new Set<string>();

  /** @param known the catalog's folders, with the parents of those that an earlier life has found */
  constructor(walk: Walk | null, known: ReadonlyMap<string, CatalogFolder> = new Map()) {
    if (walk === null) return;
    for (const id of walk.folders) {
      this.#found.add(id);
      const parentId = known.get(id)?.parentId;
      if (parentId !== undefined) this.#parents.set(id, parentId);
    }
    for (const id of walk.folders.slice(0, walk.looked)) this.#looked.add(id);
  }

  hasLooked(id: string): boolean {
    return this.#looked.has(id);
  }

  parentOf(id: string): string {
    return this.#parents.get(id) ?? '0';
  }

  /**
   * What of a listing can stand in this folder: not itself, not the root, and no folder that was found elsewhere, as in
   * answers that show some other folder instead.
   */
  accept(folderId: string, folders: readonly Folder[]): readonly Folder[] {
    const accepted = new Map<string, Folder>();
    for (const folder of folders) {
      const id = folder.folderId;
      if (id !== '0' && id !== folderId && (this.#parents.get(id) ?? folderId) === folderId)
        accepted.set(id, folder);
    }
    return [...accepted.values()];
  }

  /** The folder was looked into, and these were found. */
  add(folderId: string, accepted: readonly Folder[]): (state: SyncState) => SyncState {
    this.#looked.add(folderId);
    const before = this.#found.size;
    for (const { folderId: id } of accepted) {
      if (this.#found.size >= mostFolders) break;
      this.#parents.set(id, folderId);
      this.#found.add(id);
    }
    const isLonger = this.#found.size > before;
    return (state) => {
      if (state.walk === null) return state;
      const folders = isLonger ? [...this.#found] : state.walk.folders;
      let { looked } = state.walk;
      for (let next = folders[looked]; next !== undefined && this.#looked.has(next); next = folders[looked])
        looked += 1;
      return { ...state, walk: { ...state.walk, folders, looked } };
    };
  }

  /** Folders that are not in this one any more may be found elsewhere. */
  release(folderId: string, accepted: readonly Folder[]): void {
    const here = new Set(accepted.map((folder) => folder.folderId));
    for (const [id, parentId] of this.#parents)
      if (parentId === folderId && !here.has(id)) this.#parents.delete(id);
  }
}
