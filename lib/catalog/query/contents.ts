import { compareByName } from '../../folders/compare-by-name.ts';
import { Block, lostBlock } from '../columns/block.ts';
import type { CatalogFolder } from '../file.ts';

/** Stands in for a block that hasn't been read. No slots. */
export const unreadBlock = new Block({
  ...lostBlock.columns,
  codes: '',
  titles: '',
  folders: new Uint16Array(),
  flags: new Uint8Array(),
});

export interface CatalogContents {
  readonly blocks: readonly Block[];
  /** Without the root. */
  readonly folders: ReadonlyMap<string, CatalogFolder>;
}

/** Computes a value once for each contents object. */
export function onceFor<T>(compute: (contents: CatalogContents) => T): (contents: CatalogContents) => T {
  const computed = new WeakMap<CatalogContents, T>();
  return (contents) => {
    const value = computed.get(contents) ?? compute(contents);
    computed.set(contents, value);
    return value;
  };
}

export const foldersByName = onceFor(({ folders }) => [...folders.values()].sort(compareByName));

/** Direct subfolders by id, sorted by name. */
export const subfolders = onceFor((contents) =>
  Map.groupBy(foldersByName(contents), ({ parentId }) => parentId),
);

/** By id, without subfolders. */
export const fileCounts = onceFor(({ blocks }) => {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const { folderIds } = block;
    const { folders } = block.columns;
    const here = new Uint32Array(folderIds.length);
    for (let slot = 0; slot < block.slots; slot += 1) {
      const index = folders[slot] ?? 0;
      if (!block.isEmpty(slot)) here[index] = (here[index] ?? 0) + 1;
    }
    for (const [index, id] of folderIds.entries()) counts.set(id, (counts.get(id) ?? 0) + (here[index] ?? 0));
  }
  return counts;
});
