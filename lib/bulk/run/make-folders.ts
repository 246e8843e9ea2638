/**
 * Recreates the folder tree whose contents are moved, because the API can't move a folder. Names needn't be unique, so each folder is first
 * searched for by name, and after a lost response again once the request must have ended. So neither a failure nor a restart creates a
 * folder twice.
 */
import {
  type Calls,
  type Folder,
  type FolderContents,
  findOrCreateFolder,
  readFailure,
} from '../../api/index.ts';
import { abandonedRequestMs } from '../../timing/policies.ts';
import { isSameTitle } from '../../titles/is-same-title.ts';
import type { TreeFolder } from '../job.ts';
import type { BulkFailure } from '../work.ts';
import { isTransient, lane } from './bulk-context.ts';
import type { JobSession, PhaseContext } from './job-session.ts';

type Refusal = Pick<BulkFailure, 'code' | 'msg'>;

export async function makeFolders(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const { tree, isCreatingFolder } = session.extra;
  if (tree === undefined || !session.has('todo')) return true;
  if (isCreatingFolder) {
    const retryAtMs = context.clock() + abandonedRequestMs;
    await session.write({ job: { retryAtMs }, extra: { isCreatingFolder: false } });
    return false;
  }
  const refusals = new Map<string, Refusal>();
  const listings = new Map<string, FolderContents[]>();
  for (const folder of tree) {
    if (folder.newId !== null) continue;
    const parentId = session.findTargetFolder(folder.parentId);
    const refusal =
      parentId === null
        ? (refusals.get(folder.parentId) ?? { code: 'folder-gone', msg: null })
        : await makeFolder(phase, folder, parentId, listings);
    if (refusal !== null) refusals.set(folder.id, refusal);
    if (!session.isActive) return false;
  }
  if (refusals.size === 0) return true;
  for (const step of session.stepsIn('todo')) {
    const refusal = refusals.get(step.from);
    if (refusal !== undefined) session.set(step, 'failed', refusal);
  }
  await session.write();
  return session.isActive;
}

/** @returns why the service refuses it, or null */
async function makeFolder(
  { context, session, client }: PhaseContext,
  folder: TreeFolder,
  parentId: string,
  listings: Map<string, FolderContents[]>,
): Promise<Refusal | null> {
  const { id, name } = folder;
  const { list, create } = client.folders;
  const stored: Pick<Calls['folders'], 'list' | 'create'> = {
    // Two listings of a parent serve all folders in it.
    async list(...given) {
      const [first, second] = listings.get(parentId) ?? [];
      const listed = second ?? (await list(...given));
      listings.set(parentId, first ? [first, listed] : [listed]);
      return listed;
    },
    async create(...given) {
      await session.write({ extra: { isCreatingFolder: true } });
      return create(...given).catch((error: unknown) => {
        listings.delete(parentId);
        throw error;
      });
    },
  };
  try {
    const isFree = createFreeTest(session);
    const isMatch = (each: Folder) => isFree(each) && isSameTitle(each.name, name);
    const { folderId: newId } = await findOrCreateFolder(stored, { name, parentId }, isMatch, lane);
    await context.updateCatalog(session.job.accountId, { folder: { id: newId, name, parentId } });
    const tree = session.extra.tree?.map((each) => (each.id === id ? { ...each, newId } : each)) ?? [];
    await session.write({ extra: { tree, isCreatingFolder: false } });
    return null;
  } catch (error) {
    const failure = readFailure(error);
    if (!failure.mayHaveTakenEffect) await session.write({ extra: { isCreatingFolder: false } });
    if (failure.mayHaveTakenEffect || isTransient(failure)) throw error;
    return { code: failure.code, msg: failure.msg };
  }
}

/** Not the folder that is being emptied, nor one that is already a target. */
function createFreeTest({ job, extra: { tree = [] } }: JobSession): (folder: Folder) => boolean {
  const used = new Set([job.source?.id, ...tree.flatMap(({ id, newId }) => [id, newId])]);
  return ({ folderId }) => !used.has(folderId);
}
