/** Whether a title is the requested one, however the service rewrites it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameTitle } from '../../../lib/titles/is-same-title.ts';

describe('isSameTitle', () => {
  it.each([
    ['a b', 'a_b'],
    ['holiday', 'holiday.mkv'],
    ['a b c', 'a.b_c.mp4'],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['Étude', 'E\u0301tude'],
    ['two words', ' two   words '],
    ['Caf&eacute; &AMP; It&#146;s', 'Café & It’s'],
    ['Soft\u00adware\u200b', 'Software'],
  ])('accepts “%s” for “%s”', (shown, asked) => expect(isSameTitle(shown, asked)).toBe(true));

  it.each([
    ['Holiday', 'holiday'],
    ['holiday (1)', 'holiday 1'],
    ['holiday.mkv', 'holiday'],
    ['part 1', 'part 2'],
    ['कमल', 'कमला'],
    ['', 'x'],
  ])('rejects “%s” for “%s”', (shown, asked) => expect(isSameTitle(shown, asked)).toBe(false));

  it('accepts every rewriting by the service', () => {
    const rewritten = (title: string) =>
      title
        .replace(/\.[a-z0-9]{1,5}$/i, '')
        .replace(/[._\s]+/g, ' ')
        .trim();
    fc.assert(fc.property(fc.string(), (asked) => isSameTitle(rewritten(asked), asked)));
  });
});
