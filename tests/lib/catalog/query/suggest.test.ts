import fc from 'fast-check';
import { expect, it } from 'vitest';
import { suggestFiles } from '../../../../lib/catalog/query/suggest.ts';
import { foldText } from '../../../../lib/search/fold.ts';
import { sampleOf } from './contents-sample.ts';

const suggest = (titles: readonly (string | null)[], typed: string, most = 6) => {
  const { contents } = sampleOf(titles.map((title, uploaded) => title && { title, uploaded }));
  return suggestFiles(contents.blocks, typed, most).map(({ title }) => title);
};

it('returns titles that begin with the text first, then the newest', () => {
  const titles = ['My big day', 'Big Buck Bunny', 'Sintel', 'The big one', null, 'Bigger', 'A bíg café'];
  expect(suggest(titles, ' BIG ')).toEqual([
    'Bigger',
    'Big Buck Bunny',
    'A bíg café',
    'The big one',
    'My big day',
  ]);
  expect(suggest(titles, 'big', 2)).toEqual(['Bigger', 'Big Buck Bunny']);
  expect(suggest(titles, 'one big')).toEqual(['The big one']);
});

it('returns nothing for an empty text', () => {
  expect(suggest(['a', 'b'], '  ')).toEqual([]);
});

it('returns every title that has all words, and no other', () => {
  const word = fc.stringMatching(/^[abä]{1,3}$/u);
  const title = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(title), fc.array(word, { minLength: 1, maxLength: 2 }), (titles, words) => {
      const expected = titles.filter((each) =>
        words.every((part) => foldText(each).includes(foldText(part))),
      );
      expect(suggest(titles, words.join(' '), 1_000).sort()).toEqual(expected.sort());
    }),
  );
});
