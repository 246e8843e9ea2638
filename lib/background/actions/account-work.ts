/** Jobs on files of an account, whoever starts them. */
import type { BulkWork } from '../../bulk/work.ts';
import { toUndoId } from '../../undo-id.ts';
import type { Needs } from '../parts.ts';

export type WorkNeeds = Needs<'bulk' | 'ports' | 'scheduler' | 'shortlists'>;

/**
 * Starts them one after the other.
 * @returns ids that undo them, the last one first
 */
export async function startWorks(
  context: WorkNeeds,
  accountId: string,
  works: readonly BulkWork[],
): Promise<readonly string[]> {
  const undo: string[] = [];
  for (const work of works) {
    const jobId = await startWork(context, accountId, work);
    undo.unshift(toUndoId({ kind: 'job', jobId }));
  }
  return undo;
}

/** @returns the id of its job */
export async function startWork(
  { bulk, ports, scheduler, shortlists }: WorkNeeds,
  accountId: string,
  work: BulkWork,
): Promise<string> {
  const id = await scheduler.runAction(['bulk'], () => bulk.start(accountId, work));
  if ('folder' in work) await shortlists.recordUse(accountId, work.folder).catch(ports.onFault);
  return id;
}
