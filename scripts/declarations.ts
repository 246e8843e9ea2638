/** Replaces the endings `.ts` in the imports of declarations by `.js`: the compiler does so in scripts only. */
import { readdir, readFile, writeFile } from 'node:fs/promises';

/** @param dist folder of a built package, with a slash at its end */
export async function rewriteDeclarations(dist: URL): Promise<void> {
  const names = await readdir(dist, { recursive: true });
  for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
    const file = new URL(name, dist);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/((?:from|import) '\.[^']*)\.ts'/g, "$1.js'"));
  }
}
