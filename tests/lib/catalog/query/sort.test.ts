import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { shownColumnNames } from '../../../../lib/catalog/columns/number-columns.ts';
import { fileIdsIn } from '../../../../lib/catalog/query/filter.ts';
import type { SortColumn } from '../../../../lib/catalog/query/snapshot.ts';
import { sortFiles } from '../../../../lib/catalog/query/sort.ts';
import {
  currentRanks,
  prepareTitleOrder,
  ranksByFileId,
  titleRanks,
} from '../../../../lib/catalog/query/title-order.ts';
import { anything } from '../../search/texts.ts';
import { createSample, samples } from './contents-sample.ts';

const inOrder = (titles: readonly string[], locale = 'en') => {
  const ranks = titleRanks(titles, locale);
  return titles
    .map((title, at) => ({ title, rank: ranks[at] ?? 0 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ title }) => title);
};

describe('titles', () => {
  it.each([
    [
      'no case, no accents',
      ['Zoo', 'épée', 'Apple', 'apple', 'eel'],
      ['Apple', 'apple', 'eel', 'épée', 'Zoo'],
    ],
    ['accents in pieces', ['f', 'e\u0301b', 'éa'], ['éa', 'e\u0301b', 'f']],
  ])('%s', (_, titles, order) => {
    expect(inOrder(titles)).toEqual(order);
  });

  it('follow the alphabet of the language', () => {
    expect(inOrder(['zebra', 'ål', 'al'], 'sv')).toEqual(['al', 'zebra', 'ål']);
    expect(inOrder(['zebra', 'ål', 'al'], 'de')).toEqual(['ål', 'al', 'zebra']);
  });

  it.each([
    ['cs', ['cukr', 'hora', 'chata', 'ihned']],
    ['hr', ['lopta', 'luk', 'ljeto']],
    ['da', ['Zebra', 'Ærø', 'Ørsted', 'Aarhus', 'Åse']],
  ])('of %s with letters of two characters', (locale, order) => {
    expect(inOrder(order.toReversed(), locale)).toEqual(order);
  });

  it('are ordered as Intl.Collator orders them', () => {
    const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    const title = fc.string({ unit: fc.constantFrom(...'aábBcé 012-.(_яЖ中'), maxLength: 10 });
    fc.assert(
      fc.property(fc.array(title, { maxLength: 60 }), (titles) => {
        const ranks = titleRanks(titles, 'en');
        for (const [at, one] of titles.entries())
          for (const [beside, other] of titles.entries())
            expect([one, other, Math.sign((ranks[at] ?? 0) - (ranks[beside] ?? 0))]).toEqual([
              one,
              other,
              Math.sign(collator.compare(one, other)),
            ]);
      }),
    );
  });

  it('have a total order', () => {
    const long = fc.constantFrom(
      'a'.repeat(10_000),
      `${'a'.repeat(9_999)}b`,
      '1'.repeat(100),
      `${'1'.repeat(99)}2`,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, long)), (titles) => {
        const ranks = titleRanks(titles, 'en');
        expect(ranks).toHaveLength(titles.length);
        for (const [at, title] of titles.entries()) expect(ranks[at]).toBe(ranks[titles.indexOf(title)]);
      }),
    );
  });

  it('don’t exhaust the stack if many start with the same characters', () => {
    const titles = Array.from({ length: 1_000 }, (_, length) => 'a'.repeat(length));
    expect([...titleRanks(titles.toReversed(), 'en')].toReversed()).toEqual(titles.map((_, at) => at));
  });
});

