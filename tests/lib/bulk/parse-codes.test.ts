import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findCode, parseCodes, parseLinks } from '../../../lib/bulk/parse-codes.ts';

const hosts = ['files.example', 'share.example:8443'];

describe('a code is found in', () => {
  it.each([
    'k3v9x2m7q4ab',
    'https://files.example/d/k3v9x2m7q4ab',
    'https://files.example/e/k3v9x2m7q4ab?c1_file=https%3A%2F%2Fa.example%2Fa.vtt&c1_label=English#t',
    'https://media.example.org/host/e/k3v9x2m7q4ab',
    'http://elsewhere.example/d/k3v9x2m7q4ab/holiday.mkv',
    'https://share.example:8443/k3v9x2m7q4ab',
    'https://share.example:8443/k3v9x2m7q4ab.html',
    'https://elsewhere.example/embed-k3v9x2m7q4ab.html',
    'files.example/d/k3v9x2m7q4ab',
    'HTTPS://FILES.Example/d/k3v9x2m7q4ab/My%20Movie.mp4?download#t=1',
    'https://files.example/e/k3v9x2m7q4ab/',
    'https://share.example:8443/k3v9x2m7q4ab/holiday.mkv.html',
    'https://elsewhere.example/v/k3v9x2m7q4ab',
    'https://elsewhere.example/embed-k3v9x2m7q4ab-640x360.html',
    'https://files.example/e/k3v9x2m7q4a%62',
    '//files.example/e/k3v9x2m7q4ab',
  ])('%s', (word) => expect(findCode(word, hosts)).toBe('k3v9x2m7q4ab'));
});

describe('there is no code in', () => {
  it.each([
    'short',
    'holiday.mkv',
    'https://elsewhere.example/an-article-of-some-length',
    'https://files.example/',
    'https://files.example/d/',
    'https://files.example/e/no',
    'https://files.example/f/k3v9x2m7q4ab',
    'https://elsewhere.example/f/k3v9x2m7q4ab',
    'https://files.example/v/k3v9x2m7q4ab',
    'https://files.example/folder/k3v9x2m7q4ab',
    'https://files.example/folders/k3v9x2m7q4ab/holiday.mkv',
    'https://files.example/users/k3v9x2m7q4ab',
    'javascript:alert(1)',
    'https://',
    'über-mäßig',
  ])('%s', (word) => expect(findCode(word, hosts)).toBeNull());
});

test('a pasted list is read line by line, and unreadable lines are reported', () => {
  const text = [
    '# from a friend',
    'https://files.example/d/aaaaaa111111',
    '',
    'the second one: https://files.example/e/bbbbbb222222 and https://files.example/d/aaaaaa111111',
    '\u200bcccccc333333\u200b, dddddd444444',
    '  My holiday, part one  ',
    'https://elsewhere.example/article',
    'https://elsewhere.example/ https://files.example/d/eeeeee555555',
  ].join('\r\n');
  expect(parseCodes(text, hosts)).toEqual({
    codes: [
      { fileCode: 'aaaaaa111111', line: 2 },
      { fileCode: 'bbbbbb222222', line: 4 },
      { fileCode: 'cccccc333333', line: 5 },
      { fileCode: 'dddddd444444', line: 5 },
      { fileCode: 'eeeeee555555', line: 8 },
    ],
    unread: [
      { line: 6, text: 'My holiday, part one' },
      { line: 7, text: 'https://elsewhere.example/article' },
      { line: 8, text: 'https://elsewhere.example/ https://files.example/d/eeeeee555555' },
    ],
    repeated: 1,
  });
});

test('a bare word is a code if it has the length of codes, and an address names the other site it is from', () => {
  const text =
    'holiday\nintroduction\nhttps://files.example/d/aaaa1111\nhttps://other.example/e/bbbb2222cccc';
  const { codes, unread } = parseCodes(text, hosts, new Set([12]));
  expect(unread).toEqual([{ line: 1, text: 'holiday' }]);
  expect(codes).toEqual([
    { fileCode: 'introduction', line: 2 },
    { fileCode: 'aaaa1111', line: 3 },
    { fileCode: 'bbbb2222cccc', line: 4, otherHost: 'other.example' },
  ]);
  expect(parseCodes('holiday').codes).toHaveLength(1);
});

const code = fc.string({ unit: fc.constantFrom(...'abcdefghijk0123456789'), minLength: 8, maxLength: 14 });
const address = code.map((fileCode) => ({
  fileCode,
  text: `https://files.example/e/${fileCode}?c_poster=x`,
}));

