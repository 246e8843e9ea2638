/** `<linkhaul-player>` in Chromium: a website on one origin, the local service as the host on another. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from '@playwright/test';
import * as fc from 'fast-check';
import { createClient } from '../../lib/api/index.ts';
import { type EmbedFormat, type EmbedOptions, embedCode, embedUrl } from '../../widget/src/index.ts';
import { embedOptions, text } from '../widget/arbitraries.ts';
import { type Site, startSite } from '../widget/site.ts';
import { test as base, expect } from './harness/index.ts';

const script = '<script src="/linkhaul-player.js"></script>';

interface Fixtures {
  /** A page of the website; also tells what it asked the host for. */
  page: Page;
  context: BrowserContext;
  /** The sample clip at the service. */
  clip: EmbedOptions;
  /** Every request to the host since the page was opened. */
  toHost: string[];
}

const test = base.extend<Fixtures, { website: Site; chrome: Browser }>({
  website: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      const website = await startSite();
      await use(website);
      await website.close();
    },
    { scope: 'worker' },
  ],
  chrome: [
    async ({ program }, use) => {
      const browser = await chromium.launch({ executablePath: await program('chromium') });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ chrome }, use) => {
    const context = await chrome.newContext({ viewport: { width: 800, height: 600 } });
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
  clip: async ({ service, account }, use) => {
    const bytes = await readFile(new URL('../../service/sample/sample.webm', import.meta.url));
    const { uploads } = createClient({ baseUrl: service.url, key: account.key });
    const { fileCode } = await uploads.send(new File([bytes], 'sample.webm', { type: 'video/webm' }));
    if (fileCode === null) throw new Error('The service took the clip and gave no code.');
    await use({ baseUrl: service.url, fileCode });
  },
  toHost: async ({ page, service }, use) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(service.url)) requests.push(request.url());
    });
    await use(requests);
  },
});

const link = (options: EmbedOptions, title = 'The sample') => `<a href="${embedUrl(options)}">${title}</a>`;
const player = (inside: string, attributes = '') =>
  `<linkhaul-player ${attributes}>${inside}</linkhaul-player>`;
const hosted = (page: Page): FrameLocator => page.frameLocator('linkhaul-player iframe');

test('asks the host for nothing before somebody shows intent, and connects when they do', async ({
  page,
  website,
  clip,
  site,
  toHost,
}) => {
  const poster = `${clip.baseUrl}/i/splash/${clip.fileCode}`;
  await page.goto(
    website.page(
      script +
        player(link({ ...clip, poster })) +
        player(link({ ...clip, poster: `${site.url}/poster.jpg` })),
    ),
  );
  const [own, other] = [page.locator('linkhaul-player').first(), page.locator('linkhaul-player').last()];
  // The other site's picture is there, so the host's would be by now.
  await expect
    .poll(() => other.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(own.getByRole('button', { name: 'Play: The sample' })).toBeVisible();
  expect(toHost).toEqual([]);
  await expect(page.locator('link[rel=preconnect]')).toHaveCount(0);

  await own.hover();
  await expect(page.locator('link[rel=preconnect]')).toHaveAttribute('href', clip.baseUrl);
  await expect.poll(() => toHost).toEqual([poster]);
  await other.getByRole('button').focus();
  await expect(page.locator('link[rel=preconnect]')).toHaveCount(1);
  expect(toHost).toHaveLength(1);
});

test('plays the clip with poster, one srt track, and three tracks of a document', async ({
  page,
  website,
  clip,
  site,
}) => {
  const options = {
    ...clip,
    poster: `${site.url}/poster.jpg`,
    subtitle: { file: `${site.url}/sample.en.srt`, label: 'English & <more>' },
    subtitles: { json: `${site.url}/subtitles.json` },
  };
  await page.goto(website.page(script + embedCode({ ...options, title: 'A "title"' }, 'web-component')));
  await page.getByRole('button', { name: 'Play: A "title"' }).click();

  const video = hosted(page).locator('video');
  await expect(video).toHaveAttribute('poster', options.poster);
  await expect.poll(() => tracksOf(page)).toEqual(['English & <more>', 'English', 'Deutsch', 'Español']);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(0);
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2);
});

const tracksOf = (page: Page) =>
  hosted(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => Array.from(video.textTracks, ({ label }) => label));

