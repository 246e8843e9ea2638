import { expect, test } from 'vitest';
import { createJob, isUndoable, toBulkJob } from '../../../lib/bulk/job.ts';

test('a job can be undone for a day, and clones cannot', () => {
  const ended = { ...createJob('a', 'move', {}, 0), key: 1, total: 1, changed: 1, endedAtMs: 1_000 };
  const day = 24 * 3_600_000;
  expect(isUndoable(ended, 999 + day)).toBe(true);
  expect(isUndoable(ended, 1_001 + day)).toBe(false);
  expect(isUndoable({ ...ended, isUndone: true }, 2_000)).toBe(false);
  expect(isUndoable({ ...ended, endedAtMs: null }, 2_000)).toBe(false);
  expect(isUndoable({ ...ended, kind: 'clone' }, 2_000)).toBe(false);
  expect(Object.keys(toBulkJob({ ...ended, undoes: 7 }, 0))).not.toContain('changed');
  expect(toBulkJob({ ...ended, undoes: 7 }, 2_000)).toMatchObject({ id: '1', undoes: '7', canUndo: true });
});
