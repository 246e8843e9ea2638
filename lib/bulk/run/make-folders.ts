/**
 * Makes the folders that a folder's contents go into, one below the other, as they stood: the API cannot move a folder.
 *
 * Making one cannot be repeated, and names need not be unique. So each is looked for by its name first, and after an
 * answer that never came the look waits until the request is over: neither a failure nor a death makes two of one.
 */
import type { Folder } from '../../api/index.ts';
import { failed, type TreeFolder, todo } from '../job.ts';
import { isSameTitle } from '../same-title.ts';
import { type Go, isTransient, lane, readFailure } from './context.ts';
import type { Desk } from './job-session.ts';
import { longestFlight } from './precheck.ts';
import { settleTime } from './requests.ts';

type Refusal = { readonly code: string; readonly msg: string | null };

export async function makeFolders(go: Go): Promise<boolean> {
  const { context, desk } = go;
  const { tree, making } = desk.extra;
  if (tree === undefined || desk.having(todo).length === 0) return true;
  if (making) {
    const retryAt = context.clock() + longestFlight + settleTime;
    await desk.write({ job: { retryAt }, extra: { making: false } });
    return false;
  }
  const refusals = new Map<string, Refusal>();
  const listings = new Map<string, readonly Folder[]>();
  for (const folder of tree) {
    if (folder.newId !== null) continue;
    const parentId = desk.placeOf(folder.parentId);
    const refusal =
      parentId === null
        ? (refusals.get(folder.parentId) ?? { code: 'folder-gone', msg: null })
        : await make(go, folder, parentId, listings);
    if (refusal !== null) refusals.set(folder.id, refusal);
    if (!desk.goesOn) return false;
  }
  if (refusals.size === 0) return true;
  for (const step of await desk.steps(desk.having(todo))) {
    const refusal = refusals.get(step.from);
    if (refusal !== undefined) desk.set(step, failed, refusal);
  }
  await desk.write();
  return desk.goesOn;
}

/** Finds or makes one; gives why the service does not want it. */
async function make(
  { context, desk, client }: Go,
  folder: TreeFolder,
  parentId: string,
  listings: Map<string, readonly Folder[]>,
): Promise<Refusal | null> {
  const { id, name } = folder;
  try {
    const there =
      listings.get(parentId) ?? (await client.folders.list(parentId, { onlyFolders: true }, lane)).folders;
    listings.set(parentId, there);
    let newId = namesake(there, name, taken(desk));
    if (newId === null) {
      await desk.write({ extra: { making: true } });
      newId = (await client.folders.create({ name, parentId }, lane)).folderId;
    }
    await context.learn(desk.job.accountId, { folder: { id: newId, name, parentId } });
    const tree = desk.extra.tree?.map((each) => (each.id === id ? { ...each, newId } : each)) ?? [];
    await desk.write({ extra: { tree, making: false } });
    return null;
  } catch (error) {
    const failure = readFailure(error);
    if (!failure.mayHaveTakenEffect) await desk.write({ extra: { making: false } });
    if (failure.mayHaveTakenEffect || isTransient(failure)) throw error;
    return { code: failure.code, msg: failure.msg };
  }
}

/** Folders that stand for others already, and those that are being emptied. */
function taken({ job, extra: { tree = [] } }: Desk): ReadonlySet<string | null> {
  return new Set([job.source?.id ?? null, ...tree.flatMap(({ id, newId }) => [id, newId])]);
}

function namesake(folders: readonly Folder[], name: string, not: ReadonlySet<string | null>): string | null {
  const free = folders.filter(({ folderId }) => !not.has(folderId));
  const match = free.find((each) => each.name === name) ?? free.find((each) => isSameTitle(each.name, name));
  return match?.folderId ?? null;
}
