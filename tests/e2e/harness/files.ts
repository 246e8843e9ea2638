/**
 * Fixtures for Files: one browser and one service for all tests, and accounts with generated files.
 *
 * Starting a browser and reading an account takes longer than most of these tests. Tests that change data have their own account. Read-only
 * tests share one (`isShared`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Client, createClient, type FileEntry } from '../../../lib/api/index.ts';
import {
  type Admin,
  type AuditEntry,
  createAdmin,
  type DialectName,
  type RunningService,
  type SeedOptions,
  startService,
} from '../../../service/src/index.ts';
import type { InstalledExtension } from './extension.ts';
import { Extension } from './extension.ts';
import { test as base, expect, output } from './index.ts';
import { currentAccountId, message } from './messages.ts';

export { expect } from '@playwright/test';
export { message } from './messages.ts';
export { until } from './until.ts';

/** Connected, with generated files. */
export interface Library {
  /** In the extension. */
  readonly id: string;
  readonly client: Client;
  readonly service: RunningService;
  readonly ids: Readonly<Record<keyof typeof names, string>>;
  /** On the service, newest first. */
  filesIn(folderId: string): Promise<readonly FileEntry[]>;
  /** Those that have reached the service so far. */
  requests(): Promise<readonly AuditEntry[]>;
}

interface Options {
  /** The test doesn't change the account. */
  isShared: boolean;
  /** Of an account that isn't shared. */
  size: SeedSize;
}

interface Fixtures {
  admin: Admin;
  library: Library;
  /** Waits until the account is read. `place` is appended to `#files`. */
  openManager: (place?: string) => Promise<Page>;
  /** On the Files tab. Waits until the account is read. */
  openPopup: () => Promise<Page>;
}

interface WorkerFixtures {
  /** Started on first use. */
  hostOf: (dialect: DialectName) => Promise<RunningService>;
  installed: InstalledExtension;
  connectTo: (service: RunningService, size: SeedSize) => Promise<Library>;
  /** Connected on first use. */
  share: (dialect: DialectName) => Promise<Library>;
}

type SeedSize = Pick<SeedOptions, 'files' | 'folders'>;
/** Read quickly. One folder is nested. */
export const small: SeedSize = { files: 60, folders: 6 };
const shared: SeedSize = { files: 300, folders: 12 };

/** In accounts of both sizes. The tunnel is in the canal, all others are in the root. */
export const names = {
  ferry: 'Évora ferry 1',
  canal: 'Hoorn canal 2',
  orchard: 'Jávea orchard 3',
  tunnel: 'Łódź tunnel 6',
} as const;

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  isShared: [false, { option: true }],
  size: [small, { option: true }],

  hostOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      await using cleanup = new AsyncDisposableStack();
      async function start(dialect: DialectName) {
        const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-files-'));
        cleanup.defer(() => rm(dataDir, { recursive: true }));
        // Tests and extension share a key, and together they would exceed the limit.
        const service = await startService({ dataDir, dialect, admin: true, rateLimit: false });
        cleanup.defer(service.close);
        return service;
      }
      await use(onceEach(start));
    },
    { scope: 'worker' },
  ],

  installed: [
    async ({ sharedBrowser, browserName }, use) => {
      const build = output(browserName === 'firefox' ? 'firefox-mv3' : 'chrome-mv3');
      const installed = await (await sharedBrowser(false)).install(build, {
        hosts: 'granted',
        privateWindows: false,
      });
      await use(installed);
      await installed.remove();
    },
    { scope: 'worker' },
  ],

  connectTo: [
    async ({ installed }, use) => {
      let count = 0;
      await use((service, size) => {
        count += 1;
        return connected(new Extension(installed), service, `files-${count}@linkhaul.example`, size);
      });
    },
    { scope: 'worker' },
  ],

  share: [
    async ({ hostOf, connectTo }, use) => {
      await use(onceEach(async (dialect) => connectTo(await hostOf(dialect), shared)));
    },
    { scope: 'worker' },
  ],

  service: async ({ hostOf, dialect }, use) => use(await hostOf(dialect)),
  admin: async ({ service }, use) => use(createAdmin(service.url)),

  // Problems are reported for the test that caused them.
  extension: async ({ installed }, use) => {
    installed.takeProblems();
    const extension = new Extension(installed);
    await use(extension);
    extension.expectNoProblems();
    const open = installed.context.pages().filter((page) => page !== installed.optionsPage);
    await Promise.all(open.map((page) => page.close()));
  },

  library: async ({ isShared, size, service, dialect, installed, connectTo, share }, use) => {
    const library = isShared ? await share(dialect) : await connectTo(service, size);
    const accountId = library.id;
    await message(installed.optionsPage, 'accounts.select', { accountId });
    await use(library);
    if (!isShared) await message(installed.optionsPage, 'accounts.remove', { accountId });
  },

  openManager: async ({ extension, library: _ }, use) => {
    await use(async (place = '') => {
      const page = await extension.open(`manager.html#files${place}`);
      // The last view may be visible already.
      await expect(page.locator('#page > [inert]')).toHaveCount(0);
      await expect(page.getByText(/^Updated/)).toBeVisible();
      return page;
    });
  },

  openPopup: async ({ extension, library: _ }, use) => {
    await use(async () => {
      const page = await extension.open('popup.html');
      await page.getByRole('tab', { name: 'Files' }).click();
      await expect(page.getByText(/^Updated/)).toBeVisible();
      return page;
    });
  },
});

