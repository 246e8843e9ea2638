/**
 * Recreates the folder tree whose contents are moved, because the API can't move a folder. Names needn't be unique, so each folder is first
 * searched for by name, and after a lost response only once the request must have ended. So neither a failure nor a restart creates a
 * folder twice.
 */
import { type Folder, readFailure } from '../../api/index.ts';
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
  const listings = new Map<string, readonly Folder[]>();
  for (const folder of tree) {
    if (folder.newId !== null) continue;
    const parentId = session.findTargetFolder(folder.parentId);
    const refusal =
      parentId === null
        ? (refusals.get(folder.parentId) ?? { code: 'folder-gone', msg: null })
        : await findOrCreateFolder(phase, folder, parentId, listings);
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
async function findOrCreateFolder(
  { context, session, client }: PhaseContext,
  folder: TreeFolder,
  parentId: string,
  listings: Map<string, readonly Folder[]>,
): Promise<Refusal | null> {
  const { id, name } = folder;
  const list = async () => (await client.folders.list(parentId, { onlyFolders: true }, lane)).folders;
  try {
    let siblings = listings.get(parentId) ?? (await list());
    // One empty response proves nothing, and a folder that is created twice can't be deleted.
    if (siblings.length === 0 && !listings.has(parentId)) siblings = await list();
    listings.set(parentId, siblings);
    let newId = findByName(session, siblings, name);
    if (newId === null) {
      await session.write({ extra: { isCreatingFolder: true } });
      newId = (await client.folders.create({ name, parentId }, lane)).folderId;
    }
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

/** Skips the folder that is being emptied and those that are already targets. */
function findByName({ job, extra: { tree = [] } }: JobSession, folders: readonly Folder[], name: string) {
  const used = new Set([job.source?.id, ...tree.flatMap(({ id, newId }) => [id, newId])]);
  const free = folders.filter(({ folderId }) => !used.has(folderId));
  const match = free.find((each) => each.name === name) ?? free.find((each) => isSameTitle(each.name, name));
  return match?.folderId ?? null;
}
