/** One account on several hosts: website, API, file pages and upload server. */
import type { Page } from '@playwright/test';
import { submitAccount } from '../../../scripts/extension-pages.ts';
import { type Extension, expect, type Native, test } from '../harness/index.ts';
import { type SeparateHosts, startSeparateHosts } from '../harness/separate-hosts.ts';

test.use({ headed: true, hosts: 'asked', serviceOptions: { rateLimit: false } });

const copied = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { copied: readonly string[] }).copied.at(-1) ?? '');
const recordCopies = (page: Page) =>
  page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    Object.assign(navigator.clipboard, { writeText: async (text: string) => void copied.push(text) });
  });

async function connect(
  extension: Extension,
  native: Native,
  hosts: SeparateHosts,
  key: string,
): Promise<Page> {
  const page = await extension.open('options.html');
  await submitAccount(page, hosts.api, key);
  await native.allow(page, ['http://api.site.localhost/*']);
  await expect(page.getByText(/^Connected to /)).toBeVisible();
  await recordCopies(page);
  return page;
}

test('the API is found from the website’s address, without the key', { tag: '@all' }, async ({
  extension,
  native,
  service,
  account,
}) => {
  const hosts = await startSeparateHosts(service.url);
  const { host: site } = new URL(hosts.site);
  const { host: api } = new URL(hosts.api);
  const options = await extension.open('options.html');
  await options.getByLabel('Service address').fill(site);
  await expect(options.getByText(`allow access to ${site}, ${api}.`)).toBeVisible();
  await expect(options.getByRole('link', { name: /^Find it / })).toHaveAttribute('href', hosts.site);
  await submitAccount(options, site, account.key);
  await native.allow(options, ['http://site.localhost/*', 'http://api.site.localhost/*']);
  await expect(options.getByText(/^Connected to /)).toBeVisible();
  await expect(options.getByText(hosts.api, { exact: true })).toBeVisible();
  // The API's host received the key only after it had responded without one.
  const keyed = hosts.requests.filter((each) => each.includes(account.key));
  expect(keyed.filter((each) => !each.startsWith('GET api.site.localhost/api/'))).toEqual([]);
  expect(hosts.requests.slice(0, 2).toSorted()).toEqual([
    'GET api.site.localhost/api/account/info',
    'GET site.localhost/api/account/info',
  ]);
  await hosts.close();
});

test('an account’s only file is embedded from its own host, with its title', { tag: '@all' }, async ({
  extension,
  native,
  service,
  account,
  client,
}) => {
  const hosts = await startSeparateHosts(service.url);
  await service.seed({ account: account.email, seed: 1, files: 1, folders: 0 });
  const [file] = (await client.files.list()).files;
  const page = await connect(extension, native, hosts, account.key);
  await page.goto(extension.url(`manager.html#embed/${file?.fileCode}`));
  await expect(page.getByRole('button', { name: `Play: ${file?.title}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Link' }).click();
  await page.getByRole('button', { name: 'Copy: Address' }).click();
  await expect.poll(() => copied(page)).toMatch(new RegExp(`^${hosts.pages}/e/${file?.fileCode}`));
  await hosts.close();
});

test('links, players and embed code follow the page addresses that the service reports', {
  tag: '@all',
}, async ({ extension, native, service, account }) => {
  const hosts = await startSeparateHosts(service.url);
  await service.seed({ account: account.email, seed: 1, files: 12, folders: 0 });
  const page = await connect(extension, native, hosts, account.key);
  await page.goto(extension.url('manager.html#account'));
  await page.goto(extension.url('manager.html#files'));
  const files = page.locator('[data-kind="file"]');
  await expect(files).toHaveCount(12);

  await test.step('from the first listing on', async () => {
    await files.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Copy link(?!s)/ }).click();
    await expect.poll(() => copied(page)).toMatch(new RegExp(`^${hosts.pages}/d/`));
    await files.first().click({ button: 'right' });
    const opening = extension.context.waitForEvent('page');
    await page.getByRole('menuitem', { name: /^Open player/ }).click();
    const player = await opening;
    await expect(player).toHaveURL(new RegExp(`^${hosts.pages}/e/`));
    await player.close();
    await page.goto(extension.url('manager.html#account'));
    await expect(page.getByText(`Links and players: ${hosts.pages}`)).toBeVisible();
  });

  await test.step('a file whose address nobody has listed', async () => {
    await page.goto(extension.url('manager.html#embed/any-code-1'));
    await page.getByRole('tab', { name: 'Link' }).click();
    await page.getByRole('button', { name: 'Copy: Address' }).click();
    await expect.poll(() => copied(page)).toBe(`${hosts.pages}/e/any-code-1`);
  });

  await test.step('most files are elsewhere now, which one click follows', async () => {
    const moved = hosts.movePages('new-share.localhost');
    await page.goto(extension.url('manager.html#files/0'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    const notice = page.getByText(/^Most of your files are now at new-share\.localhost/);
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Use new address' }).click();
    await expect(notice).toHaveCount(0);
    await page.goto(extension.url('manager.html#embed/any-code-2'));
    await page.getByRole('tab', { name: 'Link' }).click();
    await page.getByRole('button', { name: 'Copy: Address' }).click();
    await expect.poll(() => copied(page)).toBe(`${moved}/e/any-code-2`);
    await page.getByRole('button', { name: 'Copy: For the head' }).click();
    await expect
      .poll(() => copied(page))
      .toBe(
        `<meta name="linkhaul-host" content="${moved}">\n<meta name="linkhaul-replaces" content="${hosts.pages}">`,
      );
  });
  await hosts.close();
});
