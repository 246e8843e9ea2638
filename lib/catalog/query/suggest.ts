/** The few files that fit best what is typed, straight from the blocks that the background holds. Pure. */
import { folded } from '../../search/fold.ts';
import { wordsOf } from '../../search/words.ts';
import type { Block } from '../columns/block.ts';
import type { CatalogFile } from '../file.ts';

interface Hit {
  readonly block: Block;
  readonly slot: number;
  readonly isAtStart: boolean;
  readonly uploaded: number;
}

/** Files whose title has every word of what is typed: first those that begin with it, then the newest. Nothing typed: none. */
export function suggestFiles(blocks: readonly Block[], typed: string, most: number): readonly CatalogFile[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const start = folded(typed).trim();
  const hits = blocks.flatMap((block) => hitsIn(block, words, start));
  hits.sort((one, other) => Number(other.isAtStart) - Number(one.isAtStart) || other.uploaded - one.uploaded);
  return hits.slice(0, most).flatMap(({ block, slot }) => block.file(slot) ?? []);
}

function hitsIn(block: Block, words: readonly string[], start: string): readonly Hit[] {
  const lines = block.folded;
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  // Most blocks of a large account lack a word, and none of their lines needs to be cut.
  if (!hasAll(lines.text)) return [];
  const hits: Hit[] = [];
  for (let slot = 0; slot < block.slots; slot += 1) {
    const title = lines.at(slot);
    if (!hasAll(title) || block.isEmpty(slot)) continue;
    const uploaded = block.numbers('uploaded')[slot] || 0;
    hits.push({ block, slot, isAtStart: title.startsWith(start), uploaded });
  }
  return hits;
}
