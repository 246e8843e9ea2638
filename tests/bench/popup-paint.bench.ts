/**
 * How soon the popup is painted, for an account of 100,000 files with transfers under way, while the catalog reads it for
 * the first time: beside a page of the same extension that holds one word, opened in turn with it, while the worker runs
 * and after it was ended.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/pages.ts';
import { root, runTool, type Say, Trouble } from '../../scripts/process.ts';
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
  /** The first upload's row; null where the page has none. */
  readonly rows: number | null;
}

const benchmark: Benchmark = {
  title: 'Popup: from opening it to what one sees',
  async run(say) {
    say('building the extension …');
    const { code, output } = await runTool('wxt', ['build'], { timeoutMs: 120_000 });
    if (code !== 0) throw new Trouble(`${output}\nwxt build failed.`);
    const extensionDir = await withHostsGranted(join(root, '.output/chrome-mv3'));
    await writeFile(
      join(extensionDir, 'bare.html'),
      '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
    );
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

async function withTransfers(chromium: RunningChromium, say: Say): Promise<Result[]> {
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
    { name: 'worker ended', prepare: () => worker.kill(), goal: 1.7 },
  ];
  const results: Result[] = [];
  for (const { name, prepare, goal } of states) {
    const [bare, popup]: [Painted[], Painted[]] = [[], []];
    await worker.start();
    for (let round = 0; round < rounds; round += 1) {
      await prepare();
      bare.push(await open(context, `${scope}bare.html`, false));
      await worker.start();
      await prepare();
      popup.push(await open(context, `${scope}popup.html`, true));
    }
    results.push(...rows(name, bare, popup, goal));
  }
  await worker.detach();
  return results;
}

/** @param goal how many times a bare page's first paint the uploads may take */
function rows(state: string, bare: readonly Painted[], popup: readonly Painted[], goal: number): Result[] {
  const control = median(bare.map(({ content }) => content));
  const rivals = [{ name: 'a bare page', value: control }];
  return [
    result({
      name: `popup, ${state}: first contentful paint (median)`,
      value: median(popup.map(({ content }) => content)),
      unit: 'ms',
      rivals,
      goal: { atMost: Math.round(Math.min(control + 40, 1.5 * control)) },
    }),
    result({
      name: `popup, ${state}: the uploads in sight (median)`,
      value: median(popup.map(({ rows }) => rows ?? Number.NaN)),
      unit: 'ms',
      rivals,
      goal: { atMost: Math.round(goal * control) },
    }),
  ];
}

async function open(context: BrowserContext, address: string, hasRows: boolean): Promise<Painted> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 400, height: 560 });
  await page.addInitScript(noteRows);
  await page.goto(address);
  const seen = await page.waitForFunction((wanted) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [rows] = performance.getEntriesByName('rows');
    return paint && (rows || !wanted) && { content: paint.startTime, rows: rows?.startTime ?? null };
  }, hasRows);
  const painted = (await seen.jsonValue()) as Painted;
  await page.close();
  return painted;
}

/** Runs in the page: marks the moment at which the frame with the first row is done. */
function noteRows(): void {
  const watcher = new MutationObserver(() => {
    if (document.querySelector('[data-state]') === null) return;
    watcher.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => performance.mark('rows');
      channel.port2.postMessage(null);
    });
  });
  watcher.observe(document, { childList: true, subtree: true });
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
