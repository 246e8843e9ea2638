/** A plain HTTP server that answers as a test requests, on a bare socket. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawServer {
  /** Base address without a slash at the end. */
  readonly url: string;
  /** Every request that arrived: method and address. */
  readonly requests: {
    readonly method: string;
    readonly url: URL;
    readonly headers: IncomingMessage['headers'];
  }[];
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function startRawServer(handler: Handler): Promise<RawServer> {
  const requests: RawServer['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({
      method: request.method ?? '',
      url: new URL(`http://host${request.url}`),
      headers: request.headers,
    });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers every request with this, as JSON unless it is a text. */
export function answering(body: unknown, status = 200): Handler {
  return (_, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
