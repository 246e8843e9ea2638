/** Addresses that continue in the next line. */
import { expect, it } from 'vitest';
import { readLinks } from '../../../lib/links/read-links.ts';

const found = (text: string) => readLinks(text).links.map(({ line, url }) => `${line} ${url}`);

it.each([
  [
    'a mail as it is sent',
    `Caf=C3=A9\nhttps://x.example/watch?v=3Dabc&list=3D${'x'.repeat(40)}=\nyyy&z=3D1 =20\n`,
    [`2 https://x.example/watch?v=abc&list=${'x'.repeat(40)}yyy&z=1`],
  ],
  [
    'one that says so',
    'Content-Transfer-Encoding: quoted-printable\r\n\r\nhttps://x.example/=\r\ncaf=C3=A9=\r\n/a\r\n',
    ['3 https://x.example/caf%C3%A9/a'],
  ],
  [
    'a list',
    'https://x.example/?k=\nhttps://x.example/?k=AB',
    ['1 https://x.example/?k=', '2 https://x.example/?k=AB'],
  ],
  [
    'a value',
    'https://x.example/?type=3D\nhttps://x.example/b',
    ['1 https://x.example/?type=3D', '2 https://x.example/b'],
  ],
  [
    'angle brackets',
    'see <https://x.example/very/lo\nng/a.mp4> and\n<https://x.example/b>',
    ['1 https://x.example/very/long/a.mp4', '3 https://x.example/b'],
  ],
  [
    'a quotation',
    '> <https://x.example/very/\n> long/\n> a.mp4>, ok',
    ['1 https://x.example/very/long/a.mp4'],
  ],
  ['an open bracket', '<https://x.example/a\nmore words>', ['1 https://x.example/a']],
  [
    'two open brackets',
    '<https://x.example/a\n<https://x.example/b\n',
    ['1 https://x.example/a', '2 https://x.example/b'],
  ],
  [
    'a terminal of 80 columns',
    `${'https://x.example/a/'.padEnd(80, 'b')}\nc/d.mp4 and\nmore`,
    [`1 ${'https://x.example/a/'.padEnd(80, 'b')}c/d.mp4`],
  ],
  [
    'a window of any width, twice',
    `> ${'https://x.example/a/'.padEnd(51, 'b')}\n> ${'c'.repeat(51)}\n> def\nhttps://x.example/e`,
    [`1 ${'https://x.example/a/'.padEnd(51, 'b')}${'c'.repeat(51)}def`, '4 https://x.example/e'],
  ],
  [
    'a link and a title',
    `${'https://x.example/a/'.padEnd(80, 'b')}\nThe title`,
    [`1 ${'https://x.example/a/'.padEnd(80, 'b')}`],
  ],
  ...[
    ...['12/31/2024', '24/7', 'and/or another', 'A&B', 'R&D meeting', '5MB/s', 'N/A', 'u/someone said'],
    ...['2GB', '1080p version', 'well-known one', './a.sh', '@someone/x', 'Password/key: abc'],
    'The next line is as long as the one before, but text.'.padEnd(60, '.'),
  ].map((next): [string, string, string[]] => [
    `a link before ${next}`,
    `${'https://x.example/a/'.padEnd(60, 'b')}\n${next}`,
    [`1 ${'https://x.example/a/'.padEnd(60, 'b')}`],
  ]),
  [
    'a link and the next one',
    `${'https://x.example/a/'.padEnd(80, 'b')}\nx.example/b`,
    [`1 ${'https://x.example/a/'.padEnd(80, 'b')}`, '2 https://x.example/b'],
  ],
  [
    'a link that is not at the width',
    `${'https://x.example/a/'.padEnd(60, 'b')}\nc/d.mp4\n${'words '.repeat(12)}`,
    [`1 ${'https://x.example/a/'.padEnd(60, 'b')}`],
  ],
  [
    'a file and its name',
    `${'https://x.example/a/'.padEnd(76, 'b')}.mkv\nb/2.mkv`,
    [`1 ${'https://x.example/a/'.padEnd(76, 'b')}.mkv`],
  ],
  [
    'a command',
    'curl https://x.example/a/\\\nb https://x.example/c \\\n  -L\nhttps://x.example/d',
    ['1 https://x.example/a/b', '1 https://x.example/c', '4 https://x.example/d'],
  ],
])('%s', (_, text, links) => {
  expect(found(text)).toEqual(links);
});
