import type { CatalogFile } from '../file.ts';
import { type Block, createCodeKey } from './block.ts';
import { blockSize } from './block-size.ts';

export const getBlockNumber = (fileId: number): number => Math.floor(fileId / blockSize);
export const getSlot = (fileId: number): number => fileId % blockSize;

export function findFileId(blocks: readonly Block[], fileCode: string): number | null {
  const key = createCodeKey(fileCode);
  for (const [number, block] of blocks.entries()) {
    const slot = block.findSlot(key);
    if (slot !== -1) return number * blockSize + slot;
  }
  return null;
}

/** Null if the file was removed. */
export function fileAt(blocks: readonly Block[], fileId: number | null): CatalogFile | null {
  return fileId === null ? null : (blocks[getBlockNumber(fileId)]?.file(getSlot(fileId)) ?? null);
}
