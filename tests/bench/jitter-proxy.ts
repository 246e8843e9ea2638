/** A proxy in front of a service that delays each request and each response. */
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface JitterProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * @param target Base address of the service.
 * @param maxDelayMs The delay is uniformly distributed between 0 and this.
 */
export async function startJitterProxy(target: string, maxDelayMs: number): Promise<JitterProxy> {
  const delay = async () => {
    if (maxDelayMs > 0) await sleep(Math.random() * maxDelayMs);
  };
  const server = createServer(async (incoming, outgoing) => {
    await delay();
    const forwarded = forward(`${target}${incoming.url}`, { method: incoming.method }, async (answer) => {
      await delay();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
