/** Sentences about files that stay where they are. */
import { describe, expect, it } from 'vitest';
import { stayingSentence } from '../../../components/bulk/sentences.ts';

const movies = { id: '11', name: 'Movies' };

describe('files that are in the folder already', () => {
  const files = (...folderIds: readonly string[]) =>
    folderIds.map((folderId, n) => ({ fileCode: `code${n}`, title: n === 0 ? '' : `film ${n}`, folderId }));

  it('are named; none and all have sentences of their own', () => {
    expect(stayingSentence(files('12', '0'), movies)).toBe('');
    expect(stayingSentence(files('11', '11'), movies)).toBe('All 2 files are already in “Movies”.');
    expect(stayingSentence(files('11', '0', '11'), movies)).toBe('Already in “Movies”: “code0”, “film 2”.');
  });
});
