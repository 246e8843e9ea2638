import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareSearch, search } from '../../../../lib/catalog/query/search.ts';
import { foldText } from '../../../../lib/search/fold.ts';
import { splitWords } from '../../../../lib/search/words.ts';
import { anything } from '../../search/texts.ts';
import { createSample, type Sample, samples } from './contents-sample.ts';

const found = ({ contents, files }: Sample, typed: string) =>
  Array.from(search(contents, typed), (fileId) => files.get(fileId)?.title);
const titled = (...titles: string[]) => createSample(titles.map((title) => ({ title })));

describe('search', () => {
  it('ranks the whole title first, then its start, starts of words, and parts of words', () => {
    const sample = titled('the sunday', 'unsung Sun', 'misun', 'Sunset', 'sun', '(sun)', 'my SUN');
    expect(found(sample, ' Sun ')).toEqual([
      ...['sun', 'Sunset', '(sun)', 'my SUN', 'the sunday', 'unsung Sun', 'misun'],
    ]);
  });

  it('ranks a whole number above a part of one', () => {
    const sample = titled('Episode 90 1080p', 'Episode 10', 'My episode 1', 'Episode 1', 'Episode 1 again');
    expect(found(sample, 'episode 1')).toEqual([
      ...['Episode 1', 'Episode 1 again', 'My episode 1', 'Episode 90 1080p', 'Episode 10'],
    ]);
  });

  it('respects the filter', () => {
    const sample = createSample([
      { title: 'sun', folderId: '1' },
      { title: 'sun', folderId: '2' },
    ]);
    expect([...search(sample.contents, 'sun', { folderId: '2' })]).toEqual([1]);
    expect([...search(sample.contents, ' ', { folderId: '2' })]).toEqual([1]);
    expect(search(sample.contents, 'sun', { folderId: '3' })).toHaveLength(0);
    expect(search(sample.contents, 'sun', { folderId: undefined, canPlay: undefined })).toHaveLength(2);
    expect(search(sample.contents, '')).toHaveLength(2);
  });

  it('equals a comparison with each title, whatever was searched for or prepared before', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'aab 1-.éßя한—'), maxLength: 9 }),
      anything.map((each) => each.replaceAll('\n', ' ')),
    );
    const short = fc.string({ unit: fc.constantFrom(...'aab é'), maxLength: 5 });
    const file = (title: fc.Arbitrary<string>) => fc.record({ title, uploaded: fc.option(fc.nat(4)) });
    const searched = fc.record({
      typed: fc.oneof(anyText, short),
      folderId: fc.constantFrom(undefined, '0'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(samples(file(anyText)), samples(file(short))),
        fc.array(searched, { maxLength: 8 }),
        fc.nat(3),
        async (sample, searches, dice) => {
          if (dice === 0) await prepareSearch(sample.contents, async () => true);
          const found = searches.map(({ typed, folderId }) => search(sample.contents, typed, { folderId }));
          for (const [at, { typed }] of searches.entries())
            expect([...(found[at] ?? [])]).toEqual(reference(sample, typed));
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a prepared search', () => {
  const many = 'é '.repeat(11_000);
  const titles = ['b e', 'E', `sun ${many}`, 'sune', 'sun', `early ${many}`];
  const sample = () =>
    createSample(titles.map((title, at) => ({ title, folderId: `${at % 2}`, uploaded: at % 3 })));
  const searches = (contents: Sample['contents']) =>
    ['e', ' É', 'e e', 's', 'es', 'sun e'].flatMap((typed) => [
      [...search(contents, typed)],
      [...search(contents, typed, { folderId: '1' })],
    ]);

  it('finds the same, including prepared letters', async () => {
    const { contents } = sample();
    const before = searches(contents);
    await prepareSearch(contents, async () => true);
    expect(searches(contents)).toEqual(before);
    // The same array twice, so the second result was already prepared.
    expect(search(contents, 'e')).toBe(search(contents, 'É'));
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
  const fitting = [...files].flatMap(([fileId, { title, uploaded }]) => {
    const text = foldText(title);
    if (!words.every((word) => text.includes(word))) return [];
    const newest = uploaded === null ? Number.POSITIVE_INFINITY : -uploaded;
    return {
      fileId,
      order: words.length === 0 ? [fileId] : [...measureFit(text, words, typed), newest, fileId],
    };
  });
  return fitting.sort((one, other) => inTurn(one.order, other.order)).map(({ fileId }) => fileId);
}

function inTurn(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}

/** How well it matches, and how far from the start. */
function measureFit(text: string, words: readonly string[], typed: string): [number, number] {
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

/** Beyond ASCII, every character counts as a letter except general and CJK punctuation. */
const isInWord = (text: string, at: number) =>
  at > 0 && /[a-z0-9]|[^\0-\u00bf\u2000-\u206f\u3000-\u303f]/.test(text[at - 1] ?? '');
