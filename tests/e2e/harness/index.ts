/**
 * Fixtures: real browsers, a real service, and a second web server.
 *
 * Each test has a service with an empty data folder and a new installation of the extension in the worker's browser. Unused fixtures aren't
 * started.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { type Client, createClient } from '../../../lib/api/index.ts';
import { type BrowserName, findBrowser } from '../../../scripts/browsers.ts';
import { type Display, startDisplay } from '../../../scripts/display.ts';
import { CommandError } from '../../../scripts/process.ts';
import {
  type DialectName,
  type RunningService,
  type RunningSite,
  type ServiceOptions,
  startSampleSite,
  startService,
} from '../../../service/src/index.ts';
import { fastLimiter } from '../../lib/api/helpers/fast-limiter.ts';
import { BidiSession } from './bidi.ts';
import { type SharedBrowser, startSharedChromium } from './chromium.ts';
import { Extension } from './extension.ts';
import { startSharedFirefox } from './firefox.ts';
import { FirefoxNative } from './firefox-native.ts';
import { ChromiumNative, type Native } from './native.ts';

export { expect } from '@playwright/test';
export { until } from './until.ts';
export type { Extension, Native };

const clientAgent = 'linkhaul-tests';

export const output = (name: string): string =>
  fileURLToPath(new URL(`../../../.output/${name}`, import.meta.url));

/** For `test.use`. */
export interface Options {
  /** On a virtual screen, which `native` needs. Firefox has menus without a screen. */
  headed: boolean;
  /**
   * The extension's access to this machine's hosts from the start. "granted" uses a copy of the build that only differs in
   * `host_permissions`. "asked" uses the build itself, and the prompt needs `native.allow`. In Firefox, "granted" also answers every
   * prompt.
   */
  hosts: 'granted' | 'asked';
  /** Firefox only. */
  privateWindows: boolean;
  dialect: DialectName;
  serviceOptions: Partial<ServiceOptions>;
  build: string;
}

export interface Fixtures {
  service: RunningService;
  /** Exists from the start. */
  account: { email: string; key: string };
  /** With the account's key. The service doesn't count its requests. */
  client: Client;
  /** A page of links, and the linked files. */
  site: RunningSite;
  /** In the project's browser. */
  extension: Extension;
  dir: string;
  /** Its own menu and prompts. */
  native: Native;
}

interface WorkerFixtures {
  /** Searched once. */
  program: (name: BrowserName) => Promise<string>;
  /** Started on first use. */
  startScreen: () => Promise<Display>;
  startBrowser: (headed: boolean) => Promise<SharedBrowser>;
  /** Started on first use. */
  sharedBrowser: (headed: boolean) => Promise<SharedBrowser>;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  headed: [false, { option: true }],
  hosts: ['granted', { option: true }],
  privateWindows: [false, { option: true }],
  dialect: ['document', { option: true }],
  serviceOptions: [{}, { option: true }],
  build: [
    async ({ browserName }, use) => {
      await use(output(browserName === 'firefox' ? 'firefox-mv3' : 'chrome-mv3'));
    },
    { option: true },
  ],

  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      const found: Partial<Record<BrowserName, Promise<string>>> = {};
      await use((name) => {
        found[name] ??= pathOf(name);
        return found[name];
      });
    },
    { scope: 'worker' },
  ],

  startScreen: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      let started: Promise<Display> | undefined;
      await use(() => {
        started ??= startDisplay();
        return started;
      });
      await (await started)?.stop();
    },
    { scope: 'worker' },
  ],

  startBrowser: [
    async ({ browserName, program, startScreen }, use) => {
      await use(async (headed) => {
        if (browserName === 'firefox') return startSharedFirefox(await program('firefox'));
        const executablePath = await program('chromium');
        return startSharedChromium({
          executablePath,
          headed,
          ...(headed && { env: (await startScreen()).env }),
        });
      });
    },
    { scope: 'worker' },
  ],

  sharedBrowser: [
    async ({ startBrowser }, use) => {
      const started = new Map<boolean, Promise<SharedBrowser>>();
      await use((headed) => {
        const running = started.get(headed) ?? startBrowser(headed);
        started.set(headed, running);
        return running;
      });
      for (const running of started.values()) await (await running).close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  account: async ({}, use) => {
    await use({ email: 'demo@linkhaul.example', key: 'demo-key-0123456789' });
  },

  service: async ({ account, dialect, serviceOptions }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-service-'));
    const options = { dataDir, dialect, accounts: [account], uncountedAgent: clientAgent };
    const service = await startService({ ...options, ...serviceOptions });
    // A test may stop its service.
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= service.close();
      return closing;
    };
    await use({ ...service, close });
    await close();
    await rm(dataDir, { recursive: true });
  },

  client: async ({ service, account }, use) => {
    const uncounted = (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      request.headers.set('user-agent', clientAgent);
      return fetch(request);
    };
    const { dialect, url: baseUrl } = service;
    await use(createClient({ baseUrl, key: account.key, dialect, fetch: uncounted, limiter: fastLimiter() }));
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  site: async ({}, use) => {
    const site = await startSampleSite();
    await use(site);
    await site.close();
  },

  extension: async ({ sharedBrowser, startBrowser, build, headed, hosts, privateWindows }, use, testInfo) => {
    testInfo.skip(
      headed && process.platform !== 'linux',
      'A window needs a screen of its own: Xvfb, on Linux only.',
    );
    // New tabs would open in a private window that a test left open.
    const browser = await (privateWindows ? startBrowser(headed) : sharedBrowser(headed));
    const installed = await browser.install(build, { hosts, privateWindows });
    const extension = new Extension(installed);
    await use(extension);
    try {
      extension.expectNoProblems();
    } finally {
      await installed.remove();
    }
    if (privateWindows) await browser.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  dir: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'linkhaul-test-'));
    await use(dir);
    await rm(dir, { recursive: true, maxRetries: 5 });
  },

  native: async ({ browserName, extension, headed, startScreen }, use) => {
    if (!headed) throw new Error('`native` needs a window: test.use({ headed: true }).');
    if (browserName === 'firefox') await use(new FirefoxNative(new BidiSession(extension.context)));
    else await use(new ChromiumNative(await startScreen()));
  },
});

export const connectedTest = test.extend({
  extension: async ({ extension, service, account }, use) => {
    await extension.connect(service.url, account.key);
    await use(extension);
  },
});

async function pathOf(name: BrowserName): Promise<string> {
  const found = await findBrowser(name);
  if (found === undefined) throw new CommandError(`There is no ${name} here; "npm test" installs one.`);
  return found.path;
}
