import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogFolder } from '../../../../lib/catalog/file.ts';
import { rowsIn } from '../../../../lib/catalog/query/filter.ts';
import type { FileFilter } from '../../../../lib/catalog/query/snapshot.ts';
import { sampleOf } from './contents-sample.ts';

const folder = (id: string, parentId: string): CatalogFolder => ({ id, name: id, parentId, code: null });
/** 1 contains 2, which contains 3; 4 is in an unknown folder. */
const folders = [folder('1', '0'), folder('2', '1'), folder('3', '2'), folder('4', 'lost')];
const insides: Readonly<Record<string, readonly string[]>> = {
  '1': ['1', '2', '3'],
  '2': ['2', '3'],
  '3': ['3'],
  '4': ['4'],
  lost: ['lost', '4'],
  '0': ['0', '1', '2', '3', '4', 'lost', ''],
};

const amount = fc.option(fc.integer({ min: -2, max: 3 }));
const file = fc.record({
  folderId: fc.constantFrom('0', '1', '2', '3', '4', 'lost', ''),
  uploaded: amount,
  length: amount,
  canPlay: fc.option(fc.boolean()),
  isPublic: fc.option(fc.boolean()),
});
const edge = fc.integer({ min: -3, max: 4 });
const filters: fc.Arbitrary<FileFilter> = fc.record(
  {
    folderId: fc.constantFrom('0', '1', '2', '3', '4', 'lost', 'no such folder'),
    isDeep: fc.boolean(),
    uploadedFrom: edge,
    uploadedTo: edge,
    lengthFrom: edge,
    lengthTo: edge,
    canPlay: fc.boolean(),
    isPublic: fc.boolean(),
  },
  { requiredKeys: [] },
);

const within = (value: number | null, from?: number, to?: number) =>
  (from === undefined && to === undefined) ||
  (value !== null && (from === undefined || value >= from) && (to === undefined || value <= to));

describe('filter', () => {
  it('combines all conditions', () => {
    fc.assert(
      fc.property(fc.array(fc.option(file, { freq: 6 }), { maxLength: 20 }), filters, (given, filter) => {
        const { contents, files } = sampleOf(given, folders);
        const { folderId, isDeep, uploadedFrom, uploadedTo, lengthFrom, lengthTo, canPlay, isPublic } =
          filter;
        const inside =
          folderId === undefined ? null : isDeep ? (insides[folderId] ?? [folderId]) : [folderId];
        const expected = [...files].filter(
          ([, shown]) =>
            (inside === null || inside.includes(shown.folderId)) &&
            within(shown.uploaded, uploadedFrom, uploadedTo) &&
            within(shown.length, lengthFrom, lengthTo) &&
            (canPlay === undefined || shown.canPlay === canPlay) &&
            (isPublic === undefined || shown.isPublic === isPublic),
        );
        expect([...rowsIn(contents, filter)]).toEqual(expected.map(([row]) => row));
        expect([...rowsIn(contents)]).toEqual([...files.keys()]);
        expect([...rowsIn(contents, filter)]).toEqual(expected.map(([row]) => row));
      }),
      { numRuns: 300 },
    );
  });
});
