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
  ])('%s is found by %s', (shown, typed) => {
    expect(foldText(shown)).toBe(foldText(typed));
  });

  it.each([
    ['कि', 'क'],
    ['กิน', 'กน'],
    ['か', 'が'],
  ])('%s is not the same as %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('what is half typed of a syllable is found in the whole one', () => {
    expect(foldText('한국')).toContain(foldText('하'));
  });

  it('lines are folded together as they are alone', () => {
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
  it('are found in any order, all of them, in any part', () => {
    const matches = createMatcher(' FILM   ocean ');
    expect(matches(createSearchText('Ocean film', null))).toBe(true);
    expect(matches(createSearchText('Ocean', 'a film'))).toBe(true);
    expect(matches(createSearchText('Ocean'))).toBe(false);
    expect(createMatcher(' \t')(createSearchText('anything'))).toBe(true);
  });

  it('are counted once, and parted by every kind of space', () => {
    expect(splitWords(' a\u00a0b\u3000A\tc ')).toEqual(['a', 'b', 'c']);
  });

  it('every part of a text is found in it', () => {
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

it('addresses are found as people read them', () => {
  expect(decodeAddress('https://x.example/caf%C3%A9')).toBe('https://x.example/café');
  expect(decodeAddress('https://x.example/%E0%A4%A')).toBe('https://x.example/%E0%A4%A');
});
