// The player page in Chromium, which shows tracks by rules of its own.
import { readFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { testServer, testService, testSite, upload } from './helpers.ts';

let browser: Browser;

beforeAll(async () => {
  const { path } = await ensureBrowser('chromium');
  browser = await chromium.launch({ executablePath: path, args: ['--disable-gpu'] });
}, 60_000);

afterAll(() => browser.close());

/** Opens the sample clip with a list of three tracks and returns the labels of those that show. */
async function openWithList(defaultIndex: number, options: Record<string, string> = {}) {
  const { url } = await testService();
  const site = await testSite();
  const labels = ['sample.en.srt', 'sample.de.vtt', 'sample.es.vtt'];
  const tracks = labels.map((label, index) => ({
    src: `${site}/${label}`,
    label,
    ...(index === defaultIndex && { default: true }),
  }));
  const list = await testServer((_, response) => response.end(JSON.stringify(tracks)));
  const clip = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
  const { result } = await upload(url, 'sample.webm', clip);
  const page = await browser.newPage();
  const query = new URLSearchParams({ subtitle_json: list, ...options });
  await page.goto(`${url}/e/${result[0].filecode}?${query}`);
  const video = page.locator('video');
  const readShowing = () =>
    video.evaluate((element: HTMLVideoElement) =>
      Array.from(element.textTracks)
        .filter(({ mode, cues }) => mode === 'showing' && cues?.length)
        .map(({ label }) => label),
    );
  await expect.poll(() => video.locator('track').count()).toBe('c1_file' in options ? 4 : 3);
  return { page, readShowing };
}

test.each([
  ['the first', 0, ['sample.en.srt']],
  ['the second', 1, ['sample.de.vtt']],
  ['the last', 2, ['sample.es.vtt']],
  ['none', -1, []],
])('of a list whose default is %s, that track shows', async (_, index, shown) => {
  const { page, readShowing } = await openWithList(index);
  await expect.poll(readShowing).toEqual(shown);
  // Chromium chooses once more after the clip's own tracks are known.
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 1);
  expect(await readShowing()).toEqual(shown);
  await page.close();
});

test('the track of c1_file goes before a default of the list', async () => {
  const site = await testSite();
  const c1 = { c1_file: `${site}/sample.en.srt`, c1_label: 'Own' };
  const { page, readShowing } = await openWithList(1, c1);
  await expect.poll(readShowing).toEqual(['Own']);
  await page.close();
});
