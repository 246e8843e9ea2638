/** Cleaning of text from outside. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../lib/api/clean-text.ts';
import { toPlainText } from '../../../lib/api/entities.ts';

describe('toPlainText', () => {
  it.each([
    ['Caf&eacute;', 'Café'],
    ['It&#146;s &#x93;so&#x94; &#128;5', 'It’s “so” €5'],
    ['R&AMP;B &LT;3 &QUOT;x&QUOT; &Uuml;ber &uuml;ber', 'R&B <3 "x" Über über'],
    ['&#39;a&#039;b&#x27;c&#X27;d&#39', "'a'b'c'd'"],
    ['&#1055;&#1088;&rarr;&#128512;&NotEqualTilde;', 'Пр→😀≂̸'],
    ['a&nbsp;b', 'a\u00a0b'],
    ['&amp;lt; &amp;amp;', '&lt; &amp;'],
    ['Q&notes, AT&T; R&D &copy &unknown; &; &#; &#x;', 'Q&notes, AT&T; R&D &copy &unknown; &; &#; &#x;'],
    ['&#0;&#xD800;&#x110000;&#99999999999;', '\ufffd\ufffd\ufffd\ufffd'],
    ['soft&shy;ware&zwnj; &rlm;x', 'software x'],
  ])('%j → %j', (encoded, text) => expect(toPlainText(encoded)).toBe(text));
});

describe('cleanText', () => {
  it.each([
    ['Big\u00adFilm\u200b \u2066x\u2069\ufeff', 'BigFilm x'],
    ['\u202eBig \u200eFilm\u061c\u2060', 'Big Film'],
    ['Cafe\u0301', 'Café'],
    ['a\u0000b\tc\n', 'a b c'],
    ['a\ud83d', 'a\ufffd'],
    ['Fi\u200clm\u200d', 'Film'],
    // Persian, Hindi and Malayalam use joiners, and Malayalam also at the end of a word.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['می\u200c', 'می'],
    ['क्\u200dष क्\u200cष', 'क्\u200dष क्\u200cष'],
    ['അവന്\u200d', 'അവന്\u200d'],
    ['👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👩🏽\u200d💻', '👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👩🏽\u200d💻'],
    ['👨\u200d x', '👨 x'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} a\u{e0067}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} a',
    ],
    ['\u200bkey\u200b ', 'key'],
  ])('%j → %j', (text, cleaned) => expect(cleanText(text)).toBe(cleaned));

  it('changes nothing in clean text, and keeps every letter', () => {
    const unit = fc.oneof(
      fc.constantFrom(...'aéeक्षمन്ി\u0301\u200c\u200d\u200b\u00ad\ufe0f👨🏽🏴\u{e0067}\u{e007f} '),
      fc.string({ unit: 'binary', maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
        const text = cleanText(parts.join(''));
        expect(cleanText(text)).toBe(text);
        expect(text.isWellFormed() && text === text.normalize('NFC')).toBe(true);
        const letters = (of: string) => of.normalize('NFC').replace(/[^[\p{L}\p{N}]--[\p{DI}]]+/gv, '');
        const visible = parts.join('').replace(/[\p{DI}\ufff9-\ufffb]+/gu, '');
        expect(letters(text.replace(/\p{DI}+/gu, ''))).toBe(letters(visible));
      }),
    );
  });

  it('runs in linear time', () => {
    for (const unit of ['\u200d', '\u0301', 'क\u200d', '🏴\u{e0067}', '\u{e0067}', '&#'])
      toPlainText(`a${unit.repeat(20_000)}`);
  });
});

it('runs in linear time, even for marks without a letter', () => {
  const marks = '\u0301\u0327'.repeat(100_000);
  const started = performance.now();
  expect(cleanText(`${marks}e${marks}`).length).toBeLessThan(200);
  expect(performance.now() - started).toBeLessThan(2_000);
});
