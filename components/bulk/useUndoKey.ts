/** Ctrl+Z undoes the last change shown, or says why it can't. */
import { useRef } from 'preact/hooks';
import { isActive } from '../../lib/bulk/job.ts';
import type { BulkJob } from '../../lib/bulk/work.ts';
import { isUndoKey, useKey } from '../keys/page-keys.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { type PlainKey, t } from '../text.ts';
import { findLastJob } from './jobs.ts';

/** A change without a job, such as a folder's new name. */
export interface OtherChange {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly undo: () => void;
}

/** Why a job can't be undone. */
const finalJobs: Readonly<Partial<Record<BulkJob['kind'], PlainKey>>> = {
  clone: 'bulk.undoClone',
  delete: 'bulk.undoDelete',
};

interface UndoKeyOptions {
  /** Those shown, oldest first. */
  readonly jobs: readonly BulkJob[];
  readonly feedback: Feedback;
  /** The last change without a job; emptied when it is undone. */
  readonly other: { current: OtherChange | null } | undefined;
}

/** @returns undoes a job, only once however often it is called */
export function useUndoKey({ jobs, feedback, other }: UndoKeyOptions): (jobId: string) => Promise<void> {
  const { send } = usePageApi();
  /** By job id, until the undo is seen. */
  const requested = useRef(new Map<string, Promise<void>>());

  function undo(): void {
    const job = findLastJob(jobs.filter(({ id }) => !requested.current.has(id)));
    const change = other?.current;
    if (change && change.atMs > (job?.startedAtMs ?? 0)) change.undo();
    else if (job && isActive(job)) {
      const stop = () => feedback.run(send('bulk.stop', { id: job.id }), () => null);
      const action = { label: t('bulk.stop'), onClick: stop };
      feedback.show({ tone: 'info', text: t('bulk.undoRunning'), action });
    } else if (job?.canUndo) void undoJob(job.id);
    else {
      const text = t((job && finalJobs[job.kind]) ?? 'files.nothingToUndo');
      feedback.show({ tone: 'info', text });
    }
  }

  function undoJob(id: string): Promise<void> {
    const undoing = requested.current.get(id) ?? requestUndo(id);
    requested.current.set(id, undoing);
    return undoing;
  }

  async function requestUndo(id: string): Promise<void> {
    const isUndone = await feedback.run(send('bulk.undo', { id }), () => null);
    if (!isUndone) requested.current.delete(id);
  }

  useKey(isUndoKey, (_, { repeat }) => {
    if (!repeat) undo();
  });
  return undoJob;
}
