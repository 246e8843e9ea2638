import { expect, test } from 'vitest';
import { countMarks, partSize } from '../../../lib/bulk/job.ts';
import { createPlan, createUndoPlan, rowAt } from '../../../lib/bulk/plan.ts';

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

test('undo contains every step that may have changed something, in reverse order', () => {
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
