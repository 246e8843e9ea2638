import { describe, expect, it } from 'vitest';
import { findDoubts, isProse, isProseLine } from '../../../lib/links/doubts.ts';
import { readLinks } from '../../../lib/links/read-links.ts';
import { runAtOnce } from '../../../lib/timing/steps.ts';

describe('findDoubts', () => {
  it.each<[what: string, text: string, doubts: readonly (readonly [url: string, doubt: string])[]]>([
    ['a list', 'https://a.example/1.mp4\nhttps://a.example/2.mp4', []],
    [
      'a link to unsubscribe',
      'https://news.example/u?action=un-subscribe&id=1\nhttps://news.example/subscribe',
      [['https://news.example/u?action=un-subscribe&id=1', 'unsubscribe']],
    ],
    [
      'the same in other languages',
      'https://a.example/newsletter/abmelden/7\nhttps://a.example/d%C3%A9sinscription',
      [
        ['https://a.example/newsletter/abmelden/7', 'unsubscribe'],
        ['https://a.example/d%C3%A9sinscription', 'unsubscribe'],
      ],
    ],
    ['a film about it', 'https://a.example/how-to-unsubscribe.mp4', []],
    ['words that only touch', 'https://a.example/robot/pisa', []],
    [
      'a link that a line wrap broke',
      'It is at https://files.example/long/pa\nth/to/film.mp4\nEnjoy',
      [['https://files.example/long/pa', 'cut']],
    ],
    [
      'a long link before an indented word',
      'https://files.example/a/long/path/that/goes\n  on/with/another.mp4',
      [['https://files.example/a/long/path/that/goes', 'cut']],
    ],
    ['a short link before an indented word', 'https://files.example/film\n  size=5', []],
    ['a link of a file before the name of one', 'https://files.example/film.mkv\nholiday.mkv', []],
    ['a link before a word', 'https://files.example/film\nEnjoy', []],
    ['a link before a sentence', 'https://files.example/film\nIt takes 2.5 hours', []],
    ['a link before an item of a list', 'https://files.example/film\n- notes/2', []],
    ['a link within its line', 'https://files.example/film is long\nth/to/film.mp4', []],
  ])('%s', (_, text, doubts) => {
    expect([...runAtOnce(findDoubts(text, readLinks(text)))]).toEqual(doubts);
  });
});

describe('isProse', () => {
  const list = Array.from({ length: 9 }, (_, at) => `https://a.example/${at}.mp4`).join('\n');

  it.each<[text: string, is: boolean]>([
    ['https://a.example/1.mp4', false],
    ['https://a.example/1.mp4\nnot a link', false],
    ['Big Buck Bunny https://a.example/1.mp4\nSintel https://a.example/2.mp4', false],
    ['Hello Ada,\n\nthe film that we talked about is at https://a.example/1.mp4.\n\nRegards, Bo', true],
    ['Nothing but words in this text, and no link at all', false],
    [`Hi Anna,\n\nhere are the links that I promised:\n${list}\n\nBest, Bob`, true],
    [`Two of these are for Anna:\n${list}`, false],
    [`${list}\nSome Very Long Film Title\nAnother Film With A Title`, false],
  ])('%j: %j', (text, is) => {
    expect(runAtOnce(isProse(text, readLinks(text)))).toBe(is);
  });
});

it('the end of a sentence after a link is prose, too', () => {
  expect(isProseLine({ line: 1, text: ', the long one at', reason: 'rest' })).toBe(true);
  expect(isProseLine({ line: 1, text: 'My Film.mkv', reason: 'rest' })).toBe(false);
});

it.each<[text: string, is: boolean]>([
  ['Hello Ada,', true],
  ['It takes 2.5 hours.', true],
  ['th/to/film.mp4', false],
  ['see files.example', false],
])('isProseLine(%j): %j', (text, is) => {
  expect(isProseLine({ line: 1, text, reason: 'no-link' })).toBe(is);
});
