/**
 * What the page weighs, and the catalog on disk. Of memory, two figures: what the page holds (JavaScript's heap, the
 * document's, and buffers, after a garbage collection, as `Runtime.getHeapUsage` says it), and what its process holds
 * for itself alone, with the browser's own share and the extension's worker in it. Both beside a bare page of the same
 * extension. On disk: what `navigator.storage.estimate` says, which rounds nothing for extensions.
 */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';

/** Megabytes. */
export interface Weight {
  readonly held: number;
  /** Null where the system does not tell. */
  readonly process: number | null;
}

const megabyte = 1_000_000;

export async function weightOf(page: Page): Promise<Weight> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  // Twice: what the first one lets go of may have held something itself.
  for (let round = 0; round < 2; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const usage = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return {
    held: (usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize) / megabyte,
    process: await privateMemory(page.context()),
  };
}

export function weightResults(bare: Weight, page: Weight): Result[] {
  const rows = [
    result({
      name: 'files: memory of the page',
      value: page.held,
      unit: 'MB',
      rivals: [{ name: 'a bare page', value: bare.held }],
      goal: { atMost: 60 },
    }),
  ];
  if (bare.process === null || page.process === null) return rows;
  const rivals = [{ name: 'with a bare page', value: bare.process }];
  return [...rows, result({ name: 'files: memory of its process', value: page.process, unit: 'MB', rivals })];
}

/**
 * What the processes of the extension hold for themselves alone, megabytes; null where the system does not say it the way
 * Linux does.
 */
async function privateMemory(context: BrowserContext): Promise<number | null> {
  const cdp = await context.browser()?.newBrowserCDPSession();
  if (cdp === undefined || process.platform !== 'linux') return null;
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  let total = 0;
  for (const { id } of processInfo) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8');
    if (!command.includes('--extension-process')) continue;
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
    for (const [, kilobytes] of rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gmu))
      total += Number(kilobytes) * 1_024;
  }
  return total / megabyte;
}

/** The databases of the extension, megabytes. */
export async function diskUsage(page: Page): Promise<number> {
  const bytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? Number.NaN);
  return bytes / megabyte;
}

export const diskResult = async (page: Page): Promise<Result> =>
  result({ name: 'files: catalog on disk', value: await diskUsage(page), unit: 'MB' });
