/** The player's size in all kinds of boxes. */

import { embedCode } from '../../../widget/src/index.ts';
import { expect, link, player, script, test } from './fixtures.ts';

/** On a page that is 600 px wide. Default width: 300. */
const boxes: readonly (readonly [name: string, style: string, width?: number])[] = [
  ['block', '', 600],
  ['block in a narrow block', 'width: 200px', 200],
  ['inline-block', 'display: inline-block'],
  ['inline-flex', 'display: inline-flex'],
  ['inline-grid', 'display: inline-grid'],
  ['flex row', 'display: flex'],
  ['flex row, centred', 'display: flex; justify-content: center; align-items: center; height: 400px'],
  ['flex column', 'display: flex; flex-direction: column', 600],
  ['flex column, centred', 'display: flex; flex-direction: column; align-items: center'],
  ['flex row, narrow', 'display: flex; align-items: start; width: 200px', 200],
  ['flex row, stretched', 'display: flex; height: 400px'],
  ['grid', 'display: grid', 600],
  ['grid, centred', 'display: grid; place-items: center'],
  ['grid of two columns', 'display: grid; grid-template-columns: auto 1fr', 300],
  ['table cell', 'display: table-cell'],
  ['table', 'display: table'],
  ['float', 'float: left'],
  // Too wide to fit next to the float above.
  ['fit-content', 'width: fit-content'],
  ['absolutely placed', 'position: absolute'],
  ['fixed', 'position: fixed; right: 0'],
  ['min-content', 'width: min-content'],
  ['max-content', 'width: max-content'],
  ['vertical writing', 'writing-mode: vertical-rl; height: 400px'],
  ['vertical writing, flex', 'writing-mode: vertical-lr; display: flex'],
];

const own: readonly (readonly [name: string, style: string, width?: number])[] = [
  ['inline-block', 'display: inline-block'],
  ['float', 'float: right'],
  ['absolutely placed', 'position: absolute'],
  ['fit-content', 'width: fit-content'],
  ['max-content', 'width: max-content'],
  ['min-content', 'width: min-content'],
  ['centred by margins', 'margin: auto; width: 50%', 300],
];

