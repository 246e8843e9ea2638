/** The pure parts: titles, plans, the tree of a folder, and what is made of a clone in doubt. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countMarks, createJob, isUndoable, partSize, toBulkJob } from '../../../lib/bulk/job.ts';
import { moveContents } from '../../../lib/bulk/move-contents.ts';
import { createPlan, createUndoPlan, rowAt } from '../../../lib/bulk/plan.ts';
import { judgeClone } from '../../../lib/bulk/run/settle-clone.ts';
import { isSameTitle } from '../../../lib/bulk/same-title.ts';
import type { BulkFolder } from '../../../lib/bulk/work.ts';

describe('a title is as asked for', () => {
  it.each([
    ['a b', 'a_b'],
    ['holiday', 'holiday.mkv'],
    ['a b c', 'a.b_c.mp4'],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['Étude', 'E\u0301tude'],
    ['two words', ' two   words '],
  ])('“%s” for “%s”', (shown, asked) => expect(isSameTitle(shown, asked)).toBe(true));

  it.each([
    ['Holiday', 'holiday'],
    ['holiday (1)', 'holiday 1'],
    ['holiday.mkv', 'holiday'],
    ['part 1', 'part 2'],
    ['', 'x'],
  ])('“%s” is not “%s”', (shown, asked) => expect(isSameTitle(shown, asked)).toBe(false));

  it('however the service rewrites it', () => {
    const rewritten = (title: string) =>
      title
        .replace(/\.[a-z0-9]{1,5}$/i, '')
        .replace(/[._\s]+/g, ' ')
        .trim();
    fc.assert(fc.property(fc.string(), (asked) => isSameTitle(rewritten(asked), asked)));
  });
});

const files = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    fileCode: `code${n}`,
    title: `title ${n}`,
    folderId: String(n % 3),
  }));

test('a plan names each file once, in parts', () => {
  const some = files(partSize + 3);
  const plan = createPlan({
    kind: 'move',
    files: [...some, ...some.slice(0, 5)],
    folder: { id: '9', name: 'Nine' },
  });
  expect(plan.total).toBe(partSize + 3);
  expect(plan.marks.map((marks) => marks.length)).toEqual([partSize, 3]);
  expect(rowAt(plan.parts[1] ?? { codes: [], titles: [], from: [], to: [] }, 2)).toEqual({
    ...{
      fileCode: `code${partSize + 2}`,
      title: `title ${partSize + 2}`,
      from: String((partSize + 2) % 3),
      to: '9',
    },
  });
});

test('what takes a job back is every step that may have changed something, the other way round', () => {
  const marks = '.lsamvnofu';
  const steps = [...marks].map((mark, n) => ({
    row: { fileCode: `code${n}`, title: null, from: `from ${n}`, to: `to ${n}` },
    mark,
    note:
      mark === 'o'
        ? { fileCode: '', title: null, code: 'mismatch', msg: null, left: 'odd', at: null }
        : undefined,
  }));
  const { parts } = createUndoPlan(steps);
  expect(parts).toEqual([
    {
      codes: ['code2', 'code3', 'code4', 'code5', 'code7'],
      titles: [null, null, null, null, null],
      from: ['to 2', 'to 3', 'to 4', 'to 5', 'odd'],
      to: ['from 2', 'from 3', 'from 4', 'from 5', 'from 7'],
    },
  ]);
  expect(countMarks(marks)).toEqual({ done: 4, verified: 2, failed: 2, uncertain: 1, changed: 5 });
});

test('a job can be undone for a day, and clones cannot', () => {
  const ended = { ...createJob('a', 'move', {}, 0), key: 1, total: 1, changed: 1, endedAt: 1_000 };
  const day = 24 * 3_600_000;
  expect(isUndoable(ended, 999 + day)).toBe(true);
  expect(isUndoable(ended, 1_001 + day)).toBe(false);
  expect(isUndoable({ ...ended, undone: true }, 2_000)).toBe(false);
  expect(isUndoable({ ...ended, endedAt: null }, 2_000)).toBe(false);
  expect(isUndoable({ ...ended, kind: 'clone' }, 2_000)).toBe(false);
  expect(Object.keys(toBulkJob({ ...ended, undoes: 7 }, 0))).not.toContain('changed');
  expect(toBulkJob({ ...ended, undoes: 7 }, 2_000)).toMatchObject({ id: '1', undoes: '7', canUndo: true });
});

describe('a clone in doubt', () => {
  const fresh = (...titles: readonly string[]) => titles.map((title, n) => ({ fileCode: `new${n}`, title }));
  it.each([
    ['nothing new', fresh(), 'film', 'absent'],
    ['nothing new, and nobody knows the title', fresh(), null, 'absent'],
    ['something else', fresh('other'), 'film', 'absent'],
    ['the very title', fresh('other', 'film'), 'film', 'found'],
    ['the very title twice', fresh('film', 'film'), 'film', 'open'],
    ['something, and nobody knows the title', fresh('film'), null, 'open'],
  ] as const)('with %s', (_, files, title, kind) => expect(judgeClone(files, title).kind).toBe(kind));
});

describe('the contents of a folder', () => {
  const tree = (parents: Readonly<Record<string, string>>) => ({
    foldersIn: (id: string): readonly BulkFolder[] =>
      Object.entries(parents).flatMap(([folderId, parentId]) =>
        parentId === id ? [{ id: folderId, name: `folder ${folderId}`, parentId }] : [],
      ),
    rows: () => [0, 1, 2],
    file: (row: number) => files(2)[row] ?? null,
  });
  const ref = (id: string) => ({ id, name: id });

  it('are its files and the folders below, each after its parent', () => {
    const work = moveContents(tree({ b: 'a', c: 'b', d: 'a', x: '0' }), ref('a'), ref('x'));
    expect(work).toMatchObject({
      kind: 'move-contents',
      files: files(2),
      source: ref('a'),
      folder: ref('x'),
    });
    expect(typeof work === 'object' && work.folders.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  });

  it('do not go into themselves', () => {
    expect(moveContents(tree({ b: 'a', c: 'b' }), ref('a'), ref('c'))).toBe('inside');
    expect(moveContents(tree({ b: 'a' }), ref('a'), ref('a'))).toBe('same');
  });

  it('end, whatever a service lists', () => {
    const work = moveContents(tree({ b: 'a', a: 'b' }), ref('a'), ref('0'));
    expect(typeof work === 'object' && work.folders.map(({ id }) => id)).toEqual(['b']);
  });
});
