/**
 * What Linkhaul itself has changed while listings were on their way: those may show the state before, and must not take
 * the change back.
 */
import type { CatalogChange, FilePatch } from '../change.ts';

interface Own<T> {
  readonly at: number;
  readonly value: T;
}

export class OwnChanges {
  #time = 0;
  readonly #flights = new Set<number>();
  readonly #patches = new Map<string, Own<FilePatch>>();
  readonly #folders = new Map<string, Own<NonNullable<CatalogChange['folder']>>>();

  /** A listing is asked for. @returns what names it in `land` and `onTopOf` */
  depart(): number {
    this.#time += 1;
    this.#flights.add(this.#time);
    return this.#time;
  }

  /** The listing has been written down, or will never come. What no other one could take back is forgotten. */
  land(flight: number): void {
    this.#flights.delete(flight);
    const oldest = Math.min(...this.#flights);
    for (const kept of [this.#patches, this.#folders])
      for (const [key, { at }] of kept) if (at < oldest) kept.delete(key);
  }

  note({ patches = [], folder }: CatalogChange): void {
    if (this.#flights.size === 0) return;
    const at = this.#time;
    for (const patch of patches) {
      const value = { ...this.#patches.get(patch.fileCode)?.value, ...patch };
      this.#patches.set(patch.fileCode, { at, value });
    }
    if (folder) {
      const value = { ...this.#folders.get(folder.id)?.value, ...folder };
      this.#folders.set(folder.id, { at, value });
    }
  }

  /** What a listing shows, with all that was changed since it was asked for. */
  onTopOf(change: CatalogChange, flight: number): CatalogChange {
    if (this.#patches.size + this.#folders.size === 0) return change;
    const newer = (code: string) => {
      const own = this.#patches.get(code);
      return own && own.at >= flight ? own.value : undefined;
    };
    const { files, patches, listed } = change;
    return {
      ...change,
      files: files?.map((file) => {
        const { title = file.title, folderId = file.folderId } = newer(file.fileCode) ?? {};
        return { ...file, title, folderId };
      }),
      patches: patches?.map((patch) => ({ ...patch, ...newer(patch.fileCode) })),
      listed: listed && { ...listed, folders: this.#foldersIn(listed, flight) },
    };
  }

  #foldersIn({ folderId, folders }: NonNullable<CatalogChange['listed']>, flight: number) {
    const own = [...this.#folders.values()].filter(({ at }) => at >= flight).map(({ value }) => value);
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
