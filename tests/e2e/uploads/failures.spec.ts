/** What goes wrong ends in a sentence where the user looks, and in nothing lost. */

import { setTimeout } from 'node:timers/promises';
import { submitAccount, uploadLinks } from '../../../scripts/pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { type Extension, expect, test } from '../harness/index.ts';
import { countInputs } from '../harness/inputs.ts';
import { currentAccountId, message } from '../harness/messages.ts';

async function tryToConnect(extension: Extension, address: string, key: string) {
  const options = await extension.open('options.html');
  await submitAccount(options, address, key);
  return options;
}

test('a rejected key', async ({ extension, service }) => {
  const options = await tryToConnect(extension, service.url, 'no-such-key');
  await expect(options.getByText(/rejected this key/)).toBeVisible();
  await extension.screenshot(options, 'wrong-key');
  // What was entered is still there to be mended.
  await expect(options.getByLabel('Service address')).toHaveValue(service.url);
});

test('an unreachable service, before and after connecting', async ({ extension, service, site, account }) => {
  const options = await tryToConnect(extension, 'http://127.0.0.1:9', account.key);
  await expect(options.getByText(/isn’t responding/)).toBeVisible();

  await extension.connect(service.url, account.key);
  await service.close();
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  const row = popup.locator('[data-key]');
  await expect(row).toContainText(/can’t be reached|Couldn’t confirm/);
  await extension.screenshot(popup, 'service-down');
});

test.describe('an outage', () => {
  test.use({ serviceOptions: { admin: true, bytesPerSecond: 20_000, rateLimit: false } });

  test('of 20 s is reported once, with the age of the figures, and recovers', async ({
    extension,
    service,
    site,
    account,
  }) => {
    const admin = createAdmin(service.url);
    await extension.connect(service.url, account.key);
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
    const outage = setTimeout(20_000);
    await expect(notice).toBeVisible();
    await expect(accountButton).toHaveAccessibleName(/\(can’t be reached\)/);
    await expect(moving).not.toContainText(/left|\/s/);
    await send(`sample.webm?tried\n${site.url}/sample.webm?waiting`);
    // The first request may have arrived, or not; the second link waits.
    await expect(popup.locator('[data-state="uncertain"]')).toContainText(/Couldn’t confirm/);
    await expect(popup.locator('[data-state="waiting"]')).toContainText('can’t be reached');
    await extension.screenshot(popup, 'outage');

    await popup.getByRole('button', { name: 'Try now' }).click();
    await popup.getByRole('tab', { name: 'Files' }).click();
    const storage = popup.locator('.storage-meter');
    await expect(popup.locator('.popup-notices .notice')).toHaveCount(1);
    await expect(storage).toHaveCount(0);
    await expect(popup.locator('.storage-usage-problem')).toHaveCount(0);

    const inputs = await countInputs(popup);
    await outage;
    await admin.setFaults([]);
    // An open page asks again after 20 s at the latest.
    await expect(notice).toHaveCount(0, { timeout: 30_000 });
    await expect(storage).toBeVisible();
    await expect(accountButton).toHaveAccessibleName(/\(connected\)/);
    service.settings.bytesPerSecond = 0;
    // What is uncertain goes on when it is proven, which takes a minute.
    expect(await inputs()).toBe(0);
    await popup.getByRole('tab', { name: 'Uploads' }).click();
    // After up to three polls. The uncertain one may have been proven by then too.
    const done = popup.locator('[data-state="done"]');
    await expect.poll(() => done.count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    expect(extension.problems).toEqual([]);
  });
});

test('a page that is not the service', async ({ extension, site }) => {
  const options = await tryToConnect(extension, site.url, 'any-key');
  await expect(options.getByText(/isn’t a supported file host/)).toBeVisible();
});

test('a link that responds with 404: the failure is shown, and can be restarted, cleared and deleted', async ({
  extension,
  service,
  site,
  account,
  client,
}) => {
  await extension.connect(service.url, account.key);
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/gone.webm`);
  const row = popup.locator('[data-key]');
  await expect(row).toHaveAttribute('data-state', 'failed');
  await extension.screenshot(popup, 'failed');

  await popup.getByRole('button', { name: 'Restart all failed' }).click();
  await expect(popup.getByText(/start again|The service says/).first()).toBeVisible();
  // The row has said "failed" since before the restart: the service knows when it has failed once more.
  await expect
    .poll(async () => (await client.remoteUploads.list()).map(({ phase }) => phase))
    .toEqual(['error']);
  await message(popup, 'uploads.poll', { accountId: await currentAccountId(extension) });
  await expect(row).toHaveAttribute('data-state', 'failed');

  await popup.getByRole('button', { name: 'Queue options' }).click();
  await popup.getByRole('menuitem', { name: 'Clear failed' }).click();
  await expect(row).toHaveCount(0);
  expect(await client.remoteUploads.list()).toEqual([]);
});

test('a deleted folder: nothing is sent to another one until it is chosen', async ({
  extension,
  service,
  site,
  account,
  client,
}) => {
  await extension.connect(service.url, account.key);
  const popup = await extension.open('popup.html');
  // A folder that never was is as gone as one that was deleted elsewhere.
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
  await extension.screenshot(popup, 'folder-gone');
  expect(await client.remoteUploads.list()).toEqual([]);
  expect((await client.files.list({})).files).toEqual([]);

  await row.getByRole('button', { name: 'Change folder…' }).click();
  await popup.getByRole('treeitem', { name: 'My files' }).click();
  await popup.getByRole('button', { name: 'Use this folder' }).click();
  await expect(row).toHaveAttribute('data-state', 'done');
  expect((await client.files.list({})).files).toHaveLength(1);
});
