import { describe, expect, it } from 'vitest';
import { fillIn } from '../../../lib/texts/fill-in.ts';
import { withoutIsolates } from '../../../lib/texts/plain.ts';

/** Shows isolates as brackets, to make them readable. */
const filled = (...args: Parameters<typeof fillIn>) =>
  fillIn(...args).replace(/[\u2068\u2069]/g, (mark) => (mark === '\u2068' ? '[' : ']'));

describe('a value in a text', () => {
  it.each([
    ['“{title}” failed.', { title: 'Movies' }, '“Movies” failed.'],
    ['“{title}” failed.', { title: 'فيلم!' }, '“[فيلم!]” failed.'],
    ['“{title}” failed.', { title: 'שלום' }, '“[שלום]” failed.'],
    // Overrides the direction of the text after it.
    ['“{title}” failed.', { title: 'a\u202etxt.exe' }, '“[a\u202etxt.exe]” failed.'],
    ['{done} of {folder}', { done: '1 MB', folder: 'أفلام' }, '1 MB of [أفلام]'],
    ['في «{folder}»', { folder: 'Movies!' }, 'في «[Movies!]»'],
    ['تم: {count}', { count: 3 }, 'تم: 3'],
    ['استخدم https://{host} على {host}', { host: 'a.example' }, 'استخدم https://a.example على [a.example]'],
    ['{n:3} {unknown}', {}, '{n:3} {unknown}'],
    ['{text} {text}', { text: '$& {text}' }, '$& {text} $& {text}'],
  ])('%j of %j is %j', (text, values, expected) => {
    expect(filled(text, values)).toBe(expected);
  });

  it('has no direction marks in files', () => {
    expect(withoutIsolates(fillIn('في «{folder}»', { folder: 'Movies' }))).toBe('في «Movies»');
  });
});
