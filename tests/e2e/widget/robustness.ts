/** Strict policies, hostile input, and different ways to read, see or hear. */

import * as fc from 'fast-check';
import { createCspLine } from '../../../widget/src/builder/index.ts';
import { type EmbedFormat, embedCode, embedUrl } from '../../../widget/src/index.ts';
import '../../properties.ts';
import { embedOptions, text } from '../../widget/arbitraries.ts';
import { violations } from '../harness/axe.ts';
import {
  button,
  expect,
  inPlayer,
  keepErrors,
  labels,
  link,
  player,
  readPlayers,
  script,
  test,
} from './fixtures.ts';

export function testRobustness(): void {
  test('works under a strict policy and Trusted Types', async ({ tab, website, clip, media }) => {
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'none'",
      // Firefox loads the page's icon under the page's policy.
      `img-src 'self' ${media.url}`,
      `frame-src ${clip.baseUrl}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    await tab.evaluateOnNewDocument(() => {
      const violations: string[] = [];
      Reflect.set(globalThis, 'violations', violations);
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
        violations.push(`${violatedDirective} ${sample}`),
      );
    });
    const violations = () => tab.evaluate(() => Reflect.get(globalThis, 'violations') as string[]);
    const poster = `${media.url}/poster.jpg`;
    const options = { ...clip, poster, subtitles: { json: `${media.url}/subtitles.json` } };
    await tab.goto(website.page(script + player(link(options)), { 'content-security-policy': policy }));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ poster }]);
    // Despite the policy.
    expect(await tab.$eval('linkhaul-player', (it) => getComputedStyle(it).display)).toBe('block');
    expect(await tab.$eval(button, (it) => getComputedStyle(it).position)).toBe('absolute');
    await tab.click(button);
    await expect.poll(() => inPlayer(tab, clip.baseUrl, labels)).toEqual(['English', 'Deutsch', 'Español']);
    expect(await violations()).toEqual([]);

    // The policy is enforced.
    const isTyped = await tab.evaluate(() => {
      document.body.setAttribute('style', 'color: red');
      try {
        document.body.insertAdjacentHTML('beforeend', '<b></b>');
      } catch {
        // As expected.
      }
      return 'trustedTypes' in globalThis;
    });
    await expect
      .poll(violations)
      .toEqual([
        expect.stringContaining('style-src'),
        ...(isTyped ? [expect.stringContaining('require-trusted-types-for')] : []),
      ]);
  });

  test('shows hostile titles as text, and rejects hostile addresses', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const said = await keepErrors(tab);
    const title = '"><img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
    const hostile = { ...clip, fileCode: '../../"><svg onload=alert(1)>?#' };
    await tab.goto(website.page(script + embedCode({ ...hostile, title }, 'web-component')));
    expect(await readPlayers(tab)).toMatchObject([{ button: `Play: ${title}` }]);
    await tab.click(button);
    const src = `${clip.baseUrl}/e/..%2F..%2F%22%3E%3Csvg%20onload%3Dalert(1)%3E%3F%23`;
    expect(await readPlayers(tab)).toMatchObject([{ frames: [src] }]);
    expect(await tab.$eval('linkhaul-player >>> iframe', (it) => it.title)).toBe(title);
    expect(await said()).toEqual([]);

    // Invalid hosts never become a frame, not even in place of an active one.
    for (const [attribute, value] of [
      ['base-url', 'javascript:document.title="owned"//'],
      ['base-url', 'data:text/html,<script>parent.document.title="owned"</script>'],
      ['base-url', `${clip.baseUrl.replace('//', '//me:password@')}`],
      ['poster', 'javascript:document.title="owned"'],
      ['subtitles-json', 'file:///etc/passwd'],
    ] as const) {
      await tab.$eval('linkhaul-player', (it, name, to) => it.setAttribute(name, to), attribute, value);
      await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [], link: true }]);
      await tab.$eval('linkhaul-player', (it, name) => it.removeAttribute(name), attribute);
      await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [src] }]);
    }
    expect(await said()).toHaveLength(5);
    expect(await tab.title()).toBe('A website');
  });

  test('accepts http: only if the embed code allows it', { tag: '@chromium' }, async ({ tab, website }) => {
    const said = await keepErrors(tab);
    const plain = { baseUrl: 'http://nas.example', fileCode: 'abc', title: 'At home', allowHttp: true };
    const html = player(`<a href="${embedCode(plain, 'address')}">At home</a>`);
    await tab.goto(website.page(embedCode(plain, 'web-component') + html));
    await expect.poll(said).toEqual([expect.stringContaining('must begin with https:')]);
    expect(await readPlayers(tab)).toMatchObject([
      { button: 'Play: At home', link: false },
      { button: '', link: true },
    ]);
  });

  test('the browser parses embed code back to its title and options, whatever they are', {
    tag: '@chromium',
  }, async ({ tab }) => {
    const samples = fc.sample(fc.tuple(embedOptions, text), 300).map(([options, title]) => {
      const code = (format: EmbedFormat) => embedCode({ ...options, title }, format);
      return {
        url: embedUrl(options),
        title: title.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Video',
        frames: [code('responsive-iframe'), code('fixed-iframe')],
        element: code('web-component'),
      };
    });
    const parsed = await tab.evaluate((all) => {
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
      const one = [url, title, 3];
      expect(parsed[index]).toEqual({ frames: [one, one], element: [url, title, 3] });
    }
  });

  test('a click-to-load frame sends no request before the click, and needs no script', async ({
    tab,
    website,
    clip,
    media,
    toHost,
  }) => {
    const said = await keepErrors(tab);
    const options = { ...clip, title: 'A "title" & <more>', poster: `${media.url}/poster.jpg` };
    const policy = `default-src 'none'; ${createCspLine(options, 'click-iframe')}`;
    await tab.setViewport({ width: 320, height: 600 });
    await tab.goto(website.page(embedCode(options, 'click-iframe'), { 'content-security-policy': policy }));
    const frame = await tab.waitForFrame((each) => each.url() === 'about:srcdoc');
    const link = await frame.waitForSelector('a');
    await expect.poll(() => link?.$eval('img', (it) => it.naturalWidth)).toBeGreaterThan(0);
    expect(await link?.evaluate((it) => it.textContent)).toBe(`▶ ${options.title}`);
    expect(toHost).toEqual([]);
    const size = await tab.$eval('iframe', (it) => [it.clientWidth, Math.round(it.clientHeight)]);
    expect(size).toEqual([304, 171]);
    await link?.click();
    expect(await inPlayer(tab, clip.baseUrl, () => document.fullscreenEnabled)).toBe(true);
    expect(await said()).toEqual([]);
    await tab.setViewport({ width: 800, height: 600 });
  });

  test('frames fit their container and keep their shape', async ({ tab, website, clip }) => {
    await tab.setViewport({ width: 320, height: 600 });
    for (const format of ['responsive-iframe', 'fixed-iframe'] as const) {
      await tab.goto(website.page(embedCode({ ...clip, width: 800, height: 400 }, format)));
      expect(await tab.$eval('iframe', (it) => [it.offsetWidth, it.offsetHeight])).toEqual([304, 152]);
    }
    await tab.setViewport({ width: 800, height: 600 });
  });

  test('hides a poster that cannot be loaded', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    await tab.goto(website.page(script + player(link({ ...clip, poster: `${media.url}/none.jpg` }))));
    const isHidden = () => tab.$eval('linkhaul-player >>> img', (it) => !it.checkVisibility());
    await expect.poll(isHidden).toBe(true);
    const poster = `${media.url}/poster.jpg`;
    await tab.$eval('linkhaul-player', (it, to) => it.setAttribute('poster', to), poster);
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ poster }]);
  });

  test('has no axe violations, before and after activation', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    const options = { ...clip, poster: `${media.url}/poster.jpg` };
    await tab.goto(website.page(`${script}<main><h1>A page</h1>${player(link(options))}</main>`));
    expect(await violations(tab)).toEqual([]);
    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => undefined);
    expect(await violations(tab)).toEqual([]);
    // axe would find a violation.
    await tab.$eval('linkhaul-player >>> iframe', (it) => it.removeAttribute('title'));
    expect(await violations(tab)).toEqual([expect.stringContaining('frame-title')]);
  });

  test('shows its focus ring over any poster', async ({ tab, website, clip, media }) => {
    const poster = `${media.url}/poster.jpg`;
    await tab.goto(website.page(script + player(link({ ...clip, poster }))));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ poster }]);
    const element = await tab.waitForSelector('linkhaul-player');
    const picture = async () => String(await element?.screenshot({ encoding: 'base64' }));
    // A loaded image may not be drawn yet.
    await tab.$eval('linkhaul-player >>> img', (it) => it.decode());
    const before = await picture();
    expect(await picture()).toBe(before);
    await tab.keyboard.press('Tab');
    expect(await picture()).not.toBe(before);
  });

  test('keeps icon and title apart in a small player', async ({ tab, website, clip }) => {
    const widths = [120, 200, 400, 800];
    const html = widths.map((width) => `<div style="width: ${width}px">${player(link(clip))}</div>`);
    await tab.goto(website.page(script + html.join('')));
    const parts = await tab.evaluate(() =>
      Array.from(document.querySelectorAll('linkhaul-player'), (element) => {
        const [icon, title] = ['icon', 'title'].map((name) => {
          const part = element.shadowRoot?.querySelector(`[part=${name}]`);
          return part?.getBoundingClientRect();
        });
        const { top, height } = element.getBoundingClientRect();
        // As shares of the player's height: the icon's upper edge, and the middle of the title's line.
        return { sign: ((icon?.top ?? 0) - top) / height, line: (title?.height ?? 0) / 2 / height };
      }),
    );
    for (const { sign, line } of parts) {
      expect(sign).toBeGreaterThan(0.2);
      expect(line).toBeLessThan(0.2);
    }
  });

  test('shows each title in its own direction', async ({ tab, website, clip }) => {
    const both = player(link(clip, 'English')) + player(link(clip, 'فارسی'));
    await tab.goto(website.page(`${script}${both}<div dir="rtl">${both}</div>`));
    const sides = await tab.evaluate(() =>
      Array.from(document.querySelectorAll('linkhaul-player'), (element) => {
        const text = document.createRange();
        text.selectNodeContents(element.shadowRoot?.querySelector('[part=title]') ?? element);
        const [inner, outer] = [text.getBoundingClientRect(), element.getBoundingClientRect()];
        return inner.left - outer.left < outer.right - inner.right ? 'left' : 'right';
      }),
    );
    expect(sides).toEqual(['left', 'right', 'left', 'right']);
  });

  test('shows its icon in forced colours, and has no animations', async ({ calmTab: tab, website, clip }) => {
    const style = '<style>linkhaul-player { --linkhaul-accent: #123456; --linkhaul-color: #123456 }</style>';
    await tab.goto(website.page(script + style + player(link(clip))));
    const seen = await tab.evaluate(() => {
      const icon = document.querySelector('linkhaul-player')?.shadowRoot?.querySelector('[part=icon]');
      if (!icon) return undefined;
      return {
        queries: ['(forced-colors: active)', '(prefers-reduced-motion: reduce)'].map(
          (query) => matchMedia(query).matches,
        ),
        sign: getComputedStyle(icon, '::before').borderLeftColor,
        behind: getComputedStyle(icon).backgroundColor,
        outline: getComputedStyle(icon).borderLeftColor,
      };
    });
    expect(seen?.queries).toEqual([true, true]);
    // The system's colours, which differ, and none of the page's.
    expect(seen?.sign).not.toBe(seen?.behind);
    expect(seen?.outline).not.toBe(seen?.behind);
    expect([seen?.sign, seen?.behind]).not.toContain('rgb(18, 52, 86)');

    await tab.hover(button);
    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => undefined);
    expect(await tab.evaluate(() => document.getAnimations().length)).toBe(0);
  });
}