function onceEach<T>(work: (dialect: DialectName) => Promise<T>): (dialect: DialectName) => Promise<T> {
  const done = new Map<DialectName, Promise<T>>();
  return (dialect) => {
    const result = done.get(dialect) ?? work(dialect);
    done.set(dialect, result);
    return result;
  };
}

async function connected(
  extension: Extension,
  service: RunningService,
  email: string,
  size: SeedSize,
): Promise<Library> {
  const { key } = service.createAccount({ email });
  await service.seed({ account: email, seed: 4, ...size });
  await extension.connect(service.url, key);
  const id = await currentAccountId(extension);
  const client = createClient({ baseUrl: service.url, key, dialect: service.dialect });
  // It can't be played.
  await client.uploads.send(new File(['Nothing to see.'], 'plain words.txt', { type: 'text/plain' }));
  const outer = await client.folders.list('0', { onlyFolders: true });
  const idIn = ({ folders }: typeof outer, name: string) =>
    folders.find((folder) => folder.name === name)?.folderId ?? '';
  const canal = idIn(outer, names.canal);
  const inner = await client.folders.list(canal, { onlyFolders: true });
  return {
    id,
    client,
    service,
    ids: {
      ferry: idIn(outer, names.ferry),
      canal,
      orchard: idIn(outer, names.orchard),
      tunnel: idIn(inner, names.tunnel),
    },
    async filesIn(folderId) {
      const { files } = await client.files.list({ folderId, perPage: 200 });
      return files;
    },
    async requests() {
      const all = await createAdmin(service.url).audit();
      return all.filter(({ account: whose, endpoint }) => whose === email && endpoint.startsWith('/api/'));
    },
  };
}

export const row = (page: Page, name: string): Locator => page.getByRole('row', { name });
export const focused = (page: Page): Locator => page.locator(':focus');
export const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

export async function rename(of: Locator, name: string): Promise<void> {
  await of.focus();
  const { keyboard } = of.page();
  await keyboard.press('F2');
  await keyboard.type(name);
  await keyboard.press('Enter');
}

/** By pasting, because reading the clipboard requires a permission that the extension lacks. */
export async function pasted(page: Page): Promise<string> {
  const context = page.context();
  const scratch = context.pages().find((each) => each.url() === 'about:blank') ?? (await context.newPage());
  await scratch.bringToFront();
  await scratch.setContent('<textarea></textarea>');
  const box = scratch.locator('textarea');
  await box.focus();
  await scratch.keyboard.press('ControlOrMeta+V');
  await expect(box).not.toHaveValue('');
  const text = await box.inputValue();
  await page.bringToFront();
  return text;
}
