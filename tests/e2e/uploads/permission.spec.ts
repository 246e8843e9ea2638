import { localHosts } from '../../../scripts/chromium.ts';
import { submitAccount, uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { startLocalServer } from '../../local-server.ts';
import { expect, test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { chooseFiles, sparseFile } from '../harness/own-files.ts';
import { startSeparateHosts } from '../harness/separate-hosts.ts';

test.use({ headed: true, hosts: 'asked', serviceOptions: { admin: true, bytesPerSecond: 0 } });

test('a service gets no request before access is allowed, and uploads wait while it isn’t', async ({
  browserName,
  extension,
  native,
  service,
  site,
  account,
  client,
}) => {
  const options = await extension.open('options.html');
  await submitAccount(options, service.url, account.key);
  const admin = createAdmin(service.url);
  const asked = async () => (await admin.audit()).filter(({ path }) => path.startsWith('/api/'));
  // Even with CORS headers.
  expect(await asked()).toEqual([]);
  if (browserName === 'chromium') {
    const { host } = new URL(service.url);
    await expect(options.getByText(`Allow access to ${host} in your browser’s prompt.`)).toBeVisible();
  }
  await native.allow(options, localHosts);
  await expect(options.getByText(/^Connected to /)).toBeVisible();
  expect((await asked()).map((entry) => entry.account).slice(0, 2)).toEqual([null, account.email]);

  await options.evaluate((origins) => {
    const { chrome } = globalThis as unknown as {
      chrome: { permissions: { remove(unwanted: { origins: readonly string[] }): Promise<boolean> } };
    };
    return chrome.permissions.remove({ origins });
  }, localHosts);
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  const row = popup.locator('[data-key]');
  await expect(row).toContainText('access to this service isn’t allowed');
  await expect(popup.getByRole('button', { name: 'Account: demo (access not allowed)' })).toBeVisible();
  expect(await client.remoteUploads.list()).toEqual([]);

  await popup.bringToFront();
  await popup.getByRole('button', { name: 'Allow access' }).click();
  await native.allow(popup, localHosts);
  await expect(row).toHaveAttribute('data-state', 'done');
  await expect(popup.getByRole('button', { name: 'Allow access' })).toHaveCount(0);
});

test('links and own files are sent once their hosts are allowed, and only once', {
  tag: ['@all', '@chromium'],
}, async ({ extension, native, service, account, dir }) => {
  const hosts = await startSeparateHosts(service.url);
  const site = await startLocalServer((_, response) =>
    response.setHeader('content-type', 'video/mp4').end('contents'),
  );
  const { host: uploadHost } = new URL(hosts.upload);
  const options = await extension.open('options.html');
  await submitAccount(options, hosts.api, account.key);
  await native.allow(options, ['http://api.site.localhost/*']);
  await expect(options.getByText(/^Connected to /)).toBeVisible();

  const manager = await extension.open('manager.html');
  await chooseFiles(manager, await sparseFile(dir, 'own.bin', 1_000));
  const own = manager.locator('[data-key]', { hasText: 'own' });
  await expect(own).toContainText(`Files are uploaded to ${uploadHost}. Allow Linkhaul to access it.`);
  const posts = () => hosts.requests.filter((each) => !each.startsWith('GET'));
  expect(posts()).toEqual([]);

  await manager.bringToFront();
  await own.getByRole('button', { name: 'Allow upload.localhost' }).click();
  await native.allow(manager, ['http://upload.localhost/*']);
  await expect(own).toHaveAttribute('data-state', 'done');
  expect(posts()).toEqual([expect.stringMatching(/^POST upload\.localhost\/upload\//)]);

  const url = `http://localhost:${site.port}/film.mp4`;
  await message(manager, 'links.send', { links: [{ url }], via: 'browser' });
  const link = manager.locator('[data-key]', { hasText: 'film' });
  await expect(link).toContainText(`allow Linkhaul to access localhost:${site.port}.`);
  await link.getByRole('button', { name: 'Allow localhost' }).click();
  await native.allow(manager, ['http://localhost/*']);
  await expect(link).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  await site.close();
  await hosts.close();
});
