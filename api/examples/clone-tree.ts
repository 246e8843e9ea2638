/**
 * Copies a folder and all its contents into another account of the same service, or into another folder.
 *
 *     LINKHAUL_HOST=https://files.example LINKHAUL_KEY=… LINKHAUL_TARGET_KEY=… node clone-tree.ts 1234 backup
 *
 * 1234 is the folder's id ("0" is the root). `backup` is a path in the other account, or in the same one without LINKHAUL_TARGET_KEY.
 * You can stop it at any time and run it again: it skips files that are already there. Don't run two at once.
 * Needs Node.js 22.18 or newer, Deno or Bun.
 */
import { createClient, isApiError } from 'linkhaul-api';

const { LINKHAUL_HOST: baseUrl = '', LINKHAUL_KEY: key = '', LINKHAUL_TARGET_KEY } = process.env;
const [folderId, path = ''] = process.argv.slice(2);
if (folderId === undefined) throw new Error('Usage: clone-tree.ts FOLDER-ID [PATH]');
const source = createClient({ baseUrl, key });
const target = createClient({ baseUrl, key: LINKHAUL_TARGET_KEY || key });

const { folderId: rootId } = await target.folders.ensure(path);
/** By the folder's id in the source. */
const copyOf = new Map([[folderId, rootId]]);
/** How many unmatched files with each title are in a folder of the target. */
const titlesIn = new Map<string, Map<string, number>>();

async function countTitles(id: string): Promise<Map<string, number>> {
  const titles = titlesIn.get(id) ?? new Map<string, number>();
  if (!titlesIn.has(id))
    for await (const { title } of target.files.iterate({ folderId: id }))
      titles.set(title, (titles.get(title) ?? 0) + 1);
  titlesIn.set(id, titles);
  return titles;
}

const tree = source.folders.walk(folderId);
for await (const entry of tree) {
  const parentId = copyOf.get(entry.parentId);
  // The copy may be inside the source folder. Skip it and its contents.
  if (parentId === undefined) continue;
  if (entry.kind === 'folder') {
    if (entry.folder.folderId === rootId) continue;
    const made = await target.folders.ensure([entry.folder.name], { parentId });
    copyOf.set(entry.folder.folderId, made.folderId);
    continue;
  }
  const { title, fileCode } = entry.file;
  const titles = await countTitles(parentId);
  const count = titles.get(title) ?? 0;
  titles.set(title, count - 1);
  if (count > 0) continue;
  const name = entry.path.join('/');
  try {
    const copy = await target.files.clone(fileCode, { folderId: parentId });
    console.log(`${name} ${copy.fileCode}`);
  } catch (error) {
    if (!isApiError(error, 'not-found', 'refused')) throw error;
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}

if (!tree.summary?.isComplete) {
  console.error('The service did not list everything. Run it again.');
  process.exitCode = 1;
}
