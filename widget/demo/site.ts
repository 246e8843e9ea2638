import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.vtt': 'text/vtt; charset=utf-8',
  '.srt': 'application/x-subrip; charset=utf-8',
};

/** @param port 0 for any free port */
export async function startSite(folder: string, port: number) {
  const server = createServer(async ({ url = '/' }, response) => {
    // `URL` resolves dots and nothing is decoded, so no path leaves the folder.
    const { pathname } = new URL(url, 'http://site.invalid');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    // The player reads subtitles from another origin.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', types[extname(path)] ?? 'text/plain');
    const file = await readFile(join(folder, path)).catch(() => undefined);
    response.writeHead(file ? 200 : 404).end(file ?? 'There is nothing here.\n');
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    /** Ends with a slash. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}