export function testLayouts(): void {
  test('has a width and the right shape in every layout', async ({ tab, website, clip }) => {
    const html = [
      ...boxes.map(
        ([, style]) => `<section><div style="${style}">${player(link(clip))}<i></i></div></section>`,
      ),
      ...own.map(([, style]) => `<section>${player(link(clip), `style="${style}"`)}</section>`),
      `<section><dialog open>${player(link(clip))}</dialog></section>`,
      `<section><table><tr><td>${player(link(clip))}</td><td></td></tr></table></section>`,
      `<section><div style="display: flex">${player(link(clip))}<p>${'A long text beside it. '.repeat(40)}</p></div></section>`,
      `<section><div style="float: left; width: 200px">Beside</div>${player(link(clip))}</section>`,
      `<section><figure style="display: table">${player(link(clip))}<figcaption>Words</figcaption></figure></section>`,
    ];
    await tab.goto(website.page(`<style>body { margin: 0; width: 600px }</style>${html.join('')}${script}`));
    const measured = await tab.evaluate(() =>
      Array.from(document.querySelectorAll('linkhaul-player'), (element) => {
        const { width, height } = element.getBoundingClientRect();
        return [Math.round(width), Math.round((width / height) * 100) / 100];
      }),
    );
    const names = [...boxes, ...own].map(([name, , width = 300]) => [name, width] as const);
    const expected = [
      ...names,
      ['dialog', 300],
      ['td', 300],
      ['text beside', 300],
      ['beside a float', 400],
      ['figure', 300],
    ] as const;
    expect(measured.map((each, index) => [expected[index]?.[0], ...each])).toEqual(
      expected.map(([name, width]) => [name, width, 1.78]),
    );
  });

  test('has the shape of `width` and `height`, and of the style sheet', async ({ tab, website, clip }) => {
    const code = (width: number, height: number) => embedCode({ ...clip, width, height }, 'web-component');
    const cases: readonly (readonly [html: string, ratio: number])[] = [
      [player(link(clip), 'width="360" height="640"'), 0.56],
      [player(link(clip), 'width="4" height="3"'), 1.33],
      [player(link(clip), 'width="4" height="3" style="aspect-ratio: 1"'), 1],
      [player(link(clip), 'style="aspect-ratio: 2"'), 2],
      ...[
        '"" height="9"',
        '"0" height="9"',
        '"9" height="0"',
        '"-4" height="3"',
        '"a" height="b"',
        '"100%" height="9"',
        '"4"',
      ].map((size) => [player(link(clip), `width=${size}`), 1.78] as const),
      [code(360, 640), 0.56],
      [code(640, 360), 1.78],
    ];
    const rule = '<style>body { margin: 0; width: 600px }</style>';
    await tab.goto(website.page(rule + script + cases.map(([html]) => html).join('')));
    const measure = () =>
      tab.evaluate(() =>
        Array.from(document.querySelectorAll('linkhaul-player'), (element) => {
          const { width, height } = element.getBoundingClientRect();
          return [width, Math.round((width / height) * 100) / 100];
        }),
      );
    expect(await measure()).toEqual(cases.map(([, ratio]) => [expect.any(Number), ratio]));
    await tab.$eval('linkhaul-player', (it) => Object.assign(it, { width: 1, height: 1 }));
    await expect.poll(async () => (await measure())[0]).toEqual([600, 1]);
  });

  test('keeps its title readable at twice the text size, in any font', async ({ tab, website, clip }) => {
    await tab.setViewport({ width: 320, height: 600 });
    const read = () =>
      tab.$eval('linkhaul-player', (element) => {
        const part = (name: string) => element.shadowRoot?.querySelector(`[part=${name}]`);
        const title = part('title');
        if (!title) throw new Error('The player has no title.');
        const text = document.createRange();
        text.selectNodeContents(title);
        const [glyphs, bar] = [text, title].map((each) => each.getBoundingClientRect());
        const icon = part('icon')?.getBoundingClientRect();
        const { top, height } = element.getBoundingClientRect();
        const { fontSize, paddingBlockEnd } = getComputedStyle(title);
        const lineEnd = (bar?.bottom ?? 0) - Number.parseFloat(paddingBlockEnd);
        return {
          size: Number.parseFloat(fontSize),
          isCut: (glyphs?.top ?? 0) < (bar?.top ?? 0) || (glyphs?.bottom ?? 0) > (bar?.bottom ?? 0),
          isWide: title.scrollWidth > title.clientWidth,
          // Only the bar's text may not overlap the icon.
          room: (icon?.top ?? 0) - lineEnd,
          offCentre: ((icon?.top ?? 0) + (icon?.bottom ?? 0) - height) / 2 - top,
        };
      });
    // As with Noto Sans and Thai and Tibetan fonts.
    const face = (ascent: number, descent: number) =>
      `@font-face { font-family: Tall; src: local('Liberation Sans'); ascent-override: ${ascent}%; descent-override: ${descent}% } body { font-family: Tall }`;
    const styles = [
      '',
      ...['Liberation Sans', 'DejaVu Sans', 'Noto Sans'].map((name) => `body { font-family: '${name}' }`),
      ...[face(107, 30), face(140, 60), 'body { line-height: 1.7 }', 'body { line-height: 1 }'],
    ];
    for (const style of styles) {
      await tab.goto(website.page(`<style>${style}</style>${script}${player(link(clip))}`));
      await tab.evaluate(() => document.fonts.ready);
      const normal = await read();
      expect(normal.size).toBe(16);
      expect(Math.abs(normal.offCentre)).toBeLessThan(1.5);
      await tab.addStyleTag({ content: 'html { font-size: 200% }' });
      const { size, isCut, isWide, room, offCentre } = await read();
      expect(size).toBeGreaterThan(31);
      expect({ style, isCut, isWide }).toEqual({ style, isCut: false, isWide: false });
      expect(room, style).toBeGreaterThanOrEqual(0);
      expect(Math.abs(offCentre)).toBeLessThan(1.5);
    }
  });
}
