/**
 * The catalog alone, in Chromium's own database, with 100,000 files: what a page of the sync costs the worker, how soon a
 * page of the extension has all of it, how long sorting takes, and what it takes on disk.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import type { FileEntry } from '../../lib/api/index.ts';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import type { Figures } from './catalog/page.ts';
import { median, percentile } from './files-page/numbers.ts';

const count = 100_000;

const benchmark: Benchmark = {
  title: 'Catalog: 100,000 files in the browser’s database',
  async run(say) {
    const script = await pageScript();
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><meta charset="utf-8"><title>Catalog</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { path: executablePath } = await ensureBrowser('chromium');
    const profile = await mkdtemp(join(tmpdir(), 'linkhaul-catalog-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.evaluate(script);
      say('writing, reading and sorting …');
      const before = await used(page);
      const figures = await page.evaluate((files) => globalThis.catalogFigures(files), files());
      return results(figures, (await used(page)) - before);
    } finally {
      await context.close();
      server.close();
      await rm(profile, { recursive: true, force: true });
    }
  },
};
export default benchmark;

function results(figures: Figures, bytes: number): Result[] {
  const { writes, passes, reads, bareReads, rereads, firstSearch, sorts } = figures;
  const row = (name: string, value: number, beside: Readonly<Record<string, number>> = {}) =>
    result({
      name: `catalog: ${name}`,
      value,
      unit: 'ms',
      rivals: Object.entries(beside).map(([rival, its]) => ({ name: rival, value: its })),
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

const used = (page: Page) =>
  page.evaluate(async () => (await navigator.storage.estimate()).usage ?? Number.NaN);

/** Like those of a service: newest first, codes without a pattern, some letters beyond ASCII. */
function files(): readonly FileEntry[] {
  let seed = 1;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const pick = (words: string) => {
    const all = words.split(' ');
    return all[below(all.length)] ?? '';
  };
  const word = () =>
    pick('Amber bridge canal dune Évora ferry Gdańsk harbour island journey Kraków lantern meadow');
  return Array.from({ length: count }, (_, at) => {
    const fileCode = Array.from({ length: 12 }, () => below(36).toString(36)).join('');
    return {
      fileCode,
      title: `${word()} ${word()} ${word()} ${pick('clip lecture interview episode')} ${count - at}`,
      downloadUrl: `https://files.example/d/${fileCode}`,
      singleImage: `https://files.example/i/single/${fileCode}`,
      canPlay: true,
      length: below(7_200),
      views: below(1_000),
      uploaded: new Date(1.79e12 - at * 900_000).toISOString().slice(0, 19).replace('T', ' '),
      isPublic: true,
      folderId: String(below(2_000)),
    };
  });
}

/** `catalog/page.ts` with everything that it imports, as one script. */
async function pageScript(): Promise<string> {
  const entry = fileURLToPath(new URL('catalog/page.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'catalog' } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [chunk] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The page’s script was not built.');
  return chunk.code;
}
