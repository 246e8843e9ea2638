/** When players stop, and what they show in print, without the host, and in older browsers. */
import { embedUrl } from '../../../widget/src/index.ts';
import { button, expect, inPlayer, keepErrors, link, player, readPlayers, script, test } from './fixtures.ts';

/** The HTML around a player, and how a page hides it. */
const hidden: Readonly<
  Record<string, readonly [html: (player: string) => string, hide: (section: HTMLElement) => void]>
> = {
  'a dialog': [(it) => `<dialog>${it}</dialog>`, (section) => section.querySelector('dialog')?.close()],
  'a popover': [
    (it) => `<div popover>${it}</div>`,
    (section) => section.querySelector<HTMLElement>('[popover]')?.hidePopover(),
  ],
  details: [
    (it) => `<details open><summary>More</summary>${it}</details>`,
    (section) => section.querySelector('details')?.removeAttribute('open'),
  ],
  '`hidden`': [(it) => it, (section) => section.toggleAttribute('hidden')],
  '`hidden` of its own': [
    (it) => it,
    (section) => section.querySelector('linkhaul-player')?.toggleAttribute('hidden'),
  ],
  '`display: none`': [(it) => it, (section) => section.style.setProperty('display', 'none')],
  '`visibility: hidden`': [(it) => it, (section) => section.style.setProperty('visibility', 'hidden')],
  '`content-visibility: hidden`': [
    (it) => it,
    (section) => section.style.setProperty('content-visibility', 'hidden'),
  ],
  'scrolling away, then a dialog': [
    (it) => `<dialog>${it}<p style="height: 9000px"></p></dialog>`,
    (section) => {
      const dialog = section.querySelector('dialog');
      dialog?.scrollTo(0, 5_000);
      dialog?.close();
    },
  ],
};

export function testLifecycle(): void {
  test('stops when its page hides it, in any way', async ({ tab, website, clip }) => {
    const sections = Object.entries(hidden).map(
      ([name, [html]]) => `<section title="${name}">${html(player(link(clip)))}</section>`,
    );
    await tab.goto(website.page(script + sections.join('')));
    await tab.evaluate(() => {
      for (const dialog of document.querySelectorAll('dialog')) dialog.showModal();
      document.querySelector<HTMLElement>('[popover]')?.showPopover();
      for (const each of document.querySelectorAll('linkhaul-player')) each.activate();
    });
    const active = () =>
      tab.$$eval('linkhaul-player', (all) =>
        all.filter((each) => each.active).map((each) => each.closest('section')?.title),
      );
    // Three check intervals.
    await new Promise((resolve) => setTimeout(resolve, 750));
    expect(await active()).toEqual(Object.keys(hidden));
    for (const [name, [, hide]] of Object.entries(hidden))
      await tab.$eval(`section[title="${name}"]`, hide as (section: Element) => void);
    await expect.poll(active).toEqual([]);
    expect(await readPlayers(tab)).toEqual(
      sections.map(() => expect.objectContaining({ frames: [], button: 'Play: The sample' })),
    );
  });

  test('keeps playing when scrolled out of view, and stops when removed', async ({ tab, website, clip }) => {
    await tab.goto(website.page(`${script}${player(link(clip))}<p style="height: 9000px"></p>`));
    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => Reflect.set(globalThis, 'isSame', true));
    await tab.evaluate(() => scrollTo(0, 5_000));
    // Three check intervals.
    await new Promise((resolve) => setTimeout(resolve, 750));
    expect(await inPlayer(tab, clip.baseUrl, () => Reflect.get(globalThis, 'isSame') as unknown)).toBe(true);
    await tab.evaluate(() => {
      const element = document.querySelector('linkhaul-player');
      Reflect.set(globalThis, 'removed', element);
      element?.remove();
    });
    const isActive = () =>
      tab.evaluate(() => (Reflect.get(globalThis, 'removed') as { active: boolean }).active);
    await expect.poll(isActive).toBe(false);
    await tab.evaluate(() => document.body.append(Reflect.get(globalThis, 'removed') as Node));
    expect(await readPlayers(tab)).toMatchObject([{ frames: [], button: 'Play: The sample' }]);
  });

  test('returns the focus with `deactivate()`, and can be activated again', async ({
    tab,
    website,
    clip,
  }) => {
    await tab.goto(website.page(`${script}${player(link(clip))}<input>`));
    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => undefined);
    await tab.$eval('linkhaul-player', (it) => it.deactivate());
    expect(await readPlayers(tab)).toMatchObject([{ frames: [], button: 'Play: The sample' }]);
    const focused = () => tab.$eval('linkhaul-player', (it) => it.shadowRoot?.activeElement?.tagName);
    expect(await focused()).toBe('BUTTON');
    await tab.keyboard.press('Enter');
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [embedUrl(clip)] }]);
    await tab.evaluate(() => {
      const element = document.querySelector('linkhaul-player');
      document.querySelector('input')?.focus();
      element?.deactivate();
      element?.deactivate();
    });
    expect(await tab.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  });

  test('returns the focus to the button that opened the dialog', async ({ tab, website, clip }) => {
    const opener = '<button onclick="document.querySelector(\'dialog\').showModal()">Open</button>';
    await tab.goto(website.page(`${script}${opener}<dialog>${player(link(clip))}</dialog>`));
    await tab.click('body > button');
    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => undefined);
    await tab.$eval('dialog', (it) => it.close());
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [] }]);
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('Open');
  });

  test('keeps a link to the host while it is active', async ({ tab, website, clip }) => {
    const gone = { ...clip, baseUrl: 'http://localhost:9' };
    await tab.goto(
      website.page(script + player(link(gone), 'open-label="Beim Host öffnen" referrerpolicy="no-referrer"')),
    );
    const read = () =>
      tab.$eval('linkhaul-player', (element) => {
        const shown = element.shadowRoot?.querySelector('a');
        if (!shown?.checkVisibility()) return undefined;
        const { top, bottom } = shown.getBoundingClientRect();
        const frame = element.shadowRoot?.querySelector('iframe');
        return {
          href: shown.href,
          text: shown.textContent,
          policies: [shown.referrerPolicy, frame?.referrerPolicy],
          isInside: bottom <= element.getBoundingClientRect().bottom,
          isBelow: top >= (frame?.getBoundingClientRect().bottom ?? 0),
        };
      });
    expect(await read()).toBeUndefined();
    await tab.click(button);
    expect(await read()).toEqual({
      href: embedUrl(gone),
      text: `Beim Host öffnen: The sample, ${embedUrl(gone)}`,
      policies: ['no-referrer', 'no-referrer'],
      isInside: true,
      isBelow: true,
    });
    await tab.keyboard.press('Tab');
    await tab.$eval('linkhaul-player', (it) => it.removeAttribute('open-label'));
    await expect.poll(async () => (await read())?.text).toContain('Open at the host: ');
  });

  test('shows only the link, without an error, if the browser lacks its newest method', async ({
    tab,
    website,
    clip,
  }) => {
    const errors: string[] = [];
    tab.on('pageerror', (error) => errors.push(String(error)));
    const said = await keepErrors(tab);
    await tab.evaluateOnNewDocument(() => Reflect.deleteProperty(URL, 'parse'));
    await tab.goto(website.page(script + player(link(clip))));
    expect(await readPlayers(tab)).toMatchObject([{ button: '', link: true }]);
    expect([...errors, ...(await said())]).toEqual([]);
  });
}
