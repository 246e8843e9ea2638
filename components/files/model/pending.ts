/** Names that were just given: how long each is shown in the place of the one that is known. Pure. */
import type { BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';

export interface Wish {
  readonly name: string;
  /** What was known when it was made. */
  readonly before: string;
  /** The work that it waits for; null while that has no id yet, or for a folder. */
  readonly jobId: string | null;
}

/** @param key of the item that it is for, as the listing has it */
export function isOver(
  key: string,
  { before, jobId }: Wish,
  snapshot: Pick<Snapshot, 'folders' | 'file'>,
  jobs: readonly BulkJob[],
): boolean {
  const [kind, id = ''] = key.split(' ');
  const job = jobs.find((each) => each.id === jobId);
  const isStopped = job?.state === 'stopped';
  // The catalog will not tell of a file that only the service knows: the name is shown until it is known to be wrong.
  if (kind === 'found') return isStopped || job?.undone === true || (job?.state === 'done' && job.failed > 0);
  const now = kind === 'folder' ? snapshot.folders.get(id)?.name : snapshot.file(Number(id))?.title;
  return now !== before || isStopped || job?.state === 'done';
}
