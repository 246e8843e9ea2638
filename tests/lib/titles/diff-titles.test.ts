/** Which characters of a title are marked as changed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffTitles, type TitlePart } from '../../../lib/titles/diff-titles.ts';

const marked = (parts: readonly TitlePart[]) =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

it.each([
  ['s01e40 The end', 's01e01 The end', 's01e[40] The end', 's01e[01] The end'],
  ['clip one', 'Clip one', '[c]lip one', '[C]lip one'],
  ['holiday.mkv', 'holiday', 'holiday[.mkv]', 'holiday'],
  ['one two three', 'one 2 three', 'one [two] three', 'one [2] three'],
  ['a  b', 'a b', 'a [ ]b', 'a b'],
  ['one and one', 'two and two', '[one] and [one]', '[two] and [two]'],
  ['same', 'same', 'same', 'same'],
  ['', 'new', '', '[new]'],
  ['Cafe\u0301', 'Cafe', 'Caf[e\u0301]', 'Caf[e]'],
  ['👩‍👩‍👧 film', '👩 film', '[👩‍👩‍👧] film', '[👩] film'],
  ['1\ufe0f\u20e3 🇩🇪', '1 🇩🇰', '[1\ufe0f\u20e3] [🇩🇪]', '[1] [🇩🇰]'],
  ['2\u0308 (', '2 (', '[2\u0308] (', '[2] ('],
])('“%s” → “%s”', (before, after, expectedBefore, expectedAfter) => {
  const diff = diffTitles(before, after);
  expect(marked(diff.before)).toBe(expectedBefore);
  expect(marked(diff.after)).toBe(expectedAfter);
});

it('loses no part of any title, and marks nothing in equal ones', () => {
  const title = fc.string({ unit: 'grapheme', maxLength: 40 });
  const join = (parts: readonly TitlePart[]) => parts.map(({ text }) => text).join('');
  fc.assert(
    fc.property(title, title, (before, after) => {
      const diff = diffTitles(before, after);
      expect([join(diff.before), join(diff.after)]).toEqual([before, after]);
      const joinKept = (parts: readonly TitlePart[]) => join(parts.filter(({ isChanged }) => !isChanged));
      expect(joinKept(diff.before)).toBe(joinKept(diff.after));
      expect(diffTitles(before, before).before.some(({ isChanged }) => isChanged)).toBe(false);
    }),
  );
});

it('takes no longer for endless titles', () => {
  const long = 'ab1 '.repeat(10_000);
  const diff = diffTitles(long, `x${long}`);
  expect(marked(diff.after).startsWith('[x]ab1 ')).toBe(true);
});
