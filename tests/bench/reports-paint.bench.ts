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
const dayMs = 86_400_000;

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
    drawn.push(await chooseDays(page));
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
      name: `reports: a new start to ${days} days in sight (median)`,
      value: median(drawn),
      unit: 'ms',
      controls,
    }),
  ];
}

/** From the change of the date to the frame with all rows. */
async function chooseDays(page: Page): Promise<number> {
  await page.getByLabel('Custom').check();
  const last = await page.getByLabel('To', { exact: true }).inputValue();
  const first = new Date(Date.parse(last) - (days - 1) * dayMs).toISOString().slice(0, 10);
  await page.evaluate(() =>
    addEventListener('change', ({ timeStamp }) => Object.assign(globalThis, { chosenMs: timeStamp }), true),
  );
  await page.getByLabel('From', { exact: true }).fill(first);
  const chosenMs = await page.evaluate(() => Number(Reflect.get(globalThis, 'chosenMs')));
  return (await page.evaluate(paintedRows, days)) - chosenMs;
}

/** Runs in the page: milliseconds from the navigation to the frame with this many rows, or one more for today. */
function paintedRows(count: number): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.querySelectorAll('tbody tr').length < count) return requestAnimationFrame(check);
      // The timeout runs after the frame was drawn.
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    check();
  });
}
