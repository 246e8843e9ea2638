/** The user's own files: chosen, dropped, pasted, and confirmed by evidence. */
import type { Page } from '@playwright/test';
import { createAdmin } from '../../../service/src/index.ts';
import { connectedTest as base, expect } from '../harness/index.ts';
import { chooseFiles, dropFiles, rows, senderHeapBytes, sparseFile } from '../harness/own-files.ts';

const test = base.extend<{ manager: Page }>({
  manager: async ({ extension }, use) => {
    const manager = await extension.open('manager.html');
    // Files dropped before the view has loaded land on an empty page.
    await expect(manager.getByRole('button', { name: 'Choose files…' })).toBeVisible();
    await use(manager);
  },
});
test.use({ serviceOptions: { admin: true } });

// In Firefox, `own-files.firefox.spec.ts` chooses files.
test('chosen files are uploaded, each once', { tag: '@chromium' }, async ({
  manager,
  extension,
  service,
  dir,
}) => {
  const admin = createAdmin(service.url);
  const names = ['Übung (1).webm', 'क ख.txt', 'plain.bin'];
  const paths = await Promise.all(names.map((name, at) => sparseFile(dir, name, 1_000 + at)));
  await chooseFiles(manager, paths);
  await expect(manager.getByText('3 files will be uploaded to “My files”.')).toBeVisible();
  await expect(rows(manager, 'done')).toHaveCount(3);
  const posts = (await admin.audit()).filter(({ endpoint, effect }) => endpoint === '/upload' && effect);
  expect(posts).toHaveLength(3);

  await chooseFiles(manager, paths[0] ?? '');
  await expect(manager.getByText('in your account: “Übung (1).webm”.')).toBeVisible();

  await manager.goto(extension.url('manager.html#files'));
  await expect(manager.getByText('plain', { exact: true }).first()).toBeVisible();
  await manager.goto(extension.url('manager.html'));
  await chooseFiles(manager, await sparseFile(dir, 'plain.mp4', 1_000));
  await expect(
    manager.getByText('A file with this name is already in its folder: “plain.mp4”.'),
  ).toBeVisible();
  await manager.getByRole('button', { name: 'Upload anyway' }).click();
  await expect(rows(manager, 'done')).toHaveCount(4);

  service.settings.quotaBytes = 10_000;
  await chooseFiles(manager, await sparseFile(dir, 'too-large.bin', 20_000));
  await expect(manager.getByText(/^These files need 20 kB, but only [\d.]+ kB is free\.$/)).toBeVisible();
});

test('100 MB are sent without being held in memory', { tag: ['@all', '@devtools'] }, async ({
  manager,
  dir,
}) => {
  await chooseFiles(manager, await sparseFile(dir, 'large.bin', 100_000_000));
  await expect(rows(manager, 'sending')).toHaveCount(1);
  await expect(rows(manager, 'done')).toHaveCount(1, { timeout: 45_000 });
  const devtools = await manager.context().newCDPSession(manager);
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  expect(usedSize).toBeLessThan(50_000_000);
  expect(await senderHeapBytes(manager)).toBeLessThan(50_000_000);
});

test('an interrupted connection is retried', { tag: '@all' }, async ({ manager, service, account, dir }) => {
  const admin = createAdmin(service.url);
  // The rest is more than systems buffer for a connection that nobody reads (32 MB and 4 MB), so the page knows that it wasn't sent.
  const sizeBytes = 50_000_000;
  await admin.setFaults([
    { endpoint: '/upload', kind: 'cut-request', bytes: 10_000_000, abrupt: true, times: 1 },
  ]);
  await chooseFiles(manager, await sparseFile(dir, 'cut.bin', sizeBytes));
  await expect(rows(manager, 'done')).toHaveCount(1, { timeout: 60_000 });
  expect((await admin.faults())[0]).toMatchObject({ applied: 1 });
  expect(await admin.files(account.email)).toHaveLength(1);
});

test('the popup opens the manager, where files are dropped and pasted into the current folder', {
  tag: ['@all', '@devtools'],
}, async ({ extension, client, dir }) => {
  const { folders } = client;
  const { folderId } = await folders.create({ name: 'Dropped here' });
  const popup = await extension.open('popup.html');
  const opened = extension.context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Files…' }).click();
  const manager = await opened;
  await expect(manager).toHaveURL(extension.url('manager.html#uploads'));
  await expect(manager.getByRole('button', { name: 'Choose files…' })).toBeFocused();
  await manager.goto(extension.url(`manager.html#files/${folderId}`));
  await expect(manager.getByRole('treeitem', { name: 'Dropped here' })).toBeVisible();
  await dropFiles(manager, await sparseFile(dir, 'dropped.bin', 1_000));
  await expect(manager.getByText('1 file will be uploaded to “Dropped here”.')).toBeVisible();
  await expect(manager.getByRole('row', { name: 'dropped' })).toBeVisible();

  const paste = (name: string, text: string | null) =>
    manager.evaluate(
      ([fileName, beside]) => {
        const clipboardData = new DataTransfer();
        if (beside !== null) clipboardData.setData('text/plain', beside);
        clipboardData.items.add(new File(['x'], fileName, { lastModified: 1 }));
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      [name, text] as const,
    );
  // A picture of the text that was copied with it isn't meant.
  await paste('of-text.png', 'https://downloads.example/a');
  await paste('picture.png', null);
  await expect(manager.getByRole('row', { name: 'picture' })).toBeVisible();
  const { files } = await client.files.list({ folderId });
  expect(files.map(({ title }) => title).sort()).toEqual(['dropped', 'picture']);
});

test('files dropped on the side panel open a new manager', { tag: ['@all', '@chromium'] }, async ({
  extension,
  client,
}) => {
  const panel = await extension.open('sidepanel.html');
  await expect(panel.getByLabel('Links to upload')).toBeVisible();
  const opened = extension.context.waitForEvent('page');
  await panel.evaluate(async () => {
    const items = [{ webkitGetAsEntry: () => null, getAsFile: () => new File(['dropped'], 'dropped.txt') }];
    const fire = (type: string) => {
      const event = new DragEvent(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', {
        value: { types: ['Files'], items, effectAllowed: 'all' },
      });
      return (document.querySelector('.popup-views') ?? document).dispatchEvent(event);
    };
    fire('dragenter');
    // Until dropping is allowed.
    while (fire('dragover')) await new Promise(requestAnimationFrame);
    fire('drop');
  });
  const manager = await opened;
  await expect(rows(manager, 'done')).toHaveCount(1);
  await expect(manager).toHaveURL(extension.url('manager.html#uploads'));
  const { files } = await client.files.list({});
  expect(files.map(({ title }) => title)).toEqual(['dropped']);
});
