/** A web server that responds as a test requires, and records requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalServer, startLocalServer } from '../../../local-server.ts';

export interface RawServer extends LocalServer {
  readonly requests: {
    readonly method: string;
    readonly url: URL;
    readonly headers: IncomingMessage['headers'];
  }[];
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function startRawServer(handler: Handler): Promise<RawServer> {
  const requests: RawServer['requests'] = [];
  const server = await startLocalServer((request, response) => {
    requests.push({
      method: request.method ?? '',
      url: new URL(`http://host${request.url}`),
      headers: request.headers,
    });
    handler(request, response);
  });
  return { ...server, requests };
}

/** Responds to every request with this body, as JSON unless it is a string. */
export function answering(body: unknown, status = 200): Handler {
  return (_, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
