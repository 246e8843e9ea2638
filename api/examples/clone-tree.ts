/**
 * Copies a folder, with all that is in it, into another account of the same service, or into another folder.
 *
 *     LINKHAUL_HOST=https://files.example LINKHAUL_KEY=… LINKHAUL_TARGET_KEY=… node clone-tree.ts 1234 backup
 *
 * 1234 is the folder's id ("0" is the root), `backup` a path in the other account; without LINKHAUL_TARGET_KEY it is in the same one.
 * Stop it at any time, and run it again: files that are there already are left out. Needs Node.js 22.18 or newer, Deno or Bun.
 */
import { createClient } from 'linkhaul-api';

const { LINKHAUL_HOST: baseUrl = '', LINKHAUL_KEY: key = '', LINKHAUL_TARGET_KEY } = process.env;
const [folderId, path = ''] = process.argv.slice(2);
if (folderId === undefined) throw new Error('Usage: clone-tree.ts FOLDER-ID [PATH]');
const source = createClient({ baseUrl, key });
const target = createClient({ baseUrl, key: LINKHAUL_TARGET_KEY || key });

const { folderId: rootId } = await target.folders.ensure(path);
/** By folders of the source. */
const copyOf = new Map([[folderId, rootId]]);
/** How often each title is in a folder of the target. */
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
  // The copy may be inside the folder: it is left out, with all that is in it.
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
  const copy = await target.files.clone(fileCode, { folderId: parentId });
  console.log(`${entry.path.join('/')} ${copy.fileCode}`);
}

if (!tree.summary?.isComplete) {
  console.error('The service did not list everything. Run it again.');
  process.exitCode = 1;
}
