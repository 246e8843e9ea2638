/** Stored blocks. Every later version can read those of today. */
import { expect, it } from 'vitest';
import { type BlockColumns, readBlock, toColumns } from '../../../../lib/catalog/columns/block.ts';
import { mapColumns, numberColumnNames } from '../../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile } from '../../../../lib/catalog/file.ts';

/** A file, an empty slot and a file with few known values, as version 0.1.0 stores them. */
const stored: BlockColumns = {
  codes: 'code1\n\ncode\\n3',
  titles: 'Big Buck Bunny\n\nSintel',
  folderIds: '7\n\n0',
  folders: Uint16Array.of(0, 1, 2),
  uploaded: Uint32Array.of(1_795_680_000, 0xffffffff, 0xffffffff),
  length: Float64Array.of(596, Number.NaN, 2 ** 40),
  views: Uint32Array.of(12, 0xffffffff, 0),
  size: new Uint32Array(),
  flags: Uint8Array.of(16 + 1 + 2 + 4, 0, 16),
};
const files: readonly (Partial<CatalogFile> | null)[] = [
  {
    fileCode: 'code1',
    title: 'Big Buck Bunny',
    folderId: '7',
    uploaded: 1_795_680_000,
    length: 596,
    views: 12,
    size: null,
    canPlay: true,
    isPublic: false,
  },
  null,
  {
    fileCode: 'code\n3',
    title: 'Sintel',
    folderId: '0',
    uploaded: null,
    length: 2 ** 40,
    views: 0,
    size: null,
    canPlay: null,
    isPublic: null,
  },
];

it('reads the blocks of 0.1.0, in which later columns are unknown', () => {
  const block = readBlock(stored);
  expect([0, 1, 2].map((slot) => block.file(slot))).toEqual(
    files.map((file) => file && { ...mapColumns(() => null), ...file }),
  );
});

it.each(numberColumnNames)('reads a block that was stored without %s, which is unknown then', (column) => {
  const { [column]: _, ...older } = stored;
  const block = readBlock(older);
  expect(block.file(0)).toEqual({ ...mapColumns(() => null), ...files[0], [column]: null });
  expect([...block.numbers(column)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(readBlock({ ...stored, [column]: [1, 2, 3] as never }).isEmpty(0)).toBe(true);
});

it('stores every column that a file has', () => {
  const file = { ...mapColumns((column) => numberColumnNames.indexOf(column) + 1), ...files[0], size: 5 };
  expect(readBlock(toColumns([file as CatalogFile])).file(0)).toEqual(file);
});
