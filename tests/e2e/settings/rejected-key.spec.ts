/** A rejected key: every open page says so, and the settings lead to the field for a new one. */
import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test } from '../harness/index.ts';

const first = { email: 'demo@linkhaul.example', key: 'demo-key-0123456789' };
const other = { email: 'other@linkhaul.example', key: 'other-key-0123456789' };
test.use({ serviceOptions: { admin: true, accounts: [first, other] } });

test('the card of the account asks for a new key, also in settings that were open before', async ({
  extension,
  service,
  site,
}) => {
  const { optionsPage: options } = extension;
  await options.bringToFront();
  await expect(options.getByRole('heading', { name: 'Upload your first link' })).toBeVisible();
  const manager = await extension.open('manager.html#account');
  await expect(manager.getByText('Server time')).toBeVisible();

  const admin = createAdmin(service.url);
  const rejected = { status: 403, msg: 'Wrong auth' };
  const query = { key: first.key };
  await admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope: rejected, query }]);
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  await expect(popup.getByText(/API key was rejected\. Uploads are on hold/)).toBeVisible();
  await expect(manager.locator('.account-info').getByText(/API key was rejected/)).toBeVisible();

  const card = options.locator('li').filter({ hasText: first.email });
  const key = card.getByLabel('API key');
  await expect(card).toContainText('The API key was rejected. Enter a new one below.');
  await expect(card).not.toContainText('used');
  await expect(options.getByRole('heading', { name: 'Upload your first link' })).toHaveCount(0);
  await options.getByRole('searchbox', { name: 'Search settings' }).focus();
  await popup.locator('.account-notices').getByRole('button', { name: 'Settings' }).click();
  await expect(key).toBeFocused();

  await key.fill('another-key-0123456789');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('rejected this key');
  await key.fill(other.key);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText(`this key belongs to ${other.email}`);
  await card.getByRole('button', { name: 'Save' }).click();
  const saved = options.locator('li').filter({ hasText: other.email });
  await expect(saved).toContainText('used');
  await expect(saved.getByLabel('API key')).toHaveCount(0);
  await expect(manager.getByText('Server time')).toBeVisible();
  const uploads = await extension.open('popup.html');
  await expect(uploads.locator('[data-state="done"]')).toBeVisible();
  await expect(uploads.getByText(/API key was rejected/)).toHaveCount(0);
});
