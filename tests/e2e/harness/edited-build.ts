import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns a function that changes a file of the copy */
export async function copyBuild(build: string, copy: string) {
  await cp(build, copy, { recursive: true });
  return async (file: string, change: (text: string) => string): Promise<void> =>
    writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')));
}

/** Before any other script on these pages and in the background. */
export async function runBefore(build: string, copy: string, script: string, pages: readonly string[]) {
  const edit = await copyBuild(build, copy);
  await writeFile(join(copy, 'before.js'), script);
  for (const page of pages)
    await edit(page, (html) => html.replace('<script', '<script src="/before.js"></script><script'));
  await edit('background.js', (background) => script + background);
  return edit;
}
