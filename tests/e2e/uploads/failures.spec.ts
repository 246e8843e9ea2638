/** Every failure shows where the user looks, and nothing is lost. */

import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';

test.describe('an outage during uploads', () => {
  test.use({ serviceOptions: { admin: true, bytesPerSecond: 2_000, rateLimit: false } });

  test('leaves no upload under “Uploading”, says when it retries, and ends without the user', async ({
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

    const admin = createAdmin(service.url);
    await admin.setFaults([{ endpoint: '*', kind: 'reset-before' }]);
    const notice = popup.getByText(/^Can’t reach /);
    await expect(notice).toHaveCount(1);
    await expect(popup.getByRole('button', { name: /^Account: / })).toHaveAccessibleName(
      /\(can’t be reached\)/,
    );
    await expect(group('waiting')).toBeVisible();
    await expect(group('active')).toHaveCount(0);
    await expect(batch).toContainText('Waiting: the service can’t be reached');
    await expect(batch).not.toContainText(/left|\/s/);
    await expect(batch).toContainText(/retrying in \d+ sec/);
    const retry = () => batch.textContent().then((text) => text?.match(/retrying in \d+ sec/)?.[0]);
    const before = await retry();
    await expect.poll(retry, { timeout: 5_000 }).not.toBe(before);

    await admin.clearFaults();
    // An open page retries after at most 20 s.
    await expect(notice).toHaveCount(0, { timeout: 30_000 });
    await expect(group('active')).toBeVisible();
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
