import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumberColumn } from '../../../../lib/catalog/columns/number-columns.ts';
import type { CatalogFile, CatalogFolder } from '../../../../lib/catalog/file.ts';
import { fileIdsIn } from '../../../../lib/catalog/query/filter.ts';
import type { FileFilter, Range } from '../../../../lib/catalog/query/snapshot.ts';
import { createSample } from './contents-sample.ts';

const folder = (id: string, parentId: string): CatalogFolder => ({ id, name: id, parentId, code: null });
/** 1 contains 2, which contains 3. 4 is in an unknown folder. */
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
  views: amount,
  size: amount,
  lastView: fc.option(fc.nat({ max: 3 })),
  canPlay: fc.option(fc.boolean()),
  isPublic: fc.option(fc.boolean()),
});
const edge = fc.integer({ min: -3, max: 4 });
const range = fc.record({ from: edge, to: edge }, { requiredKeys: [] });
const filters: fc.Arbitrary<FileFilter> = fc.record(
  {
    folderId: fc.constantFrom('0', '1', '2', '3', '4', 'lost', 'no such folder'),
    isDeep: fc.boolean(),
    ranges: fc.record(
      { uploaded: range, length: range, views: range, size: range, lastView: range },
      { requiredKeys: [] },
    ),
    unviewedAfter: edge,
    codes: fc.record({
      among: fc.array(fc.constantFrom('code0', 'code2', 'code7', 'none')),
      isWanted: fc.boolean(),
    }),
    canPlay: fc.boolean(),
    isPublic: fc.boolean(),
  },
  { requiredKeys: [] },
);

const within = (value: number | null, { from, to }: Range) =>
  value !== null && (from === undefined || value >= from) && (to === undefined || value <= to);

/** Not viewed after a time. A file that was never viewed counts from its upload. If that is unknown too, it doesn't count. */
function isUnviewed({ lastView, uploaded }: CatalogFile, after: number): boolean {
  const since = lastView === 0 ? uploaded : lastView;
  return since !== null && since <= after;
}

describe('filter', () => {
  it('combines all conditions', () => {
    fc.assert(
      fc.property(fc.array(fc.option(file, { freq: 6 }), { maxLength: 20 }), filters, (given, filter) => {
        const { contents, files } = createSample(given, folders);
        const { folderId, isDeep, ranges = {}, unviewedAfter, codes, canPlay, isPublic } = filter;
        const inside =
          folderId === undefined ? null : isDeep ? (insides[folderId] ?? [folderId]) : [folderId];
        const expected = [...files].filter(
          ([, shown]) =>
            (inside === null || inside.includes(shown.folderId)) &&
            Object.entries(ranges).every(([column, each]) => within(shown[column as NumberColumn], each)) &&
            (unviewedAfter === undefined || isUnviewed(shown, unviewedAfter)) &&
            (codes === undefined || codes.among.includes(shown.fileCode) === codes.isWanted) &&
            (canPlay === undefined || shown.canPlay === canPlay) &&
            (isPublic === undefined || shown.isPublic === isPublic),
        );
        expect([...fileIdsIn(contents, filter)]).toEqual(expected.map(([fileId]) => fileId));
        expect([...fileIdsIn(contents)]).toEqual([...files.keys()]);
        expect([...fileIdsIn(contents, filter)]).toEqual(expected.map(([fileId]) => fileId));
      }),
      { numRuns: 300 },
    );
  });
});
