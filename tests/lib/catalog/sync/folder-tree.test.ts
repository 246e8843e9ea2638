/** The folders of a full sync, and their maximum number. */
import { expect, test } from 'vitest';
import { FolderTree } from '../../../../lib/catalog/sync/folder-tree.ts';
import type { FullSyncProgress } from '../../../../lib/catalog/sync/sync-state.ts';

const maxFolders = 100_000;

const makeFolders = (...ids: readonly string[]) =>
  ids.map((folderId) => ({ folderId, name: 'A folder', code: null }));

test('endless listings are cut at the limit, and known folders stay', () => {
  const folders = Array.from({ length: maxFolders - 2 }, (_, at) => `${at}`);
  const tree = new FolderTree({ folders, listedFolders: 0 } as unknown as FullSyncProgress);
  const accept = (parentId: string, ...ids: readonly string[]) => {
    const accepted = tree.accept(parentId, makeFolders(...ids));
    tree.addListing(parentId, accepted);
    return accepted.map(({ folderId }) => folderId).join();
  };
  expect(accept('7', 'a', 'b', 'c', 'a', 'b', 'c')).toBe('a,b');
  expect(accept('8', 'd', 'e')).toBe('');
  expect(accept('7', 'a', 'd', 'b')).toBe('a,b');
  expect(accept('0', '1', 'd', '2')).toBe('1,2');
});
