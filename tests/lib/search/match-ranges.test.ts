import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../lib/search/fold.ts';
import { findMatchRanges } from '../../../lib/search/match-ranges.ts';
import { splitWords } from '../../../lib/search/words.ts';
import { anything } from './texts.ts';

const marked = (text: string, typed: string) =>
  findMatchRanges(text, typed).map(([from, to]) => text.slice(from, to));

describe('findMatchRanges', () => {
  it.each([
    ['Straße nach Århus', 'arhus strasse', ['Straße', 'Århus']],
    ['Straße', 'ss', ['ß']],
    ['Straße', 'as', ['aß']],
    ['e\u0301te\u0301', 'ETE', ['e\u0301te\u0301']],
    ['دفتر كتاب علي ۱۲', 'کتاب 12', ['كتاب', '۱۲']],
    ['ดื่มน้ำ', 'น\u0e4d\u0e49\u0e32', ['น้ำ']],
    ['കവൻ', 'ന്', ['ൻ']],
    ['한국어', '하', ['한']],
    ['Ａ １２', '12', ['１２']],
    ['banana', 'an', ['anan']],
    ['banana', 'ana nab', ['ana']],
    ['Ocean', 'o cea', ['Ocea']],
    ['a\u00adb\u200bc', 'abc', ['a\u00adb\u200bc']],
    ['র\u200d্যাব', 'র', ['র\u200d্']],
    ['が\u200d\u0eb5', 'が', []],
    ['😀 film 😀', '😀', ['😀', '😀']],
    ['film', ' ', []],
    ['film', 'x', []],
    ['', 'x', []],
  ])('for %j and %j returns %j', (text, typed, places) => {
    expect(marked(text, typed)).toEqual(places);
  });

  it('returns sorted, disjoint ranges that never split a letter from its marks', () => {
    fc.assert(
      fc.property(anything, anything, (text, typed) => {
        let last = -1;
        for (const [from, to] of findMatchRanges(text, typed)) {
          expect(from).toBeGreaterThan(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          for (const cut of [from, to])
            if (cut > 0) expect(text.slice(cut)).not.toMatch(/^[\p{Cf}\p{DI}]*\p{M}/u);
          last = to;
        }
      }),
    );
  });

  it('covers every matching word, and nothing else', () => {
    // Taken from the text itself, so that something is found.
    const searched = fc.tuple(anything, fc.nat(), fc.nat(), anything).map(([text, from, length, rest]) => ({
      text: text + rest,
      typed: (text + rest).slice(from % (text.length + 1)).slice(0, 1 + (length % 4)),
    }));
    fc.assert(
      fc.property(searched, ({ text, typed }) => {
        const words = splitWords(typed);
        const shown = marked(text, typed).map(foldText);
        for (const word of words)
          expect(shown.some((each) => each.includes(word))).toBe(foldText(text).includes(word));
        for (const each of shown) expect(words.some((word) => each.includes(word))).toBe(true);
      }),
    );
  });
});
