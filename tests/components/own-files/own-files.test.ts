/** What is taken of dropped folders. */
import { expect, test } from 'vitest';
import { isSystemFile } from '../../../components/own-files/own-files.ts';

test.each([
  ['.DS_Store', true],
  ['._film.mkv', true],
  ['Thumbs.db', true],
  ['ehthumbs.db', true],
  ['DESKTOP.INI', true],
  ['desktop.ini.txt', false],
  ['.htaccess', false],
  ['thumbs.db.mkv', false],
])('%s is left by a system: %s', (name, isLeft) => {
  expect(isSystemFile({ file: new File([], name), path: [] })).toBe(isLeft);
});

test('so is what an archive of a Mac holds beside its files', () => {
  expect(isSystemFile({ file: new File([], 'film.mkv'), path: ['a', '__MACOSX'] })).toBe(true);
});
