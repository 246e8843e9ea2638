/** No call fails if two processes share a key and the local service enforces its limit. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Admin, createAdmin, type RunningService, startService } from '../../service/src/index.ts';
import { mostWithin } from '../lib/api/helpers/fake-window-service.ts';

let service: RunningService;
let admin: Admin;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-api-'));
  service = await startService({ dataDir, admin: true });
  admin = createAdmin(service.url);
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true });
});

/** Makes concurrent calls in a separate process. Returns the number of failed ones. */
async function callInProcess(key: string, calls: number, limiter: string): Promise<number> {
  const script = `
    import { createFileLimiter } from ${JSON.stringify(resolve('api/src/file-limiter.ts'))};
    import { createClient } from ${JSON.stringify(resolve('api/src/node.ts'))};
    const { remoteUploads } = createClient({ baseUrl: '${service.url}', key: '${key}', limiter: ${limiter} });
    const calls = Array.from({ length: ${calls} }, (_, at) => remoteUploads.status('code' + at));
    const ends = await Promise.allSettled(calls);
    const failed = ends.filter(({ reason }) => reason !== undefined && reason.code !== 'not-found');
    for (const { reason } of failed) console.error(reason);
    console.log(failed.length);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return Number(stdout);
}

it.concurrent.each([
  ['share a file', true],
  ['know nothing of each other', false],
])('of 25 calls each, none fails if they %s', { timeout: 120_000 }, async (_, isShared) => {
  const { email, key } = service.createAccount({ email: `${isShared}@files.example` });
  const limiter = isShared
    ? `createFileLimiter({ path: ${JSON.stringify(join(dataDir, 'limit'))} })`
    : 'undefined';
  const startedAt = performance.now();
  const failed = await Promise.all([1, 2].map(() => callInProcess(key, 25, limiter)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const arrivals = (await admin.audit()).filter(({ account }) => account === email);
  const refused = arrivals.filter(({ outcome }) => outcome === 'refused').length;
  console.log(
    `${isShared ? 'shared' : 'separate'}: ${seconds.toFixed(1)} s, ${refused} of ${arrivals.length} refused`,
  );
  expect(failed).toEqual([0, 0]);
  if (!isShared) return;
  expect(refused).toBe(0);
  const times = arrivals.map(({ at }) => at);
  expect(mostWithin(times, 1_000)).toBeLessThanOrEqual(10);
});
