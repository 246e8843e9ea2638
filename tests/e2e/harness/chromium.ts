/** One Chromium for many tests. Each test installs the extension with empty storage and removes it. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, ConsoleMessage, Worker } from '@playwright/test';
import {
  type BrowserOptions,
  isEndedWorkerMessage,
  startBrowser,
  waitForPage,
  withHostsGranted,
} from '../../../scripts/chromium.ts';
import { ChromiumWorker } from './chromium-worker.ts';
import { type InstalledExtension, quietPath } from './extension.ts';
import { delayMessages } from './late.ts';

/** From the start. */
export interface Access {
  readonly hosts: 'granted' | 'asked';
  /** Firefox only. */
  readonly privateWindows: boolean;
}

export interface SharedBrowser {
  /** Installs a copy of a build. Its id depends on the path and is new, so no test sees undeleted data of an earlier one. */
  install(build: string, access: Access): Promise<InstalledExtension>;
  close(): Promise<void>;
}

/** Playwright lacks this type. */
interface ExtensionsDomain {
  send(method: 'Extensions.loadUnpacked', params: { path: string }): Promise<{ id: string }>;
  send(method: 'Extensions.uninstall', params: { id: string }): Promise<void>;
}

export async function startSharedChromium(options: BrowserOptions): Promise<SharedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-profile-'));
  const context = await startBrowser(profile, options, [
    '--enable-unsafe-extension-debugging',
    // Of the browser's own window, which take a quarter of its main thread's time. Pages keep theirs.
    '--animation-duration-scale=0',
  ]);
  await delayMessages(context);
  const problems: string[] = [];
  collectProblems(context, problems);
  const session: CDPSession | undefined = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('Playwright gives no access to the browser as a whole.');
  const extensions = session as unknown as ExtensionsDomain;

  return {
    async install(build, { hosts }) {
      const path = hosts === 'granted' ? await withHostsGranted(build) : await copyOf(build);
      if (hosts === 'granted') await removeOtherLocales(path);
      const takeProblems = () => problems.splice(0);
      takeProblems();
      const { id } = await extensions.send('Extensions.loadUnpacked', { path });
      const baseUrl = `chrome-extension://${id}/`;
      const optionsPage = await waitForPage(context, `${baseUrl}options.html`);
      return {
        context,
        baseUrl,
        optionsPage,
        background: new ChromiumWorker(context, baseUrl),
        takeProblems,
        async remove() {
          // Opening a new page takes a tenth of a short test's time.
          const empty = context.pages().find((page) => page.url() === 'about:blank');
          const blank = empty ?? (await context.newPage());
          const others = context.pages().filter((page) => page !== blank);
          await Promise.all(others.map((page) => page.close()));
          await extensions.send('Extensions.uninstall', { id });
          await context.unrouteAll();
          await context.clearCookies();
          await rm(path, { recursive: true });
        },
      };
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Chromium reads the texts of all locales when it loads an extension, which takes a fifth of the time of a short test. */
async function removeOtherLocales(path: string): Promise<void> {
  const locales = join(path, '_locales');
  const others = (await readdir(locales)).filter((name) => name !== 'en');
  await Promise.all(others.map((name) => rm(join(locales, name), { recursive: true })));
}

async function copyOf(build: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'linkhaul-build-'));
  await cp(build, copy, { recursive: true });
  return copy;
}

/** Every error that a page or a worker logs or throws from now on, except for stopped workers. */
export function collectProblems(context: BrowserContext, problems: string[]): void {
  // In an image document (`openQuietPage`), the policy of extension pages blocks the browser's own styles.
  const isProblem = (message: ConsoleMessage) =>
    message.type() === 'error' &&
    !isEndedWorkerMessage(message.text()) &&
    !message.location().url.endsWith(`/${quietPath}`);
  context.on('console', (message) => {
    if (isProblem(message)) problems.push(`${message.location().url}: ${message.text()}`);
  });
  context.on('weberror', (webError) => {
    const problem = String(webError.error());
    const page = webError.page();
    problems.push(problem);
    if (!problem.includes('Failed to fetch dynamically imported module')) return;
    // A closing page aborts its pending imports.
    const forget = () => void problems.splice(problems.indexOf(problem), problems.includes(problem) ? 1 : 0);
    if (page?.isClosed()) forget();
    else page?.once('close', forget);
  });
  const watch = (worker: Worker) =>
    worker.on('console', (message) => {
      if (isProblem(message)) problems.push(`worker: ${message.text()}`);
    });
  for (const worker of context.serviceWorkers()) watch(worker);
  context.on('serviceworker', watch);
}
