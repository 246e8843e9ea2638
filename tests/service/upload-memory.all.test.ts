// Uploads and remote uploads are streamed: the service's memory doesn't grow with the size of a file.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { caller, fetchInto, KEY, temporaryFolder, testSite } from './helpers.ts';

const megabyte = 1024 * 1024;
/** Enough for buffers, compiled code and the heap to reach their working size. */
const warmUpBytes = 50 * megabyte;
const fileBytes = 300 * megabyte;
const allowedGrowth = 50 * megabyte;

const RUNNER = fileURLToPath(new URL('memory-runner.ts', import.meta.url));

async function startRunner(): Promise<{ url: string; peak: () => Promise<number> }> {
  const dataDir = await temporaryFolder();
  const child: ChildProcess = fork(RUNNER, [dataDir, 'one@example.org', KEY]);
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  });
  const [{ url }] = await once(child, 'message');
  const peak = async () => {
    const answer = once(child, 'message');
    child.send('peak');
    const [{ peakBytes }] = await answer;
    return peakBytes;
  };
  return { url, peak };
}

async function* form(bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`--boundary\r\ncontent-disposition: form-data; name="api_key"\r\n\r\n${KEY}\r\n`);
  yield Buffer.from(
    '--boundary\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n',
  );
  const chunk = Buffer.alloc(megabyte, 'linkhaul ');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield Buffer.from('\r\n--boundary--\r\n');
}

async function sendAndFetch(url: string, bytes: number, site: string): Promise<string[]> {
  const call = caller({ url });
  const post = request((await call('upload/server')).body.result, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
  });
  const answered = once(post, 'response');
  await pipeline(Readable.from(form(bytes)), post);
  const [response] = await answered;
  const [uploaded] = JSON.parse(Buffer.concat(await response.toArray()).toString()).result;
  const code = await fetchInto(call, `${site}/big/${bytes}.bin`);
  const [fetched] = (await call('file/info', { file_code: code })).body.result;
  return [uploaded.size, fetched.size];
}

test('uploads and fetches 300 MB in bounded memory', { timeout: 120_000 }, async () => {
  const { url, peak } = await startRunner();
  const site = await testSite();
  await sendAndFetch(url, warmUpBytes, site);
  const before = await peak();
  expect(await sendAndFetch(url, fileBytes, site)).toEqual([String(fileBytes), String(fileBytes)]);
  expect((await peak()) - before).toBeLessThan(allowedGrowth);
});
