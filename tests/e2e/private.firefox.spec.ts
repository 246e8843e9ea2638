/** A private window of Firefox, which has no IndexedDB: pages work there, and leave nothing on the disk. */
import { createClient } from '../../lib/api/index.ts';
import { expect, test, until } from './harness/index.ts';
import { everythingStored } from './harness/stored.ts';

test.use({ privateWindows: true, serviceOptions: { bytesPerSecond: 0 } });

/** By what is written there: Firefox is slow to say what assistive technology is told. */
const button = (text: string) => `::-p-xpath(//button[normalize-space()="${text}"])`;
const field = (label: string) => `::-p-xpath(//label[normalize-space()="${label}"]/following::input[1])`;

test('a link is sent from a private window and followed there, and nothing of it is on the disk', async ({
  firefox,
  service,
  site,
  account,
}) => {
  const options = await firefox.open('options.html', 'Connect your file host');
  await options.locator(field('Service address')).fill(service.url);
  await options.locator(field('API key')).fill(account.key);
  await options.locator(button('Connect')).click();
  await options.locator('::-p-text(Connected to )').wait();

  const popup = await firefox.openPrivate(options, 'popup.html', 'No active uploads');
  expect(await popup.$('.skeleton')).toBeNull();
  const link = `${site.url}/sample.webm`;
  await popup.locator('textarea').fill(link);
  await popup.locator(button('Send')).click();
  await popup.locator('[data-state="done"]').wait();
  await popup.screenshot({ path: test.info().outputPath('private.png') });

  const client = createClient({ baseUrl: service.url, key: account.key });
  const { files } = await client.files.list({});
  expect(files.map(({ title }) => title)).toEqual(['sample']);
  await until('the memory', async () => (await everythingStored(options)).session.includes(link));
  const { databases, local } = await everythingStored(options);
  expect(local).toContain(account.email);
  expect(databases + local).not.toContain('sample');
  expect(firefox.problems).toEqual([]);

  await popup.locator('::-p-xpath(//*[@role="tab"][normalize-space()="Files"])').click();
  await popup.locator('::-p-text(Files can’t be listed here)').wait();
});
