import { expect, it } from 'vitest';
import { cutToFit, drawBar, formatBytes, printable, printableJson } from '../../../api/src/cli/printable.ts';

const hostile = 'a\x1b[2J\r\nb\u009b1A\u202egpj.exe\x7f\u2028c\ud800';

it('escapes everything that moves the cursor or reverses the text', () => {
  const harmless = /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
  expect(printable(hostile)).toMatch(harmless);
  expect(printableJson({ hostile })).toMatch(harmless);
  expect(printable('Café “कमल” 👨‍👩‍👧 فيلم')).toBe('Café “कमल” 👨‍👩‍👧 فيلم');
});

it('preserves the value of JSON', () => {
  expect(JSON.parse(printableJson({ hostile }))).toEqual({ hostile });
});

it.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['日本語の映画', 6, '日本…'],
  ['日本語', 6, '日本語'],
  ['abc', 0, ''],
])('%s fits into %i columns as %s', (text, columns, expected) => {
  expect(cutToFit(text, columns)).toBe(expected);
});

it('draws progress as a bar, and formats bytes in units', () => {
  expect([-1, 0, 0.5, 1, 2, Number.NaN].map((part) => drawBar(part, 4))).toEqual([
    ...['[....]', '[....]', '[##..]', '[####]', '[####]', '[....]'],
  ]);
  expect([0, 999, 1000, 2_440_000, 5e9].map(formatBytes)).toEqual([
    ...['0 bytes', '999 bytes', '1.0 kB', '2.4 MB', '5.0 GB'],
  ]);
});
