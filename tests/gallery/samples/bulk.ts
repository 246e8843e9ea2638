import type { ActivityEntry } from '../../../lib/activity/activity.ts';
import type { BulkFailure, BulkFolder, BulkJob } from '../../../lib/bulk/work.ts';
import type { PatternFile } from '../../../lib/titles/make-titles.ts';
import { demo, now } from './sample.ts';

let jobCount = 0;
export function job(change: Partial<BulkJob>): BulkJob {
  jobCount += 1;
  return {
    id: `${jobCount}`,
    accountId: demo.id,
    kind: 'move',
    folder: { id: '11', name: 'Movies' },
    source: null,
    state: 'working',
    total: 500,
    done: 120,
    verified: 0,
    failed: 0,
    uncertain: 0,
    problem: null,
    retryAtMs: null,
    startedAtMs: now - 60_000,
    endedAtMs: null,
    undoes: null,
    isRedo: false,
    canUndo: false,
    isUndone: false,
    ...change,
  };
}
export const ended = (change: Partial<BulkJob>): BulkJob =>
  job({ state: 'done', done: 500, verified: 500, endedAtMs: now - 20_000, canUndo: true, ...change });

const longName = 'A folder with quite a long name that does not fit anywhere at all, wherever it is shown';

export const everyJob: readonly BulkJob[] = [
  job({ state: 'stopped', endedAtMs: now - 30_000, canUndo: true }),
  ended({ total: 500, done: 480, verified: 480, failed: 20 }),
  ended({ kind: 'clone', total: 12, done: 10, verified: 10, uncertain: 2, canUndo: false }),
  ended({ kind: 'rename', folder: null, total: 1, done: 1, verified: 1 }),
  job({ kind: 'rename', folder: null, total: 10_000, done: 3_456, failed: 12 }),
  job({ kind: 'move-contents', source: { id: '12', name: 'Lectures' }, total: 90, done: 0 }),
];
export const oneJob: readonly BulkJob[] = [job({})];
export const checkingJob: readonly BulkJob[] = [job({ state: 'checking', done: 500, verified: 350 })];
export const waitingJobs: readonly BulkJob[] = [
  job({ state: 'waiting', problem: 'network', retryAtMs: now + 8_000 }),
  job({ kind: 'clone', total: 3, done: 0 }),
];
export const heldJob: readonly BulkJob[] = [job({ state: 'waiting', problem: 'unauthorized' })];
export const undoJobs: readonly BulkJob[] = [
  ended({ isUndone: true, canUndo: false }),
  job({ folder: null, undoes: '1', done: 40 }),
];
export const doneJob: readonly BulkJob[] = [ended({})];
export const longJobs: readonly BulkJob[] = [
  job({ folder: { id: '9', name: longName }, total: 12_345, done: 12_000, failed: 345 }),
  ended({ kind: 'move', folder: { id: '13', name: 'موسيقى' }, failed: 3 }),
];

const failure = (n: number, change: Partial<BulkFailure>): BulkFailure => ({
  fileCode: `k3v9x2m7q4${n}`,
  title: `Lecture ${n}`,
  code: 'not-found',
  msg: 'Not found or not your file',
  ...change,
});
export const someFailures: readonly BulkFailure[] = [
  failure(1, {}),
  failure(2, {}),
  failure(3, { code: 'unchanged', msg: null, title: 'holiday-2026.mkv' }),
  failure(4, { code: 'mismatch', msg: 'Part 4 of 5', title: 'part_4' }),
  failure(5, { code: 'changed-since', msg: null, title: 'أغنية قديمة' }),
  failure(6, { code: 'refused', msg: 'This file is locked by an administrator until further notice' }),
  failure(7, { code: 'invalid-response', msg: null, title: longName.repeat(3) }),
];
export const manyFailures: readonly BulkFailure[] = Array.from({ length: 5_000 }, (_, n) =>
  failure(n, { code: n % 3 === 0 ? 'not-found' : 'folder-gone', msg: null, title: `Film number ${n}` }),
);
export const uncertainClones: readonly BulkFailure[] = [
  failure(1, { code: 'uncertain', msg: null, title: null }),
  failure(2, { code: 'uncertain', msg: null, title: 'Elephants Dream' }),
];

const titles = [
  ...['holiday_2026_part1.mkv', 'holiday_2026_part2.mkv', 'HOLIDAY 2026 PART 3', 'lecture-07 (final) (2)'],
  ...['أغنية قديمة جدًا', longName, '  spaces   everywhere '],
];
export const patternFiles = (count: number): readonly PatternFile[] =>
  Array.from({ length: count }, (_, n) => ({
    fileCode: `code${n}`,
    title: n < titles.length ? (titles[n] ?? '') : `film ${n} of the harbour festival`,
    folderId: '11',
    folderName: 'Movies',
    length: 60 * n + 7,
    uploaded: Date.UTC(2026, 9, 1 + (n % 30)) / 1_000,
  }));

/** A folder with subfolders, as in a catalog. */
export const contents = {
  foldersIn: (id: string): readonly BulkFolder[] =>
    id === '12'
      ? [
          { id: '31', name: '2025', parentId: '12' },
          { id: '32', name: '2026', parentId: '12' },
        ]
      : [],
  fileIds: () => Array.from({ length: 90 }, (_, at) => at),
  file: (fileId: number) => ({ fileCode: `code${fileId}`, title: `Lecture ${fileId}`, folderId: '31' }),
};

const noted = (id: number, change: Partial<ActivityEntry>): ActivityEntry => ({
  id,
  atMs: now - id * 90_000,
  kind: 'moved',
  accountId: demo.id,
  url: '',
  title: null,
  folderId: '11',
  uploadId: null,
  batchId: null,
  source: null,
  code: null,
  folderName: 'Movies',
  fileCode: null,
  msg: null,
  ref: `bulk ${id} 1 0`,
  files: { done: 500, failed: 0 },
  ...change,
});
export const activity: readonly ActivityEntry[] = [
  noted(5, {}),
  noted(4, { kind: 'renamed', files: { done: 480, failed: 20 } }),
  noted(3, { kind: 'cloned', title: 'Big Buck Bunny', fileCode: 'bunny2008', files: { done: 1, failed: 0 } }),
  noted(2, { kind: 'undone' }),
];
