import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../lib/search/fold.ts';
import { createMatcher, createSearchText, decodeAddress, splitWords } from '../../../lib/search/words.ts';
import { anything } from './texts.ts';

describe('folding', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['Århus', 'arhus'],
    ['e\u0301te\u0301', 'Été'],
    ['İstanbul IRMAK ırmak', 'istanbul irmak irmak'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁne ﬂow', 'fine flow'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['Łódź', 'lodz'],
    ['Smørrebrød, Œuvre, Ægir', 'smorrebrod, oeuvre, aegir'],
    ['don’t – “stop”', 'don\'t - "stop"'],
    ['مَرْحَبًا', 'مرحبا'],
    ['ё й', 'е и'],
    ['ſoft\u00adware\u200b', 'software'],
  ])('treats %s and %s as equal', (shown, typed) => {
    expect(foldText(shown)).toBe(foldText(typed));
  });

  it.each([
    ['कि', 'क'],
    ['กิน', 'กน'],
    ['か', 'が'],
  ])('distinguishes %s and %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('matches a partly typed syllable', () => {
    expect(foldText('한국')).toContain(foldText('하'));
  });

  it('folds joined lines like each line', () => {
    const line = anything.map((text) => text.replaceAll('\n', ' '));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(foldText(lines.join('\n')).split('\n')).toEqual(
          lines.length === 0 ? [''] : lines.map((each) => foldText(each)),
        );
      }),
    );
  });
});

describe('words', () => {
  it('match in any order and at any place, all of them', () => {
    const matches = createMatcher(' FILM   ocean ');
    expect(matches(createSearchText('Ocean film', null))).toBe(true);
    expect(matches(createSearchText('Ocean', 'a film'))).toBe(true);
    expect(matches(createSearchText('Ocean'))).toBe(false);
    expect(createMatcher(' \t')(createSearchText('anything'))).toBe(true);
  });

  it('are unique, and separated by any white space', () => {
    expect(splitWords(' a\u00a0b\u3000A\tc ')).toEqual(['a', 'b', 'c']);
  });

  it('match every substring of a text', () => {
    fc.assert(
      fc.property(anything, anything, anything, (before, typed, after) => {
        // A mark belongs to the letter before it, and a half of a character to its other half.
        const mark = /^[\p{M}\uff9e\uff9f\udc00-\udfff]/u;
        fc.pre(!mark.test(typed) && !mark.test(after));
        expect(createMatcher(typed)(createSearchText(before + typed + after))).toBe(true);
      }),
    );
  });
});

it('match decoded addresses', () => {
  expect(decodeAddress('https://x.example/caf%C3%A9')).toBe('https://x.example/café');
  expect(decodeAddress('https://x.example/%E0%A4%A')).toBe('https://x.example/%E0%A4%A');
});