test('is used by keyboard alone, and hands the focus into the player', async ({ page, website, clip }) => {
  await page.goto(website.page(`${script}<button>Before</button>${player(link(clip))}`));
  await page.getByRole('button', { name: 'Before' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Play: The sample' })).toBeFocused();
  await page.keyboard.press('Enter');
  const video = hosted(page).locator('video');
  await expect(video).toBeVisible();
  await expect.poll(() => video.evaluate(() => document.hasFocus())).toBe(true);
  await page.keyboard.press('Tab');
  await expect(video).toBeFocused();
  await page.keyboard.press('Space');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
});

test('hands the focus on where a click focuses no button, as in Safari', async ({ page, website, clip }) => {
  await page.goto(website.page(script + player(link(clip))));
  await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
  await page.getByRole('button').click();
  await expect
    .poll(() =>
      hosted(page)
        .locator('video')
        .evaluate(() => document.hasFocus()),
    )
    .toBe(true);
});

test('does not move the page, and is one frame after a double click', async ({ page, website, clip }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value') as number);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(website.page(`${script}<p>Above</p>${player(link(clip))}<p>Below</p>`));
  const before = await page.getByText('Below').boundingBox();
  await page.getByRole('button').dblclick();
  await expect(hosted(page).locator('video')).toBeVisible();
  await expect(page.locator('linkhaul-player iframe')).toHaveCount(1);
  await expect(page.locator('linkhaul-player button')).toHaveCount(0);
  expect(await page.getByText('Below').boundingBox()).toEqual(before);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts') as unknown)).toEqual([]);
});

test('survives being moved, removed and put back', async ({ page, website, clip }) => {
  await page.goto(website.page(`${script}<main></main>${player(link(clip))}`));
  const move = () =>
    page.evaluate(() => {
      const element = document.querySelector('linkhaul-player');
      element?.remove();
      if (element) document.querySelector('main')?.append(element);
    });
  await move();
  await page.locator('main').getByRole('button').click();
  await expect(hosted(page).locator('video')).toBeVisible();
  await move();
  await expect(hosted(page).locator('video')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(1);

  // `moveBefore` does not even interrupt it.
  await hosted(page)
    .locator('video')
    .evaluate(() => Reflect.set(globalThis, 'sameDocument', true));
  await page.evaluate(() => {
    const element = document.querySelector('linkhaul-player');
    Reflect.apply(Reflect.get(document.body, 'moveBefore') as () => void, document.body, [element, null]);
  });
  expect(
    await hosted(page)
      .locator('video')
      .evaluate(() => Reflect.get(globalThis, 'sameDocument') as unknown),
  ).toBe(true);
});

test('follows its attributes and properties at every stage', async ({ page, website, clip, site }) => {
  // Properties that were set before the script came are taken over.
  await page.goto(website.page('<linkhaul-player></linkhaul-player>'));
  await page.evaluate((options) => {
    const element = document.querySelector('linkhaul-player');
    if (element)
      Object.assign(element, {
        baseUrl: options.baseUrl,
        fileCode: options.fileCode,
        playLabel: 'Abspielen',
      });
  }, clip);
  await page.addScriptTag({ url: '/linkhaul-player.js' });
  await expect(page.getByRole('button', { name: 'Abspielen: Video' })).toBeVisible();
  const element = page.locator('linkhaul-player');
  await expect(element).toHaveAttribute('file-code', clip.fileCode);

  await element.evaluate((it) => it.setAttribute('title', 'First'));
  await expect(page.getByRole('button', { name: 'Abspielen: First' })).toBeVisible();
  await element.evaluate((it, poster) => Reflect.set(it, 'poster', poster), `${site.url}/poster.jpg`);
  await expect(element.locator('img')).toHaveAttribute('src', `${site.url}/poster.jpg`);

  await page.getByRole('button').click();
  const frame = page.locator('linkhaul-player iframe');
  await expect(frame).toHaveAttribute('title', 'First');
  await expect(frame).toHaveAttribute('allow', /autoplay/);
  await expect(frame).toHaveAttribute('src', embedUrl({ ...clip, poster: `${site.url}/poster.jpg` }));
  const history = await page.evaluate(() => window.history.length);

  await element.evaluate((it) => it.setAttribute('title', 'Second'));
  await expect(frame).toHaveAttribute('title', 'Second');
  await element.evaluate(
    (it, file) => Object.assign(it, { poster: null, subtitleFile: file, subtitleLabel: 'English' }),
    `${site.url}/sample.en.srt`,
  );
  await expect(frame).toHaveAttribute(
    'src',
    embedUrl({ ...clip, subtitle: { file: `${site.url}/sample.en.srt`, label: 'English' } }),
  );
  await expect.poll(() => tracksOf(page)).toEqual(['English']);
  await expect(frame).toHaveCount(1);
  expect(await page.evaluate(() => window.history.length)).toBe(history);

  await element.evaluate((it) => Object.assign(it, { sandbox: '', credentialless: true }));
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
  await expect(frame).toHaveAttribute('credentialless', '');
  await expect.poll(() => tracksOf(page)).toEqual(['English']);
});

test('says once what is wrong, and leaves the link in place', async ({ page, website, clip }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(website.page(script + player(link(clip), 'subtitle-file="/en.srt"')));
  await expect(page.getByRole('link', { name: 'The sample' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(said).toEqual([expect.stringContaining('subtitle.label must be a string that is not blank')]);

  const heard = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('linkhaul-error', (event) => {
          event.preventDefault();
          const { code, field } = (event as CustomEvent<{ code: string; field: string }>).detail;
          resolve([code, field]);
        });
        document.querySelector('linkhaul-player')?.setAttribute('poster', 'javascript:alert(1)');
      }),
  );
  expect(await heard).toEqual(['bad-scheme', 'poster']);
  expect(said).toHaveLength(1);
  await page.locator('linkhaul-player').evaluate((it) => {
    it.removeAttribute('poster');
    it.removeAttribute('subtitle-file');
  });
  await expect(page.getByRole('button')).toBeVisible();
});

test('tells of its steps, and waits where the first is prevented', async ({ page, website, clip }) => {
  await page.goto(website.page(script + player(link(clip))));
  await page.evaluate(() => {
    const events: string[] = [];
    Reflect.set(globalThis, 'events', events);
    const consent = (event: Event) => event.preventDefault();
    for (const type of ['linkhaul-activate', 'linkhaul-load'])
      document.addEventListener(type, () => events.push(type));
    document.addEventListener('linkhaul-activate', consent, { once: true });
  });
  await page.getByRole('button').click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button').click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'events') as unknown))
    .toEqual(['linkhaul-activate', 'linkhaul-activate', 'linkhaul-load']);
});

test('breaks no strict Content-Security-Policy and no Trusted Types', async ({
  page,
  website,
  clip,
  site,
}) => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'none'",
    `img-src ${site.url}`,
    `frame-src ${clip.baseUrl}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  await page.addInitScript(() => {
    const violations: string[] = [];
    Reflect.set(globalThis, 'violations', violations);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      violations.push(`${violatedDirective} ${sample}`),
    );
  });
  const violations = () => page.evaluate(() => Reflect.get(globalThis, 'violations') as string[]);
  const html = script + player(link({ ...clip, poster: `${site.url}/poster.jpg` }));
  await page.goto(website.page(html, { 'content-security-policy': policy }));
  // The style is there although no style is allowed.
  await expect(page.locator('linkhaul-player')).toHaveCSS('display', 'block');
  await expect(page.getByRole('button')).toHaveCSS('position', 'absolute');
  await page.getByRole('button').click();
  await expect(hosted(page).locator('video')).toBeVisible();
  expect(await violations()).toEqual([]);

  // And the policy is no paper tiger.
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(violations).toEqual([expect.stringContaining('style-src')]);
});

test('takes hostile titles and codes as text', async ({ page, website, clip }) => {
  const title = '"><img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
  const hostile = { ...clip, fileCode: '../../"><svg onload=alert(1)>?#' };
  await page.goto(website.page(script + embedCode({ ...hostile, title }, 'web-component')));
  await page.getByRole('button', { name: `Play: ${title}` }).click();
  const frame = page.locator('linkhaul-player iframe');
  await expect(frame).toHaveAttribute('title', title);
  expect(await frame.evaluate((it: HTMLIFrameElement) => new URL(it.src).pathname)).toBe(
    '/e/..%2F..%2F%22%3E%3Csvg%20onload%3Dalert(1)%3E%3F%23',
  );
  await expect(page).toHaveTitle('A website');
});

test('embed code of any title and any options is what it says, to the parser of a browser', async ({
  page,
}) => {
  const samples = fc.sample(fc.tuple(embedOptions, text), 300).map(([options, title]) => {
    const code = (format: EmbedFormat) => embedCode({ ...options, title }, format);
    const { html } = JSON.parse(code('oembed')) as { html: string };
    return {
      url: embedUrl(options),
      title: title.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Video',
      frames: [code('responsive-iframe'), code('fixed-iframe'), html],
      element: code('web-component'),
    };
  });
  const parsed = await page.evaluate((all) => {
    const parse = (html: string) => new DOMParser().parseFromString(`<body>${html}`, 'text/html');
    return all.map(({ frames, element }) => {
      const page = parse(element);
      const link = page.querySelector('linkhaul-player > a');
      return {
        frames: frames.map((html) => {
          const { body } = parse(html);
          const frame = body.querySelector('iframe');
          return [frame?.getAttribute('src'), frame?.title, body.querySelectorAll('*').length];
        }),
        element: [
          link?.getAttribute('href'),
          link?.textContent,
          page.querySelectorAll('script, body *').length,
        ],
      };
    });
  }, samples);
  for (const [index, { url, title }] of samples.entries()) {
    const one = [url, title, 1];
    expect(parsed[index]).toEqual({ frames: [one, one, one], element: [url, title, 3] });
  }
});

test('axe finds nothing, before and after', async ({ page, website, clip, site }) => {
  const html = `${script}<main><h1>A page</h1>${player(link({ ...clip, poster: `${site.url}/poster.jpg` }))}</main>`;
  await page.goto(website.page(html));
  await expect(page.getByRole('button')).toBeVisible();
  const violations = async () => {
    const result = await new AxeBuilder({ page }).setLegacyMode().analyze();
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: node }) => node).join()}`);
  };
  expect(await violations()).toEqual([]);
  await page.getByRole('button').click();
  await expect(hosted(page).locator('video')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('without script, the link works', async ({ chrome, website, clip }) => {
  const context = await chrome.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(website.page(script + player(link(clip))));
  await page.getByRole('link', { name: 'The sample' }).click();
  await expect(page).toHaveURL(embedUrl(clip));
  await expect(page.locator('video')).toBeVisible();
  await context.close();
});
