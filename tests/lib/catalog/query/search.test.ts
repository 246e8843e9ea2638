import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareSearch, search } from '../../../../lib/catalog/query/search.ts';
import { foldText } from '../../../../lib/search/fold.ts';
import { splitWords } from '../../../../lib/search/words.ts';
import { anything } from '../../search/texts.ts';
import { type Sample, sampleOf, samples } from './contents-sample.ts';

const found = ({ contents, files }: Sample, typed: string) =>
  Array.from(search(contents, typed), (row) => files.get(row)?.title);
const titled = (...titles: string[]) => sampleOf(titles.map((title) => ({ title })));

describe('search', () => {
  it('finds every word in any order, case and accents, at any place', () => {
    const sample = titled('Ocean Film', 'film of the océan', 'Oceanic filming', 'Ocean', 'film');
    expect(found(sample, 'FILM ocean')).toEqual(['Ocean Film', 'film of the océan', 'Oceanic filming']);
    expect(found(sample, 'film éan')).toHaveLength(3);
    expect(found(sample, 'ocean lake')).toEqual([]);
  });

  it('puts the whole title first, then its start, starts of words, and what is inside of words', () => {
    const sample = titled('the sunday', 'unsung Sun', 'misun', 'Sunset', 'sun', '(sun)', 'my SUN');
    expect(found(sample, ' Sun ')).toEqual([
      ...['sun', 'Sunset', '(sun)', 'my SUN', 'the sunday', 'unsung Sun', 'misun'],
    ]);
  });

  it('ranks a whole number before part of one', () => {
    const sample = titled('Episode 90 1080p', 'Episode 10', 'My episode 1', 'Episode 1', 'Episode 1 again');
    expect(found(sample, 'episode 1')).toEqual([
      ...['Episode 1', 'Episode 1 again', 'My episode 1', 'Episode 90 1080p', 'Episode 10'],
    ]);
  });

  it('ranks the newest first among equal matches, and those without a date last', () => {
    const sample = sampleOf([
      { title: 'a 1', uploaded: 5 },
      { title: 'a 2' },
      { title: 'a 3', uploaded: 9 },
      { title: 'a 4', uploaded: -3 },
    ]);
    expect(found(sample, 'a')).toEqual(['a 3', 'a 1', 'a 4', 'a 2']);
  });

  it('never finds a word across two titles', () => {
    expect(found(titled('sun', 'set'), 'nset')).toEqual([]);
    expect(found(titled('sun', 'set'), 'sun set')).toEqual([]);
    expect(found(titled('b', 'a', 'b a'), 'a b')).toEqual(['b a']);
  });

  it('respects the filter', () => {
    const sample = sampleOf([
      { title: 'sun', folderId: '1' },
      { title: 'sun', folderId: '2' },
    ]);
    expect([...search(sample.contents, 'sun', { folderId: '2' })]).toEqual([1]);
    expect([...search(sample.contents, ' ', { folderId: '2' })]).toEqual([1]);
    expect(search(sample.contents, 'sun', { folderId: '3' })).toHaveLength(0);
    expect(search(sample.contents, 'sun', { folderId: undefined, canPlay: undefined })).toHaveLength(2);
    expect(search(sample.contents, '')).toHaveLength(2);
  });

  it('equals a comparison with each title', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'aab 1-.éßя한—'), maxLength: 9 }),
      anything.map((each) => each.replaceAll('\n', ' ')),
    );
    const short = fc.string({ unit: fc.constantFrom(...'aab '), maxLength: 4 });
    const file = fc.record({ title: text, uploaded: fc.option(fc.nat(4)) });
    fc.assert(
      fc.property(samples(file), fc.oneof(text, short), (sample, typed) => {
        expect([...search(sample.contents, typed)]).toEqual(reference(sample, typed));
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on earlier searches', () => {
    const title = fc.string({ unit: fc.constantFrom(...'ab '), maxLength: 7 });
    const file = fc.record({ title, uploaded: fc.option(fc.nat(4)) });
    const typed = fc.string({ unit: fc.constantFrom(...'ab '), maxLength: 5 });
    const folderId = fc.constantFrom(undefined, '0');
    fc.assert(
      fc.property(
        samples(file),
        fc.array(fc.record({ typed, folderId }), { maxLength: 8 }),
        (sample, searches) => {
          for (const each of searches) {
            const rows = search(sample.contents, each.typed, { folderId: each.folderId });
            expect([...rows]).toEqual(reference(sample, each.typed));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does not modify earlier results', () => {
    const sample = titled('sun', 'sunset', 'moon');
    const shown = search(sample.contents, 'su');
    search(sample.contents, 'suns');
    expect([...shown]).toEqual([0, 1]);
  });
});

describe('a prepared search', () => {
  const many = 'é '.repeat(11_000);
  const titles = ['b e', 'E', `sun ${many}`, 'sune', 'sun', `early ${many}`];
  const sample = () =>
    sampleOf(titles.map((title, at) => ({ title, folderId: `${at % 2}`, uploaded: at % 3 })));
  const searches = (contents: Sample['contents']) =>
    ['e', ' É', 'e e', 's', 'es', 'sun e'].flatMap((typed) => [
      [...search(contents, typed)],
      [...search(contents, typed, { folderId: '1' })],
    ]);

  it('finds the same, including letters that were prepared', async () => {
    const { contents } = sample();
    const before = searches(contents);
    await prepareSearch(contents, async () => true);
    expect(searches(contents)).toEqual(before);
    // Twice the same array: it was there before it was asked for.
    expect(search(contents, 'e')).toBe(search(contents, 'É'));
  });

  it('equals a comparison with each title', async () => {
    const title = fc.string({ unit: fc.constantFrom(...'aab é한—'), maxLength: 9 });
    const typed = fc.string({ unit: fc.constantFrom(...'aab é한'), maxLength: 4 });
    const file = fc.record({ title, uploaded: fc.option(fc.nat(4)) });
    await fc.assert(
      fc.asyncProperty(samples(file), fc.array(typed, { maxLength: 5 }), async (prepared, searches) => {
        await prepareSearch(prepared.contents, async () => true);
        for (const each of searches)
          expect([...search(prepared.contents, each)]).toEqual(reference(prepared, each));
      }),
      { numRuns: 100 },
    );
  });

  it('yields before each block, and stops when it is cancelled', async () => {
    const { contents } = sample();
    let turns = 0;
    await prepareSearch(contents, async () => {
      turns += 1;
      return turns <= contents.blocks.length;
    });
    expect(turns).toBe(contents.blocks.length + 1);
    const before = search(contents, 'e');
    search(contents, 's');
    expect(search(contents, 'e')).not.toBe(before);
  });
});

function reference({ files }: Sample, typed: string): number[] {
  const words = splitWords(typed);
  const fitting = [...files].flatMap(([row, { title, uploaded }]) => {
    const text = foldText(title);
    if (!words.every((word) => text.includes(word))) return [];
    const newest = uploaded === null ? Number.POSITIVE_INFINITY : -uploaded;
    return { row, order: words.length === 0 ? [row] : [...fitOf(text, words, typed), newest, row] };
  });
  return fitting.sort((one, other) => inTurn(one.order, other.order)).map(({ row }) => row);
}

function inTurn(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}

/** How well it fits, and how far from the start. */
function fitOf(text: string, words: readonly string[], typed: string): [number, number] {
  const phrase = foldText(typed).trim().split(/\s+/u).join(' ');
  if (text === phrase) return [0, 0];
  if (text.startsWith(phrase) && !cutsNumber(text, phrase.length)) return [1, 0];
  const starts = words.map((word) =>
    Array.from({ length: text.length }, (_, at) => at).find(
      (at) => text.startsWith(word, at) && !isInWord(text, at) && !cutsNumber(text, at + word.length),
    ),
  );
  const places = starts.flatMap((start) => start ?? []);
  if (places.length === words.length) return [2, Math.min(...places)];
  return [3, Math.min(...words.map((word) => text.indexOf(word)))];
}

const cutsNumber = (text: string, at: number) => /\d\d/.test(text.slice(Math.max(at - 1, 0), at + 1));

/** Beyond ASCII, everything but general punctuation and that of CJK counts as a letter. */
const isInWord = (text: string, at: number) =>
  at > 0 && /[a-z0-9]|[^\0-\u00bf\u2000-\u206f\u3000-\u303f]/.test(text[at - 1] ?? '');
