/**
 * Makes the service fetch a list of links into a folder, and waits for their files.
 *
 *     LINKHAUL_HOST=https://files.example LINKHAUL_KEY=… node send-links.ts links.txt films/2026
 *
 * A second run sends the links again. To avoid that, use `npx linkhaul-api send`, which remembers them.
 * Exits with code 1 if a link failed. Needs Node.js 22.18 or newer, Deno or Bun.
 */
import { readFileSync } from 'node:fs';
import { createClient, isApiError } from 'linkhaul-api';

const { LINKHAUL_HOST: baseUrl = '', LINKHAUL_KEY: key = '' } = process.env;
const client = createClient({ baseUrl, key });
const [list, target = ''] = process.argv.slice(2);
if (list === undefined) throw new Error('Usage: send-links.ts LIST [PATH]');
const links = new Set(readFileSync(list, 'utf8').split(/\s+/).filter(Boolean));
const { folderId } = await client.folders.ensure(target);

function fail(url: string, why: string): void {
  console.error(`${url}: ${why}`);
  process.exitCode = 1;
}

const linkOf = new Map<string, string>();
for (const url of links) {
  try {
    const { fileCode } = await client.remoteUploads.add({ url, folderId }, { lane: 'queue' });
    linkOf.set(fileCode, url);
  } catch (error) {
    if (!isApiError(error)) throw error;
    fail(url, error.mayHaveTakenEffect ? `${error.message} It may have been sent.` : error.message);
    // An error about the account would repeat for every other link.
    if (isApiError(error, 'unauthorized', 'quota-exceeded', 'rate-limited')) break;
  }
}
console.log(`${linkOf.size} of ${links.size} links were sent.`);

for (const file of await client.remoteUploads.waitAll([...linkOf.keys()])) {
  const url = linkOf.get(file.fileCode) ?? '';
  if (file.found) console.log(`${url} ${file.fileCode} ${file.title}`);
  else fail(url, file.error?.message ?? file.msg ?? 'It is gone.');
}
