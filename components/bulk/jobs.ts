import { isActive } from '../../lib/bulk/job.ts';
import type { BulkJob } from '../../lib/bulk/work.ts';

/** A successful job is shown for this long, unless it was seen. */
const doneShownMs = 3_600_000;
const seenShownMs = 60_000;

/** Active, stopped, or with failures or undecided files. */
export const isOpen = (job: BulkJob): boolean =>
  isActive(job) || (job.state === 'stopped' && !job.isUndone) || job.failed + job.uncertain > 0;

/** Open jobs and the successful one that ended last. */
export function shownJobs(jobs: readonly BulkJob[], now: number): readonly BulkJob[] {
  const isNews = ({ state, isUndone, endedAtMs }: BulkJob) =>
    state === 'done' && !isUndone && now - (endedAtMs ?? 0) < doneShownMs;
  const last = jobs
    .filter((job) => !isOpen(job) && isNews(job))
    .toSorted((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0))
    .at(-1);
  return jobs.filter((job) => isOpen(job) || job === last);
}

/** When the successful job was first seen on any page. */
export interface SeenJob {
  readonly id: string;
  readonly atMs: number;
}

export const hasEndedWell = ({ state, failed, uncertain }: BulkJob): boolean =>
  state === 'done' && failed + uncertain === 0;

export const isRead = (job: BulkJob, seen: SeenJob | null, now: number): boolean =>
  hasEndedWell(job) && seen?.id === job.id && now - seen.atMs >= seenShownMs;

/** Another job of the account has to end first. Not true once the job has begun, because earlier ones may wait. */
export function isQueued(job: BulkJob, jobs: readonly BulkJob[]): boolean {
  const first = jobs.find((each) => each.accountId === job.accountId && isActive(each));
  const hasBegun = job.state !== 'working' || job.done + job.failed + job.uncertain > 0;
  return isActive(job) && first !== job && !hasBegun;
}

/** From 0 to 1. Null if unknown. */
export function jobShare({ state, total, done, verified, failed, uncertain }: BulkJob): number | null {
  if (total === 0) return null;
  return state === 'checking' && done > 0 ? verified / done : (done + failed + uncertain) / total;
}

/** Active ones first. The last that offers Undo is added to them. In the same order as `jobs`, so that rows stay in place. */
export function takeMostUrgent(jobs: readonly BulkJob[], limit: number): readonly BulkJob[] {
  const rest = jobs.filter((job) => !isActive(job)).toReversed();
  const urgent = [...jobs.filter(isActive), ...rest].slice(0, limit);
  const undoable = jobs.findLast(({ canUndo }) => canUndo);
  return jobs.filter((job) => urgent.includes(job) || job === undoable);
}
