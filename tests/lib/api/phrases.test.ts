import { describe, expect, test } from 'vitest';
import { createPhraseFinder, readWords } from '../../../lib/api/phrases.ts';

describe('readWords', () => {
  test.each<[text: string, words: readonly string[]]>([
    ['Limit reached.Try again', ['limit', 'reached', 'try', 'again']],
    ['Can’t fetch “88 Miles per Hour.mp4”.', ["can't", 'fetch', '88', 'miles', 'per', 'hour.mp4']],
    ['Bad link: https://files.example/not/found!', ['bad', 'link']],
    ['Error:https://files.example/not/found', ['error']],
    ['rate-limited: max_urls', ['rate', 'limited', 'max', 'urls']],
    ["'quoted' SONG.MP4", ['quoted', 'song.mp4']],
    ['Доступ запрещён', ['доступ', 'запрещён']],
    [' … ', []],
  ])('%j', (text, words) => {
    expect(readWords(text)).toEqual(words);
  });

  test.each(['.', "'.", 'a', ':', '/'])('takes no longer for many marks (%j) than for letters', (marks) => {
    const measureMs = (text: string) => {
      const startedAtMs = performance.now();
      readWords(text);
      return performance.now() - startedAtMs;
    };
    const length = 60_000;
    const lettersMs = measureMs('ab '.repeat(length / 3));
    expect(measureMs(`a${marks.repeat(length / marks.length)}a`)).toBeLessThan(500 + 10 * lettersMs);
  });
});

describe('createPhraseFinder', () => {
  test.each<[phrase: string, text: string, found: boolean]>([
    ['not found', 'file not found', true],
    ['only ..1 # links', 'only add 15 links', true],
    ['only ..1 # links', 'only v15 links', false],
    ['not found', 'not yet found', false],
    ['not found', 'cannot found', false],
    ['disk|storage full', 'your storage full', true],
    ['account is? full', 'account full', true],
    ['account is? full', 'account is full', true],
    ['account is? full', 'account is not full', false],
    ['no … space', 'no space', true],
    ['no … space', 'no more disk space left', true],
    ['no … space', 'space: no', false],
    ['key ..2 wrong', 'key a b wrong', true],
    ['key ..2 wrong', 'key a b c wrong', false],
    ['rate limit*', 'rate limited', true],
    ["*n't", 'links haven’t arrived', true],
    ["*n't", 'nothing arrived', false],
    ['wrong !file|link key', 'file: wrong key', true],
    ['wrong !file|link key', 'wrong key of a link', false],
    ['^ upload? done $', 'Done!', true],
    ['^ upload? done $', 'upload: done', true],
    ['^ upload? done $', 'upload done later', false],
    ['^ upload? done $', 'not done', false],
  ])('%j in %j: %j', (phrase, text, found) => {
    expect(createPhraseFinder([phrase])(readWords(text))).toBe(found);
  });
});
