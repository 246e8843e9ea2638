import type { Page } from '@playwright/test';
import { createAdmin } from '../../../service/src/index.ts';
import { violations } from '../harness/axe.ts';
import { expect, connectedTest as test } from '../harness/index.ts';

test.use({ serviceOptions: { admin: true, rateLimit: false } });

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

const fact = (page: Page, account: string, name: string) =>
  card(page, account).locator('dl').first().locator('.fact').filter({ hasText: name }).locator('dd');

test('the account shows the service’s values, and unknown ones as unknown', async ({
  extension,
  service,
  account,
}) => {
  const page = await extension.open('manager.html#account');
  await expect(fact(page, 'demo', 'Email')).toHaveText(account.email);
  await expect(fact(page, 'demo', 'Storage')).toHaveText('10 TB free · 0 bytes used');
  await expect(fact(page, 'demo', 'Balance')).toHaveText('0.00');
  await expect(fact(page, 'demo', 'Premium')).toHaveText(/^Until \w+ \d+, \d{4}$/);
  await expect(fact(page, 'demo', 'Upload slots')).toHaveText('0 of 5 in use');
  expect(await violations(page)).toEqual([]);

  await createAdmin(service.url).setFaults([{ endpoint: '/api/urlupload/slots', kind: 'html' }]);
  await page.getByRole('button', { name: 'Check account: demo' }).click();
  await expect(fact(page, 'demo', 'Upload slots')).toHaveText('Unknown');
  await expect(fact(page, 'demo', 'Email')).toHaveText(account.email);
});
