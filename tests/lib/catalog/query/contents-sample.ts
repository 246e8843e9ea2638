/** Contents of a snapshot without a disk, in partly filled blocks with empty slots between the files. */
import fc from 'fast-check';
import { Block, toColumns } from '../../../../lib/catalog/columns/block.ts';
import { blockSize } from '../../../../lib/catalog/columns/block-size.ts';
import type { CatalogFile, CatalogFolder } from '../../../../lib/catalog/file.ts';
import type { CatalogContents } from '../../../../lib/catalog/query/contents.ts';

export interface Sample {
  readonly contents: CatalogContents;
  /** By file id, in ascending order. */
  readonly files: ReadonlyMap<number, CatalogFile>;
}

/** @param files without their codes. Null: an empty slot */
export function createSample(
  files: readonly (Partial<CatalogFile> | null)[],
  folders: readonly CatalogFolder[] = [],
  perBlock = 4,
): Sample {
  const byRow = new Map<number, CatalogFile>();
  const blocks: Block[] = [];
  for (let from = 0; from < files.length; from += perBlock) {
    const slots = files.slice(from, from + perBlock).map((file, slot): CatalogFile | null => {
      const whole = file && { ...blank, fileCode: `code${from + slot}`, ...file };
      if (whole) byRow.set(blocks.length * blockSize + slot, whole);
      return whole;
    });
    blocks.push(new Block(toColumns(slots)));
  }
  return {
    contents: { blocks, folders: new Map(folders.map((folder) => [folder.id, folder])) },
    files: byRow,
  };
}

const blank: CatalogFile = {
  fileCode: '',
  title: '',
  folderId: '0',
  uploaded: null,
  length: null,
  views: null,
  size: null,
  lastView: null,
  detailsReadAt: null,
  canPlay: null,
  isPublic: null,
};

export const samples = (file: fc.Arbitrary<Partial<CatalogFile>>): fc.Arbitrary<Sample> =>
  fc.array(fc.option(file, { freq: 6 }), { maxLength: 25 }).map((files) => createSample(files));
