/**
 * A service whose website, API, file pages and upload server are on four hosts, all `.localhost`, which browsers resolve to this machine.
 * One server forwards to the service.
 */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startLocalServer } from '../../local-server.ts';

export interface SeparateHosts {
  /** Origins. `localApi` is the API for clients that can't resolve the names. */
  readonly site: string;
  readonly api: string;
  readonly localApi: string;
  readonly pages: string;
  readonly upload: string;
  /** In order: method, host without port, path with query. */
  readonly requests: readonly string[];
  /** Responses then name this host for file pages. Returns its origin. */
  movePages(host: string): string;
  /** Responses then contain paths of file pages without a host. */
  namePaths(): void;
  close(): Promise<void>;
}

/** @param serviceUrl of a service on 127.0.0.1, which stays reachable there */
export async function startSeparateHosts(serviceUrl: string): Promise<SeparateHosts> {
  const requests: string[] = [];
  /** Null: only paths. */
  let pagesHost: string | null = 'share.localhost';
  const server = await startLocalServer((incoming, outgoing) => {
    const [host = ''] = (incoming.headers.host ?? '').split(':');
    requests.push(`${incoming.method} ${host}${incoming.url}`);
    const isApi = /^(?:api\.site\.localhost|127\.0\.0\.1)$/u.test(host) && incoming.url?.startsWith('/api/');
    const isUpload = host === 'upload.localhost' && incoming.url?.startsWith('/upload/');
    const isPage =
      /^\/[de]\//u.test(incoming.url ?? '') && host !== 'site.localhost' && !host.startsWith('api.');
    if (isApi || isUpload || isPage) passOn(incoming, outgoing);
    else outgoing.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><h1>Not here</h1>');
  });
  const originOf = (host: string) => `http://${host}:${server.port}`;

  /** Replaces addresses in the response. There are no CORS headers. */
  function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url, headers } = incoming;
    const { host } = new URL(serviceUrl);
    const passed = request(`${serviceUrl}${url}`, { method, headers: { ...headers, host } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks)
          .toString()
          .replaceAll(`${serviceUrl}/upload/`, `${originOf('upload.localhost')}/upload/`)
          .replaceAll(
            new RegExp(`${serviceUrl}(?=/[de]/)`, 'gu'),
            pagesHost === null ? '' : originOf(pagesHost),
          );
        const type = answer.headers['content-type'] ?? 'text/plain';
        outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': type }).end(text);
      });
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }

  return {
    site: originOf('site.localhost'),
    api: originOf('api.site.localhost'),
    localApi: server.url,
    pages: originOf('share.localhost'),
    upload: originOf('upload.localhost'),
    requests,
    movePages(host) {
      pagesHost = host;
      return originOf(host);
    },
    namePaths() {
      pagesHost = null;
    },
    close: server.close,
  };
}
