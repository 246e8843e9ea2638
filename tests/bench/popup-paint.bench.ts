/**
 * How soon the popup is painted, for an account of 100,000 files with transfers under way, while the catalog reads it for
 * the first time: beside a page of the same extension that holds one word and one that reads the uploads and shows their
 * number, opened in turn with it, while the worker runs and after it was ended. All times are those of presentation.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { browser } from 'wxt/browser';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/pages.ts';
import { CommandError, type Log, root, runTool } from '../../scripts/process.ts';
import { startSampleSite, startService } from '../../service/src/index.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { WorkerControl } from '../soak/worker.ts';
import { type Benchmark, type Result, result } from './bench.ts';

const rounds = 15;
const account = { email: 'bench@linkhaul.example', key: 'bench-key-0123456789' };
const transfers = 8;

/** Milliseconds from the beginning of the navigation, as the page itself counts them. */
interface Painted {
  /** Text or an icon. */
  readonly content: number;
  /** The first upload's row, with its title and icon; null where the page has none. */
  readonly rows: number | null;
  /** The same row with its state in words. */
  readonly words: number | null;
}

const benchmark: Benchmark = {
  title: 'Popup: from opening it to what one sees',
  async run(say) {
    say('building the extension …');
    const { code, output } = await runTool('wxt', ['build'], { timeoutMs: 120_000 });
    if (code !== 0) throw new CommandError(`${output}\nwxt build failed.`);
    const extensionDir = await withHostsGranted(join(root, '.output/chrome-mv3'));
    await writeFile(
      join(extensionDir, 'bare.html'),
      '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
    );
    await writeFile(
      join(extensionDir, 'reading.html'),
      '<!doctype html><meta charset="utf-8"><title>Reading</title><p>Reading<script type="module" src="reading.js"></script>',
    );
    await writeFile(join(extensionDir, 'reading.js'), `(${readAndShow})();`);
    const { path } = await ensureBrowser('chromium');
    const chromium = await launchChromium({ executablePath: path, extensionDir });
    try {
      return await withTransfers(chromium, say);
    } finally {
      await chromium.close();
      await rm(extensionDir, { recursive: true });
    }
  },
};
export default benchmark;

async function withTransfers(chromium: RunningChromium, say: Log): Promise<Result[]> {
  const { context, extensionId, welcome } = chromium;
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-bench-'));
  const service = await startService({ dataDir, accounts: [account] });
  // Slow enough for the transfers to be under way to the end.
  const site = await startSampleSite({ bytesPerSecond: 1_000 });
  try {
    say('inventing 100,000 files in 2,000 folders …');
    await service.seed({ account: account.email, files: 100_000, folders: 2_000 });
    await connect(welcome, service.url, account.key);
    const quiet = await QuietPage.open(context, extensionId);
    const urls = Array.from({ length: transfers }, (_, index) => `${site.url}/slow.webm?${index}`);
    await quiet.send('links.send', { links: urls.map((url) => ({ url })) });
    say(`opening the popup ${2 * rounds} times …`);
    return await measure(context, `chrome-extension://${extensionId}/`);
  } finally {
    await site.close();
    await service.close();
    await rm(dataDir, { recursive: true });
  }
}

async function measure(context: BrowserContext, scope: string): Promise<Result[]> {
  // No page of the extension's stays open: it would keep a process warm that a person's browser starts anew.
  const still = await context.newPage();
  for (const page of context.pages()) if (page !== still) await page.close();
  const worker = await WorkerControl.attach(still, scope);
  const states = [
    { name: 'worker awake', prepare: () => worker.start(), goal: 1.4 },
    { name: 'worker ended', prepare: () => endProcess(worker), goal: 1.7 },
  ];
  const results: Result[] = [];
  for (const { name, prepare, goal } of states) {
    const [bare, reading, popup]: [Painted[], Painted[], Painted[]] = [[], [], []];
    await worker.start();
    for (let round = 0; round < rounds; round += 1) {
      await prepare();
      bare.push(await open(context, `${scope}bare.html`, false));
      await worker.start();
      await prepare();
      reading.push(await open(context, `${scope}reading.html`, true));
      await worker.start();
      await prepare();
      popup.push(await open(context, `${scope}popup.html`, true));
    }
    results.push(...rows(name, bare, reading, popup, goal));
  }
  await worker.detach();
  return results;
}

