/** Maps rows to blocks and slots. */
import type { CatalogFile } from '../file.ts';
import { type Block, createCodeKey } from './block.ts';
import { blockSize } from './block-size.ts';

export const blockOf = (row: number): number => Math.floor(row / blockSize);
export const slotOf = (row: number): number => row % blockSize;

/** Null where no file has this code. */
export function rowOf(blocks: readonly Block[], fileCode: string): number | null {
  const key = createCodeKey(fileCode);
  for (const [number, block] of blocks.entries()) {
    const slot = block.slotOf(key);
    if (slot !== -1) return number * blockSize + slot;
  }
  return null;
}

/** Null where the row's file was removed. */
export function fileAt(blocks: readonly Block[], row: number | null): CatalogFile | null {
  return row === null ? null : (blocks[blockOf(row)]?.file(slotOf(row)) ?? null);
}
