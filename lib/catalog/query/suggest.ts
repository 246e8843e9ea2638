/** Suggests a few files for a query, from the blocks that the background has in memory. Pure. */
import { foldText } from '../../search/fold.ts';
import { splitWords } from '../../search/words.ts';
import type { Block } from '../columns/block.ts';
import type { CatalogFile } from '../file.ts';

interface Hit {
  readonly block: Block;
  readonly slot: number;
  readonly isAtStart: boolean;
  readonly uploaded: number;
}

/** Files whose title has every word: first those that begin with the query, then the newest. An empty query returns none. */
export function suggestFiles(blocks: readonly Block[], typed: string, limit: number): readonly CatalogFile[] {
  const words = splitWords(typed);
  if (words.length === 0) return [];
  const start = foldText(typed).trim();
  const hits = blocks.flatMap((block) => hitsIn(block, words, start));
  hits.sort((one, other) => Number(other.isAtStart) - Number(one.isAtStart) || other.uploaded - one.uploaded);
  return hits.slice(0, limit).flatMap(({ block, slot }) => block.file(slot) ?? []);
}

function hitsIn(block: Block, words: readonly string[], start: string): readonly Hit[] {
  const lines = block.folded;
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  // Skips blocks that lack a word.
  if (!hasAll(lines.text)) return [];
  const hits: Hit[] = [];
  const uploaded = block.numbers('uploaded');
  for (let slot = 0; slot < block.slots; slot += 1) {
    const title = lines.at(slot);
    if (!hasAll(title) || block.isEmpty(slot)) continue;
    hits.push({ block, slot, isAtStart: title.startsWith(start), uploaded: uploaded[slot] || 0 });
  }
  return hits;
}
