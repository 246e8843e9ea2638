/** Linkhaul's own changes while listings are running, which may show the old state and must not undo them. */
import type { CatalogChange, FilePatch } from '../change.ts';

interface OwnChange<T> {
  /** Number of the latest listing before the change. */
  readonly at: number;
  readonly value: T;
}

export class OwnChanges {
  #lastListing = 0;
  readonly #listings = new Set<number>();
  readonly #patches = new Map<string, OwnChange<FilePatch>>();
  readonly #folders = new Map<string, OwnChange<NonNullable<CatalogChange['folder']>>>();

  /**
   * Call before a listing is requested.
   * @returns an id for `endListing` and `applyTo`
   */
  beginListing(): number {
    this.#lastListing += 1;
    this.#listings.add(this.#lastListing);
    return this.#lastListing;
  }

  /** Call after the listing was saved or failed. Drops changes that no running listing can undo. */
  endListing(listingId: number): void {
    this.#listings.delete(listingId);
    const oldest = Math.min(...this.#listings);
    for (const kept of [this.#patches, this.#folders])
      for (const [key, { at }] of kept) if (at < oldest) kept.delete(key);
  }

  record({ patches = [], folder }: CatalogChange): void {
    if (this.#listings.size === 0) return;
    const at = this.#lastListing;
    for (const patch of patches) {
      const value = { ...this.#patches.get(patch.fileCode)?.value, ...patch };
      this.#patches.set(patch.fileCode, { at, value });
    }
    if (folder) {
      const value = { ...this.#folders.get(folder.id)?.value, ...folder };
      this.#folders.set(folder.id, { at, value });
    }
  }

  /** Applies own changes since the listing's request on top of it. */
  applyTo(change: CatalogChange, listingId: number): CatalogChange {
    if (this.#patches.size + this.#folders.size === 0) return change;
    const newer = (code: string) => {
      const own = this.#patches.get(code);
      return own && own.at >= listingId ? own.value : undefined;
    };
    const { files, patches, listed } = change;
    return {
      ...change,
      files: files?.map((file) => {
        const { title = file.title, folderId = file.folderId } = newer(file.fileCode) ?? {};
        return { ...file, title, folderId };
      }),
      patches: patches?.map((patch) => ({ ...patch, ...newer(patch.fileCode) })),
      listed: listed && { ...listed, folders: this.#foldersIn(listed, listingId) },
    };
  }

  #foldersIn({ folderId, folders }: NonNullable<CatalogChange['listed']>, listingId: number) {
    const own = [...this.#folders.values()].filter(({ at }) => at >= listingId).map(({ value }) => value);
    const names = new Map(own.map(({ id, name }) => [id, name]));
    const created = own.filter(
      ({ id, parentId }) => parentId === folderId && !folders.some((folder) => folder.folderId === id),
    );
    return [
      ...folders.map((folder) => ({ ...folder, name: names.get(folder.folderId) ?? folder.name })),
      ...created.map(({ id, name }) => ({ folderId: id, name, code: null })),
    ];
  }
}
