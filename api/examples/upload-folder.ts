/**
 * Uploads a local folder with its subfolders.
 *
 *     LINKHAUL_HOST=https://files.example LINKHAUL_KEY=… node upload-folder.ts videos backup/videos
 *
 * You can stop it at any time and run it again: it continues with what is missing. Each file is sent under a unique name. If a run
 * ends before it could note an arrival, the next one finds the file by that name. Don't run two at once. The notes are in `videos.sent`:
 * remove that file before you upload to another account. Needs Node.js 22.18 or newer, Deno or Bun.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { createClient, isApiError } from 'linkhaul-api';

const { LINKHAUL_HOST: baseUrl = '', LINKHAUL_KEY: key = '' } = process.env;
const client = createClient({ baseUrl, key });
const [source, target = ''] = process.argv.slice(2);
if (source === undefined) throw new Error('Usage: upload-folder.ts FOLDER [PATH]');

/** A line for each step: a name, the code of its file, and "sent", or "done" once that is in its folder. */
const journalPath = `${resolve(source)}.sent`;
const sent = new Map<string, string>();
const done = new Set<string>();
for (const line of existsSync(journalPath) ? readFileSync(journalPath, 'utf8').split('\n') : []) {
  const [name = '', code = '', step] = line.split(' ');
  if (step) sent.set(name, code);
  if (step === 'done') done.add(name);
}
// What a power cut left of a line ends before the next one.
const note = (...words: string[]) => appendFileSync(journalPath, `\n${words.join(' ')}`);

const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
/** Changes when the file or its destination does. */
const nameFor = (path: string) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  const about = [baseUrl, target, relative(source, path), stat?.size, stat?.mtimeMs].join(' ');
  return createHash('sha256').update(about).digest('hex').slice(0, 20);
};

// Finds files that arrived before the last run could note it.
if (paths.some((path) => !sent.has(nameFor(path))))
  for await (const { title, fileCode } of client.files.iterate({ folderId: '0' }, { lane: 'queue' }))
    if (/^[\da-f]{20}/.test(title)) sent.set(title.slice(0, 20), fileCode);

for (const path of paths) {
  const name = nameFor(path);
  if (done.has(name)) continue;
  try {
    const inside = relative(source, dirname(path)).split(sep);
    const { folderId } = await client.folders.ensure([...target.split('/'), ...inside].filter(Boolean));
    let fileCode = sent.get(name);
    fileCode ??= (await client.uploads.send(path, { name: name + extname(path) })).fileCode;
    note(name, fileCode, 'sent');
    await client.uploads.finish(fileCode, { folderId, title: basename(path), size: statSync(path).size });
    note(name, fileCode, 'done');
    console.log(relative(source, path), fileCode);
  } catch (error) {
    // These would repeat for every other file.
    if (isApiError(error, 'unauthorized', 'quota-exceeded', 'rate-limited', 'network', 'timeout'))
      throw error;
    console.error(`${relative(source, path)}: ${error}`);
    process.exitCode = 1;
  }
}
