/** The embed builder in Firefox: a file from the catalog, subtitles from another site, the preview, the document, and the code. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { createClient } from '../../lib/api/index.ts';
import type {} from '../../widget/src/element.ts';
import { embedUrl } from '../../widget/src/index.ts';
import { expect, test } from './harness/index.ts';

/** By what is written there. Firefox is slow to say what assistive technology is told, which smoke.firefox.spec.ts asks. */
const button = (text: string) => `::-p-xpath(//button[normalize-space()="${text}"])`;
const field = (label: string) => `::-p-xpath(//label[normalize-space()="${label}"]/following::input[1])`;
const value = (page: Page, name: string) =>
  page
    .locator(field(name))
    .map((it) => (it as HTMLInputElement).value)
    .wait();

test('from the catalog to the code of a player with subtitles', async ({
  firefox,
  service,
  account,
  site,
}) => {
  const bytes = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
  const { uploads } = createClient({ baseUrl: service.url, key: account.key });
  const { fileCode } = await uploads.send(new File([bytes], 'sample.webm', { type: 'video/webm' }));
  if (fileCode === null) throw new Error('The service took the clip and gave no code.');
  const options = await firefox.open('options.html', 'Connect your file host');
  await options.locator(field('Service address')).fill(service.url);
  await options.locator(field('API key')).fill(account.key);
  await options.locator(button('Connect')).click();
  await options.locator('::-p-text(Connected to )').wait();

  const page = await firefox.open('manager.html#embed', 'Choose…');
  await page.locator(button('Choose…')).click();
  await page.locator('[role=combobox]:focus').wait();
  await page.keyboard.type('sam');
  await page.locator('[role=option][aria-selected=true]').wait();
  await page.keyboard.press('Enter');
  const poster = `${service.url}/i/splash/${fileCode}`;
  await expect.poll(() => value(page, 'Address of a picture')).toBe(poster);
  expect(await value(page, 'File code or any address of the file')).toBe(fileCode);
  expect(await value(page, 'Title')).toBe('sample');

  await page.locator(button('Add a track')).click();
  await page.locator(field('Address of the subtitles')).fill(`${site.url}/sample.en.srt`);
  await page.locator(field('Language or label')).fill('English');
  await page.locator('::-p-text(Can be read: SubRip)').wait();
  const subtitle = { file: `${site.url}/sample.en.srt`, label: 'English' };
  const address = embedUrl({ baseUrl: service.url, fileCode, poster, subtitle });
  const code = () => page.$eval('.embed-code', (it) => it.textContent);
  await expect.poll(code).toContain(address.replaceAll('&', '&amp;'));

  // The preview is the real player. What is in a frame of such a page, WebDriver BiDi does not see.
  const label = () => page.$eval('linkhaul-player', (it) => it.subtitleLabel);
  await expect.poll(label).toBe('English');
  const loaded = page.$eval(
    'linkhaul-player',
    (it) =>
      new Promise<string>((resolve) => it.addEventListener('linkhaul-load', ({ type }) => resolve(type))),
  );
  await page.locator('linkhaul-player >>> button').click();
  expect(await loaded).toBe('linkhaul-load');
  const frames = await page.$$eval('linkhaul-player >>> iframe', (all) => all.map((it) => it.src));
  expect(frames).toEqual([address]);

  const visitor = await firefox.browser.newPage();
  await visitor.setContent((await code()) ?? '');
  const hosted = await visitor.waitForFrame((each) => each.url() === address);
  await expect
    .poll(() =>
      hosted.$eval('video', (it) => Array.from(it.textTracks, ({ label, cues }) => [label, !!cues?.length])),
    )
    .toEqual([['English', true]]);
  expect(firefox.problems).toEqual([]);
});
