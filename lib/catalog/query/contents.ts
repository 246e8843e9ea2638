/** The files and folders of a snapshot, with cached indexes over them. */
import { compareByName } from '../../folders/folder.ts';
import { Block, lostBlock } from '../columns/block.ts';
import type { CatalogFolder } from '../file.ts';

/** Stands for a block that is not read yet: no slots. */
export const unreadBlock = new Block({
  ...lostBlock.columns,
  codes: '',
  titles: '',
  folders: new Uint16Array(),
  flags: new Uint8Array(),
});

export class CatalogContents {
  readonly blocks: readonly Block[];
  readonly folders: ReadonlyMap<string, CatalogFolder>;
  #foldersByName: readonly CatalogFolder[] | null = null;
  #foldersIn: ReadonlyMap<string, readonly CatalogFolder[]> | null = null;
  #filesIn: ReadonlyMap<string, number> | null = null;

  constructor(blocks: readonly Block[], folders: ReadonlyMap<string, CatalogFolder>) {
    this.blocks = blocks;
    this.folders = folders;
  }

  get isPartial(): boolean {
    return this.blocks.includes(unreadBlock);
  }

  get foldersByName(): readonly CatalogFolder[] {
    this.#foldersByName ??= [...this.folders.values()].sort(compareByName);
    return this.#foldersByName;
  }

  /** Direct subfolders, sorted by name. */
  foldersIn(folderId: string): readonly CatalogFolder[] {
    this.#foldersIn ??= Map.groupBy(this.foldersByName, ({ parentId }) => parentId);
    return this.#foldersIn.get(folderId) ?? [];
  }

  /** Number of files directly inside a folder. */
  filesIn(folderId: string): number {
    this.#filesIn ??= filesByFolder(this.blocks);
    return this.#filesIn.get(folderId) ?? 0;
  }
}

function filesByFolder(blocks: readonly Block[]): ReadonlyMap<string, number> {
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
}
