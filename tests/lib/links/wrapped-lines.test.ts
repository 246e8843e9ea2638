/** Addresses that go on in the next line. */
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
])('%s', (_, text, links) => {
  expect(found(text)).toEqual(links);
});
