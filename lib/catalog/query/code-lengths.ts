/** The length of an account's codes. Pure. */
import type { Block } from '../columns/block.ts';

/** Files in the sample. */
const sampleSize = 100;

/** Lengths of the codes of some files. Empty if there are none. */
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
