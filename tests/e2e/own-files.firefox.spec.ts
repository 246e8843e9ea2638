/** In Firefox, the page itself sends the user's own files. */
import { join } from 'node:path';
import { connect } from '../../scripts/extension-pages.ts';
import { createAdmin } from '../../service/src/index.ts';
import { startSharedFirefox } from './harness/firefox.ts';
import { expect, connectedTest as test } from './harness/index.ts';
import { chooseFiles, rows, sparseFile } from './harness/own-files.ts';

/** The rest is more than systems buffer for a connection that nobody reads (32 MB and 4 MB). */
const sizeBytes = 50_000_000;
const takenBytes = 10_000_000;

test.use({ serviceOptions: { admin: true } });

test('the file of a closed tab is asked for, and continues once chosen again, like a dropped one beside a notice', async ({
  extension,
  service,
  account,
  dir,
}) => {
  const admin = createAdmin(service.url);
  const file = await sparseFile(dir, 'chosen.bin', sizeBytes);
  const manager = await extension.open('manager.html');
  await admin.setFaults([{ endpoint: '/upload', kind: 'hold' }]);
  await chooseFiles(manager, file);
  await expect(manager.locator('.upload-share')).toHaveCount(1);
  await expect(manager.getByLabel('Simultaneous uploads')).toBeVisible();
  await expect(manager.getByText('You can close this tab.')).toHaveCount(0);
  await manager.close();
  await admin.setFaults([]);
  const again = await extension.open('manager.html');
  await expect(rows(again, 'needs-file')).toHaveCount(1);
  expect(await admin.files(account.email)).toEqual([]);
  await chooseFiles(again, file, rows(again, 'needs-file'));
  await expect(rows(again, 'done')).toHaveCount(1, { timeout: 40_000 });
  expect(await admin.files(account.email)).toMatchObject([{ title: 'chosen' }]);

  await again.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'dropped.png', { lastModified: 1 }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(again.getByText('Keep this tab open.')).toBeVisible();
  await expect(rows(again, 'done')).toHaveCount(2);
  const titles = (await admin.files(account.email)).map(({ title }) => title);
  expect(titles.sort()).toEqual(['chosen', 'dropped']);
});

test('a file is asked for again after the browser was closed in between', async ({
  program,
  build,
  service,
  account,
  dir,
}) => {
  const admin = createAdmin(service.url);
  const file = await sparseFile(dir, 'browser.bin', sizeBytes);
  const start = async () => {
    const firefox = await startSharedFirefox(await program('firefox'), join(dir, 'profile'));
    const { optionsPage, baseUrl, context } = await firefox.install(build, {
      hosts: 'granted',
      privateWindows: false,
    });
    return { firefox, optionsPage, context, manager: `${baseUrl}manager.html` };
  };

  const first = await start();
  await connect(first.optionsPage, service.url, account.key);
  await admin.setFaults([{ endpoint: '/upload', kind: 'cut-request', bytes: takenBytes, times: 1 }]);
  const ending = await first.context.newPage();
  await ending.goto(first.manager);
  await chooseFiles(ending, file);
  await expect(ending.locator('.upload-share')).toHaveText(/^[2-9]\d\s?%$/);
  await first.firefox.close();

  const second = await start();
  const again = await second.context.newPage();
  await again.goto(second.manager);
  await expect(rows(again, 'needs-file')).toHaveCount(1);
  await chooseFiles(again, await sparseFile(dir, 'other.bin', 5_000), rows(again, 'needs-file'));
  await expect(again.getByText(/^That’s a different file/)).toBeVisible();
  await chooseFiles(again, file, rows(again, 'needs-file'));
  await expect(rows(again, 'done')).toHaveCount(1, { timeout: 40_000 });
  expect(await admin.files(account.email)).toMatchObject([{ title: 'browser' }]);
  await second.firefox.close();
});
