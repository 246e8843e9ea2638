/** Writes src/embed-code/script-release.ts: the version and hash of dist/linkhaul-player.js for CDN code. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url));
const { version } = JSON.parse(String(await read('package.json'))) as { version: string };
const hash = createHash('sha384')
  .update(await read('dist/linkhaul-player.js'))
  .digest('base64');
await writeFile(
  new URL('../src/embed-code/script-release.ts', import.meta.url),
  `/** Written by scripts/write-release.ts when the package is built. */
export const RELEASE = {
  version: '${version}',
  integrity: 'sha384-${hash}',
} as const;
`,
);
