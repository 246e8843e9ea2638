/**
 * The catalog alone, with 100,000 files in Chromium's IndexedDB: writing a page of the sync, reading everything, sorting, and its size on
 * disk.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { FileEntry } from '../../lib/api/index.ts';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { startLocalServer } from '../local-server.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import type { Figures } from './catalog-page.ts';
import { bundlePageScript } from './page-script.ts';
import { median, percentile } from './statistics.ts';

const count = 100_000;

const benchmark: Benchmark = {
  title: 'Catalog: 100,000 files in the browser’s database',
  async run(log) {
    const script = await bundlePageScript(new URL('catalog-page.ts', import.meta.url));
    const server = await startLocalServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><meta charset="utf-8"><title>Catalog</title>');
    });
    const { path: executablePath } = await ensureBrowser('chromium');
    const profile = await mkdtemp(join(tmpdir(), 'linkhaul-catalog-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await context.newPage();
      await page.goto(`${server.url}/`);
      await page.evaluate(script);
      log('writing, reading and sorting …');
      const before = await usedBytes(page);
      const figures = await page.evaluate((files) => globalThis.measureCatalog(files), createFiles());
      return results(figures, (await usedBytes(page)) - before);
    } finally {
      await context.close();
      await server.close();
      await rm(profile, { recursive: true, force: true });
    }
  },
};
export default benchmark;

function results(figures: Figures, bytes: number): Result[] {
  const { writes, passes, reads, bareReads, rereads, firstSearch, sorts } = figures;
  const row = (name: string, value: number, controls: Readonly<Record<string, number>> = {}) =>
    result({
      name: `catalog: ${name}`,
      value,
      unit: 'ms',
      controls: Object.entries(controls).map(([control, ms]) => ({ name: control, value: ms })),
    });
  return [
    row('200 new files written (median)', median(writes)),
    row('200 new files written (p95)', percentile(writes, 0.95)),
    row('200 known files seen again (median)', median(passes)),
    row('all of it read by a page (median)', median(reads), { 'the bare records': median(bareReads) }),
    row('read again after one change (median)', median(rereads)),
    row('first search, nothing prepared', firstSearch),
    row('sorted by title, prepared beside the page (median)', median(sorts.title), {
      'Intl.Collator': median(sorts.collator),
    }),
    row('sorted by date (median)', median(sorts.uploaded)),
    result({ name: 'catalog: bytes on disk for each file', value: bytes / count, unit: 'bytes' }),
  ];
}

const usedBytes = (page: Page) =>
  page.evaluate(async () => (await navigator.storage.estimate()).usage ?? Number.NaN);

/** Newest first, with random codes and some letters beyond ASCII, as a service lists files. */
function createFiles(): readonly FileEntry[] {
  let seed = 1;
  const randomBelow = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const pick = (words: string) => {
    const all = words.split(' ');
    return all[randomBelow(all.length)] ?? '';
  };
  const word = () =>
    pick('Amber bridge canal dune Évora ferry Gdańsk harbour island journey Kraków lantern meadow');
  return Array.from({ length: count }, (_, at) => {
    const fileCode = Array.from({ length: 12 }, () => randomBelow(36).toString(36)).join('');
    return {
      fileCode,
      title: `${word()} ${word()} ${word()} ${pick('clip lecture interview episode')} ${count - at}`,
      downloadUrl: `https://files.example/d/${fileCode}`,
      singleImage: `https://files.example/i/single/${fileCode}`,
      canPlay: true,
      length: randomBelow(7_200),
      views: randomBelow(1_000),
      uploaded: new Date(1.79e12 - at * 900_000).toISOString().slice(0, 19).replace('T', ' '),
      isPublic: true,
      folderId: String(randomBelow(2_000)),
    };
  });
}
