/** Replaces `.ts` by `.js` in the imports of declarations, which the compiler only does in scripts. */
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** @param dist folder of a built package, with a trailing slash */
export async function rewriteDeclarations(dist: URL): Promise<void> {
  const names = await readdir(dist, { recursive: true });
  for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
    const file = new URL(name, dist);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/((?:from|import) '\.[^']*)\.ts'/g, "$1.js'"));
  }
}
