/** Columns give way before titles do. */
import { describe, expect, test } from 'vitest';
import { type ColumnWidths, fitColumns, formatSummary } from '../../../../components/files/list/columns.ts';
import type { ShownColumn } from '../../../../lib/catalog/columns/number-columns.ts';
import type { SortColumn } from '../../../../lib/catalog/query/snapshot.ts';
import { days, file } from '../../../gallery/samples/files.ts';

const all: readonly ShownColumn[] = ['length', 'size', 'views', 'uploaded', 'lastView'];
const known = file({ uploaded: days(1), length: 60, views: 3, size: 1_000_000, lastView: days(2) });
const widths: ColumnWidths = { length: 75, size: 66, views: 82, uploaded: 105, lastView: 111, inside: 180 };
/** A list of this width has 396 pixels for everything but the columns. */
const fitInto = (width: number, asked: readonly SortColumn[] = [], sample = [known]) =>
  fitColumns(all, width, widths, sample, new Set(asked));

describe('in a narrow list, columns give way in order of `givesWay`', () => {
  test.each<[room: number, shown: readonly ShownColumn[]]>([
    [439, ['length', 'size', 'views', 'uploaded', 'lastView']],
    [438, ['length', 'size', 'uploaded', 'lastView']],
    [356, ['length', 'uploaded', 'lastView']],
    [290, ['length', 'uploaded']],
    [179, ['length']],
    [74, []],
    [-50, []],
  ])('with %i pixels for columns', (room, shown) => {
    expect(fitInto(396 + room).shown).toEqual(shown);
  });

  test('those that the user sorts or filters by are the last', () => {
    expect(fitInto(396 + 82, ['views']).shown).toEqual(['views']);
    expect(fitInto(396 + 193, ['views', 'lastView']).shown).toEqual(['views', 'lastView']);
    expect(fitInto(396 + 192, ['views', 'lastView']).shown).toEqual(['lastView']);
  });

  test('never does a title get less than 220 pixels', () => {
    for (let width = 396; width < 1_400; width += 7) {
      const taken = [...fitInto(width, ['size']).tracks.matchAll(/(\d+)px/gu)].map(([, pixels]) =>
        Number(pixels),
      );
      expect(taken.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(width - 396);
    }
  });
});

test('the second line has values of columns that gave way, if they are important or used', () => {
  const { inSummary } = fitInto(396, ['views']);
  expect(inSummary).toEqual(['length', 'views', 'uploaded']);
  expect(formatSummary(known, 'Movies', new Set<SortColumn>(['views']), inSummary)).toBe(
    '3 · 1:00 · Nov 19, 2026 · Movies',
  );
  expect(fitInto(396 + 75).inSummary).toEqual(['uploaded']);
  expect(fitInto(1_400)).toMatchObject({ inSummary: [], isReduced: false });
});

test('columns that are mostly unknown are hidden and do not give way', () => {
  const unknown = file({ uploaded: days(1), length: null, views: null });
  expect(fitInto(396, [], [unknown]).inSummary).toEqual(['uploaded']);
  expect(fitInto(1_400, [], [unknown])).toMatchObject({ shown: ['uploaded'], isReduced: false });
});

test('a folder’s content has a cell if it fits', () => {
  expect(fitInto(396 + 180).hasInside).toBe(true);
  expect(fitInto(396 + 179).hasInside).toBe(false);
});
