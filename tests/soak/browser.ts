/** Chromium that can be killed and restarted with its profile, whose files can be searched. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { startChromium, waitForPage } from '../../scripts/chromium.ts';
import { type SoakWorker, WorkerControl } from './worker.ts';

/** A restart replaces `context`. */
export interface SoakBrowser {
  readonly context: BrowserContext;
  /** With a trailing slash. */
  readonly baseUrl: string;
  /** @param page any page that stays open */
  attachWorker(page: Page): Promise<SoakWorker>;
}

export interface ProfileBrowser extends SoakBrowser {
  readonly extensionId: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** The addresses in the profile's files, with the files' names. The browser must not run. */
  findOnDisk(addresses: readonly string[]): Promise<readonly string[]>;
  /** Keeps the profile. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

export async function openProfileBrowser(options: {
  readonly executablePath: string;
  readonly extensionDir: string;
}): Promise<ProfileBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-soak-profile-'));
  const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  const start = () => startChromium(profile, options);
  let running: Awaited<ReturnType<typeof start>>;
  const baseUrl = () => `chrome-extension://${running.extensionId}/`;
  try {
    running = await start();
    await waitForPage(running.context, `${baseUrl()}options.html`);
  } catch (error) {
    await removeProfile();
    throw error;
  }
  return {
    get context() {
      return running.context;
    },
    get extensionId() {
      return running.extensionId;
    },
    get baseUrl() {
      return baseUrl();
    },
    attachWorker: (page) => WorkerControl.attach(page, baseUrl()),
    async kill() {
      const { context } = running;
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      process.kill(await getProcessId(context), 'SIGKILL');
      await closed;
    },
    async start() {
      const { extensionId } = running;
      running = await start();
      if (running.extensionId !== extensionId)
        throw new Error('The extension has a different id after the restart.');
    },
    findOnDisk: (addresses) => findInFiles(profile, addresses),
    close: () => running.context.close(),
    remove: removeProfile,
  };
}

/** Its other processes end with it. */
async function getProcessId(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const response = await session?.send('SystemInfo.getProcessInfo');
  const browser = response?.processInfo.find(({ type }) => type === 'browser');
  if (browser === undefined) throw new Error('The browser did not report the id of its process.');
  return browser.id;
}

async function findInFiles(folder: string, addresses: readonly string[]): Promise<readonly string[]> {
  const forms = addresses.map((address) => [address, [address, encodeURIComponent(address)]] as const);
  const hosts = new Set(
    addresses.flatMap((address) => [new URL(address).host, encodeURIComponent(new URL(address).host)]),
  );
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    // Databases use one or two bytes per character.
    for (const text of [bytes.toString('latin1'), bytes.toString('utf16le')]) {
      if (![...hosts].some((host) => text.includes(host))) continue;
      for (const [address, texts] of forms)
        if (texts.some((form) => hasAddress(text, form)))
          found.set(address, `${address} in ${join(relative(folder, entry.parentPath), entry.name)}`);
    }
  }
  return [...found.values()];
}

/** Not just as the prefix of an address with a longer number. */
function hasAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1))
    if (!/\d/.test(text.charAt(at + address.length))) return true;
  return false;
}
