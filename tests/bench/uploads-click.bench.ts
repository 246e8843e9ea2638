/**
 * A click as the user sees it: the time from the menu's click to the toast, and from a link to its file while no page is open.
 *
 * A dispatched menu event doesn't wake the worker. So the toast is measured with the worker awake, and the file with a link sent by message
 * to an ended worker (`uploads-wake` measures its start).
 */
import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { RunningChromium } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import { type RunningSite, startSampleSite } from '../../service/src/index.ts';
import { until } from '../e2e/harness/until.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { WorkerControl } from '../soak/worker.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { account, withExtension, withService } from './extension.ts';
import { median } from './statistics.ts';

const signRounds = 15;
const fileRounds = 5;
/** The service fetches the sample of 108 kB at once. */
const fileTimeoutMs = 60_000;

const benchmark: Benchmark = {
  title: 'Uploads: from a click to what the user sees of it',
  run: (log) =>
    withService((service) =>
      withExtension(log, async (chromium) => {
        const site = await startSampleSite();
        try {
          await connect(chromium.optionsPage, service.url, account.key);
          return await measure(chromium, site);
        } finally {
          await site.close();
        }
      }),
    ),
};
export default benchmark;

async function measure({ context, extensionId }: RunningChromium, site: RunningSite): Promise<Result[]> {
  const scope = `chrome-extension://${extensionId}/`;
  const quiet = await QuietPage.open(context, scope);
  for (const page of context.pages()) if (page !== quiet.page) await page.close();
  const worker = await WorkerControl.attach(quiet.page, scope);
  const files: number[] = [];
  for (let round = 0; round < fileRounds; round += 1) {
    await worker.kill();
    const sentMs = performance.now();
    await quiet.send('links.send', { links: [{ url: `${site.url}/sample.webm?file=${round}` }] });
    await until('the file', async () => (await quiet.counts()).done === round + 1, fileTimeoutMs);
    files.push(performance.now() - sentMs);
  }
  await worker.start();
  const signs: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < signRounds; round += 1) {
    const page = await context.newPage();
    await page.addInitScript(observeToast);
    await page.goto(site.url);
    await page.bringToFront();
    const running = findWorker(context, scope);
    bare.push(await addBareElement(running, page));
    signs.push(await clickLink(running, page, `${site.url}/sample.webm?sign=${round}`));
    await page.close();
  }
  await worker.detach();
  return [
    result({
      name: 'uploads: worker awake, from the menu’s click to the sign on the page (median)',
      value: median(signs),
      unit: 'ms',
      controls: [{ name: 'a worker that adds an element to the page', value: median(bare) }],
      goal: { atMost: 300 },
    }),
    result({
      name: 'uploads: worker ended, no page open, from a link’s message to its verified file (median)',
      value: median(files),
      unit: 'ms',
      goal: { atMost: 6_000 },
    }),
  ];
}

function findWorker(context: BrowserContext, scope: string): Worker {
  const worker = context.serviceWorkers().find((each) => each.url().startsWith(scope));
  if (worker === undefined) throw new Error('The extension has no worker.');
  return worker;
}

/** By the clock that all pages share, because click and toast are in two processes. */
const clickLink = (worker: Worker, page: Page, linkUrl: string): Promise<number> =>
  timeUntil(page, 'div[popover]', () =>
    worker.evaluate(async (link) => {
      const { chrome } = globalThis as unknown as ExtensionGlobals;
      const { accounts } = await chrome.storage.local.get('accounts');
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const menuItemId = JSON.stringify(['send-to', accounts.currentId, '0']);
      const info = { menuItemId, linkUrl: link, editable: false, frameId: 0 };
      const clickedMs = performance.timeOrigin + performance.now();
      chrome.contextMenus.onClicked.dispatch(info, tab);
      return clickedMs;
    }, linkUrl),
  );

const addBareElement = (worker: Worker, page: Page): Promise<number> =>
  timeUntil(page, 'b', () =>
    worker.evaluate(async () => {
      const { chrome } = globalThis as unknown as ExtensionGlobals;
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const startedMs = performance.timeOrigin + performance.now();
      const func = () => document.documentElement.append(document.createElement('b'));
      void chrome.scripting.executeScript({ target: { tabId: tab?.id }, func });
      return startedMs;
    }),
  );

async function timeUntil(page: Page, selector: string, start: () => Promise<number>): Promise<number> {
  const startedMs = await start();
  const seenMs = await page.evaluate(
    (wanted) =>
      (globalThis as unknown as Record<string, (selector: string) => Promise<number>>)['seenAt']?.(wanted),
    selector,
  );
  return Number(seenMs) - startedMs;
}

/** Runs in the page: notes when each element beside the body is added. */
function observeToast(): void {
  const seen = new Map<Element, number>();
  const find = (selector: string) => [...seen].find(([element]) => element.matches(selector))?.[1];
  let notify = () => {};
  new MutationObserver(() => {
    for (const element of document.documentElement.children)
      if (!seen.has(element)) seen.set(element, performance.timeOrigin + performance.now());
    notify();
  }).observe(document, { childList: true, subtree: true });
  Object.assign(globalThis, {
    async seenAt(selector: string): Promise<number> {
      for (;;) {
        const found = find(selector);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
  });
}

/** Used here. `dispatch` isn't typed. */
interface ExtensionGlobals {
  readonly chrome: {
    readonly storage: {
      readonly local: { get(key: string): Promise<{ readonly accounts: { readonly currentId: string } }> };
    };
    readonly tabs: { query(filter: object): Promise<readonly { readonly id: number }[]> };
    readonly scripting: { executeScript(injection: object): Promise<unknown> };
    readonly contextMenus: { readonly onClicked: { dispatch(info: object, tab: unknown): void } };
  };
}
