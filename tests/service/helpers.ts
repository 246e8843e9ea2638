import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import {
  createAdmin,
  type RunningService,
  type ServiceOptions,
  type SiteOptions,
  startSampleSite,
  startService,
} from '../../service/src/index.ts';
import { startLocalServer } from '../local-server.ts';

// Tests start real servers and processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

export const KEY = 'test-key-one';
export const OTHER_KEY = 'test-key-two';
export const ACCOUNTS = [
  { email: 'one@example.org', key: KEY },
  { email: 'two@example.org', key: OTHER_KEY },
];

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linkhaul-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A service with two accounts, no rate limit and /admin by default. */
export async function testService(options: Partial<ServiceOptions> = {}) {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const service = await startService({
    rateLimit: false,
    admin: true,
    accounts: ACCOUNTS,
    ...options,
    dataDir,
  });
  onTestFinished(() => service.close());
  return { service, dataDir, url: service.url, admin: createAdmin(service.url), call: caller(service) };
}

export function caller(service: Pick<RunningService, 'url'>) {
  return async (path: string, params: Record<string, string> = {}, key = KEY) => {
    const response = await fetch(`${service.url}/api/${path}?${new URLSearchParams({ key, ...params })}`);
    const text = await response.text();
    return { httpStatus: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
}

export type Call = ReturnType<typeof caller>;

export async function testSite(options: SiteOptions = {}): Promise<string> {
  const site = await startSampleSite(options);
  onTestFinished(() => site.close());
  return site.url;
}

export async function testServer(answer: RequestListener): Promise<string> {
  const server = await startLocalServer(answer);
  onTestFinished(() => server.close());
  return server.url;
}

/** An assertion that has to become true soon: `await expectEventually(read).toBe(…)`. */
export function expectEventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 20_000 });
}

/** Waits until `read` returns a value. Only the test's timeout limits it. */
export async function waitFor<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    await sleep(10);
  }
}

/** As described in docs/http-api.md, "Upload a file". */
export async function upload(url: string, fileName: string, content: BlobPart, key = KEY) {
  const { body } = await caller({ url })('upload/server', {}, key);
  const form = new FormData();
  form.set('api_key', key);
  form.set('file', new Blob([content]), fileName);
  const response = await fetch(`${body.result}?${key}`, { method: 'POST', body: form });
  return response.json();
}

/** Waits for the file and returns its code. */
export async function fetchInto(
  call: Call,
  source: string,
  params: Record<string, string> = {},
): Promise<string> {
  const { body } = await call('upload/url', { url: source, ...params });
  const code: string = body.result.filecode;
  await waitFor(async () => (await call('file/info', { file_code: code })).body.result[0].status === 200);
  return code;
}
