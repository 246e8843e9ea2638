import { expect, it } from 'vitest';
import { entrySentence } from '../../../components/activity/wording.ts';
import { jobDetail, jobTitle } from '../../../components/bulk/wording.ts';
import type { ActivityEntry } from '../../../lib/activity/activity.ts';
import type { BulkJob } from '../../../lib/bulk/work.ts';

const movies = { id: '11', name: 'Movies' };

it('a job says how long it will take, if known', () => {
  const counts = { total: 100, done: 20, failed: 0, uncertain: 0 };
  const job = { ...counts, state: 'working', retryAtMs: null } as BulkJob;
  expect(jobDetail(job, false, 0, 90)).toBe('20 of 100 · 2 min left');
  expect(jobDetail(job, false, 0)).toBe('20 of 100');
});

it('a check that waits says why, and until when', () => {
  const checking = {
    state: 'checking',
    total: 23,
    done: 23,
    verified: 0,
    failed: 0,
    uncertain: 0,
  } as BulkJob;
  expect(jobDetail({ ...checking, retryAtMs: null }, false, 0)).toBe('Checking: 0 of 23');
  expect(jobDetail({ ...checking, retryAtMs: 40_000 }, false, 0)).toMatch(
    /^Checking: 0 of 23 · The service may still be making changes\. Checking again in 40 /,
  );
  // An undo checks before it changes anything.
  expect(jobDetail({ ...checking, done: 0, retryAtMs: 40_000 }, false, 0)).toMatch(/^The service may still/);
});

it.each([
  [{ count: 1, folder: { id: '0', name: '' } }, 'from “My files” '],
  [{ count: 3, folder: null }, 'from 3 folders '],
  // The name is unknown.
  [{ count: 1, folder: null }, ''],
  [undefined, ''],
] as const)('a move says where it came from: %j', (from, said) => {
  const job = { kind: 'move', state: 'done', total: 12, done: 12, folder: movies, source: null, from };
  expect(jobTitle({ ...job, undoes: null } as BulkJob)).toBe(`12 files moved ${said}to “Movies”.`);
  const entry = { kind: 'moved', folderId: movies.id, folderName: movies.name, from, url: '' };
  expect(entrySentence(entry as ActivityEntry)).toBe(`Moved ${said}to “Movies”`);
});
