/** The tab or the browser closes while the user's own files are uploaded. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { startChromium, waitForPage, withHostsGranted } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/extension-pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { expect, connectedTest as test, until } from './harness/index.ts';
import { chooseFiles, dropFiles, rows, sparseFile } from './harness/own-files.ts';
import { readRecords } from './harness/stored.ts';

/** The rest is more than systems buffer for a connection that nobody reads (32 MB and 4 MB). */
const sizeBytes = 50_000_000;
const takenBytes = 10_000_000;

test.use({ serviceOptions: { admin: true } });

/** The handle needs no permission, because tests can't answer the prompt. */
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

test('files continue when their tab is closed', async ({ extension, service, account, dir }) => {
  const admin = createAdmin(service.url);
  const files = () => admin.files(account.email);
  const folder = join(dir, 'Dropped');
  await mkdir(folder);
  await sparseFile(folder, 'dropped.bin', sizeBytes);
  const manager = await extension.open('manager.html');
  // The service reads nothing until both uploads have started.
  await admin.setFaults([{ endpoint: '/upload', kind: 'hold' }]);
  await chooseFiles(manager, await sparseFile(dir, 'chosen.bin', sizeBytes));
  await dropFiles(manager, folder);
  await expect(manager.locator('.upload-share')).toHaveCount(2);
  await manager.getByLabel('Simultaneous uploads').selectOption('1');
  await expect(manager.getByLabel('Simultaneous uploads')).toHaveValue('1');
  await expect(manager.getByText('You can close this tab.')).toBeVisible();
  await manager.close();
  expect(await files()).toEqual([]);
  await admin.setFaults([]);
  await until('the files', async () => (await files()).length === 2, 20_000);
});

test('interrupted files can be continued after the browser ended in between', async ({
  program,
  build,
  service,
  account,
  dir,
}) => {
  const admin = createAdmin(service.url);
  const extensionDir = await withHostsGranted(build);
  const executablePath = await program('chromium');
  const start = () => startChromium(join(dir, 'profile'), { executablePath, extensionDir });
  const open = async (context: BrowserContext, id: string, name: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${id}/${name}`);
    return page;
  };
  const file = await sparseFile(dir, 'browser.bin', sizeBytes);
  const other = await sparseFile(dir, 'other.bin', 5_000);

  const first = await start();
  const options = await waitForPage(first.context, `chrome-extension://${first.extensionId}/options.html`);
  await connect(options, service.url, account.key);
  await admin.setFaults([{ endpoint: '/upload', kind: 'cut-request', bytes: takenBytes, times: 1 }]);
  const ending = await open(first.context, first.extensionId, 'manager.html');
  await chooseFiles(ending, file);
  await ending.getByLabel('Simultaneous uploads').selectOption('1');
  await expect(ending.locator('.upload-share')).toHaveText(/^[2-9]\d\s?%$/);
  await dropWithHandle(ending);
  await expect(rows(ending, 'waiting')).toHaveCount(1);
  // Stored after the upload, whose row appears first.
  await until(
    'the handle',
    async () => (await readRecords(ending, 'linkhaul-file-handles', 'handles')).length === 1,
  );
  await first.context.close();

  const second = await start();
  const again = await open(second.context, second.extensionId, 'manager.html');
  // At once, although the service is asked for the interrupted file.
  await expect(rows(again, 'needs-file')).toHaveCount(2);
  await expect(again.getByText(/^Interrupted: [2-9]\d% uploaded\.$/)).toBeVisible();
  await again.getByRole('button', { name: 'Start again' }).click();
  await expect(rows(again, 'needs-file')).toHaveCount(1);
  await chooseFiles(again, other, rows(again, 'needs-file'));
  await expect(again.getByText(/^That’s a different file/)).toBeVisible();
  await chooseFiles(again, file, rows(again, 'needs-file'));
  await expect(rows(again, 'done')).toHaveCount(2, { timeout: 40_000 });
  const titles = (await admin.files(account.email)).map(({ title }) => title);
  expect(titles.sort()).toEqual(['browser', 'kept']);
  await second.context.close();
  await rm(extensionDir, { recursive: true });
});
