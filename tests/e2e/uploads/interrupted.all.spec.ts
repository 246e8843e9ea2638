/** What was typed and chosen about uploads survives what interrupts it, and every view notices the end. */
import { uploadLinks } from '../../../scripts/extension-pages.ts';
import type { FaultRule } from '../../../service/src/index.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 1_000, admin: true } });

const outage: FaultRule = { endpoint: '/api/*', kind: 'reset-before' };
const rejected: FaultRule = {
  endpoint: '/api/*',
  kind: 'envelope',
  envelope: { status: 403, msg: 'Wrong auth' },
};

test('an outage and a rejected key', async ({ extension, service, site, client }) => {
  const admin = createAdmin(service.url);
  const { folderId } = await client.folders.create({ name: 'Zebra' });
  const titlesIn = async (id: string) =>
    (await client.files.list({ folderId: id })).files.map(({ title }) => title);
  const manager = await extension.open('manager.html');
  const popup = await extension.open('popup.html');
  const banner = /API key was rejected\. Uploads|^Can’t reach /;
  const banners = [popup.getByText(banner), manager.getByText(banner)];
  const accountId = await currentAccountId(extension);
  const interrupt = async (fault: FaultRule) => {
    await admin.setFaults([fault]);
    for (const each of banners) await expect(each).toBeVisible({ timeout: 20_000 });
  };
  const resume = async () => {
    await admin.clearFaults();
    await message(popup, 'accounts.check', { accountId });
    for (const each of banners) await expect(each).toHaveCount(0, { timeout: 30_000 });
  };
  service.settings.bytesPerSecond = 0;
  await uploadLinks(manager, `${site.url}/sample.webm?arrived`);
  const done = manager.locator('[data-state="done"]');
  await expect(done).toContainText('In “My files”');
  service.settings.bytesPerSecond = 1_000;
  await uploadLinks(manager, `${site.url}/sample.webm?moving`);
  await expect(manager.locator('[data-state="working"]')).toHaveCount(1);
  const box = manager.getByRole('textbox', { name: 'Links' });
  await box.fill(`${site.url}/sample.webm?typed`);
  await manager.getByLabel('Title (optional)').fill('Trailer 7');

  // Nothing is queued that would check the account.
  await interrupt(outage);
  await done.getByRole('button', { name: /^More for/ }).click();
  await manager.getByRole('menuitem', { name: 'Change folder…' }).click();
  const dialog = manager.getByRole('dialog');
  await expect(dialog.getByText('Couldn’t open “My files”.')).toBeVisible();
  await resume();
  const zebra = dialog.getByRole('treeitem', { name: 'Zebra' });
  await zebra.click();
  await interrupt(rejected);
  await expect(zebra).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('button', { name: 'Use this folder' }).click();
  await expect(manager.getByText('“sample” will go to “Zebra”.')).toBeVisible();
  await manager.waitForTimeout(2_000);
  await expect(done).toContainText('In “My files”');
  await expect(box).toHaveValue(`${site.url}/sample.webm?typed`);
  await expect(manager.getByLabel('Title (optional)')).toHaveValue('Trailer 7');
  await resume();
  await expect(done).toContainText('In “Zebra”', { timeout: 30_000 });
  expect(await titlesIn(folderId)).toEqual(['sample']);
  await expect(box).toHaveValue(`${site.url}/sample.webm?typed`);
});
