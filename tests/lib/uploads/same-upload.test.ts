import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createAddressKey,
  createTitleForms,
  isSameFragment,
  mayBeSameFragment,
  mayBeSameTitle,
  predictTitle,
} from '../../../lib/uploads/same-upload.ts';

describe('addresses', () => {
  test.each([
    ['percent-encoding', 'https://a.example/caf%C3%A9%20x', 'https://a.example/café x'],
    ['encoding of what is encoded', 'https://a.example/100%2525', 'https://a.example/100%25'],
    ['plus for a space', 'https://a.example/?q=a+b', 'https://a.example/?q=a%20b'],
    ['space around', 'https://a.example/x', '\t https://a.example/x \n'],
    ['a fragment', 'https://a.example/x#part', 'https://a.example/x'],
    ['entities', 'https://a.example/?a=1&b=2', 'https://a.example/?a=1&amp;b=2'],
    ['case of scheme and host', 'https://a.example/X', 'HTTPS://A.EXAMPLE/X'],
    ['a slash at the end', 'https://a.example/x/', 'https://a.example/x'],
    ['a default port', 'https://a.example:443/x', 'https://a.example/x'],
    ['dots of a path', 'https://a.example/b/../x', 'https://a.example/x'],
    ['the script of a host', 'https://münchen.example/x', 'https://xn--mnchen-3ya.example/x'],
  ])('%s is ignored', (_, one, other) => expect(createAddressKey(one)).toBe(createAddressKey(other)));

  test.each([
    ['https://a.example/X', 'https://a.example/x'],
    ['https://a.example/?a=1', 'https://a.example/?a=2'],
    ['http://a.example/', 'https://a.example/'],
  ])('%s differs from %s', (one, other) => expect(createAddressKey(one)).not.toBe(createAddressKey(other)));

  test('any text has a key, and every spelling that the service may return has the same key', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(fc.property(text, (any) => typeof createAddressKey(any) === 'string'));
    const url = fc
      .tuple(text, text)
      .map(([path, query]) => new URL(`https://a.example/${path}?${query}`).href);
    fc.assert(
      fc.property(url, (sent) =>
        [` ${sent}`, `${sent}#x`].every((echo) => createAddressKey(echo) === createAddressKey(sent)),
      ),
    );
  });
});

describe('fragments', () => {
  const page = 'https://a.example/folder/AbC';
  test.each([
    ['#key/file/F1', '#key/file/F2'],
    ['#!id1!k', '#!id2!k'],
    ['#F1', '#F2'],
    ['#/video/1', '#/video/2'],
    ['#id=1', '#id=2'],
    ['#k3yAbC9x', '#k3yAbC9y'],
    ['#kQ7-xZ_9aB3cD', ''],
    ['#%21id1', '#%21id2'],
    ['#video2', '#video3'],
    ['#episode-2', '#episode-3'],
    ['#t=10&file=2', '#t=10&file=3'],
    ['#k3yAbC9x:~:text=big', ''],
  ])('%s and %s belong to different files', (one, other) =>
    expect(isSameFragment(page + one, page + other)).toBe(false),
  );

  test.each([
    ['#section-2', '#section-3'],
    ['#Section_2_Overview', ''],
    ['#top', '#'],
    ['#cite_note-5', '#L10-L20'],
    ['#t=30s', '#page=5'],
    ['#:~:text=big%20film', '#comments'],
    ['#%C3%9Cberblick', '#概要'],
    ['#/', ''],
    ['#intro:~:text=big%20film', ''],
    ['#page=2&zoom=100&toolbar=0', ''],
    ['#!id1', '#%21id1'],
    ['#k3yAbC9x:~:text=big', '#k3yAbC9x'],
    ['#intro:~:text=hi', '#!/'],
  ])('%s and %s belong to one file', (one, other) =>
    expect(isSameFragment(page + one, page + other)).toBe(true),
  );

  test('may be missing at the service', () => {
    expect(mayBeSameFragment(`${page}#!id1!k`, page)).toBe(true);
    expect(mayBeSameFragment(`${page}#!id1!k`, `${page}#!id2!k`)).toBe(false);
  });
});

test.each([
  ['Big_Buck.Bunny.mp4', 'Big Buck Bunny', true],
  ['Big_Buck.Bunny.mp4', 'big_buck.bunny.MP4', true],
  ['Big_Buck.Bunny', 'Big Buck Bunny', true],
  ['Big Buck Bunny', 'Big Buck Bunny.mp4', true],
  ['Big Buck & Bunny', 'Big&#039;Buck  Bunny', true],
  ['Big Buck Bunny', 'Big%20Buck%20Bunny', true],
  ['100% 人', '100 人', true],
  ['कमल', 'कमला', false],
  ['गीता', 'गाता', false],
  ['กาน', 'กานี', false],
  ['Cafe', 'Café', false],
  ['ΣΟΦΟΣ', 'σοφοσ', true],
  ['Cafe\u0301', 'Caf&eacute;', true],
  ['می\u200cخواهم', 'میخواهم', true],
  ['❤\ufe0f Film', '❤ Film', true],
  ['Soft\u00adware', 'Software', true],
  ['Part 1', 'Part 2', false],
  ['Vol.12', 'Vol.13', false],
  ['...', '', false],
  ['★★', '★★', true],
  ['★★', '☆', false],
])('the title “%s” and the service’s “%s” are the same: %s', (offered, shown, expected) => {
  expect(mayBeSameTitle(createTitleForms(shown), createTitleForms(offered))).toBe(expected);
});

test.each([
  ['https://a.example/x/caf%C3%A9.mp4?y=1#z', 'café.mp4'],
  ['https://a.example/', ''],
  ['no address', 'no address'],
])('the title of %s', (address, expected) => expect(predictTitle(address)).toBe(expected));
