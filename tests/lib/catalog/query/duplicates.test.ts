/** Duplicates: copies are found however their titles are decorated, and different files are never grouped. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogFile } from '../../../../lib/catalog/file.ts';
import { findDuplicates, normalizeTitle } from '../../../../lib/catalog/query/duplicates.ts';

let made = 0;
const file = (change: Partial<CatalogFile>): CatalogFile => {
  made += 1;
  return {
    fileCode: `code${made}`,
    title: 'Film',
    folderId: '0',
    uploaded: made,
    length: 60,
    views: 0,
    size: null,
    lastView: null,
    detailsReadAt: null,
    canPlay: true,
    isPublic: true,
    ...change,
  };
};
async function find(files: readonly CatalogFile[], ignored?: string) {
  const found = await findDuplicates(
    { fileIds: () => Uint32Array.from(files.keys()), file: (fileId) => files[fileId] ?? null },
    ignored,
  );
  const groups: CatalogFile[][] = [];
  for (const fileId of found?.fileIds ?? []) {
    if (found?.firsts.has(fileId)) groups.push([]);
    const file = files[fileId];
    if (file) groups.at(-1)?.push(file);
  }
  return groups;
}
const codes = async (files: readonly CatalogFile[], ignored?: string) =>
  (await find(files, ignored)).map((group) => group.map(({ fileCode }) => fileCode));

describe('a title without decoration', () => {
  it.each([
    ['Big Buck Bunny', 'big buck bunny'],
    ['big_buck-bunny.MP4', 'big buck bunny'],
    ['Big Buck Bunny (1)', 'big buck bunny'],
    ['[HD] Big.Buck.Bunny {2008} - copy 2', 'big buck bunny'],
    ['Copy of Big Buck Bunny', 'big buck bunny'],
    ['Évora', 'evora'],
    ['(untitled)', 'untitled'],
    ['Copy', 'copy'],
    ['Cópia de Clip.mp4', 'clip'],
    ['Clip – Копия (2).mp4', 'clip'],
    ['Clip kopyası', 'clip'],
    ['Bản sao của Clip', 'clip'],
    ['نسخة من Clip', 'clip'],
    ['Clip - コピー.mp4', 'clip'],
    ['Clip - 副本 3', 'clip'],
    ['Salinan', 'salinan'],
    ['Apollo 13', 'apollo 13'],
    ['…', ''],
  ])('%s', (title, plain) => expect(normalizeTitle(title)).toBe(plain));
});

describe('duplicates', () => {
  it('are found by title and length, with the file to keep first', async () => {
    const [old, viewed, third] = [file({}), file({ title: 'film (1).mp4', views: 9 }), file({ length: 61 })];
    expect(await codes([old, viewed, third])).toEqual([[viewed, old, third].map(({ fileCode }) => fileCode)]);
  });

  it('have the same length and, if known, the same size', async () => {
    expect(await codes([file({}), file({ length: 62 })])).toEqual([]);
    expect(await codes([file({ size: 1 }), file({ size: 2 })])).toEqual([]);
    expect(await codes([file({ size: 1 }), file({ size: 1 }), file({ size: 2 })])).toHaveLength(1);
    expect(await codes([file({ size: null }), file({ size: 2 })])).toHaveLength(1);
  });

  it('have the same full title if no length is known', async () => {
    const unknown = { length: null };
    expect(await codes([file(unknown), file({ ...unknown, title: 'Film (1)' }), file({})])).toEqual([]);
    expect(await codes([file(unknown), file(unknown)])).toHaveLength(1);
  });

  it('exclude files of the folder for duplicates, and files without a name', async () => {
    expect(await codes([file({}), file({ folderId: '7' })], '7')).toEqual([]);
    expect(await codes([file({ title: '' }), file({ title: '' })])).toEqual([]);
  });

  it('are in only one group each', async () => {
    const any = fc.record({
      title: fc.constantFrom('A', 'a (1)', 'A.mp4', 'B', 'B copy', ''),
      length: fc.constantFrom(null, 10, 11, 12, 50),
      size: fc.constantFrom(null, 1, 2),
      views: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 40 }), async (drawn) => {
        const groups = await find(drawn.map(file));
        const all = groups.flat().map(({ fileCode }) => fileCode);
        expect(new Set(all).size).toBe(all.length);
        for (const files of groups) {
          expect(files.length).toBeGreaterThan(1);
          expect(new Set(files.map(({ title }) => normalizeTitle(title))).size).toBe(1);
          expect(new Set(files.map(({ length }) => length === null)).size).toBe(1);
          expect(new Set(files.flatMap(({ size }) => size ?? [])).size).toBeLessThan(2);
        }
      }),
    );
  });

  it('are no longer searched for when nobody needs them', async () => {
    const snapshot = { fileIds: () => Uint32Array.of(0), file: () => file({}) };
    expect(await findDuplicates(snapshot, undefined, async () => false)).toBeNull();
  });
});
