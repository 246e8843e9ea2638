/** Work on files of an account, whoever starts it. */
import type { BulkWork } from '../../bulk/work.ts';
import type { Needs } from '../parts.ts';

export type WorkNeeds = Needs<'bulk' | 'ports' | 'scheduler' | 'shortlists'>;

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
