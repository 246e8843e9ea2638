/** An unsteady line in front of a service: holds each request back on its way there, and each answer on its way back. */
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface JitterProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * @param target base address of the service
 * @param maxDelay milliseconds; each way takes a time between 0 and this, evenly spread
 */
export async function startJitterProxy(target: string, maxDelay: number): Promise<JitterProxy> {
  const hold = async () => {
    if (maxDelay > 0) await sleep(Math.random() * maxDelay);
  };
  const server = createServer(async (incoming, outgoing) => {
    await hold();
    const onward = forward(`${target}${incoming.url}`, { method: incoming.method }, async (answer) => {
      await hold();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
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
