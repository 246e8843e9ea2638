/** Pausing, reordering and resuming: which requests the service receives, in which order. */
import { readFile } from 'node:fs/promises';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { readRecords } from '../harness/stored.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true } });

test('links are pasted, reordered while paused, and sent in order', async ({ extension, service, site }) => {
  const admin = createAdmin(service.url);
  const sent = async () =>
    (await admin.audit())
      .filter(({ endpoint, effect }) => endpoint === '/api/upload/url' && effect)
      .map(({ query }) => new URL(query['url'] ?? '').search);

  const manager = await extension.open('manager.html');
  const paste = manager.getByLabel('Links to upload');
  const address = (name: string) => `${site.url}/sample.webm?${name}`;

  await paste.fill(address('before'));
  await manager.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(manager.locator('[data-state="done"]')).toHaveCount(1);
  await manager.getByRole('button', { name: 'Pause' }).click();
  await expect(manager.getByText('Uploads are paused.', { exact: true })).toBeVisible();

  await paste.fill(
    ['# four', ...['a', 'b', 'c', 'd'].map(address), `again ${address('b')}`, 'no address'].join('\n'),
  );
  await expect(manager.getByText('1 repeated, uploaded once')).toBeVisible();
  await expect(manager.getByText('Line 7 isn’t a link')).toBeVisible();
  await manager.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(manager.getByText('4 links are queued for “My files”.')).toBeVisible();
  await expect(paste).toHaveValue('no address');

  const rows = manager.locator('[data-state="waiting"]');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('Waiting: uploads are paused');
  await rows.nth(3).focus();
  await manager.keyboard.press('Alt+ArrowUp');
  await expect(manager.getByText(/is now number 3 of 4/)).toBeVisible();
  await expect(rows.nth(2)).toBeFocused();
  await rows
    .nth(1)
    .getByRole('button', { name: /^More for/ })
    .click();
  await manager.getByRole('menuitem', { name: 'Move to top' }).click();
  await expect(manager.getByText(/is now number 1 of 4/)).toBeVisible();
  // The message appears before the list is read again.
  const order = ['b', 'a', 'd', 'c'];
  for (const [at, name] of order.entries())
    await expect(rows.nth(at).locator('.upload-title')).toHaveAttribute('title', new RegExp(`\\?${name}$`));

  const download = manager.waitForEvent('download');
  await manager.getByRole('button', { name: 'Queue options' }).click();
  await manager.getByRole('menuitem', { name: 'Save as text' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual(order.map(address));

  // Killing the worker doesn't end the pause.
  await extension.background.kill();
  const popup = await extension.open('popup.html');
  await expect(popup.getByText('Uploads are paused; 4 links are waiting.')).toBeVisible();
  await extension.background.wake();
  expect(await sent()).toEqual(['?before']);

  await popup
    .getByRole('status')
    .or(popup.locator('.queue-paused'))
    .getByRole('button', { name: 'Resume' })
    .click();
  await expect(popup.getByText('Uploads resumed.')).toBeVisible();
  await expect(popup.locator('[data-state="done"]')).toHaveCount(5);
  const wanted = ['before', ...order].map(address);
  expect((await sent()).sort()).toEqual(wanted.map((url) => new URL(url).search).sort());
  // Requests 100 ms apart may arrive out of order, so compare when they were sent.
  const records = (await readRecords(popup, 'linkhaul-uploads', 'uploads')) as Upload[];
  const left = records.toSorted((one, other) => (one.sentAtMs ?? 0) - (other.sentAtMs ?? 0));
  expect(left.map(({ url }) => url)).toEqual(wanted);
});

test('of 300 links, the list reads the first ones, and more when asked', { tag: '@all' }, async ({
  extension,
}) => {
  const manager = await extension.open('manager.html');
  await message(manager, 'uploads.pause', {});
  const address = (at: number) => `https://films.example/${at}.mp4`;
  const addresses = Array.from({ length: 300 }, (_, at) => address(at));
  await manager.getByLabel('Links to upload').fill(addresses.join('\n'));
  await manager.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(manager.getByText('300 links are queued for “My files”.')).toBeVisible();
  await expect(manager.getByText('Uploads are paused; 300 links are waiting.')).toBeVisible();
  const batch = manager.getByRole('row', { name: '300 links to “My files”' });
  await expect(batch).toContainText('0 of 300');
  await batch.getByRole('button').click();
  const grid = manager.getByRole('grid');
  const rowsOf = (links: number) => String(links + 2);
  await expect(grid).toHaveAttribute('aria-rowcount', rowsOf(250 + 1));
  const more = manager.getByRole('button', { name: '50 more' });
  const scrollToEnd = async () => {
    await manager.locator('.upload-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    return more.isVisible();
  };
  await expect.poll(scrollToEnd).toBe(true);
  await more.click();
  await expect(grid).toHaveAttribute('aria-rowcount', rowsOf(300));
  await expect(manager.getByText('Uploads are paused; 300 links are waiting.')).toBeVisible();

  // A new page reads the first ones again.
  const popup = await extension.open('popup.html');
  await expect(popup.getByText('Uploads are paused; 300 links are waiting.')).toBeVisible();
  const download = popup.waitForEvent('download');
  await popup.getByRole('button', { name: 'Queue options' }).click();
  await popup.getByRole('menuitem', { name: 'Save as text' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual(addresses);
});

test('Undo and Redo apply to sent links, even after the worker has ended, and Ctrl+Z in the box to its text', {
  tag: '@all',
}, async ({ extension, service, site }) => {
  const admin = createAdmin(service.url);
  service.settings.bytesPerSecond = 1_000;
  const popup = await extension.open('popup.html');
  const button = (name: string) => popup.getByRole('button', { name, exact: true });
  await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
  await button('Upload').click();
  await expect.poll(async () => (await admin.transfers()).length).toBe(1);
  await button('Undo').click();
  await expect(popup.getByText('Removed from the queue for “My files”')).toBeVisible();
  await expect.poll(async () => (await admin.transfers()).length).toBe(0);
  await extension.background.kill();
  await button('Redo').click();
  await expect(popup.getByText('1 link is queued for “My files”.')).toBeVisible();
  await expect.poll(async () => (await admin.transfers()).length).toBe(1);
  await popup.keyboard.press('Control+z');
  await expect.poll(async () => (await admin.transfers()).length).toBe(0);
  service.settings.bytesPerSecond = 0;
  await popup.keyboard.press('Control+Shift+z');
  const done = popup.locator('[data-state="done"]');
  await expect(done).toHaveCount(1);

  const box = popup.getByLabel('Links to upload');
  await box.pressSequentially('https://site.test/a');
  await box.press('ControlOrMeta+a');
  await box.press('Delete');
  await expect(box).toHaveValue('');
  await box.press('ControlOrMeta+z');
  await expect(box).toHaveValue(/^https:/);
  await box.fill('https://site.test/a\nhttps://site.test/b');
  await button('Clear').click();
  await expect(box).toHaveValue('');
  await box.press('ControlOrMeta+z');
  await expect(box).toHaveValue(/a\n.*b$/);
  await expect(done).toHaveCount(1);
});
