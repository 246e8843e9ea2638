/**
 * The Files screens with 100,000 files in 2,000 folders: typing in the search, scrolling, the time until files are visible, memory and
 * disk.
 */
import type { Page } from '@playwright/test';
import type { RunningChromium } from '../../scripts/chromium.ts';
import type { Log } from '../../scripts/process.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import type { Benchmark, Result } from './bench.ts';
import { barePage, withExtension, withServiceProcess } from './extension.ts';
import { openAlone } from './files-page/open-alone.ts';
import { measureOpening, waitForFiles } from './files-page/opening.ts';
import { createScrollingResults, measureEmptyBox, measureScrolling } from './files-page/scrolling.ts';
import {
  createTypingResults,
  measureBareField,
  measureDomBaseline,
  measureTyping,
  type Typed,
} from './files-page/typing.ts';
import { createDiskResult, createMemoryResults, measureMemory } from './files-page/usage.ts';
import { bundlePageScript } from './page-script.ts';
import type { ServiceProcess } from './service-process.ts';

const size = { files: 100_000, folders: 2_000 };
/** Pages in which the searches are typed. The median of each key counts. */
const rounds = 3;
/** The full sync takes 250 s at the rate limit. */
const syncTimeoutMs = 500_000;

const benchmark: Benchmark = {
  title: 'Files: 100,000 files in the manager and in the popup',
  run: (log) =>
    withServiceProcess((service) =>
      withExtension(log, (chromium) => measure(chromium, service, log), barePage),
    ),
};
export default benchmark;

async function measure(
  { context, extensionId }: RunningChromium,
  service: ServiceProcess,
  log: Log,
): Promise<Result[]> {
  const base = `chrome-extension://${extensionId}/`;
  const script = await bundlePageScript(new URL('files-page/search-libraries.ts', import.meta.url));
  log('creating 100,000 files in 2,000 folders …');
  const { email, key } = await service.admin.createAccount({ email: 'files@bench.example' });
  await service.admin.seed({ account: email, ...size });

  const quiet = await QuietPage.open(context, `chrome-extension://${extensionId}/`);
  const { account } = await quiet.send('accounts.connect', { address: service.url, key });
  log('syncing the account, 250 s …');
  await openAlone(context, `${base}manager.html#files`, async (page) => {
    await page.getByText(/^Updated/).waitFor({ timeout: syncTimeoutMs });
  });

  log('typing and scrolling in a bare page …');
  const bare = await openAlone(context, `${base}bare.html`, async (page) => ({
    memory: await measureMemory(page),
    letters: await measureBareField(page),
    scrolled: await measureEmptyBox(page, size.files),
  }));
  const inFilesView = <T>(act: (page: Page) => Promise<T>) =>
    openAlone(context, `${base}manager.html#files`, async (page) => {
      await waitForFiles(page);
      return act(page);
    });
  const typed: Typed[] = [];
  const domBaseline: (readonly number[])[] = [];
  for (let round = 1; round < rounds; round += 1) {
    log('typing …');
    typed.push(await inFilesView(measureTyping));
    domBaseline.push(await inFilesView(measureDomBaseline));
  }
  const results = await inFilesView(async (page) => {
    log('typing …');
    typed.push(await measureTyping(page));
    log('scrolling …');
    const scrolled = createScrollingResults(await measureScrolling(page), bare.scrolled, size.files);
    const memory = createMemoryResults(bare.memory, await measureMemory(page));
    const disk = await createDiskResult(page);
    domBaseline.push(await measureDomBaseline(page));
    log('searching with the libraries …');
    const keys = await createTypingResults(
      { typed, domBaseline, field: bare.letters },
      page,
      account.id,
      script,
    );
    return [...keys, ...scrolled, ...memory, disk];
  });
  log('opening …');
  return [...results, ...(await measureOpening(context, base))];
}
