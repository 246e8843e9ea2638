/** Finishes the declarations in `dist`: adds those of the script, and replaces the endings `.ts` in imports by `.js`. */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';

const dist = new URL('../dist/', import.meta.url);
await copyFile(new URL('../src/global.d.ts', import.meta.url), new URL('linkhaul-player.d.ts', dist));
const names = await readdir(dist, { recursive: true });
for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
  const file = new URL(name, dist);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
