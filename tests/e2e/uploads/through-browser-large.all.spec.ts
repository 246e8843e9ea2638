/** A large file is streamed from disk to disk and never held in memory. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { rows, senderHeapBytes } from '../harness/own-files.ts';

const partCount = 100;
const part = Uint8Array.from({ length: 1_000_000 }, (_, at) => (at * 31) % 253);

test.use({ serviceOptions: { admin: true } });

test('100 MB are fetched and sent with less than 50 MB of heap', { tag: '@devtools' }, async ({
  extension,
  service,
  account,
}) => {
  // Paused in the middle until the row shows that it is fetching.
  const fetching = Promise.withResolvers<void>();
  async function* parts() {
    for (let at = 0; at < partCount; at += 1) {
      if (at === partCount / 2) await fetching.promise;
      yield part;
    }
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': partCount * part.length });
    Readable.from(parts()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/large.mp4`;
  const popup = await extension.open('popup.html');
  await message(popup, 'links.send', { links: [{ url }], via: 'browser' });

  await expect(popup.locator('.upload-status')).toContainText('Fetching');
  fetching.resolve();

  let heapBytes = 0;
  while ((await rows(popup, 'done').count()) === 0) {
    heapBytes = Math.max(heapBytes, await senderHeapBytes(popup).catch(() => 0));
    await popup.waitForTimeout(200);
  }
  expect(heapBytes).toBeGreaterThan(0);
  expect(heapBytes).toBeLessThan(50_000_000);

  const [file, ...others] = await createAdmin(service.url).files(account.email);
  expect(others).toEqual([]);
  const arrived = createHash('sha256');
  const { body } = await fetch(`${service.url}/file/${file?.fileCode}?download=1`);
  for await (const chunk of body ?? []) arrived.update(chunk);
  const sent = createHash('sha256');
  for (let at = 0; at < partCount; at += 1) sent.update(part);
  expect(arrived.digest('hex')).toBe(sent.digest('hex'));
  server.close();
});