describe('columns', () => {
  const columns: readonly Exclude<SortColumn, 'title'>[] = shownColumnNames;
  const value = fc.option(fc.oneof(fc.nat(5), fc.constantFrom(0, 2 ** 31, 2 ** 53 - 1, 1e300)));

  it('are sorted in both directions, unknown values last, equal ones in their old order', () => {
    const file = fc.record({
      uploaded: fc.oneof(value, fc.integer()),
      length: value,
      size: value,
      views: value,
      lastView: value,
    });
    fc.assert(
      fc.property(
        samples(file),
        fc.constantFrom(...columns),
        fc.boolean(),
        fc.nat(),
        fc.boolean(),
        (sample, column, descending, turn, isSorted) => {
          const { contents, files } = sample;
          const sort = (fileIds: Iterable<number>) => [
            ...sortFiles(contents, Uint32Array.from(fileIds), { column, descending }),
          ];
          // Sorted and then rotated, so most are in order already.
          const all = isSorted ? sort(files.keys()) : [...files.keys()];
          const given = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))];
          const rank = (fileId: number) => files.get(fileId)?.[column] ?? Number.POSITIVE_INFINITY;
          const direction = (fileId: number) =>
            descending && rank(fileId) < Number.POSITIVE_INFINITY ? -rank(fileId) : rank(fileId);
          const expected = given.toSorted((one, other) => {
            const [first, second] = [direction(one), direction(other)];
            return first === second ? 0 : first < second ? -1 : 1;
          });
          expect(sort(given)).toEqual(expected);
        },
      ),
    );
  });

  it('all files, newest first, have the same order with and without a filter', () => {
    const { contents } = createSample([5, null, 7, 5, 9].map((uploaded) => ({ uploaded })));
    const newest = { column: 'uploaded', descending: true } as const;
    expect(sortFiles(contents, fileIdsIn(contents), newest)).toEqual(
      sortFiles(contents, fileIdsIn(contents).slice(), newest),
    );
    const oldest = { column: 'uploaded', descending: false } as const;
    expect(sortFiles(contents, fileIdsIn(contents), oldest)).toEqual(
      sortFiles(contents, fileIdsIn(contents).slice(), oldest),
    );
  });

  it('titles have the same order alone and among all, and the reverse when descending', () => {
    const titles = ['b', 'a10', 'a9', null, 'B', 'a10', 'c', 'd'];
    const { contents, files } = createSample(titles.map((title) => (title === null ? null : { title })));
    const sort = (fileIds: readonly number[], descending = false) => [
      ...sortFiles(contents, Uint32Array.from(fileIds), { column: 'title', descending }),
    ];
    const all = [...files.keys()];
    const at = (...places: readonly number[]) => places.map((place) => all[place] ?? Number.NaN);
    expect(sort(at(0, 1))).toEqual(at(1, 0));
    expect(sort(all)).toEqual(at(2, 1, 4, 0, 3, 5, 6));
    expect(sort(all, true)).toEqual(at(6, 5, 0, 3, 1, 4, 2));
    expect(sort(at(0, 1))).toEqual(at(1, 0));
    expect(sort([])).toEqual([]);
  });

  it('changed titles are sorted again', () => {
    const ofTitles = (...titles: string[]) => {
      const { contents, files } = createSample(titles.map((title) => ({ title })));
      return [
        ...sortFiles(contents, Uint32Array.from(files.keys()), { column: 'title', descending: false }),
      ].map((fileId) => files.get(fileId)?.title);
    };
    expect(ofTitles('b', 'a', 'c')).toEqual(['a', 'b', 'c']);
    expect(ofTitles('b', 'a', 'c')).toEqual(['a', 'b', 'c']);
    expect(ofTitles('b', 'd', 'c')).toEqual(['b', 'c', 'd']);
    expect(ofTitles('b', 'd')).toEqual(['b', 'd']);
  });

  it('many titles keep their order until the new one is prepared, and only new titles are prepared', async () => {
    const title = (at: number) => `title ${(at * 7919) % 3_000}`;
    const { contents } = createSample(
      Array.from({ length: 3_000 }, (_, at) => ({ title: title(at) })),
      [],
      3_000,
    );
    const byTitle = { column: 'title', descending: false } as const;
    const fileIds = fileIdsIn(contents);
    expect(sortFiles(contents, fileIds, byTitle)).toEqual(fileIds);
    const rankTitles = vi.fn(async (texts: readonly string[]) => ranksByFileId(texts));
    expect(await prepareTitleOrder(contents, rankTitles)).toBe(true);
    const sorted = [...sortFiles(contents, fileIds, byTitle)].map((fileId) => title(fileId));
    expect(sorted).toEqual(Array.from({ length: 3_000 }, (_, at) => `title ${at}`));
    expect(await prepareTitleOrder(contents, rankTitles)).toBe(false);
    expect(rankTitles).toHaveBeenCalledOnce();
  });

  it('one state is ranked at a time, and only the newest waiting one', async () => {
    const states = ['b', 'c', 'a'].map((title) => createSample([{ title }, { title: 'late' }]).contents);
    const rankings: PromiseWithResolvers<void>[] = [];
    const rankTitles = vi.fn(async (texts: readonly string[]) => {
      const ranking = Promise.withResolvers<void>();
      rankings.push(ranking);
      await ranking.promise;
      return ranksByFileId(texts);
    });
    const prepare = (contents: (typeof states)[number]) => prepareTitleOrder(contents, rankTitles);
    const first = states.slice(0, 1).map(prepare);
    await expect.poll(() => rankings.length).toBe(1);
    const later = states.slice(1).map(prepare);
    rankings[0]?.resolve();
    expect(await Promise.all(first)).toEqual([true]);
    await expect.poll(() => rankings.length).toBe(2);
    rankings[1]?.resolve();
    expect(await Promise.all(later)).toEqual([false, true]);
    expect(rankTitles).toHaveBeenCalledTimes(2);
    expect(states.map((contents) => currentRanks(contents) !== null)).toEqual([false, false, true]);
  });

  it('a failed ranking does not block the next one', async () => {
    const { contents } = createSample([{ title: 'never ranked' }]);
    await expect(prepareTitleOrder(contents, () => Promise.reject(new Error('no worker')))).rejects.toThrow();
    expect(await prepareTitleOrder(contents, async (texts) => ranksByFileId(texts))).toBe(true);
  });
});