/** The process of the extension ends a moment after its worker and its last page. */
async function endProcess(worker: WorkerControl): Promise<void> {
  await worker.kill();
  await setTimeout(1_000);
}

/** @param goal how many times a bare page's first paint the uploads may take */
function rows(
  state: string,
  bare: readonly Painted[],
  reading: readonly Painted[],
  popup: readonly Painted[],
  goal: number,
): Result[] {
  const control = median(bare.map(({ content }) => content));
  const rivals = [
    { name: 'a bare page', value: control },
    {
      name: 'one that reads the uploads and shows their number',
      value: median(reading.map(({ rows }) => rows ?? Number.NaN)),
    },
  ];
  return [
    result({
      name: `popup, ${state}: first contentful paint (median)`,
      value: median(popup.map(({ content }) => content)),
      unit: 'ms',
      rivals: rivals.slice(0, 1),
      goal: { atMost: Math.round(Math.min(control + 40, 1.5 * control)) },
    }),
    result({
      name: `popup, ${state}: the uploads in sight (median)`,
      value: median(popup.map(({ rows }) => rows ?? Number.NaN)),
      unit: 'ms',
      rivals,
      goal: { atMost: Math.round(goal * control) },
    }),
    result({
      name: `popup, ${state}: the uploads with their states in words (median)`,
      value: median(popup.map(({ words }) => words ?? Number.NaN)),
      unit: 'ms',
      rivals,
    }),
  ];
}

async function open(context: BrowserContext, address: string, hasRows: boolean): Promise<Painted> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 400, height: 560 });
  await page.addInitScript(observeRows);
  const devtools = await context.newCDPSession(page);
  await page.goto(address);
  // Not `waitForFunction`, which has the page evaluate 300 kB of Playwright's own before its rows are painted.
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
    expression: `(${painted})(${hasRows})`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  await page.close();
  return result.value as Painted;
}

/** Runs in the reading page: shows how many uploads there are, in the form that `painted` waits for. */
async function readAndShow(): Promise<void> {
  const accounts = (globalThis as unknown as { chrome: typeof browser }).chrome.storage.local.get('accounts');
  const opening = indexedDB.open('linkhaul-uploads');
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  await accounts;
  const reading = opening.result.transaction('uploads').objectStore('uploads').getAll();
  await new Promise((resolve) => {
    reading.onsuccess = resolve;
  });
  const shown = `<p class="upload-title">${reading.result.length} uploads<p class="upload-status">in words`;
  document.body.innerHTML = `<div data-state="">${shown}</div>`;
}

/** Runs in the page: gives the times at which these were presented, once they all were. */
function painted(hasRows: boolean): Promise<Painted> {
  const times = new Map<string, number>();
  const found = Promise.withResolvers<Painted>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      identifier?: string;
      renderTime?: number;
    })[])
      times.set(entry.identifier ?? entry.name, entry.renderTime ?? entry.startTime);
    const [content, rows, words] = ['first-contentful-paint', 'rows', 'words'].map((name) => times.get(name));
    if (content === undefined || (hasRows && (rows === undefined || words === undefined))) return;
    observer.disconnect();
    found.resolve({ content, rows: rows ?? null, words: words ?? null });
  });
  for (const type of ['paint', 'element']) observer.observe({ type, buffered: true });
  return found.promise;
}

/** Runs in the page: has the browser tell when the first row's title, and its state in words, are presented. */
function observeRows(): void {
  const mark = (selector: string, name: string) => {
    const element = document.querySelector(selector);
    if (element?.textContent?.trim()) element.setAttribute('elementtiming', name);
  };
  new MutationObserver(() => {
    mark('[data-state] .upload-title', 'rows');
    mark('[data-state] .upload-status', 'words');
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
