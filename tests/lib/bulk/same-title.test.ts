/** Whether a title is as requested, however the service rewrites it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameTitle } from '../../../lib/bulk/same-title.ts';

describe('a title is as asked for', () => {
  it.each([
    ['a b', 'a_b'],
    ['holiday', 'holiday.mkv'],
    ['a b c', 'a.b_c.mp4'],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['Étude', 'E\u0301tude'],
    ['two words', ' two   words '],
  ])('“%s” for “%s”', (shown, asked) => expect(isSameTitle(shown, asked)).toBe(true));

  it.each([
    ['Holiday', 'holiday'],
    ['holiday (1)', 'holiday 1'],
    ['holiday.mkv', 'holiday'],
    ['part 1', 'part 2'],
    ['', 'x'],
  ])('“%s” is not “%s”', (shown, asked) => expect(isSameTitle(shown, asked)).toBe(false));

  it('however the service rewrites it', () => {
    const rewritten = (title: string) =>
      title
        .replace(/\.[a-z0-9]{1,5}$/i, '')
        .replace(/[._\s]+/g, ' ')
        .trim();
    fc.assert(fc.property(fc.string(), (asked) => isSameTitle(rewritten(asked), asked)));
  });
});
