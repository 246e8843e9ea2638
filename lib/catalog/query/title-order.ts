/**
 * Sorts titles by the alphabet of the language, ignoring case and accents, with numbers by value. `Intl.Collator` takes half a second for
 * 100,000 titles, so ranks are computed outside the page (`RankTitles`) and kept until titles change.
 */
import { createSerialQueue } from '../../timing/serial-queue.ts';
import { blockSize } from '../columns/block-size.ts';
import type { CatalogContents } from './contents.ts';

/**
 * Ranks by file id.
 * @param texts by block: the titles, one per line
 */
export type RankTitles = (texts: readonly string[]) => Promise<Uint32Array>;

interface TitleOrder {
  readonly texts: readonly string[];
  readonly ranks: Uint32Array;
}

/** A page shows one account at a time. */
let latest: TitleOrder | null = null;
/** The state that was requested last. */
let newest: CatalogContents | null = null;
const enqueue = createSerialQueue();

/** Null before `prepareTitleOrder`. */
export function currentRanks({ blocks }: CatalogContents): Uint32Array | null {
  const isCurrent =
    latest?.texts.length === blocks.length &&
    blocks.every((block, at) => block.titles.text === latest?.texts[at]);
  return isCurrent ? (latest?.ranks ?? null) : null;
}

/** Of an earlier state of the same account, whose titles were mostly the same. */
export function earlierRanks({ blocks }: CatalogContents): Uint32Array | null {
  const isSameAccount = latest?.texts.some((text, at) => blocks[at]?.titles.text === text);
  return isSameAccount ? (latest?.ranks ?? null) : null;
}

/**
 * Ranks one state at a time. Of waiting states, only the newest.
 * @returns whether the order has changed
 */
export function prepareTitleOrder(contents: CatalogContents, rankTitles: RankTitles): Promise<boolean> {
  newest = contents;
  return enqueue(async () => {
    if (newest !== contents || currentRanks(contents) !== null) return false;
    const texts = contents.blocks.map((block) => block.titles.text);
    latest = { texts, ranks: await rankTitles(texts) };
    return true;
  });
}

export function ranksByFileId(texts: readonly string[]): Uint32Array {
  const titles: string[] = new Array(texts.length * blockSize).fill('');
  for (const [number, text] of texts.entries())
    for (const [slot, title] of text.split('\n').entries()) titles[number * blockSize + slot] = title;
  return titleRanks(titles);
}

/**
 * By title. Equal if only case and accents differ.
 * @param locales default: the browser's
 */
export function titleRanks(titles: readonly string[], locales?: Intl.LocalesArgument): Uint32Array {
  const { compare } = new Intl.Collator(locales, { numeric: true, sensitivity: 'base' });
  const compareAt = (one: number, other: number) => compare(titles[one] ?? '', titles[other] ?? '');
  const order = Uint32Array.from(titles, (_, index) => index).sort(compareAt);
  const ranks = new Uint32Array(titles.length);
  let rank = 0;
  for (let at = 1; at < order.length; at += 1) {
    if (compareAt(order[at - 1] ?? 0, order[at] ?? 0) !== 0) rank += 1;
    ranks[order[at] ?? 0] = rank;
  }
  return ranks;
}
