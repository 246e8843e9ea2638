/** Loaded at the first press. */
import { readJobs } from '#page/catalog.ts';
import { isActive } from '../../lib/bulk/job.ts';
import type { BulkJob } from '../../lib/bulk/work.ts';
import { t } from '../text.ts';
import { getLog, jobKey, type PageChange, type UndoContext, undoJob, undoOnce } from '../undo/undo.ts';
import { type Change, createUndoStack } from '../undo/undo-stack.ts';
import { isOpen } from './jobs.ts';
import { kindWording } from './kinds.ts';
import { isUndo, jobTitle } from './wording.ts';

interface JobChange extends Change {
  readonly job: BulkJob;
}

/** An ended job can be undone by key for this long. */
const jobKeyMs = 3_600_000;

/** For views without a list of jobs. A redo repeats the undone job. */
function describeJob(job: BulkJob, jobs: readonly JobChange[]): string {
  const original = isUndo(job) && jobs.find((each) => each.job.id === job.undoes)?.job;
  return original ? jobTitle(original) : t('bulk.activity.undone');
}

/** @param showsJobs the view lists jobs, including those of other pages */
export async function pressUndo(
  context: UndoContext,
  stack: 'undo' | 'redo',
  showsJobs: boolean,
): Promise<void> {
  const { account, feedback, pageApi } = context;
  const accountId = account.id;
  const found = await readJobs(accountId);
  // Another press may have come first.
  const { changes } = getLog(context);
  const jobs = found.map((job): JobChange => {
    const key = jobKey(job.id);
    const known = changes.find((each) => each.key === key);
    const undoes = job.undoes === null ? null : jobKey(job.undoes);
    return { key, undoes, atMs: known?.atMs ?? job.startedAtMs, job };
  });
  const others = changes.filter(
    (change) => change.accountId === accountId && !jobs.some(({ key }) => key === change.key),
  );
  const sinceMs = showsJobs ? pageApi.now() - jobKeyMs : performance.timeOrigin;
  const isOffered = (change: PageChange | JobChange): boolean => {
    if (!('job' in change)) return !change.isFinal;
    const { job } = change;
    if (isActive(job)) return true;
    const isShown = (job.endedAtMs ?? 0) >= sinceMs || (showsJobs && isOpen(job));
    return isShown && !job.isUndone && (job.canUndo || kindWording[job.kind].finalText !== undefined);
  };
  const change = createUndoStack<PageChange | JobChange>([...jobs, ...others])
    [stack].filter(isOffered)
    .at(-1);
  if (change === undefined)
    feedback.show({
      tone: 'info',
      text: t(stack === 'undo' ? 'files.nothingToUndo' : 'files.nothingToRedo'),
    });
  else if (!('job' in change)) await undoOnce(context, change);
  else if (isActive(change.job)) {
    const { id } = change.job;
    const onClick = () => feedback.run(pageApi.send('bulk.stop', { id }), () => null);
    feedback.show({
      tone: 'info',
      text: t('bulk.undoRunning'),
      job: { accountId, id },
      action: { label: t('bulk.stop'), onClick },
    });
  } else if (change.job.canUndo)
    await undoJob(context, change.job, showsJobs ? null : describeJob(change.job, jobs));
  else {
    const { finalText: text } = kindWording[change.job.kind];
    if (text !== undefined) feedback.show({ tone: 'info', text: t(text) });
  }
}
