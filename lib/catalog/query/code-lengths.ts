import type { Block } from '../columns/block.ts';

const sampleSize = 100;

/** Lengths of the codes in a sample of files. */
export function listCodeLengths(blocks: readonly Block[]): ReadonlySet<number> {
  const lengths = new Set<number>();
  let seen = 0;
  for (const block of blocks)
    for (let slot = 0; slot < block.slots && seen < sampleSize; slot += 1) {
      if (block.isEmpty(slot)) continue;
      lengths.add(block.code(slot).length);
      seen += 1;
    }
  return lengths;
}
