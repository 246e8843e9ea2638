/**
 * Writes a table of all files in an account, with their folders.
 *
 *     LINKHAUL_HOST=https://files.example LINKHAUL_KEY=… node files-to-csv.ts > files.csv
 *
 * Exits with code 1 if the service did not list everything. Needs Node.js 22.18 or newer, Deno or Bun.
 */
import { createClient } from 'linkhaul-api';

const { LINKHAUL_HOST: baseUrl = '', LINKHAUL_KEY: key = '' } = process.env;
const client = createClient({ baseUrl, key });

/** Quote what starts like a formula, because spreadsheets would run it. */
const cell = (value: string | number | null) => {
  const text = String(value ?? '');
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};
const writeRow = (...values: (string | number | null)[]) =>
  process.stdout.write(`${values.map(cell).join(',')}\r\n`);

writeRow('folder', 'title', 'code', 'uploaded', 'seconds', 'views', 'page');
const tree = client.folders.walk('0', { lane: 'sync' });
for await (const entry of tree) {
  if (entry.kind === 'folder') continue;
  const { title, fileCode, uploaded, length, views, downloadUrl } = entry.file;
  writeRow(entry.path.slice(0, -1).join('/'), title, fileCode, uploaded, length, views, downloadUrl);
}

if (!tree.summary?.isComplete) {
  console.error('The service did not list everything: the table is not complete.');
  process.exitCode = 1;
}
