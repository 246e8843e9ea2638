/** The address of a full tab that was opened to choose files, or for files that were dropped elsewhere. */
import { expect, it } from 'vitest';
import { choosingHash, parseOpening } from '../../../components/manager/dropped-files.ts';
import { parseSubject, parseView } from '../../../components/manager/manager-view.ts';

it.each([
  { id: '0', name: '' },
  { id: '12', name: 'A/B & 100 % <b>' },
  { id: 'a/b', name: 'موسيقى' },
])('names the folder: $name', (folder) => {
  const hash = `#${choosingHash(folder)}`;
  expect(parseView(hash)).toBe('uploads');
  expect(parseOpening(parseSubject(hash) ?? '')).toEqual({ token: null, folder });
});

it('names none, or a token', () => {
  expect(parseOpening('choose')).toEqual({ token: null, folder: null });
  expect(parseOpening('8f3a')).toEqual({ token: '8f3a', folder: null });
});
