/** A rejected key: every open page reports it, and the settings lead to the field for a new one. */
import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { connectedTest, expect, test } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';

const first = { email: 'demo@linkhaul.example', key: 'demo-key-0123456789' };
const other = { email: 'other@linkhaul.example', key: 'other-key-0123456789' };
test.use({ serviceOptions: { admin: true, accounts: [first, other] } });

test('the card of the account asks for a new key, also in settings that were open before', {
  tag: '@all',
}, async ({ extension, service, site }) => {
  const options = await extension.connectInSettings(service.url, first.key);
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
  // A search doesn't hide the card.
  await options.getByRole('searchbox', { name: 'Search settings' }).fill('dark');
  await expect(card).toBeHidden();
  await popup.locator('.notice-stack').getByRole('button', { name: 'Settings' }).click();
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

  // Nobody asked for the new key, so its field doesn't take the focus.
  const search = options.getByRole('searchbox', { name: 'Search settings' });
  await search.focus();
  await admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope: rejected }]);
  const accountId = await currentAccountId(extension);
  await expect(message(manager, 'accounts.check', { accountId })).rejects.toThrow('unauthorized');
  await expect(saved.getByLabel('API key')).toBeVisible();
  await expect(search).toBeFocused();
});

connectedTest(
  'with two rejected keys, the settings open at the requested account',
  { tag: '@all' },
  async ({ extension, service }) => {
    await extension.connect(service.url, other.key);
    const options = await extension.openSettings();
    const admin = createAdmin(service.url);
    const rejected = { status: 403, msg: 'Wrong auth' };
    await admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope: rejected }]);
    for (const name of ['demo', 'other'])
      await options.getByRole('button', { name: `Check account: ${name}` }).click();
    await expect(options.getByText('The API key was rejected. Enter a new one below.')).toHaveCount(2);

    // All pages show what one page has found out.
    const popup = await extension.open('popup.html');
    const notices = popup.locator('.notice-stack');
    await expect(notices.getByRole('button', { name: 'Settings' })).toBeVisible();
    await notices.getByRole('button', { name: '1 more' }).click();
    await expect(notices.getByRole('button', { name: 'Settings' })).toHaveCount(2);
    await options.goto('about:blank');
    const opened = extension.context.waitForEvent('page');
    await notices.getByRole('button', { name: 'Settings' }).nth(1).click();
    const settings = await opened;
    const card = settings.locator('li').filter({ hasText: first.email });
    await expect(card.getByLabel('API key')).toBeFocused();
  },
);
