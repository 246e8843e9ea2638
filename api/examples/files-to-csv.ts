/**
 * Writes a table of all files in an account, with the folders that they are in.
 *
 *     LINKHAUL_HOST=https://files.example LINKHAUL_KEY=… node files-to-csv.ts > files.csv
 *
 * It ends with the code 1 where the service did not list everything. Needs Node.js 22.18 or newer, Deno or Bun.
 */
import { createClient } from 'linkhaul-api';

const { LINKHAUL_HOST: baseUrl = '', LINKHAUL_KEY: key = '' } = process.env;
const client = createClient({ baseUrl, key });

/** Spreadsheets run what begins like a formula. */
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
