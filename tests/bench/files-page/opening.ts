/**
 * The time until the first files are visible: in the manager from the navigation, in the popup from the click on the tab. The control, in
 * turn with them, is a bare page of the extension. All are presentation times.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';
import { median } from '../statistics.ts';

const rounds = 9;

/** Waits for all files, not only those of the first frame. */
export const waitForFiles = (page: Page): Promise<void> =>
  page.locator('#page > :not([inert]) [aria-busy="false"] .file-list [data-kind="file"]').first().waitFor();

/** @param base With a trailing slash. */
export async function measureOpening(context: BrowserContext, base: string): Promise<Result[]> {
  const bare: number[] = [];
  const manager: number[] = [];
  const drawn: number[] = [];
  const allRead: number[] = [];
  const popup: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await opened(context, `${base}bare.html`, measureFirstPaint));
    manager.push(
      await opened(context, `${base}manager.html#files`, async (page) => {
        allRead.push(await timeOf(page, 'mark', 'all-read'));
        drawn.push(await timeOf(page, 'mark', 'drawn'));
        return firstRow(page);
      }),
    );
    popup.push(
      await opened(context, `${base}popup.html`, async (page) => {
        await page.setViewportSize({ width: 400, height: 560 });
        const tab = page.getByRole('tab', { name: 'Files' });
        await tab.evaluate((element) =>
          element.addEventListener(
            'click',
            ({ timeStamp }) => performance.mark('click', { startTime: timeStamp }),
            {
              capture: true,
            },
          ),
        );
        await tab.click();
        return (await firstRow(page)) - (await timeOf(page, 'mark', 'click'));
      }),
    );
  }
  const controls = [{ name: 'a bare page, first paint', value: median(bare) }];
  return [
    result({
      name: 'files: manager opened, first files in sight (median)',
      value: median(manager),
      unit: 'ms',
      controls,
      goal: { atMost: Math.round(2.2 * median(bare)) },
    }),
    result({
      name: 'files: manager opened, first files as they are now, drawn (median)',
      value: median(drawn),
      unit: 'ms',
      controls,
    }),
    result({
      name: 'files: manager opened, all files read (median)',
      value: median(allRead),
      unit: 'ms',
      controls,
    }),
    result({
      name: 'files: popup’s tab clicked, first files in sight (median)',
      value: median(popup),
      unit: 'ms',
      controls,
    }),
  ];
}

/** Until the files as they are now are drawn. The last view doesn't depend on their number. */
export async function measureManagerOpening(context: BrowserContext, base: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await opened(context, `${base}manager.html#files`, (page) => timeOf(page, 'mark', 'drawn')));
  return median(times);
}

async function opened(
  context: BrowserContext,
  address: string,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(observeFirstRow);
  await page.addInitScript(observeReading);
  await page.goto(address);
  const time = await measure(page);
  await page.close();
  return time;
}

export const measureFirstPaint = (page: Page) => timeOf(page, 'paint', 'first-contentful-paint');
const firstRow = (page: Page) => timeOf(page, 'element', 'first-row');

/** Milliseconds from the navigation to the presentation of an element, a paint or a mark. */
export async function timeOf(page: Page, type: string, name: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  // `waitForFunction` would first evaluate 300 kB of Playwright's code in the page.
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
    expression: `(${entryTime})(${JSON.stringify(type)}, ${JSON.stringify(name)})`,
    awaitPromise: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  await devtools.detach();
  return Number(result.value);
}

function entryTime(type: string, name: string): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        identifier?: string;
        renderTime?: number;
      })[]) {
        if ((entry.identifier ?? entry.name) !== name) continue;
        observer.disconnect();
        resolve(entry.renderTime ?? entry.startTime);
      }
    }).observe({ type, buffered: true });
  });
}

/** Runs in the page: marks when the last view is replaced, and when the list has all files. */
function observeReading(): void {
  const observer = new MutationObserver(() => {
    const isDrawn = document.querySelector('.file-list [data-kind="file"]') !== null;
    if (!isDrawn || document.querySelector('#page > [inert]')) return;
    if (performance.getEntriesByName('drawn').length === 0) performance.mark('drawn');
    if (document.querySelector('.files-manager[aria-busy="false"]') === null) return;
    observer.disconnect();
    performance.mark('all-read');
  });
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['aria-busy', 'inert'] });
}

/** Runs in the page: reports when the first file's title is presented. */
function observeFirstRow(): void {
  const observer = new MutationObserver(() => {
    const name = document.querySelector('.file-list [data-kind="file"] .file-name');
    if (name === null) return;
    observer.disconnect();
    name.setAttribute('elementtiming', 'first-row');
  });
  observer.observe(document, { childList: true, subtree: true });
}
