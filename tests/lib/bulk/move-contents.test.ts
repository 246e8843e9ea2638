import { describe, expect, it } from 'vitest';
import { moveContents } from '../../../lib/bulk/move-contents.ts';
import type { BulkFolder } from '../../../lib/bulk/work.ts';

const files = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    fileCode: `code${n}`,
    title: `title ${n}`,
    folderId: String(n % 3),
  }));

describe('the contents of a folder', () => {
  const tree = (parents: Readonly<Record<string, string>>) => ({
    foldersIn: (id: string): readonly BulkFolder[] =>
      Object.entries(parents).flatMap(([folderId, parentId]) =>
        parentId === id ? [{ id: folderId, name: `folder ${folderId}`, parentId }] : [],
      ),
    fileIds: () => [0, 1, 2],
    file: (fileId: number) => files(2)[fileId] ?? null,
  });
  const ref = (id: string) => ({ id, name: id });

  it('are its files and its subfolders, each after its parent', () => {
    const work = moveContents(tree({ b: 'a', c: 'b', d: 'a', x: '0' }), ref('a'), ref('x'));
    expect(work).toMatchObject({
      kind: 'move-contents',
      files: files(2),
      source: ref('a'),
      folder: ref('x'),
    });
    expect(typeof work === 'object' && work.folders.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  });

  it('cannot be moved into themselves', () => {
    expect(moveContents(tree({ b: 'a', c: 'b' }), ref('a'), ref('c'))).toBe('inside');
    expect(moveContents(tree({ b: 'a' }), ref('a'), ref('a'))).toBe('same');
  });

  it('are finite, even in a cycle', () => {
    const work = moveContents(tree({ b: 'a', a: 'b' }), ref('a'), ref('0'));
    expect(typeof work === 'object' && work.folders.map(({ id }) => id)).toEqual(['b']);
  });
});
