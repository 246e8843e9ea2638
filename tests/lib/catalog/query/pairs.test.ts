import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPairIndex } from '../../../../lib/catalog/query/pairs.ts';

const always = async () => true;
const indexPairs = async (titles: readonly string[], turn = always) =>
  createPairIndex({ count: titles.length, at: (fileId) => titles[fileId] ?? '' }, turn);
const listMatches = (titles: readonly string[], part: string) =>
  titles.flatMap((title, fileId) => (title.includes(part) ? [fileId] : []));
const known = Number.POSITIVE_INFINITY;

describe('the index of pairs', () => {
  it('returns the titles with the rarest pair, whether few or many have it', async () => {
    const titles = Array.from(
      { length: 200 },
      (_, fileId) => `${fileId % 2 ? 'ab' : ''}${fileId % 70 ? '' : 'cd'} ${fileId}`,
    );
    const pairs = await indexPairs(titles);
    expect([...(pairs?.fileIdsWith(['ab'], known) ?? [])]).toEqual(listMatches(titles, 'ab'));
    expect([...(pairs?.fileIdsWith(['cd'], known) ?? [])]).toEqual([0, 70, 140]);
    expect([...(pairs?.fileIdsWith(['ab', 'xcd'], known) ?? [])]).toEqual([]);
    expect([...(pairs?.fileIdsWith(['ab', 'cd'], known) ?? [])]).toEqual([0, 70, 140]);
  });

  it('returns null if no word has a pair, or fewer titles are indexed', async () => {
    const pairs = await indexPairs(['ab', 'ab', 'cd']);
    expect(pairs?.fileIdsWith(['a', 'b'], known)).toBeNull();
    expect(pairs?.fileIdsWith(['ab'], 2)).toBeNull();
    expect([...(pairs?.fileIdsWith(['ab'], 3) ?? [])]).toEqual([0, 1]);
  });

  it('misses no title in any script', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abc 한é\ud83c'), maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 90 }), text, async (titles, word) => {
        fc.pre(word.length > 1);
        const fileIds = (await indexPairs(titles))?.fileIdsWith([word], known) ?? [];
        const named = new Set(fileIds);
        expect([...fileIds]).toEqual([...named].sort((one, other) => one - other));
        expect(listMatches(titles, word).filter((fileId) => !named.has(fileId))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('stops when it is cancelled, in both passes', async () => {
    const titles = Array.from({ length: 5_000 }, () => 'ab');
    for (const allowed of [0, 1, 2, 3]) {
      let turns = 0;
      const turn = async () => {
        turns += 1;
        return turns <= allowed;
      };
      expect(await indexPairs(titles, turn)).toBeNull();
      expect(turns).toBe(allowed + 1);
    }
  });
});