test('each address in a list gives its code, in order, each once', () => {
  fc.assert(
    fc.property(fc.array(address), fc.constantFrom('\n', '\r\n', ' ', ', '), (list, between) => {
      const { codes, unread, repeated } = parseCodes(list.map(({ text }) => text).join(between), hosts);
      const wanted = [...new Set(list.map(({ fileCode }) => fileCode))];
      expect(codes.map(({ fileCode }) => fileCode)).toEqual(wanted);
      expect(unread).toEqual([]);
      expect(repeated).toBe(list.length - wanted.length);
    }),
  );
});

test('any text is accepted', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
      const { codes, unread } = parseCodes(lines.join('\n'), hosts);
      for (const { fileCode } of codes) expect(fileCode).toMatch(/^[\w-]{6,40}$/);
      for (const { text } of unread) expect(text).not.toBe('');
    }),
  );
});

test.each([
  '[url=https://files.example/d/k3v9x2m7q4ab]name[/url]',
  '[name](https://files.example/d/k3v9x2m7q4ab)',
  '见（https://files.example/d/k3v9x2m7q4ab）。',
  'https://files.example/d/k3v9x2m7q4ab，谢谢',
  'see https://files.example/d/k3v9x2m7q4ab.',
  'https://files.example/d/k3v9x2m7q4ab My film.mkv',
  '&lt;iframe src=&quot;https://files.example/e/k3v9x2m7q4ab&quot;&gt;',
  'view-source:https://files.example/e/k3v9x2m7q4ab',
  '“https://files.example/d/k3v9x2m7q4ab”',
  '* k3v9x2m7q4ab',
  '12. “k3v9x2m7q4ab”',
])('the code in the text %s is found', (text) =>
  expect(parseCodes(text, hosts).codes).toMatchObject([{ fileCode: 'k3v9x2m7q4ab' }]),
);

test('two joined codes are found', () => {
  const text = 'https://files.example/d/k3v9x2m7q4abhttps://files.example/d/k3v9x2m7q4ac';
  expect(parseCodes(text, hosts).codes.map(({ fileCode }) => fileCode)).toEqual([
    'k3v9x2m7q4ab',
    'k3v9x2m7q4ac',
  ]);
});

test('long words are read in linear time', () => {
  for (const unit of ['.', 'a.', 'www.', '.mp4'])
    expect(parseCodes(unit.repeat(50_000), hosts).codes).toEqual([]);
});

describe('links to check', () => {
  it('are all listed unchanged, with their hosts, and nothing else is lost', () => {
    const text = [
      'k3v9x2m7q4ab',
      'https://files.example/d/k3v9x2m7q4ab and https://other.example/e/k3v9x2m7q4ab/name.mkv',
      'https://share.example:8443/k3v9x2m7q4ab.html https://elsewhere.example/an-article-of-some-length',
      'My holiday, part one',
      '# a comment',
    ].join('\n');
    expect(parseLinks(text, hosts, new Set([12]))).toEqual({
      links: [
        { line: 1, text: 'k3v9x2m7q4ab', fileCode: 'k3v9x2m7q4ab', host: null },
        {
          line: 2,
          text: 'https://files.example/d/k3v9x2m7q4ab',
          fileCode: 'k3v9x2m7q4ab',
          host: 'files.example',
        },
        {
          line: 2,
          text: 'https://other.example/e/k3v9x2m7q4ab/name.mkv',
          fileCode: 'k3v9x2m7q4ab',
          host: 'other.example',
        },
        {
          line: 3,
          text: 'https://share.example:8443/k3v9x2m7q4ab.html',
          fileCode: 'k3v9x2m7q4ab',
          host: 'share.example:8443',
        },
      ],
      unread: [
        { line: 3, text: 'https://elsewhere.example/an-article-of-some-length' },
        { line: 4, text: 'My holiday, part one' },
      ],
    });
  });

  it('name the same files as codes', () => {
    const word = fc.oneof(
      code,
      address.map(({ text }) => text),
      fc.constantFrom(
        'holiday.mkv',
        'https://elsewhere.example/',
        'https://other.example/v/k3v9x2m7q4ab',
        '-',
        '#',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.array(word).map((words) => words.join(' '))), (lines) => {
        const text = lines.join('\n');
        const { links } = parseLinks(text, hosts);
        const { codes } = parseCodes(text, hosts);
        expect([...new Set(links.map(({ fileCode }) => fileCode))]).toEqual(
          codes.map(({ fileCode }) => fileCode),
        );
      }),
    );
  });
});
