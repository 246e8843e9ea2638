/** Delays each request to a service and each response. */
import { request as forward } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, startLocalServer } from '../local-server.ts';

/** Uniformly between 0 and `maxDelayMs`. */
export async function startJitterProxy(target: string, maxDelayMs: number): Promise<LocalServer> {
  const delay = async () => {
    if (maxDelayMs > 0) await sleep(Math.random() * maxDelayMs);
  };
  return startLocalServer(async (incoming, outgoing) => {
    await delay();
    const forwarded = forward(`${target}${incoming.url}`, { method: incoming.method }, async (response) => {
      await delay();
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
}
