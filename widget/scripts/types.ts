/** Says `.js` where the declarations in `dist` say `.ts`: what they lead to is the built file. */
import { readdir, readFile, writeFile } from 'node:fs/promises';

const dist = new URL('../dist/', import.meta.url);
const names = await readdir(dist, { recursive: true });
for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
  const file = new URL(name, dist);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
