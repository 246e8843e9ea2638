/**
 * The Files screens with an account of 100,000 files in 2,000 folders, read by the extension itself, in Chromium: what a
 * key costs in the search, what scrolling costs, how soon files are in sight, and what all of it weighs.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { launchChromium, type RunningChromium, withHostsGranted } from '../../scripts/chromium.ts';
import { CommandError, type Log, root, runTool } from '../../scripts/process.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import type { Benchmark, Result } from './bench.ts';
import { only } from './files-page/only.ts';
import { opening } from './files-page/opening.ts';
import { scrolling, scrollingBox, scrollingResults } from './files-page/scrolling.ts';
import { type Typed, typing, typingByHand, typingInField, typingResults } from './files-page/typing.ts';
import { diskResult, weightOf, weightResults } from './files-page/weight.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const size = { files: 100_000, folders: 2_000 };
/** Pages that are typed into, one after another: of the same key, the middle counts. */
const rounds = 3;
/** Reading the account needs 250 s. */
const syncTimeoutMs = 500_000;

const benchmark: Benchmark = {
  title: 'Files: 100,000 files in the manager and in the popup',
  async run(say) {
    say('building the extension …');
    const { code, output } = await runTool('wxt', ['build'], { timeoutMs: 120_000 });
    if (code !== 0) throw new CommandError(`${output}\nwxt build failed.`);
    const extensionDir = await withHostsGranted(join(root, '.output/chrome-mv3'));
    await writeFile(
      join(extensionDir, 'bare.html'),
      '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
    );
    const { path } = await ensureBrowser('chromium');
    const service = await startServiceProcess();
    const chromium = await launchChromium({ executablePath: path, extensionDir });
    try {
      return await measure(chromium, service, say);
    } finally {
      await chromium.close();
      await service.close();
      await rm(extensionDir, { recursive: true });
    }
  },
};
export default benchmark;

async function measure(
  { context, extensionId }: RunningChromium,
  service: ServiceProcess,
  say: Log,
): Promise<Result[]> {
  const base = `chrome-extension://${extensionId}/`;
  const rivals = await scriptOf('rivals.ts');
  say('inventing 100,000 files in 2,000 folders …');
  const { email, key } = await service.admin.createAccount({ email: 'files@bench.example' });
  await service.admin.seed({ account: email, ...size });

  const quiet = await QuietPage.open(context, extensionId);
  const { account } = await quiet.send('accounts.connect', { address: service.url, key });
  say('reading the account, 250 s …');
  await only(context, `${base}manager.html#files`, async (page) => {
    await page.getByText(/^Updated/).waitFor({ timeout: syncTimeoutMs });
  });

  say('typing and scrolling in a bare page …');
  const bare = await only(context, `${base}bare.html`, async (page) => ({
    weight: await weightOf(page),
    letters: await typingInField(page),
    scrolled: await scrollingBox(page, size.files),
  }));
  const files = <T>(act: (page: Page) => Promise<T>) =>
    only(context, `${base}manager.html#files`, async (page) => {
      await page.locator('.file-list [data-kind="file"]').first().waitFor();
      return act(page);
    });
  const typed: Typed[] = [];
  const byHand: (readonly number[])[] = [];
  for (let round = 1; round < rounds; round += 1) {
    say('typing …');
    typed.push(await files(typing));
    byHand.push(await files(typingByHand));
  }
  // The last page that is typed into is scrolled and weighed then.
  const results = await files(async (page) => {
    say('typing …');
    typed.push(await typing(page));
    say('scrolling …');
    const scrolled = scrollingResults(await scrolling(page), bare.scrolled, size.files);
    const weighed = weightResults(bare.weight, await weightOf(page));
    const disk = await diskResult(page);
    byHand.push(await typingByHand(page));
    say('searching with the others …');
    const keys = await typingResults({ typed, byHand, field: bare.letters }, page, account.id, rivals);
    return [...keys, ...scrolled, ...weighed, disk];
  });
  say('opening …');
  return [...results, ...(await opening(context, base))];
}

/** A file of `files-page/` with everything that it imports, as one script for a page. */
async function scriptOf(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL(`files-page/${name}`, import.meta.url)),
        formats: ['iife'],
        name: 'rivals',
      },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [chunk] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${name} was not built.`);
  return chunk.code;
}
