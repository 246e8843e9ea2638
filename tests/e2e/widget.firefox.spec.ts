/** `<linkhaul-player>` in Firefox, under the strictest policy: what may differ between browsers is tried here, the rest in Chromium. */
import { readFile } from 'node:fs/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { createClient } from '../../lib/api/index.ts';
import { embedUrl } from '../../widget/src/index.ts';
import { type Site, startSite } from '../widget/site.ts';
import { test as base, expect } from './harness/index.ts';

const test = base.extend<{ tab: Page }, { website: Site; gecko: Browser }>({
  website: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      const website = await startSite();
      await use(website);
      await website.close();
    },
    { scope: 'worker' },
  ],
  gecko: [
    async ({ program }, use) => {
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: await program('firefox'),
        headless: true,
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  tab: async ({ gecko }, use) => {
    const page = await gecko.newPage();
    await use(page);
    await page.close();
  },
});

test('plays from the keyboard with poster and subtitles, asks for nothing before, and breaks no policy', async ({
  tab: page,
  website,
  service,
  account,
  site,
}) => {
  const bytes = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
  const { uploads } = createClient({ baseUrl: service.url, key: account.key });
  const { fileCode } = await uploads.send(new File([bytes], 'sample.webm', { type: 'video/webm' }));
  const address = embedUrl({
    baseUrl: service.url,
    fileCode: fileCode ?? 'no code',
    poster: `${site.url}/poster.jpg`,
    subtitle: { file: `${site.url}/sample.en.srt`, label: 'English' },
    subtitles: { json: `${site.url}/subtitles.json` },
  });
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'none'",
    // Firefox asks for the page's icon under the page's policy.
    `img-src 'self' ${site.url}`,
    `frame-src ${service.url}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const toHost: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(service.url)) toHost.push(request.url());
  });
  await page.evaluateOnNewDocument(() => {
    const violations: string[] = [];
    Reflect.set(globalThis, 'violations', violations);
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  });
  const violations = () => page.evaluate(() => Reflect.get(globalThis, 'violations') as string[]);

  const html = `<script src="/linkhaul-player.js"></script><linkhaul-player><a href="${address.replaceAll('&', '&amp;')}">The sample</a></linkhaul-player>`;
  await page.goto(website.page(html, { 'content-security-policy': policy }));
  const look = () =>
    page.evaluate(() => {
      const root = document.querySelector('linkhaul-player')?.shadowRoot;
      const button = root?.querySelector('button');
      return {
        name: button?.ariaLabel,
        position: button && getComputedStyle(button).position,
        poster: root?.querySelector('img')?.complete,
        frames: root?.querySelectorAll('iframe').length,
      };
    });
  await expect
    .poll(look)
    .toEqual({ name: 'Play: The sample', position: 'absolute', poster: true, frames: 0 });
  expect(toHost).toEqual([]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const frame = await page.waitForFrame((each) => each.url().startsWith(service.url));
  await expect
    .poll(() =>
      frame.evaluate(() =>
        Array.from(document.querySelector('video')?.textTracks ?? [], ({ label }) => label),
      ),
    )
    .toEqual(['English', 'English', 'Deutsch', 'Español']);
  await expect.poll(() => frame.evaluate(() => document.hasFocus())).toBe(true);
  await frame.evaluate(() => document.querySelector('video')?.play());
  await expect
    .poll(() => frame.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(0.2);
  expect(await look()).toMatchObject({ frames: 1 });
  expect(await violations()).toEqual([]);
  // And the policy is no paper tiger.
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(violations).toEqual([expect.stringContaining('style-src')]);
});
