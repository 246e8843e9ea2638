/** One account, several hosts: its website, API, pages of files and upload server, as a new user meets them. */
import { submitAccount } from '../../../scripts/extension-pages.ts';
import { expect, test } from '../harness/index.ts';
import { startSeparateHosts } from '../harness/separate-hosts.ts';

test.use({ headed: true, hosts: 'asked', serviceOptions: { rateLimit: false } });

test('a website’s address is enough: the API is found beside it, without the key', async ({
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
  // Only the API's host has seen the key, after it had answered without one.
  const keyed = hosts.requests.filter((each) => each.includes(account.key));
  expect(keyed.filter((each) => !each.startsWith('GET api.site.localhost/api/'))).toEqual([]);
  expect(hosts.requests.slice(0, 2).toSorted()).toEqual([
    'GET api.site.localhost/api/account/info',
    'GET site.localhost/api/account/info',
  ]);
  await hosts.close();
});
