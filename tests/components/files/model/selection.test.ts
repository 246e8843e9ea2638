import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addFiles,
  countListed,
  emptySelection,
  pruneSelection,
  type Selection,
  selectRange,
  toggleFile,
} from '../../../../components/files/model/selection.ts';

const only = (fileId: number) => toggleFile(emptySelection, fileId);
const sorted = ({ fileIds }: Selection) => [...fileIds].sort((a, b) => a - b);
const listed = Uint32Array.of(5, 9, 2, 7, 4);

describe('the selection', () => {
  it('toggles fileIds', () => {
    expect(sorted(toggleFile(toggleFile(emptySelection, 5), 9))).toEqual([5, 9]);
    expect(sorted(toggleFile(toggleFile(emptySelection, 5), 5))).toEqual([]);
    expect(sorted(emptySelection)).toEqual([]);
  });

  it('extends from the first click to the click with Shift, in the current order', () => {
    expect(sorted(selectRange(only(9), listed, 7, false))).toEqual([2, 7, 9]);
    expect(sorted(selectRange(only(9), listed.toReversed(), 4, false))).toEqual([2, 4, 7, 9]);
  });

  it('shrinks when the end of the range moves back', () => {
    const wide = selectRange(only(5), listed, 4, false);
    expect(sorted(selectRange(wide, listed, 9, false))).toEqual([5, 9]);
  });

  it('keeps the previous selection with Ctrl', () => {
    expect(sorted(selectRange(toggleFile(only(4), 9), listed, 2, true))).toEqual([2, 4, 9]);
  });

  it('starts over if the anchor isn’t listed', () => {
    expect(selectRange(only(1), listed, 7, false)).toEqual({ fileIds: new Set([7]), anchor: 7 });
    expect(selectRange(emptySelection, listed, 7, false)).toEqual({ fileIds: new Set([7]), anchor: 7 });
  });

  it('drops deleted files, and stays the same object if there are none', () => {
    const some = addFiles(only(9), [2, 7]);
    expect(pruneSelection(some, () => true)).toBe(some);
    expect(pruneSelection(some, (fileId) => fileId !== 9)).toEqual({
      fileIds: new Set([2, 7]),
      anchor: null,
    });
  });

  it('counts its listed fileIds', () => {
    expect(countListed(addFiles(emptySelection, [1, 2, 9]), listed)).toBe(2);
  });

  it('is always a contiguous range after a click with Shift', () => {
    const lists = fc.uniqueArray(fc.nat({ max: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (fileIds, a, b) => {
        const [from = 0, to = 0] = [a % fileIds.length, b % fileIds.length].sort((x, y) => x - y);
        const chosen = selectRange(
          only(fileIds[a % fileIds.length] ?? 0),
          fileIds,
          fileIds[b % fileIds.length] ?? 0,
          false,
        );
        expect([...chosen.fileIds].map((fileId) => fileIds.indexOf(fileId)).sort((x, y) => x - y)).toEqual(
          Array.from({ length: to - from + 1 }, (_, at) => from + at),
        );
      }),
    );
  });
});
