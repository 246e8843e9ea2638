/** An administrator adds a host, an author pastes an address, a visitor sees the player. */
import { HtmlRenderer, Parser } from 'commonmark';
import type { Frame, Page } from 'puppeteer-core';
import { type EmbedFormat, embedCode, embedFormats, embedUrl } from '../../widget/src/index.ts';
import { classicEditorCookie, findObstacle, startWordPress, type WordPress } from '../wordpress/wordpress.ts';
import { until } from './harness/until.ts';
import { test as base, button, expect, inPlayer, keepErrors, readPlayers } from './widget/fixtures.ts';

const test = base.extend<object, { wordpress: WordPress }>({
  wordpress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      const obstacle = await findObstacle();
      if (obstacle !== undefined) console.log(obstacle);
      base.skip(obstacle !== undefined, obstacle);
      const wordpress = await startWordPress();
      await use(wordpress);
      await wordpress.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

async function logIn(tab: Page, url: string, name: 'admin' | 'author'): Promise<void> {
  await tab.deleteCookie(...(await tab.cookies(url)));
  await tab.goto(`${url}/wp-login.php`);
  const done = tab.waitForNavigation();
  // In one step, because a page script moves the focus.
  await tab.$eval(
    '#loginform',
    (form, log) => {
      const fields = (form as HTMLFormElement).elements;
      Object.assign(fields.namedItem('log') ?? {}, { value: log });
      Object.assign(fields.namedItem('pwd') ?? {}, { value: `${log}-password` });
      (form as HTMLFormElement).requestSubmit();
    },
    name,
  );
  await done;
  expect(tab.url()).toContain('/wp-admin/');
}

async function setHosts(tab: Page, url: string, hosts: string): Promise<string> {
  await logIn(tab, url, 'admin');
  await tab.goto(`${url}/wp-admin/options-general.php?page=linkhaul-player`);
  await tab.$eval('#linkhaul-player-hosts', (it, value) => Reflect.set(it, 'value', value), hosts);
  await Promise.all([tab.waitForNavigation(), tab.click('#submit')]);
  return tab.$eval('.wrap', (it) => it.textContent);
}

/** Editors may replace the frame while it renders. */
async function waitForPreview(editor: Page | Frame, frameSelector: string): Promise<void> {
  await until(
    'the player in the preview',
    async () => {
      const frame = await (await editor.$(frameSelector))?.contentFrame();
      return frame !== undefined && frame !== null && (await frame.$('linkhaul-player >>> button')) !== null;
    },
    30_000,
  );
}

test.describe.configure({ mode: 'serial', timeout: 300_000 });

test('an administrator adds hosts, and invalid ones are reported', async ({ tab, wordpress, clip }) => {
  const { url } = wordpress;
  const text = await setHosts(
    tab,
    url,
    `${clip.baseUrl}/ https://Other.example/files/\nnas http://plain.example https://me:pw@host.example https://a.example?x <b>`,
  );
  for (const wrong of ['nas', 'http://plain.example', 'https://me:pw@host.example', 'https://a.example?x'])
    expect(text).toContain(`${wrong} isn’t the address of a host.`);
  expect(await tab.$eval('#linkhaul-player-hosts', (it) => Reflect.get(it, 'value') as unknown)).toBe(
    `${clip.baseUrl}\nhttps://other.example/files`,
  );
  await logIn(tab, url, 'author');
  const response = await tab.goto(`${url}/wp-admin/options-general.php?page=linkhaul-player`);
  expect(response?.status()).toBe(403);
});

test('an author pastes an address into the block editor, and visitors see the player', async ({
  tab,
  wordpress,
  clip,
  toHost,
}) => {
  const { url } = wordpress;
  await logIn(tab, url, 'author');
  await tab.goto(`${url}/wp-admin/post-new.php`);
  await tab.waitForFunction('wp.data.select("core/editor").getCurrentPostId()');
  await tab.evaluate('wp.data.dispatch("core/preferences").set("core/edit-post", "welcomeGuide", false)');
  await tab.waitForSelector('.wp-block-post-title');
  await tab.click('.wp-block-post-title');
  await tab.keyboard.type('A post');
  await tab.keyboard.press('Enter');
  await tab.evaluate((address) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', address);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, `${clip.baseUrl}/e/${clip.fileCode}?c1_label=a&c1_file=https%3A%2F%2Fcdn.example%2Fa.vtt`);
  await waitForPreview(tab, '.wp-block-embed iframe');
  await tab.evaluate(`wp.data.dispatch("core/editor").editPost({ status: "publish" });
    wp.data.dispatch("core/editor").savePost()`);
  await tab.waitForFunction('wp.data.select("core/editor").isCurrentPostPublished()');
  const permalink = (await tab.evaluate('wp.data.select("core/editor").getPermalink()')) as string;
  const content = await tab.evaluate('wp.data.select("core/editor").getEditedPostContent()');
  expect(content).toContain('<!-- wp:embed');
  expect(content).not.toContain('<linkhaul-player');

  toHost.length = 0;
  const said = await keepErrors(tab);
  await tab.goto(permalink);
  await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: A post', frames: [] }]);
  expect(toHost).toEqual([]);
  await tab.click(button);
  await inPlayer(tab, clip.baseUrl, () => undefined);
  expect(await said()).toEqual([]);
});

test('an author pastes an address into the classic editor, and visitors see the player', async ({
  tab,
  wordpress,
  clip,
}) => {
  const { url } = wordpress;
  const address = `${clip.baseUrl}/d/${clip.fileCode}/A%20film.mp4`;
  await logIn(tab, url, 'author');
  await tab.setCookie({ name: classicEditorCookie, value: 'yes', url });
  await tab.goto(`${url}/wp-admin/post-new.php`);
  const editor = await (await tab.waitForSelector('#content_ifr'))?.contentFrame();
  const text = await editor?.waitForSelector('#tinymce[contenteditable="true"]');
  await tab.type('#title', 'A classic post');
  await text?.focus();
  await text?.evaluate((body, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, address);
  if (editor) await waitForPreview(editor, '.wpview iframe');
  // The editor ignores clicks while it saves a draft, so check and click in one task. No waitForNavigation(): the click alone changes the
  // address, whether or not the form is sent.
  await tab.waitForFunction(() => {
    const publish = document.querySelector<HTMLElement>('#publish:not(.disabled)');
    publish?.click();
    return publish !== null;
  });
  const view = await until(
    'the published post',
    () =>
      tab.evaluate(
        () =>
          document.readyState === 'complete' && document.querySelector<HTMLAnchorElement>('#message a')?.href,
      ),
    30_000,
  );
  expect(await tab.$eval('#content', (it) => Reflect.get(it, 'value') as unknown)).toBe(address);
  const said = await keepErrors(tab);
  await tab.goto(view);
  await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: A film.mp4', frames: [] }]);
  await tab.click(button);
  await inPlayer(tab, clip.baseUrl, () => undefined);
  expect(await said()).toEqual([]);
});

test('addresses in classic posts become players if they are alone in a paragraph', async ({
  tab,
  wordpress,
  clip,
}) => {
  const address = `${clip.baseUrl}/e/${clip.fileCode}`;
  const text = [
    'Before',
    address,
    `${clip.baseUrl}/d/${clip.fileCode}/My%20film%20%3Cb%3E.mp4`,
    `In a sentence: ${address} stays.`,
    'https://unnamed.example/e/abc',
    `${clip.baseUrl}/x/${clip.fileCode}`,
    `${clip.baseUrl}.evil.example/e/abc`,
  ].join('\n\n');
  const [post] = await wordpress.post([text]);
  expect(post?.stored).toBe(text);
  const said = await keepErrors(tab);
  await tab.goto(post?.url ?? '');
  await expect
    .poll(() => readPlayers(tab))
    .toMatchObject([{ button: 'Play: A post' }, { button: 'Play: My film <b>.mp4' }]);
  expect(await tab.$eval('body', (it) => it.textContent)).toContain('https://unnamed.example/e/abc');
  const feed = await (await fetch(`${wordpress.url}/?feed=rss2`)).text();
  expect(feed).toContain(`<a href="${address}">`);
  expect(feed).not.toContain('<linkhaul-player');
  await tab.click(button);
  await inPlayer(tab, clip.baseUrl, () => undefined);
  expect(await said()).toEqual([]);
});

test('a link remains of code that an author without unfiltered_html pastes', async ({ tab, wordpress }) => {
  const options = {
    baseUrl: 'https://host.example',
    fileCode: 'abc',
    title: 'Tom & "Jerry" <i>',
    poster: 'https://cdn.example/p.jpg?a=1&b=2',
  };
  const ofDevelopers: readonly EmbedFormat[] = [
    'json-ld',
    'open-graph',
    'oembed',
    'react',
    'vue',
    'svelte',
    'astro',
  ];
  const formats = embedFormats.filter((format) => !ofDevelopers.includes(format));
  const codes = formats.map((format) => {
    const code = embedCode(options, format);
    return format === 'markdown' ? new HtmlRenderer().render(new Parser().parse(code)) : code;
  });
  const posts = await wordpress.post(codes);
  const parsed = await tab.evaluate(
    (all) =>
      all.map((html) => {
        const { body } = new DOMParser().parseFromString(html, 'text/html');
        const links = Array.from(body.querySelectorAll('a'), ({ href }) => href);
        return { links, text: body.textContent, rest: body.querySelectorAll('script, iframe').length };
      }),
    posts.map(({ shown }) => shown),
  );
  for (const [index, format] of formats.entries()) {
    const { links, text, rest } = parsed[index] ?? {};
    expect([format, rest]).toEqual([format, 0]);
    if (format === 'address' || format === 'bbcode') expect(text).toContain(embedUrl(options));
    else expect([format, ...(links ?? [])]).toEqual([format, embedUrl(options)]);
    if (format.endsWith('iframe')) expect(text?.trim()).toBe(options.title);
  }
});
