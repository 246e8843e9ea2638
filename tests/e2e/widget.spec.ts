/** Tests for every browser, and those that only work in Chromium. */

import { testAuto } from './widget/auto.ts';
import { testExtras } from './widget/extras.ts';
import { button, expect, inPlayer, link, player, script, test } from './widget/fixtures.ts';
import { testLayouts } from './widget/layouts.ts';
import { testLifecycle } from './widget/lifecycle.ts';
import { testLists } from './widget/lists.ts';
import { testRobustness } from './widget/robustness.ts';
import { testUsage } from './widget/usage.ts';

testUsage();
testRobustness();
testAuto();
test.describe('layouts, lifecycle, lists and extras', { tag: '@all' }, () => {
  testLayouts();
  testLifecycle();
  testLists();
  testExtras();
});

test('causes no layout shift, as measured by the browser', async ({ tab, website, clip, media }) => {
  await tab.evaluateOnNewDocument(() => {
    const shifts: unknown[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  const html = player(link({ ...clip, poster: `${media.url}/poster.jpg` }));
  await tab.goto(website.page(`${script}<p>Above</p>${html}<p>Below</p>`));
  await tab.click(button);
  await inPlayer(tab, clip.baseUrl, () => undefined);
  expect(await tab.evaluate(() => Reflect.get(globalThis, 'shifts') as unknown)).toEqual([]);
});

test('auto.js reserves the room of its players: no layout shift', async ({ tab, website, clip }) => {
  await tab.evaluateOnNewDocument(() => {
    const shifts: unknown[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  for (const options of ['', ' data-width="4" data-height="3"']) {
    // Another script might hydrate this page, so players wait until it is painted.
    const other = '<script>Reflect.set(globalThis, "isPage", true)</script>';
    const auto = `<script src="/auto.js" data-hosts="${clip.baseUrl}"${options}></script>`;
    const html = `<style>body { width: 400px }</style><p>Above</p><p>${link(clip)}</p>\n<p><b>${link(clip)}</b></p><p>Below</p>`;
    await tab.goto(website.page(auto + other + html));
    await expect.poll(() => tab.$$('linkhaul-player')).toHaveLength(2);
    await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await tab.evaluate(() => Reflect.get(globalThis, 'shifts') as unknown)).toEqual([]);
  }
});

test('keeps playing when it is moved with `moveBefore`', async ({ tab, website, clip }) => {
  await tab.goto(website.page(`${script}<main></main>${player(link(clip))}`));
  await tab.click(button);
  await inPlayer(tab, clip.baseUrl, () => Reflect.set(globalThis, 'isSame', true));
  // Firefox 153 reloads frames in shadow trees whenever they are moved.
  await tab.evaluate(() => {
    const main = document.querySelector('main');
    const element = document.querySelector('linkhaul-player');
    Reflect.apply(Reflect.get(Element.prototype, 'moveBefore') as () => void, main, [element, null]);
  });
  expect(await inPlayer(tab, clip.baseUrl, () => Reflect.get(globalThis, 'isSame') as unknown)).toBe(true);
});

test('prints the title and the address, with a poster and as an active player', async ({
  tab,
  website,
  clip,
}) => {
  for (const isActive of [false, true]) {
    const html = `<p>Before</p>${player(link(clip, 'A film of ours'), 'style="height: 200px"')}<p>After</p>`;
    await tab.goto(website.page(script + html));
    if (isActive) {
      await tab.click(button);
      await inPlayer(tab, clip.baseUrl, () => undefined);
    }
    await tab.emulateMediaType('print');
    const text = await tab.evaluate(() => {
      const { shadowRoot } = document.querySelector('linkhaul-player') ?? {};
      const shown = [...(shadowRoot?.children ?? [])].filter((each) => each.checkVisibility());
      const [only] = shown;
      if (!only || shown.length > 1) return undefined;
      return [only.textContent, getComputedStyle(only).color, only.getBoundingClientRect().height > 10];
    });
    expect(text).toEqual([
      `Open at the host: A film of ours, ${clip.baseUrl}/e/${clip.fileCode}`,
      'rgb(0, 0, 0)',
      true,
    ]);
    const pdf = Buffer.from(await tab.pdf()).toString('latin1');
    expect(pdf).toContain(`/URI (${clip.baseUrl}/e/${clip.fileCode})`);
    await tab.emulateMediaType('screen');
  }
});
