import { describe, expect, it, test } from 'vitest';
import { isQueued, isRead, jobShare, shownJobs, takeMostUrgent } from '../../../components/bulk/jobs.ts';
import type { BulkJob } from '../../../lib/bulk/work.ts';

const now = 1_000_000_000_000;
const hour = 3_600_000;
let made = 0;
function job(change: Partial<BulkJob>): BulkJob {
  made += 1;
  return {
    id: String(made),
    accountId: 'a',
    kind: 'move',
    folder: null,
    source: null,
    state: 'working',
    total: 10,
    done: 0,
    verified: 0,
    failed: 0,
    uncertain: 0,
    problem: null,
    retryAtMs: null,
    startedAtMs: now - hour,
    endedAtMs: null,
    undoes: null,
    isRedo: false,
    canUndo: false,
    isUndone: false,
    ...change,
  };
}
const done = (ago: number, change: Partial<BulkJob> = {}) =>
  job({ state: 'done', done: 10, verified: 10, endedAtMs: now - ago, ...change });

describe('the jobs that are shown', () => {
  const shows = (list: readonly BulkJob[]) => shownJobs(list, now);

  it('include running and stopped ones, but not those that were undone', () => {
    const [working, waiting] = [job({}), job({ state: 'waiting' })];
    const stopped = job({ state: 'stopped', endedAtMs: now - 48 * hour });
    expect(shows([stopped, working, waiting])).toEqual([stopped, working, waiting]);
    expect(shows([job({ state: 'stopped', endedAtMs: now, isUndone: true })])).toEqual([]);
  });

  it('include the last one that succeeded, for an hour', () => {
    const [older, newer] = [done(hour / 2), done(hour / 4)];
    expect(shows([older, newer])).toEqual([newer]);
    // A later one may have ended first.
    expect(shows([newer, older])).toEqual([newer]);
    expect(shows([done(2 * hour)])).toEqual([]);
    expect(shows([older, done(hour / 4, { isUndone: true })])).toEqual([older]);
  });

  it('include those with failed or uncertain files, however old', () => {
    const [bad, open] = [done(90 * hour, { failed: 1 }), done(90 * hour, { uncertain: 1 })];
    expect(shows([bad, open])).toEqual([bad, open]);
  });

  it('leave out a successful one a minute after it was first seen', () => {
    const [good, bad] = [done(hour / 4), done(hour / 4, { failed: 1 })];
    const seenFor = (id: string, ms: number) => ({ id, atMs: now - ms });
    expect(isRead(good, null, now)).toBe(false);
    expect(isRead(good, seenFor(good.id, 59_000), now)).toBe(false);
    expect(isRead(good, seenFor('another', 61_000), now)).toBe(false);
    expect(isRead(good, seenFor(good.id, 61_000), now)).toBe(true);
    expect(isRead(bad, seenFor(bad.id, 61_000), now)).toBe(false);
  });

  it('are limited to the most urgent: running ones first', () => {
    const [first, second, third] = [done(2_000), job({}), done(1_000, { failed: 1 })];
    expect(takeMostUrgent([first, second, third], 2)).toEqual([second, third]);
    expect(takeMostUrgent([first, third], 1)).toEqual([third]);
  });

  it('include the last one that offers Undo, and keep their order', () => {
    const [older, newer] = [done(3_000, { canUndo: true }), done(2_000, { canUndo: true })];
    const [running, queued] = [job({}), job({})];
    expect(takeMostUrgent([older, newer, running, queued], 2)).toEqual([newer, running, queued]);
    expect(takeMostUrgent([older, newer, running], 2)).toEqual([newer, running]);
  });
});

test('a job is queued behind the previous one of the same account', () => {
  const [ended, first, second, other] = [done(0), job({}), job({}), job({ accountId: 'b' })];
  const all = [ended, first, second, other];
  expect(all.map((each) => isQueued(each, all))).toEqual([false, false, true, false]);
});

test('a job that has begun isn’t queued, although an earlier one waits', () => {
  const [waiting, begun, checking] = [
    job({ state: 'waiting' }),
    job({ done: 3 }),
    job({ state: 'checking', done: 10 }),
  ];
  const all = [waiting, begun, checking];
  expect(all.map((each) => isQueued(each, all))).toEqual([false, false, false]);
});

test('the progress of a job counts requests first, then files that were read back', () => {
  expect(jobShare(job({ done: 3, failed: 1, uncertain: 1 }))).toBe(0.5);
  expect(jobShare(job({ state: 'checking', done: 8, verified: 2, failed: 2 }))).toBe(0.25);
  expect(jobShare(job({ total: 0 }))).toBeNull();
});
