import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLayout,
  findLine,
  getItemRange,
  type Layout,
  moveIndex,
} from '../../../../components/files/list/list-layout.ts';
import {
  countRows,
  drawnRange,
  getRowTop,
  rowAt,
  rowHeight,
  totalHeight,
} from '../../../../components/list/sections.ts';

/** Only the counts matter. */
const counted = (folders: number, files: number, found: number, closest: number) => ({
  folders: Array.from({ length: folders }, () => ({ id: '', name: '', parentId: '', code: null })),
  matches: new Uint32Array(files),
  closest: new Uint32Array(closest),
  found: new Array(found),
  length: folders + files + (found > 0 ? found + 1 : 0) + (closest > 0 ? closest + 1 : 0),
});
const layout = (columns: number, folders: number, files: number, found = 0, closest = 0) =>
  createLayout(counted(folders, files, found, closest), { columns, folder: 40, file: 100, heading: 30 });

const small = fc.nat({ max: 30 });
const layouts = fc
  .tuple(fc.integer({ min: 1, max: 7 }), small, small, small, small)
  .map((counts) => layout(...counts));
const indexes = (made: Layout) =>
  Array.from({ length: made.length }, (_, at) => at).filter((at) => !made.headings.includes(at));

describe('the layout', () => {
  it('gives every item one position, row by row', () => {
    fc.assert(
      fc.property(layouts, (made) => {
        const drawn = Array.from({ length: countRows(made.sections) }, (_, line) => {
          const { first, end } = getItemRange(made, line);
          return Array.from({ length: end - first }, (__, at) => ({ index: first + at, line, column: at }));
        }).flat();
        expect(drawn.map(({ index }) => index)).toEqual(Array.from({ length: made.length }, (_, at) => at));
        for (const { index, ...place } of drawn) expect(findLine(made, index)).toEqual(place);
      }),
    );
  });

  it('starts each kind of item on a new line', () => {
    const made = layout(3, 4, 5, 1);
    expect([0, 3, 4, 8, 9, 10].map((index) => findLine(made, index))).toEqual([
      { line: 0, column: 0 },
      { line: 1, column: 0 },
      { line: 2, column: 0 },
      { line: 3, column: 1 },
      { line: 4, column: 0 },
      { line: 5, column: 0 },
    ]);
  });
});

describe('keyboard navigation', () => {
  it('reaches every item once, in order', () => {
    fc.assert(
      fc.property(layouts, (made) => {
        const reachable = indexes(made);
        let at = moveIndex(made, 0, 'first', 300);
        const seen = [at];
        while (moveIndex(made, at, 'next', 300) !== at) {
          at = moveIndex(made, at, 'next', 300);
          seen.push(at);
        }
        expect(made.length === 0 ? [] : seen).toEqual(reachable);
      }),
    );
  });

  it('never leaves the list and never lands on the heading', () => {
    const ways = ['next', 'previous', 'down', 'up', 'page-down', 'page-up', 'first', 'last'] as const;
    fc.assert(
      fc.property(
        layouts,
        fc.nat(),
        fc.constantFrom(...ways),
        fc.nat({ max: 900 }),
        (made, from, way, page) => {
          const reachable = indexes(made);
          fc.pre(reachable.length > 0);
          expect(reachable).toContain(moveIndex(made, reachable[from % reachable.length] ?? 0, way, page));
        },
      ),
    );
  });

  it('moves up and down in a column, across kinds of items', () => {
    const made = layout(3, 4, 5, 4);
    expect(moveIndex(made, 2, 'down', 300)).toBe(3);
    expect(moveIndex(made, 3, 'down', 300)).toBe(4);
    expect(moveIndex(made, 5, 'down', 300)).toBe(8);
    expect(moveIndex(made, 8, 'down', 300)).toBe(11);
    expect(moveIndex(made, 11, 'up', 300)).toBe(8);
    expect(moveIndex(made, 1, 'up', 300)).toBe(1);
    expect(moveIndex(made, 13, 'down', 300)).toBe(13);
  });

  it('pages by the visible height, at least one line', () => {
    const made = layout(1, 0, 50);
    expect(moveIndex(made, 0, 'page-down', 500)).toBe(5);
    expect(moveIndex(made, 20, 'page-up', 500)).toBe(15);
    expect(moveIndex(made, 48, 'page-down', 500)).toBe(49);
    expect(moveIndex(made, 3, 'page-down', 10)).toBe(4);
  });

  it('skips the heading even if nothing is above it', () => {
    const made = layout(1, 0, 0, 2);
    expect(moveIndex(made, 1, 'first', 300)).toBe(1);
    expect(moveIndex(made, 1, 'up', 300)).toBe(1);
    expect(moveIndex(made, 1, 'previous', 300)).toBe(1);
  });
});

describe('the drawn range', () => {
  const sectionLists = fc.array(
    fc.record({ rows: fc.nat({ max: 2000 }), height: fc.integer({ min: 1, max: 200 }) }),
    {
      maxLength: 4,
    },
  );

  it('covers the viewport and little more', () => {
    fc.assert(
      fc.property(
        sectionLists,
        fc.nat({ max: 300_000 }),
        fc.integer({ min: 1, max: 2000 }),
        fc.constantFrom(0, 88, 352),
        (sections, top, height, margin) => {
          const { first, end } = drawnRange(top, height, sections, margin);
          expect(0 <= first && first <= end && end <= countRows(sections)).toBe(true);
          const [from, to] = [
            Math.min(top, totalHeight(sections)),
            Math.min(top + height, totalHeight(sections)),
          ];
          expect(getRowTop(first, sections)).toBeLessThanOrEqual(from);
          expect(getRowTop(end, sections)).toBeGreaterThanOrEqual(to);
          expect(getRowTop(end, sections) - getRowTop(first, sections)).toBeLessThanOrEqual(
            height + 2 * (margin + 200),
          );
        },
      ),
    );
  });

  it('rowAt is the inverse of getRowTop', () => {
    fc.assert(
      fc.property(sectionLists, fc.nat(), (sections, at) => {
        fc.pre(countRows(sections) > 0);
        const row = at % countRows(sections);
        expect(rowAt(getRowTop(row, sections), sections)).toBe(row);
        expect(rowAt(getRowTop(row, sections) + rowHeight(row, sections) - 1, sections)).toBe(row);
      }),
    );
  });

  it('stays small for a hundred thousand files', () => {
    const { first, end } = drawnRange(2_000_000, 800, [{ rows: 100_000, height: 44 }]);
    expect(end - first).toBeLessThan(50);
  });

  it('is clamped when the list becomes shorter', () => {
    const { first, end } = drawnRange(100_000, 500, [{ rows: 3, height: 44 }]);
    expect(end).toBe(3);
    expect(first).toBeLessThanOrEqual(3);
  });
});
