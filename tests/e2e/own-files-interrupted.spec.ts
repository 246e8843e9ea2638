/** The user's own files, interrupted: the tab and the browser end in the middle. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { startChromium, withHostsGranted } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { expect, test } from './harness/index.ts';
import { chooseFiles, rows, sparseFile } from './harness/own-files.ts';

/** More than what the system keeps of a connection that is not read. Bytes. */
const sizeBytes = 100_000_000;

test.use({ serviceOptions: { admin: true } });

/** Drops a file with a handle that the browser needs no permission for: nobody can answer its question here. */
async function dropWithHandle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('kept.txt', { create: true });
    const writable = await handle.createWritable();
    await writable.write('kept');
    await writable.close();
    const file = await handle.getFile();
    const item = {
      webkitGetAsEntry: () => null,
      getAsFile: () => file,
      getAsFileSystemHandle: async () => handle,
    };
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', { value: { types: ['Files'], items: [item] } });
    document.dispatchEvent(drop);
  });
}

let dir = '';
test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'linkhaul-interrupted-'));
});
test.afterAll(() => rm(dir, { recursive: true }));

test('the tab is closed at 50 %, the browser ends at 50 %', async ({ program, build, service, account }) => {
  const admin = createAdmin(service.url);
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-interrupted-profile-'));
  const extensionDir = await withHostsGranted(build);
  const executablePath = await program('chromium');
  const start = () => startChromium(profile, { executablePath, extensionDir });
  const open = async (context: BrowserContext, id: string, name: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${id}/${name}`);
    return page;
  };
  const [tab, browser, other] = [
    await sparseFile(dir, 'tab.bin', sizeBytes),
    await sparseFile(dir, 'browser.bin', sizeBytes),
    await sparseFile(dir, 'other.bin', 5_000),
  ];
  const half = (page: Page) => expect(page.locator('.upload-share').first()).toHaveText(/^[5-8]\d\s?%$/);

  const first = await start();
  await connect(await open(first.context, first.extensionId, 'options.html'), service.url, account.key);
  const closing = await open(first.context, first.extensionId, 'manager.html');
  await admin.setFaults([{ endpoint: '/upload', kind: 'cut-request', bytes: sizeBytes / 2, times: 2 }]);
  await chooseFiles(closing, tab);
  await half(closing);
  await closing.getByLabel('Files at once').selectOption('1');
  await expect(closing.getByLabel('Files at once')).toHaveValue('1');
  const ending = await open(first.context, first.extensionId, 'manager.html');
  await closing.close();
  await expect(rows(ending, 'uncertain')).toHaveCount(1);
  await chooseFiles(ending, browser);
  await half(ending);
  await dropWithHandle(ending);
  await expect(rows(ending, 'waiting')).toHaveCount(1);
  await first.context.close();

  const second = await start();
  const again = await open(second.context, second.extensionId, 'manager.html');
  await expect(rows(again, 'needs-file')).toHaveCount(3, { timeout: 40_000 });
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(rows(again, 'needs-file')).toHaveCount(2);
  await chooseFiles(again, other, rows(again, 'needs-file'));
  await expect(again.getByText(/^That’s a different file/)).toBeVisible();
  for (const path of [tab, browser]) {
    const name = path.split('/').at(-1) ?? '';
    await chooseFiles(again, path, rows(again, 'needs-file').filter({ hasText: name.replace('.bin', '') }));
  }
  await expect(rows(again, 'done')).toHaveCount(3, { timeout: 20_000 });
  const titles = (await admin.files(account.email)).map(({ title }) => title);
  expect(titles.sort()).toEqual(['browser', 'kept', 'tab']);
  await second.context.close();
  await rm(profile, { recursive: true, maxRetries: 5 });
  await rm(extensionDir, { recursive: true });
});
