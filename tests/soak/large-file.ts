/**
 * The soak `large-file`: uploads 5 GB from the manager, with the worker killed repeatedly and the browser once. Then the file is chosen
 * again. It has to arrive exactly once, and never be read into memory.
 */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { connect } from '../../scripts/extension-pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { chooseFiles } from '../e2e/harness/own-files.ts';
import type { ProfileBrowser } from './browser.ts';
import type { SoakPlan } from './plan.ts';
import type { SoakParts } from './run.ts';
import type { SoakResult } from './verdict.ts';
import { WorkerControl } from './worker.ts';

const sizeBytes = 5_000_000_000;
const maxHeapGrowthBytes = 50_000_000;
const pollMs = 500;

export async function soakLargeFile(
  { browser, service, key, log }: SoakParts & { readonly browser: ProfileBrowser },
  { timeoutMs }: SoakPlan,
): Promise<SoakResult> {
  const dir = await mkdtemp(join(tmpdir(), 'linkhaul-large-'));
  const deadline = performance.now() + timeoutMs;
  try {
    const file = join(dir, 'large.bin');
    await writeFile(file, '');
    await truncate(file, sizeBytes);
    const options = await openPage(browser, 'options.html');
    await connect(options, service.url, key);

    log('sending 5 GB, with an interruption halfway through …');
    const first = await openPage(browser, 'manager.html');
    const before = await heapBytes(first);
    await chooseFiles(first, file);
    const half = await killWorkerUntil(
      browser,
      first,
      deadline,
      async () => (await readPercent(first)) >= 50,
    );
    log(`the worker was killed ${half.kills} times; killing the browser …`);
    await browser.kill();

    await browser.start();
    const second = await openPage(browser, 'manager.html');
    await second.locator('[data-state="needs-file"]').waitFor({ timeout: 180_000 });
    log('choosing the file again …');
    await chooseFiles(second, file, second.locator('[data-state="needs-file"]'));
    const done = second.locator('[data-state="done"]');
    const rest = await killWorkerUntil(browser, second, deadline, async () => (await done.count()) === 1);

    const audit = await createAdmin(service.url).audit();
    const taken = audit.filter(({ endpoint, effect }) => endpoint === '/upload' && effect);
    const growth = Math.max(half.heapBytes, rest.heapBytes) - before;
    const kills = half.kills + rest.kills;
    return {
      figures: { 'worker kills': kills, 'files made': taken.length, 'growth of the heap, MB': growth / 1e6 },
      violations: [
        ...(taken.length === 1 ? [] : [`The service took the file ${taken.length} times.`]),
        ...(growth <= maxHeapGrowthBytes ? [] : [`The page's heap grew by ${Math.round(growth / 1e6)} MB.`]),
        ...(kills > 0 ? [] : ['The worker was never killed.']),
      ],
      privateUrls: [],
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Every four seconds until the condition holds. Returns the page's largest heap. */
export async function killWorkerUntil(
  browser: ProfileBrowser,
  page: Page,
  deadline: number,
  isDone: () => Promise<boolean>,
): Promise<{ readonly kills: number; readonly heapBytes: number }> {
  const worker = await WorkerControl.attach(page, browser.baseUrl);
  let [kills, largest] = [0, 0];
  for (let round = 1; !(await isDone()); round += 1) {
    if (performance.now() > deadline) throw new Error('The upload timed out.');
    if (round % 8 === 0 && (await worker.kill())) kills += 1;
    largest = Math.max(largest, await heapBytes(page));
    await delay(pollMs);
  }
  await worker.detach();
  return { kills, heapBytes: largest };
}

export async function openPage({ context, baseUrl }: ProfileBrowser, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${baseUrl}${path}`);
  return page;
}

async function readPercent(page: Page): Promise<number> {
  const [text] = await page.locator('.upload-share').allTextContents();
  return Number.parseInt(text ?? '0', 10);
}

async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize;
}
