/**
 * Memory of the page and disk of the catalog. The page's memory is heap, DOM and buffers after a garbage collection
 * (`Runtime.getHeapUsage`). Its process's private memory includes the extension's worker. The control is a bare page. Disk comes from
 * `navigator.storage.estimate`, which is exact for extensions.
 */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { type Result, result } from '../bench.ts';

/** In megabytes. */
export interface MemoryUsage {
  readonly page: number;
  /** Null if unknown. */
  readonly process: number | null;
}

const megabyte = 1_000_000;

export async function measureMemory(page: Page): Promise<MemoryUsage> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  // Twice, because objects that the first collection finalises may have held references.
  for (let round = 0; round < 2; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const usage = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return {
    page: (usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize) / megabyte,
    process: await privateMemory(page.context()),
  };
}

export function createMemoryResults(bare: MemoryUsage, own: MemoryUsage): Result[] {
  const rows = [
    result({
      name: 'files: memory of the page',
      value: own.page,
      unit: 'MB',
      controls: [{ name: 'a bare page', value: bare.page }],
      goal: { atMost: 60 },
    }),
  ];
  if (bare.process === null || own.process === null) return rows;
  const controls = [{ name: 'with a bare page', value: bare.process }];
  return [
    ...rows,
    result({ name: 'files: memory of its process', value: own.process, unit: 'MB', controls }),
  ];
}

/** In megabytes. Null except on Linux. */
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

export async function measureDisk(page: Page): Promise<number> {
  const bytes = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? Number.NaN);
  return bytes / megabyte;
}

export const createDiskResult = async (page: Page): Promise<Result> =>
  result({ name: 'files: catalog on disk', value: await measureDisk(page), unit: 'MB' });
