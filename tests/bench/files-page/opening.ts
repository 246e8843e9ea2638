/**
 * How soon the first files are in sight: the manager's Files view from the beginning of the navigation, the popup's tab
 * from the click on it. Beside it, a page of the same extension that holds one word, opened in turn with them.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';
import { median } from './numbers.ts';

const rounds = 9;

/** @param base the extension's address, with its slash */
export async function opening(context: BrowserContext, base: string): Promise<Result[]> {
  const bare: number[] = [];
  const manager: number[] = [];
  const popup: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await opened(context, `${base}bare.html`, firstPaint));
    manager.push(await opened(context, `${base}manager.html#files`, firstRows));
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
        return (await firstRows(page)) - (await markOf(page, 'click'));
      }),
    );
  }
  const rivals = [{ name: 'a bare page, first paint', value: median(bare) }];
  return [
    result({
      name: 'files: manager opened, first files in sight (median)',
      value: median(manager),
      unit: 'ms',
      rivals,
    }),
    result({
      name: 'files: popup’s tab clicked, first files in sight (median)',
      value: median(popup),
      unit: 'ms',
      rivals,
    }),
  ];
}

async function opened(
  context: BrowserContext,
  address: string,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(noteRows);
  await page.goto(address);
  const time = await measure(page);
  await page.close();
  return time;
}

const firstPaint = (page: Page) => markOf(page, 'first-contentful-paint');
const firstRows = (page: Page) => markOf(page, 'rows');

/** Milliseconds from the beginning of the navigation, once the page has this entry. */
async function markOf(page: Page, name: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) => performance.getEntriesByName(wanted)[0]?.startTime,
    name,
  );
  return (await found.jsonValue()) ?? Number.NaN;
}

/** Runs in the page: marks the moment at which the frame with the first file is done. */
function noteRows(): void {
  const watcher = new MutationObserver(() => {
    if (document.querySelector('.file-list [data-kind="file"]') === null) return;
    watcher.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => performance.mark('rows');
      channel.port2.postMessage(null);
    });
  });
  watcher.observe(document, { childList: true, subtree: true });
}
