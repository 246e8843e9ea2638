/**
 * How soon 365 days of reports are painted after they were asked for, chart and table, beside the first paint of a page of
 * the same extension that holds one word; opened in turn. The service answers on the same machine.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/pages.ts';
import { CommandError, root, runTool } from '../../scripts/process.ts';
import { startService } from '../../service/src/index.ts';
import { type Benchmark, type Result, result } from './bench.ts';

const rounds = 9;
const days = 365;
const account = { email: 'bench@linkhaul.example', key: 'bench-key-0123456789' };

const benchmark: Benchmark = {
  title: 'Reports: 365 days as chart and table',
  async run(say) {
    say('building the extension …');
    const { code, output } = await runTool('wxt', ['build'], { timeoutMs: 120_000 });
    if (code !== 0) throw new CommandError(`${output}\nwxt build failed.`);
    const extensionDir = await withHostsGranted(join(root, '.output/chrome-mv3'));
    await writeFile(
      join(extensionDir, 'bare.html'),
      '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
    );
    const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-bench-'));
    // The client waits its turn under the service's limit, which is none of the drawing.
    const service = await startService({ dataDir, accounts: [account], rateLimit: false });
    const { path } = await ensureBrowser('chromium');
    const chromium = await launchChromium({ executablePath: path, extensionDir });
    try {
      await service.seed({ account: account.email, files: 10, folders: 1 });
      await connect(chromium.welcome, service.url, account.key);
      return await measure(chromium);
    } finally {
      await chromium.close();
      await service.close();
      await rm(dataDir, { recursive: true });
      await rm(extensionDir, { recursive: true });
    }
  },
};
export default benchmark;

async function measure({ context, extensionId }: RunningChromium): Promise<Result[]> {
  const [bare, opened, drawn]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${extensionId}/bare.html`);
    bare.push(await page.evaluate(firstPaint));
    await page.goto(`chrome-extension://${extensionId}/manager.html#reports`);
    opened.push(await page.evaluate(paintedRows, 7));
    drawn.push(await choose(page));
    await page.close();
  }
  const rivals = [{ name: 'first paint of a bare page', value: median(bare) }];
  return [
    result({
      name: 'reports: opening the view to seven days in sight (median)',
      value: median(opened),
      unit: 'ms',
      rivals,
    }),
    result({
      name: `reports: Enter to ${days} days in sight (median)`,
      value: median(drawn),
      unit: 'ms',
      rivals,
    }),
  ];
}

/** Milliseconds from the key to the rows of all days in a frame. */
async function choose(page: Page): Promise<number> {
  await page.getByLabel('Number of days').check();
  await page.getByLabel('Days', { exact: true }).fill(`${days}`);
  await page.evaluate(() =>
    addEventListener('keydown', ({ timeStamp }) => Object.assign(globalThis, { enteredMs: timeStamp }), true),
  );
  await page.keyboard.press('Enter');
  const enteredMs = await page.evaluate(() => Number(Reflect.get(globalThis, 'enteredMs')));
  return (await page.evaluate(paintedRows, days)) - enteredMs;
}

/** Runs in the page. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry !== undefined) resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Runs in the page: milliseconds since the navigation at which a frame with so many rows was drawn. */
function paintedRows(count: number): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelectorAll('tbody tr').length !== count) return requestAnimationFrame(look);
      // After the frame that has them.
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
