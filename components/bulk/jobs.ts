/** Which jobs are shown, and their progress. Pure. */
import { isActive } from '../../lib/bulk/job.ts';
import type { BulkJob } from '../../lib/bulk/work.ts';

/** A job that succeeded is shown for so long unless it was seen, */
const doneShownMs = 3_600_000;
/** and then for so long. */
const seenShownMs = 60_000;

/** Under way, stopped, or with failures or undecided files. */
export const isOpen = (job: BulkJob): boolean =>
  isActive(job) || (job.state === 'stopped' && !job.isUndone) || job.failed + job.uncertain > 0;

/** Jobs under way, stopped or with open issues, and the last one that ended well. */
export function shownJobs(jobs: readonly BulkJob[], now: number): readonly BulkJob[] {
  const isNews = ({ state, isUndone, endedAtMs }: BulkJob) =>
    state === 'done' && !isUndone && now - (endedAtMs ?? 0) < doneShownMs;
  const last = jobs.findLast((job) => !isOpen(job) && isNews(job));
  return jobs.filter((job) => isOpen(job) || job === last);
}

/** The shown job that ended well, and when it was first seen on any page. */
export interface SeenJob {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

export const hasEndedWell = ({ state, failed, uncertain }: BulkJob): boolean =>
  state === 'done' && failed + uncertain === 0;

/** Ended well, and seen for long enough. */
export const isRead = (job: BulkJob, seen: SeenJob | null, now: number): boolean =>
  hasEndedWell(job) && seen?.id === job.id && now - seen.atMs >= seenShownMs;

/** Another job of the account has to end first. */
export function isQueued(job: BulkJob, jobs: readonly BulkJob[]): boolean {
  const first = jobs.find((each) => each.accountId === job.accountId && isActive(each));
  return isActive(job) && first !== job;
}

/** Between 0 and 1; null: nothing known yet. */
export function jobShare({ state, total, done, verified, failed, uncertain }: BulkJob): number | null {
  if (total === 0) return null;
  return state === 'checking' && done > 0 ? verified / done : (done + failed + uncertain) / total;
}

/** The work under way, then what ended last. */
export function takeMostUrgent(jobs: readonly BulkJob[], limit: number): readonly BulkJob[] {
  const rest = jobs.filter((job) => !isActive(job)).toReversed();
  return [...jobs.filter(isActive), ...rest].slice(0, limit);
}
