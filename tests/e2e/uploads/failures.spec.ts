/** Every failure shows where the user looks, and nothing is lost. */

import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { countInputs } from '../harness/inputs.ts';
import { message } from '../harness/messages.ts';

test.describe('an outage', () => {
  test.use({ serviceOptions: { admin: true, bytesPerSecond: 2_000, rateLimit: false } });

  test('is reported once, with the figures’ age, and ends', { tag: ['@all', '@chromium'] }, async ({
    extension,
    service,
    site,
  }) => {
    const admin = createAdmin(service.url);
    const popup = await extension.open('popup.html');
    const send = async (name: string) => {
      await uploadLinks(popup, `${site.url}/${name}`);
    };
    const notice = popup.getByText(/^Can’t reach /);
    const accountButton = popup.getByRole('button', { name: /^Account: / });
    await send('sample.webm?moving');
    const moving = popup.locator('[data-state="working"]');
    await expect(moving).toContainText(/left/);
    await expect(accountButton).toHaveAccessibleName(/\(connected\)/);

    await admin.setFaults([{ endpoint: '*', kind: 'reset-before' }]);
    await expect(notice).toBeVisible();
    await expect(accountButton).toHaveAccessibleName(/\(can’t be reached\)/);
    await expect(moving).not.toContainText(/left|\/s/);
    await send(`sample.webm?one\n${site.url}/sample.webm?other`);
    // A poll found the outage, so no link is sent.
    const waiting = popup.locator('[data-state="waiting"]');
    await expect(waiting).toHaveCount(2);
    await expect(waiting.first()).toContainText('can’t be reached');

    await popup.getByRole('button', { name: 'Try now' }).click();
    await popup.getByRole('tab', { name: 'Files' }).click();
    const storage = popup.locator('.storage-meter');
    // Next to the notice about the queued link.
    await expect(notice).toHaveCount(1);
    await expect(storage).toHaveCount(0);
    await expect(popup.locator('.storage-usage-problem')).toHaveCount(0);

    const inputs = await countInputs(popup);
    await admin.setFaults([]);
    // An open page retries after at most 20 s.
    await expect(notice).toHaveCount(0, { timeout: 30_000 });
    await expect(storage).toBeVisible();
    await expect(accountButton).toHaveAccessibleName(/\(connected\)/);
    service.settings.bytesPerSecond = 0;
    expect(await inputs()).toBe(0);
    await popup.getByRole('tab', { name: 'Uploads' }).click();
    // After up to three polls.
    await expect(popup.locator('[data-state="done"]')).toHaveCount(3, { timeout: 30_000 });
  });
});

test.describe('an outage during uploads', () => {
  test.use({ serviceOptions: { admin: true, bytesPerSecond: 2_000, rateLimit: false } });

  test('leaves no upload under “Uploading”, and says when it retries', async ({
    extension,
    service,
    site,
  }) => {
    const popup = await extension.open('popup.html');
    const links = Array.from({ length: 20 }, (_, at) => `${site.url}/sample.webm?${at}`);
    await uploadLinks(popup, links.join('\n'));
    const group = (name: string) => popup.locator(`[data-group="${name}"]`);
    await expect(group('active')).toBeVisible();
    const batch = popup.locator('[data-group^="batch "]');

    await createAdmin(service.url).setFaults([{ endpoint: '*', kind: 'reset-before' }]);
    await expect(popup.getByText(/^Can’t reach /)).toBeVisible();
    await expect(group('waiting')).toBeVisible();
    await expect(group('active')).toHaveCount(0);
    await expect(batch).toContainText('Waiting: the service can’t be reached');
    await expect(batch).not.toContainText(/left|\/s/);
    await expect(batch).toContainText(/retrying in \d+ sec/);
    const retry = () => batch.textContent().then((text) => text?.match(/retrying in \d+ sec/)?.[0]);
    const before = await retry();
    await expect.poll(retry, { timeout: 5_000 }).not.toBe(before);
  });
});

test('uploads of another account that need attention are reported next to this one’s notice', {
  tag: ['@all', '@chromium'],
}, async ({ extension, service, site }) => {
  const { key } = service.createAccount({ email: 'second@linkhaul.example' });
  await extension.connect(service.url, key);
  const options = extension.firstPage;
  const accountId = await options.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        storage: {
          local: { get(name: string): Promise<{ accounts: { list: { id: string; email: string }[] } }> };
        };
      };
    };
    const { accounts } = await chrome.storage.local.get('accounts');
    return accounts.list.find(({ email }) => email.startsWith('demo'))?.id;
  });
  await message(options, 'links.send', { accountId, links: [{ url: `${site.url}/gone.webm` }] });
  const popup = await extension.open('popup.html');
  await expect(popup.getByText('No active uploads')).toBeVisible();
  const notice = popup.locator('.notice-stack').getByText('Needs attention (1): demo');
  await expect(notice).toBeVisible();
  await popup.getByRole('button', { name: 'Switch' }).click();
  await expect(popup.locator('[data-state="failed"]')).toHaveCount(1);
  await expect(notice).toHaveCount(0);
});

test('nothing is sent to a deleted folder until another one is chosen', {
  tag: ['@all', '@chromium'],
}, async ({ extension, site, client }) => {
  const popup = await extension.open('popup.html');
  // A folder that never existed is like a deleted one.
  await popup.evaluate(
    ([url]) => {
      const { chrome } = globalThis as unknown as {
        chrome: { runtime: { sendMessage(message: object): Promise<unknown> } };
      };
      const request = { links: [{ url }], folder: { id: '99999', name: 'Old films' } };
      return chrome.runtime.sendMessage({ name: 'links.send', request });
    },
    [`${site.url}/sample.webm`],
  );
  const row = popup.locator('[data-key]');
  await expect(row).toHaveAttribute('data-state', 'folder-gone');
  await expect(row).toContainText('Old films');
  expect(await client.remoteUploads.list()).toEqual([]);
  expect((await client.files.list({})).files).toEqual([]);

  await row.getByRole('button', { name: 'Change folder…' }).click();
  await popup.getByRole('treeitem', { name: 'My files' }).click();
  await popup.getByRole('button', { name: 'Use this folder' }).click();
  await expect(row).toHaveAttribute('data-state', 'done');
  expect((await client.files.list({})).files).toHaveLength(1);
});

test.describe('a service without a free slot', () => {
  test.use({ serviceOptions: { slots: 1, queueLimit: 1, bytesPerSecond: 2_000 } });

  test('makes links wait until its queue has room, and all arrive', { tag: ['@all', '@chromium'] }, async ({
    extension,
    service,
    site,
    client,
  }) => {
    const popup = await extension.open('popup.html');
    await uploadLinks(
      popup,
      ['one', 'two', 'three'].map((name) => `${site.url}/sample.webm?${name}`).join('\n'),
    );
    const waiting = popup.locator('[data-state="waiting"]');
    await expect(waiting).toHaveCount(2);
    await expect(waiting.first()).toContainText('Waiting: all upload slots are in use');
    service.settings.bytesPerSecond = 0;
    await expect(popup.locator('[data-state="done"]')).toHaveCount(3, { timeout: 60_000 });
    expect((await client.files.list({})).files).toHaveLength(3);
  });
});
