import { describe, expect, it } from 'vitest';
import {
  allFilesId,
  ancestorIds,
  newFolderId,
  sidebarLines,
  withNewFolder,
} from '../../../../components/files/sidebar/folder-lines.ts';
import type { TreeLine } from '../../../../components/folders/tree-lines.ts';
import type { CatalogFolder } from '../../../../lib/catalog/file.ts';
import { createSnapshot, type Snapshot } from '../../../../lib/catalog/query/snapshot.ts';

const folder = (id: string, name: string, parentId: string): CatalogFolder => ({
  id,
  name,
  parentId,
  code: null,
});
const treeOf = (...folders: readonly CatalogFolder[]) =>
  createSnapshot(
    { accountId: 'a', version: 1, files: 0 },
    { blocks: [], folders: new Map(folders.map((each) => [each.id, each])) },
    { phase: 'complete' } as Snapshot['syncStatus'],
  );
const tree = treeOf(
  folder('1', 'Movies', '0'),
  folder('2', 'Åland', '1'),
  folder('3', 'Trailers', '2'),
  folder('4', 'Lectures', '0'),
);
const drawn = (lines: readonly TreeLine[]) =>
  lines.map(({ id, level, position, setSize, isOpen }) => [id, level, `${position}/${setSize}`, isOpen]);
const ids = (lines: readonly TreeLine[]) => lines.map(({ id }) => id);

describe('the lines of the sidebar', () => {
  it('are all files, the root, and the children of open folders, by name', () => {
    expect(drawn(sidebarLines(tree, new Set(['0'])))).toEqual([
      [allFilesId, 1, '1/2', null],
      ['0', 1, '2/2', true],
      ['4', 2, '1/2', null],
      ['1', 2, '2/2', false],
    ]);
    expect(ids(sidebarLines(tree, new Set()))).toEqual([allFilesId, '0']);
    const pinned = [
      { id: '3', name: 'Name before' },
      { id: 'new', name: 'Not read yet' },
    ];
    const withPins = sidebarLines(tree, new Set(), '', pinned);
    expect(withPins.map(({ id, position, folder }) => [id, position, folder.name])).toEqual([
      ['pin 3', 1, 'Trailers'],
      ['pin new', 2, 'Not read yet'],
      [allFilesId, 3, ''],
      ['0', 4, ''],
    ]);
    expect(ids(sidebarLines(tree, new Set(), 'trail', pinned))).not.toContain('pin 3');
    expect(ids(sidebarLines(tree, new Set(['0', '1', '2'])))).toEqual([allFilesId, '0', '4', '1', '2', '3']);
    // An open folder inside a closed one is hidden.
    expect(ids(sidebarLines(tree, new Set(['0', '2'])))).toEqual([allFilesId, '0', '4', '1']);
  });

  it('with a filter are the matching folders, below their parents', () => {
    expect(drawn(sidebarLines(tree, new Set(), 'trail'))).toEqual([
      ['0', 1, '1/1', true],
      ['1', 2, '1/1', true],
      ['2', 3, '1/1', true],
      ['3', 4, '1/1', null],
    ]);
    const matches = sidebarLines(tree, new Set(), 'trail').map(({ isMatch }) => isMatch);
    expect(matches).toEqual([false, false, false, true]);
    expect(ids(sidebarLines(tree, new Set(), 'aland'))).toEqual(['0', '1', '2']);
    // Nothing inside matches, so it can't be opened.
    expect(sidebarLines(tree, new Set(), 'aland').at(-1)).toMatchObject({ id: '2', isOpen: null });
    expect(sidebarLines(tree, new Set(['0']), 'nothing')).toEqual([]);
    expect(ids(sidebarLines(tree, new Set(['0']), '  '))).toContain(allFilesId);
  });

  it('list a folder once, even in a cycle', () => {
    const odd = treeOf(folder('0', 'Root again', '1'), folder('1', 'Round', '0'), folder('2', 'About', '1'));
    const lines = sidebarLines(odd, new Set(['0', '1', '2']));
    expect(ids(lines)).toEqual([...new Set(ids(lines))]);
    expect(ids(sidebarLines(odd, new Set(), 'about'))).toContain('2');
  });
});

it('a folder is visible once its ancestors are open', () => {
  expect(ancestorIds(tree, '3')).toEqual(['0', '1', '2']);
  expect(ancestorIds(tree, '4')).toEqual(['0']);
  expect(ancestorIds(tree, 'unknown')).toEqual(['0']);
  expect(ids(sidebarLines(tree, new Set(ancestorIds(tree, '3'))))).toContain('3');
});

it('a new folder is first in its parent', () => {
  const lines = sidebarLines(tree, new Set(['0', '1']));
  expect(drawn(withNewFolder(lines, '1')).slice(3, 6)).toEqual([
    ['1', 2, '2/2', true],
    [newFolderId, 3, '1/1', null],
    ['2', 3, '1/1', false],
  ]);
  expect(ids(withNewFolder(lines, '0')).indexOf(newFolderId)).toBe(2);
  expect(withNewFolder(lines, 'not shown')).toEqual(lines);
});
