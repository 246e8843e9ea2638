/**
 * The time until the popup is painted, with 100,000 files and active transfers during the first sync, with the worker running and ended.
 * Controls, in turn: a bare page, and one that shows the number of uploads. All are presentation times. From the second time on, the popup
 * first shows its last view (`page/last-view.ts`).
 */
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { browser } from 'wxt/browser';
import type { RunningChromium } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import type { Log } from '../../scripts/process.ts';
import { type RunningService, startSampleSite } from '../../service/src/index.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { WorkerControl } from '../soak/worker.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { account, barePage, withExtension, withService } from './extension.ts';
import { measureFirstPaint, timeOf } from './files-page/opening.ts';
import { median } from './statistics.ts';

const rounds = 15;
const transfers = 8;

/** Milliseconds from the navigation. */
interface PaintTimes {
  /** Text or an icon. */
  readonly content: number;
  /** Of the first upload. Null without uploads. */
  readonly title: number | null;
  readonly status: number | null;
  /** The current rows, which may be drawn after the last view. */
  readonly drawn: number | null;
}

const benchmark: Benchmark = {
  title: 'Popup: from opening it to what one sees',
  run: (log) =>
    withService((service) =>
      withExtension(log, (chromium) => withTransfers(chromium, service, log), {
        ...barePage,
        'reading.html':
          '<!doctype html><meta charset="utf-8"><title>Reading</title><p>Reading<script type="module" src="reading.js"></script>',
        'reading.js': `(${showUploadCount})();`,
      }),
    ),
};
export default benchmark;

async function withTransfers(
  { context, extensionId, optionsPage }: RunningChromium,
  service: RunningService,
  log: Log,
): Promise<Result[]> {
  // Keeps the transfers active.
  const site = await startSampleSite({ bytesPerSecond: 1_000 });
  try {
    log('creating 100,000 files in 2,000 folders …');
    await service.seed({ account: account.email, files: 100_000, folders: 2_000 });
    await connect(optionsPage, service.url, account.key);
    const quiet = await QuietPage.open(context, `chrome-extension://${extensionId}/`);
    const urls = Array.from({ length: transfers }, (_, index) => `${site.url}/slow.webm?${index}`);
    await quiet.send('links.send', { links: urls.map((url) => ({ url })) });
    log(`opening the popup ${2 * rounds} times …`);
    return await measure(context, `chrome-extension://${extensionId}/`);
  } finally {
    await site.close();
  }
}

async function measure(context: BrowserContext, scope: string): Promise<Result[]> {
  // An open page would keep the extension's process alive.
  const blank = await context.newPage();
  for (const page of context.pages()) if (page !== blank) await page.close();
  const worker = await WorkerControl.attach(blank, scope);
  const states = [
    { name: 'worker awake', prepare: () => worker.start() },
    { name: 'worker ended', prepare: () => endProcess(worker) },
  ];
  const results: Result[] = [];
  for (const { name, prepare } of states) {
    const [bare, reading, popup]: [PaintTimes[], PaintTimes[], PaintTimes[]] = [[], [], []];
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
    results.push(...rows(name, bare, reading, popup));
  }
  await worker.detach();
  return results;
}

/** Also waits for the extension's process, which ends shortly afterwards. */
async function endProcess(worker: WorkerControl): Promise<void> {
  await worker.kill();
  await setTimeout(1_000);
}

function rows(
  state: string,
  bare: readonly PaintTimes[],
  reading: readonly PaintTimes[],
  popup: readonly PaintTimes[],
): Result[] {
  const control = median(bare.map(({ content }) => content));
  const read = median(reading.map(({ title }) => title ?? Number.NaN));
  const controls = [
    { name: 'a bare page', value: control },
    { name: 'one that reads the uploads and shows their number', value: read },
  ];
  return [
    result({
      name: `popup, ${state}: first contentful paint (median)`,
      value: median(popup.map(({ content }) => content)),
      unit: 'ms',
      controls: controls.slice(0, 1),
      goal: { atMost: Math.round(Math.min(control + 40, 1.5 * control)) },
    }),
    result({
      name: `popup, ${state}: the uploads in sight (median)`,
      value: median(popup.map(({ title }) => title ?? Number.NaN)),
      unit: 'ms',
      controls,
      goal: { atMost: Math.round(1.15 * read) },
    }),
    result({
      name: `popup, ${state}: the uploads with their states in words (median)`,
      value: median(popup.map(({ status }) => status ?? Number.NaN)),
      unit: 'ms',
      controls,
    }),
    result({
      name: `popup, ${state}: the uploads as they are now, drawn (median)`,
      value: median(popup.map(({ drawn }) => drawn ?? Number.NaN)),
      unit: 'ms',
      controls,
    }),
  ];
}

async function open(context: BrowserContext, address: string, hasRows: boolean): Promise<PaintTimes> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 400, height: 560 });
  await page.addInitScript(observeRows);
  await page.goto(address);
  const content = await measureFirstPaint(page);
  const title = hasRows ? await timeOf(page, 'element', 'title') : null;
  const status = hasRows ? await timeOf(page, 'element', 'status') : null;
  const drawn = hasRows ? await timeOf(page, 'mark', 'drawn') : null;
  await page.close();
  return { content, title, status, drawn };
}

/** Runs in the page: shows the number of uploads in a row, as `observeRows` expects. */
async function showUploadCount(): Promise<void> {
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

/** Runs in the page: reports when the first row's title and status are presented. */
function observeRows(): void {
  const mark = (selector: string, name: string) => {
    const element = document.querySelector(selector);
    if (element?.textContent?.trim()) element.setAttribute('elementtiming', name);
  };
  new MutationObserver(() => {
    if (document.querySelector('[data-state]') && !document.querySelector('[inert]'))
      performance.mark('drawn');
    mark('[data-state] .upload-title', 'title');
    mark('[data-state] .upload-status', 'status');
  }).observe(document, { attributeFilter: ['inert'], childList: true, subtree: true, characterData: true });
}
