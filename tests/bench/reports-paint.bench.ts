/** The time until 365 days of reports are painted. The control, in turn, is the first paint of a bare page. */
import type { Page } from '@playwright/test';
import type { RunningChromium } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { account, barePage, withExtension, withService } from './extension.ts';
import { measureFirstPaint } from './files-page/opening.ts';
import { median } from './statistics.ts';

const rounds = 9;
const days = 365;

const benchmark: Benchmark = {
  title: 'Reports: 365 days as chart and table',
  run: (log) =>
    withService(
      async (service) => {
        await service.seed({ account: account.email, files: 10, folders: 1 });
        return withExtension(
          log,
          async (chromium) => {
            await connect(chromium.optionsPage, service.url, account.key);
            return measure(chromium);
          },
          barePage,
        );
      },
      // The rate limit's waits aren't measured.
      { rateLimit: false },
    ),
};
export default benchmark;

async function measure({ context, extensionId }: RunningChromium): Promise<Result[]> {
  const [bare, opened, drawn]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${extensionId}/bare.html`);
    bare.push(await measureFirstPaint(page));
    await page.goto(`chrome-extension://${extensionId}/manager.html#reports`);
    opened.push(await page.evaluate(paintedRows, 7));
    drawn.push(await enterDays(page));
    await page.close();
  }
  const controls = [{ name: 'first paint of a bare page', value: median(bare) }];
  return [
    result({
      name: 'reports: opening the view to seven days in sight (median)',
      value: median(opened),
      unit: 'ms',
      controls,
    }),
    result({
      name: `reports: Enter to ${days} days in sight (median)`,
      value: median(drawn),
      unit: 'ms',
      controls,
    }),
  ];
}

/** From the key to the frame with all rows. */
async function enterDays(page: Page): Promise<number> {
  await page.getByLabel('Last N days').check();
  await page.getByLabel('Days', { exact: true }).fill(`${days}`);
  await page.evaluate(() =>
    addEventListener('keydown', ({ timeStamp }) => Object.assign(globalThis, { enteredMs: timeStamp }), true),
  );
  await page.keyboard.press('Enter');
  const enteredMs = await page.evaluate(() => Number(Reflect.get(globalThis, 'enteredMs')));
  return (await page.evaluate(paintedRows, days)) - enteredMs;
}

/** Runs in the page: milliseconds from the navigation to the frame with this many rows. */
function paintedRows(count: number): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.querySelectorAll('tbody tr').length !== count) return requestAnimationFrame(check);
      // The timeout runs after the frame was drawn.
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    check();
  });
}
