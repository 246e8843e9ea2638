import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseAst } from 'vite';
import { CommandError } from './process.ts';

/** By path within the extension, with forward slashes. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** @throws {CommandError} if the folder doesn't exist */
export async function readBuilt(folder: string): Promise<BuiltFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new CommandError(`There is no built extension in ${folder}. Run "npm run build" first.`, { cause });
  });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = (path: string) => relative(folder, path).replaceAll(sep, '/');
  return new Map(await Promise.all(paths.map(async (path) => [named(path), await readFile(path)] as const)));
}

/** @throws {CommandError} if the extension has no such file */
export function getFile(files: BuiltFiles, path: string): Buffer {
  const found = files.get(path);
  if (found === undefined) throw new CommandError(`The built extension has no file ${path}.`);
  return found;
}

/** Scripts and stylesheets that a page needs before its first paint. */
export function listPageFiles(files: BuiltFiles, page: string): ReadonlySet<string> {
  const named = getFile(files, page)
    .toString()
    .matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g);
  return addImports(
    files,
    [...named].map(([, path = '']) => path),
  );
}

/** A worker in Chrome, an event page in Firefox. */
export function listBackgroundFiles(files: BuiltFiles): ReadonlySet<string> {
  const { background } = JSON.parse(getFile(files, 'manifest.json').toString()) as {
    background: { service_worker?: string; scripts?: readonly string[] };
  };
  return addImports(files, background.scripts ?? [background.service_worker ?? '']);
}

/** Static imports only. */
function addImports(files: BuiltFiles, paths: readonly string[]): ReadonlySet<string> {
  const all = new Set(paths);
  // Iterating over a set includes entries added meanwhile.
  for (const path of all) {
    if (!path.endsWith('.js')) continue;
    for (const named of listImports(getFile(files, path).toString()))
      all.add(posix.join(dirname(path), named));
  }
  return all;
}

function listImports(script: string): readonly string[] {
  const { body } = parseAst(script);
  return body.flatMap((node) => ('source' in node && node.source ? [node.source.value] : []));
}
