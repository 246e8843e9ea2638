/** The account view: what the service says of each account, one that fails beside one that does not. */
import type { Page } from '@playwright/test';
import { createAdmin } from '../../../service/src/index.ts';
import { violations } from '../harness/axe.ts';
import { expect, test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';

test.use({ serviceOptions: { admin: true, rateLimit: false } });

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** What stands beside a name in a card. */
const fact = (page: Page, account: string, name: string) =>
  card(page, account).locator('.fact').filter({ hasText: name }).locator('dd');

/** `YYYY-MM-DD HH:MM:SS` so many days from now. */
const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

test('shows the service’s values, and unknown ones as unknown', async ({ extension, service, account }) => {
  const admin = createAdmin(service.url);
  await (await extension.connect(service.url, account.key)).close();
  const page = await extension.open('manager.html#account');
  await expect(fact(page, 'demo', 'Email')).toHaveText(account.email);
  await expect(fact(page, 'demo', 'Storage')).toHaveText('10 TB free · 0 bytes used');
  await expect(fact(page, 'demo', 'Balance')).toHaveText('0.00');
  await expect(fact(page, 'demo', 'Premium')).toHaveText(/^Until \w+ \d+, \d{4}$/);
  await expect(fact(page, 'demo', 'Upload slots')).toHaveText('0 of 5 in use');
  expect(await violations(page)).toEqual([]);

  const states = [
    [{ storage_left: 'unlimited', storage_used: '5000000000' }, 'Storage', 'no storage limit · 5 GB used'],
    [{ storage_left: -5, storage_used: '5000000000' }, 'Storage', 'storage full · 5 GB used'],
    [{ storage_used: '5000000000' }, 'Storage', 'free space unknown · 5 GB used'],
    [{ storage_left: 1_000_000_000 }, 'Storage', '1 GB free · used space unknown'],
    [{ balance: '90071992547409931.00001' }, 'Balance', '90,071,992,547,409,931.00001'],
    [{}, 'Balance', 'Unknown'],
    [{ premim_expire: daysFromNow(-2) }, 'Premium', /^Ended on \w+ \d+, \d{4}$/],
    [{ premim_expire: daysFromNow(0) }, 'Premium', /^Ends around \w+ \d+, \d{4}$/],
    [{ premim_expire: daysFromNow(6) }, 'Premium', /^Ends soon, on \w+ \d+, \d{4}$/],
    [{ premim_expire: daysFromNow(8) }, 'Premium', /^Until \w+ \d+, \d{4}$/],
    [{ premim_expire: '0000-00-00 00:00:00' }, 'Premium', 'Unknown'],
  ] as const;
  for (const [said, name, expected] of states) {
    const envelope = { msg: 'OK', status: 200, result: { email: account.email, ...said } };
    await admin.setFaults([{ endpoint: '/api/account/info', kind: 'envelope', envelope }]);
    await page.getByRole('button', { name: 'Check account: demo' }).click();
    await expect(fact(page, 'demo', name)).toHaveText(expected);
  }

  await admin.setFaults([{ endpoint: '/api/urlupload/slots', kind: 'html' }]);
  await page.getByRole('button', { name: 'Check account: demo' }).click();
  await expect(fact(page, 'demo', 'Upload slots')).toHaveText('Unknown');
  await expect(fact(page, 'demo', 'Email')).toHaveText(account.email);
});

test('a rejected key is reported in the account’s own card, and hides no other account', async ({
  extension,
  service,
  account,
}) => {
  const other = service.createAccount({ email: 'other@linkhaul.example' });
  const page = await extension.connect(service.url, account.key);
  const { account: refused } = await message(page, 'accounts.connect', {
    address: service.url,
    key: other.key,
  });
  await extension.background.evaluate(changeKey, refused.id);
  await extension.background.kill();

  await page.goto(extension.url('manager.html#account'));
  await expect(fact(page, 'demo', 'Email')).toHaveText(account.email);
  await expect(card(page, 'other')).toContainText('The account’s API key was rejected.');
  await expect(card(page, 'other').locator('.fact')).toHaveCount(0);
  await expect(card(page, 'other').getByRole('button', { name: 'Settings' })).toBeVisible();

  await service.close();
  await page.getByRole('button', { name: 'Check account: demo' }).click();
  await expect(card(page, 'demo')).toContainText('The service can’t be reached.');
  await expect(card(page, 'other')).toContainText('The account’s API key was rejected.');
});

/** In the worker: puts another key in the place of an account's. */
async function changeKey(accountId: string): Promise<void> {
  const { chrome } = globalThis as unknown as {
    chrome: {
      storage: {
        local: {
          get(key: string): Promise<{ keys: [string, string][] }>;
          set(items: { keys: [string, string][] }): Promise<void>;
        };
      };
    };
  };
  const { keys } = await chrome.storage.local.get('keys');
  await chrome.storage.local.set({
    keys: keys.map(([id, key]) => [id, id === accountId ? 'wrong' : key]),
  });
}
