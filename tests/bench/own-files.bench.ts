/**
 * Uploading a file of 1 GB from the manager: throughput and growth of the heap. Controls, in turn: `curl -F` and a bare `XMLHttpRequest`.
 * The file is sparse, so reading it takes no time.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { createClient } from '../../lib/api/index.ts';
import type { RunningChromium } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import type { Log } from '../../scripts/process.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { withExtension, withServiceProcess } from './extension.ts';
import type { ServiceProcess } from './service-process.ts';

const rounds = 3;
const sizeBytes = 1_000_000_000;
const run = promisify(execFile);

const benchmark: Benchmark = {
  title: 'Own files: a gigabyte to the service',
  async run(log) {
    const dir = await mkdtemp(join(tmpdir(), 'linkhaul-bench-'));
    try {
      return await withServiceProcess((service) =>
        withExtension(log, (chromium) => measure(chromium, service, dir, log)),
      );
    } finally {
      await rm(dir, { recursive: true });
    }
  },
};
export default benchmark;

async function measure(
  { context, extensionId, optionsPage }: RunningChromium,
  service: ServiceProcess,
  dir: string,
  log: Log,
): Promise<Result[]> {
  const { key } = await service.admin.createAccount({ email: 'bench@linkhaul.example' });
  await connect(optionsPage, service.url, key);
  const manager = await context.newPage();
  await manager.goto(`chrome-extension://${extensionId}/manager.html`);
  const times = { extension: [] as number[], curl: [] as number[], xhr: [] as number[] };
  const heapBefore = await heapBytes(manager);
  let heapAfter = 0;
  for (let round = 0; round < rounds; round += 1) {
    log(`a gigabyte, twice (${round + 1} of ${rounds}) …`);
    const file = join(dir, `round-${round}.bin`);
    await writeFile(file, '');
    await truncate(file, sizeBytes);
    times.curl.push(await byCurl(file, service.url, key));
    times.extension.push(await byExtension(manager, file));
    times.xhr.push(await byXhr(optionsPage, file, service.url, key));
    heapAfter = Math.max(heapAfter, await heapBytes(manager));
  }
  return results(times, heapAfter - heapBefore);
}

function results(
  times: Readonly<Record<'extension' | 'curl' | 'xhr', readonly number[]>>,
  heapGrowth: number,
): Result[] {
  const speed = (all: readonly number[]) => sizeBytes / Math.min(...all) / 1_000;
  return [
    result({
      name: 'own files: 1 GB from the manager (best of three)',
      value: speed(times.extension),
      unit: 'MB/s',
      controls: [
        { name: 'curl -F', value: speed(times.curl) },
        { name: 'a bare XMLHttpRequest in a page of the extension', value: speed(times.xhr) },
      ],
      goal: { atLeast: 0.9 * speed(times.curl) },
    }),
    result({
      name: 'own files: growth of the page’s heap',
      value: heapGrowth / 1_000_000,
      unit: 'MB',
      goal: { atMost: 50 },
    }),
  ];
}

/** From the request for an address to the response. */
async function byCurl(file: string, baseUrl: string, key: string): Promise<number> {
  const startedMs = performance.now();
  const address = await createClient({ baseUrl, key }).uploads.server();
  await run('curl', ['-sSf', '-F', `api_key=${key}`, '-F', `file=@${file}`, `${address}?${key}`]);
  return performance.now() - startedMs;
}

/** With as little code as possible in a page. */
async function byXhr(page: Page, file: string, baseUrl: string, key: string): Promise<number> {
  await page.evaluate(() => {
    document.body.innerHTML = '<input type="file">';
  });
  await page.locator('input').setInputFiles(file);
  const startedMs = performance.now();
  const address = await createClient({ baseUrl, key }).uploads.server();
  await page.evaluate(
    async ([url, apiKey]) => {
      const body = new FormData();
      body.append('api_key', apiKey);
      body.append('file', document.querySelector('input')?.files?.[0] as File);
      const xhr = new XMLHttpRequest();
      xhr.open('POST', `${url}?${apiKey}`);
      xhr.send(body);
      await new Promise((resolve) => {
        xhr.onloadend = resolve;
      });
    },
    [address, key] as const,
  );
  return performance.now() - startedMs;
}

/** From choosing the file to the response. */
async function byExtension(manager: Page, file: string): Promise<number> {
  const known = await manager.locator('tr[data-state="done"], tr[data-state="verifying"]').count();
  // Playwright only supports an input's file chooser.
  await manager.evaluate(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  const dialog = manager.waitForEvent('filechooser');
  await manager.getByRole('button', { name: 'Choose files…' }).click();
  const startedMs = performance.now();
  await (await dialog).setFiles(file);
  await manager
    .locator('tr[data-state="done"], tr[data-state="verifying"]')
    .nth(known)
    .waitFor({ timeout: 120_000 });
  return performance.now() - startedMs;
}

async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}
