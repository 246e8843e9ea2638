import type { Page } from 'puppeteer-core';
import { embedUrl } from '../../../widget/src/index.ts';
import { button, expect, inPlayer, link, player, readPlayers, script, test } from './fixtures.ts';

/** Returns whether the browser would open the link. */
const isLeft = (tab: Page, selector: string, init: MouseEventInit = {}): Promise<boolean> =>
  tab.$eval(
    selector,
    (it, given) => {
      let isPrevented: boolean | undefined;
      addEventListener(
        'click',
        (event) => {
          isPrevented = event.defaultPrevented;
          event.preventDefault();
        },
        { once: true },
      );
      it.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...given }),
      );
      return isPrevented === false;
    },
    init,
  );

export function testLists(): void {
  test('lists several files below the player, for mouse and keyboard, with one frame', async ({
    tab,
    website,
    clip,
  }) => {
    const second = { ...clip, fileCode: `${clip.fileCode}?2` };
    const about = '<a href="/about">About</a>';
    const html = `<ol><li>${link(clip, 'One')}</li><li>${link(second, '<b>Two</b>')}</li></ol>${about}`;
    await tab.goto(website.page(`<style>body { width: 600px }</style>${script}${player(html)}<p>After</p>`));
    const state = () =>
      tab.$eval('linkhaul-player', (element) => {
        const links = [...element.querySelectorAll('a')];
        const root = element.shadowRoot;
        const shown = root?.querySelector('button, iframe')?.parentElement?.getBoundingClientRect();
        const { bottom } = element.getBoundingClientRect();
        const list = element.querySelector('ol')?.getBoundingClientRect();
        return {
          frames: Array.from(root?.querySelectorAll('iframe') ?? [], ({ src, title }) => [src, title]),
          current: links.filter((each) => each.ariaCurrent === 'true').map((each) => each.textContent),
          areShown: links.every((each) => each.checkVisibility()),
          ratio: Math.round(((shown?.width ?? 0) / (shown?.height ?? 1)) * 100) / 100,
          isBelow: !!list && list.top >= (shown?.bottom ?? 0) && list.bottom <= bottom,
        };
      });
    const common = { areShown: true, ratio: 1.78, isBelow: true };
    await expect.poll(state).toEqual({ ...common, frames: [], current: [] });
    const pages = await tab.evaluate(() => history.length);
    expect(await readPlayers(tab)).toMatchObject([{ button: 'Play: One' }]);

    await tab.click('b');
    expect(await state()).toEqual({ ...common, frames: [[embedUrl(second), 'Two']], current: ['Two'] });
    await tab.focus('li:first-child a');
    await tab.keyboard.press('Enter');
    expect(await state()).toEqual({ ...common, frames: [[embedUrl(clip), 'One']], current: ['One'] });
    await inPlayer(tab, clip.baseUrl, () => undefined);
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('One');
    expect(await tab.evaluate(() => history.length)).toBe(pages);

    await tab.evaluate(() =>
      addEventListener('linkhaul-activate', (event) => event.preventDefault(), { once: true }),
    );
    await tab.click('b');
    expect(await state()).toEqual({ ...common, frames: [], current: ['Two'] });
    await tab.click(button);
    expect(await state()).toMatchObject({ frames: [[embedUrl(second), 'Two']] });

    await tab.$eval('li', (it) => it.remove());
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [embedUrl(second)], link: false }]);
    await tab.$eval(
      'ol',
      (it, href) => {
        const again = Object.assign(document.createElement('a'), { href, textContent: 'Again' });
        it.append(again);
      },
      embedUrl(clip),
    );
    await expect.poll(state).toMatchObject({ ...common, current: ['Two'] });

    const [other] = await Promise.all([tab.waitForNavigation(), tab.click('linkhaul-player > a')]);
    expect(other?.url()).toMatch(/\/about$/);
  });

  test('plays links, and leaves those that can’t be played to the browser', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const html = player(`${link(clip, 'One')}<a href="/e/">Folder</a>${link(clip, 'Two')}`);
    await tab.goto(website.page(script + html));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: One' }]);
    for (const _ of [1, 2]) {
      expect(await isLeft(tab, 'a:nth-of-type(2)')).toBe(true);
      expect(await isLeft(tab, 'a:nth-of-type(3)')).toBe(false);
      expect(await readPlayers(tab)).toMatchObject([{ frames: [embedUrl(clip)] }]);
    }
  });

  test('shows the first link to a file, whatever comes before it', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const others = ['<a href="/about">About</a>', '<a id="top"></a>', '<svg><a href="/about"></a></svg>'];
    const html = others.flatMap((other) => [
      player(other + link(clip, 'One')),
      player(other + link(clip, 'One') + link(clip, 'Two')),
    ]);
    await tab.goto(website.page(script + html.join('')));
    await expect
      .poll(async () => (await readPlayers(tab)).map(({ button: name }) => name))
      .toEqual(html.map(() => 'Play: One'));
  });

  test('leaves modified clicks to the browser, and all links without script', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const html = player(`${link(clip, 'One')} ${link(clip, 'Two')}`);
    await tab.goto(website.page(script + html));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: One' }]);
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey'])
      expect(await isLeft(tab, 'a', { [key]: true })).toBe(true);
    expect(await readPlayers(tab)).toMatchObject([{ frames: [] }]);
    expect(await isLeft(tab, 'a')).toBe(false);
    expect(await readPlayers(tab)).toMatchObject([{ frames: [embedUrl(clip)] }]);

    await tab.goto(website.page(script + html, { 'content-security-policy': "script-src 'none'" }));
    expect(await tab.$$eval('a', (all) => all.filter((each) => each.checkVisibility()).length)).toBe(2);
  });
}
