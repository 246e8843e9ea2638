/** The web server of the demo: serves the files of a folder from memory, so that no path can leave the folder. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.vtt': 'text/vtt; charset=utf-8',
  '.srt': 'application/x-subrip; charset=utf-8',
};

export interface Site {
  /** With a slash at the end. */
  readonly url: string;
  /** Loads the files of a folder. */
  load(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** @param port 0 for any free one. */
export async function startSite(port: number): Promise<Site> {
  const files = new Map<string, Buffer>();
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site.invalid');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    // The player reads subtitles from another origin.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain');
    const file = files.get(path);
    response.writeHead(file ? 200 : 404).end(file ?? 'There is nothing here.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async load(folder) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        files.set(path.slice(folder.length), await readFile(path));
      }
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
