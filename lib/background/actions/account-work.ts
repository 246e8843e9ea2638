import { type BulkWork, getSourceIds } from '../../bulk/work.ts';
import { rootId } from '../../folders/folder.ts';
import { toUndoId } from '../../undo-id.ts';
import type { Needs } from '../parts.ts';
import { nameFolders } from './account-files.ts';

export type WorkNeeds = Needs<'bulk' | 'catalogStore' | 'ports' | 'scheduler' | 'shortlists'>;

/** @returns ids that undo them, the last one first */
export async function startAllWork(
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

/** @returns the id of the job */
export async function startWork(context: WorkNeeds, accountId: string, work: BulkWork): Promise<string> {
  const { bulk, ports, scheduler, shortlists } = context;
  const id = await scheduler.runAction(['bulk'], () => bulk.start(accountId, work));
  if ('folder' in work) await shortlists.recordUse(accountId, work.folder).catch(ports.onFault);
  // Not awaited: a catalog that hangs must not delay the response or the next job.
  if (work.kind === 'move') void nameSource(context, accountId, id, work).catch(ports.onFault);
  return id;
}

/** The job is stored without the name, which may take a while to find. */
async function nameSource(
  context: WorkNeeds,
  accountId: string,
  jobId: string,
  work: Extract<BulkWork, { kind: 'move' }>,
): Promise<void> {
  const [folderId, ...others] = getSourceIds(work);
  if (folderId === undefined || others.length > 0) return;
  const name = folderId === rootId ? '' : (await nameFolders(context, accountId)).get(folderId);
  if (name !== undefined) await context.bulk.nameSource(jobId, { id: folderId, name });
}
