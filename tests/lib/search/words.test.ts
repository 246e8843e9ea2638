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
    ['كتاب علي', 'کتاب علی'],
    ['مدرسة', 'مدرسه'],
    ['أحمد إيمان آية ٱلله', 'احمد ایمان ایه الله'],
    ['کتـــاب پنجرهٔ ہم', 'كتاب پنجره هم'],
    ['ﻛﺘﺎﺏ ﷲ', 'كتاب الله'],
    ['می\u200cخواهم', 'میخواهم'],
    ['۱۲ ١٢ १२ ১২ ๑๒ ໑໒ ༡༢ ၁၂ ១២ ᠑᠒ １２ 𝟏𝟐 ①②', '12 12 12 12 12 12 12 12 12 12 12 12 12'],
    ['น้\u0e33ใจ', 'น\u0e4d\u0e49\u0e32ใจ'],
    ['\u0e19\u0e49\u0e33', '\u0e19\u0e49\u0e4d\u0e32'],
    ['ຄ\u0eb3', 'ຄ\u0ecd\u0eb2'],
    ['क\u093c\u093f', 'क\u093f\u093c'],
    ['ﾊﾞｽ ｶﾞ', 'バス ガ'],
    ['ＡＢＣ－１　ｱｲｳ', 'abc-1 アイウ'],
    ['e\u0323\u0302 ế', 'ệ e\u0301\u0302'],
    ['אבא׳ צה״ל בית־ספר', 'אבא\' צה"ל בית-ספר'],
    ['שָׁלוֹם', 'שלום'],
    ['അവൻ ৎ', 'അവന്\u200d ত্'],
    ['❤\ufe0f 葛\u{e0100}城', '❤ 葛城'],
    ['əsər', 'eser'],
    ['٣٫١٤ ١٬٠٠٠ ½', '3.14 1,000 1/2'],
    ['ײִדיש װ', 'יידיש וו'],
    ['हिन्दी संबंध पञ्जाब चाँद', 'हिंदी सम्बन्ध पंजाब चांद'],
    ['क़लम ਸ਼', 'कलम ਸ'],
    ['เเม่ ເເມ່', 'แม่ ແມ່'],
    ['ガンダム ヘリ ラーメン ｶﾞ', 'がんだむ へり ら-めん が'],
    ['髙橋 山﨑 𠮷野', '高橋 山崎 吉野'],
    ['한글 값 관', 'ㅎㅏㄴㄱㅡㄹ ㄱㅏㅂㅅ ㄱㅗㅏㄴ'],
  ])('treats %s and %s as equal', (shown, typed) => {
    expect(foldText(shown)).toBe(foldText(typed));
  });

  it.each([
    ['कि', 'क'],
    ['กิน', 'กน'],
    ['か', 'が'],
    ['कमल', 'कमला'],
    ['गीता', 'गाता'],
    ['۱', '۲'],
    ['ب', 'پ'],
    ['ড', 'ড়'],
    ['각', '갑'],
  ])('distinguishes %s and %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('matches a partly typed syllable', () => {
    expect(foldText('한국')).toContain(foldText('하'));
    for (const typed of ['ㄱ', '고', '과', '관', '관ㅎ', '괂', '관하', '관한'])
      expect(foldText('관하나')).toContain(foldText(typed));
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
  it('match in any order and at any position, all of them', () => {
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
        // A mark belongs to the letter before it, and a surrogate to its other half.
        const mark = /^[\p{M}\u0e33\u0eb3\uff9e\uff9f\udc00-\udfff]/u;
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
