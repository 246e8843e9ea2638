/** Files in Firefox: an account is connected and read, searched, and changed. */
import type { Page } from 'puppeteer-core';
import { createClient } from '../../lib/api/index.ts';
import { expect, test, until } from './harness/index.ts';

/** By what is written there: Firefox is slow to say what assistive technology is told. */
const button = (text: string) => `::-p-xpath(//button[normalize-space()="${text}"])`;
const field = (label: string) => `::-p-xpath(//label[normalize-space()="${label}"]/following::input[1])`;
/** What a person reads of the rows, from the top. */
const rows = (page: Page) =>
  page.$$eval('.file-row .file-name', (names) => names.map((name) => name.textContent ?? ''));
const count = (page: Page) => page.$eval('.files-counts', (counts) => counts.textContent ?? '');
const shows = (page: Page, text: string) =>
  until(`“${text}”`, () => page.evaluate((wanted) => document.body.textContent.includes(wanted), text));

test('an account is connected, read and shown; search finds, a new name holds', async ({
  firefox,
  service,
  account,
}) => {
  await service.seed({ account: account.email, files: 60, folders: 3, seed: 4 });
  const client = createClient({ baseUrl: service.url, key: account.key });
  const options = await firefox.open('options.html', 'Connect your file host');
  await options.locator(field('Service address')).fill(service.url);
  await options.locator(field('API key')).fill(account.key);
  await options.locator(button('Connect')).click();
  await shows(options, 'Connected to');

  const page = await firefox.open('manager.html#files', 'Updated');
  const { files } = await client.files.list({ perPage: 200 });
  expect(await count(page)).toBe('60 files');
  expect((await rows(page)).slice(0, 5)).toEqual(files.slice(0, 5).map(({ title }) => title));

  const [file] = files;
  const words = (file?.title ?? '').toUpperCase().split(' ').reverse().join(' ');
  await page.locator('input[aria-label="Search files"]').fill(words);
  await until('the one file', async () => (await rows(page)).length === 1);
  expect(await rows(page)).toEqual([file?.title]);

  const isAt = (selector: string) =>
    until(selector, () => page.evaluate((at) => document.activeElement?.matches(at), selector));
  await page.keyboard.press('ArrowDown');
  await isAt('.file-row');
  await page.keyboard.press('F2');
  await isAt('.rename-field');
  await page.keyboard.type('Žluťoučký kůň');
  await page.keyboard.press('Enter');
  await shows(page, '1 file renamed.');
  const [info] = await client.files.info([file?.fileCode ?? '']);
  expect(info).toMatchObject({ title: 'Žluťoučký kůň' });
  await page.locator('button[aria-label="Clear the search"]').click();
  await until('the new name', async () => (await rows(page))[0] === 'Žluťoučký kůň');

  // The popup shows the same, from the same catalog.
  const popup = await firefox.open('popup.html', 'Files');
  await popup.locator('::-p-xpath(//*[@role="tab"][normalize-space()="Files"])').click();
  await until('the files', async () => (await rows(popup)).includes('Žluťoučký kůň'));
  expect(firefox.problems).toEqual([]);
});
