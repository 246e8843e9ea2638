/**
 * Serves a folder of the caller's pages under /site/, on the service's own origin, so it must never contain uploads.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Context } from '../http/context.ts';
import { respondWithProblem } from './page-layout.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.srt': 'application/x-subrip; charset=utf-8',
};

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE']);

export async function sitePage(c: Context, dir: string): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const found = await find(dir, pathname.slice('/site'.length));
  if (found === 'folder') return c.redirect(`${pathname}/${search}`, 301);
  if (found === null) return respondWithProblem(c, 404, 'Nothing here', 'There is no such page.');
  const headers = { 'content-type': types[extname(found).toLowerCase()] ?? 'application/octet-stream' };
  return new Response(c.req.method === 'HEAD' ? null : await readFile(found), { headers });
}

/** "folder" if the path lacks its final slash, null if nothing is found. */
async function find(dir: string, path: string): Promise<string | 'folder' | null> {
  try {
    const root = await realpath(dir);
    // After resolving links and dots (encoded or not), which must not lead outside the site.
    const file = await realpath(join(root, decodeURIComponent(path)));
    if (file !== root && !file.startsWith(root + sep)) return null;
    if (!(await stat(file)).isDirectory()) return path.endsWith('/') ? null : file;
    return path.endsWith('/') ? await find(dir, `${path}index.html`) : 'folder';
  } catch (error) {
    if (error instanceof URIError || missingCodes.has((error as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw error;
  }
}
