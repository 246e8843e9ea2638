/** `auto.js` on pages of React, Vue and Svelte that are rendered on a server and hydrated, and with Turbo. */
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { build } from 'vite';
import { escapeHtml } from '../../widget/src/embed-code/escape.ts';
import { embedUrl } from '../../widget/src/index.ts';
import type { State } from '../widget/frameworks/auto/state.ts';
import { test as base, button, expect, inPlayer } from './widget/fixtures.ts';

const frameworks = ['react', 'vue', 'svelte'] as const;

interface Built {
  /** Around the server's HTML. */
  readonly html: string;
  readonly assets: Readonly<Record<string, string>>;
  render(state: State): string | Promise<string>;
}

interface Opened {
  /** As its server rendered it. Returns console messages. */
  readonly open: (name: string, state: State) => Promise<readonly string[]>;
}

const test = base.extend<Opened, { builtOf: (name: string) => Promise<Built> }>({
  builtOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'linkhaul-auto-'));
      await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
      await cp('tests/widget/frameworks/auto', join(folder, 'auto'), { recursive: true });
      await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
      // Only development builds report hydration mismatches.
      const before = process.env['NODE_ENV'];
      process.env['NODE_ENV'] = 'development';
      const built: Record<string, Promise<Built>> = {};
      await use((name) => (built[name] ??= buildProject(join(folder, 'auto', name), name)));
      if (before === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = before;
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  open: async ({ builtOf, tab, website, clip }, use) => {
    await use(async (name, state) => {
      const { html, assets, render } = await builtOf(name);
      for (const [path, text] of Object.entries(assets)) website.file(path, text);
      const body = await render(state);
      const page = html
        .replace('<!--head-->', `<script src="/auto.js" data-hosts="${clip.baseUrl}" async></script>`)
        .replace('{state}', () => escapeHtml(JSON.stringify(state)))
        .replace('<!--app-->', () => body)
        .replace(
          '<!--after-->',
          '<script>for (const link of document.links) link.isOfServer = true</script>',
        );
      const said: string[] = [];
      tab.on('console', (message) => {
        if (/warn|error/.test(message.type())) said.push(message.text());
      });
      tab.on('pageerror', (error) => said.push(String(error)));
      await tab.goto(website.page(page));
      return said;
    });
  },
});

/** For the browser and the server. */
async function buildProject(root: string, name: string): Promise<Built> {
  const common = { root, base: `/${name}/`, mode: 'development', logLevel: 'error' } as const;
  await cp(join(root, '../index.html'), join(root, 'index.html'));
  await build({ ...common, build: { outDir: 'client', minify: false } });
  await build({ ...common, build: { outDir: 'server', ssr: 'server.ts' } });
  const assets: Record<string, string> = {};
  for (const file of await readdir(join(root, 'client/assets')))
    assets[`/${name}/assets/${file}`] = await readFile(join(root, 'client/assets', file), 'utf8');
  const { render } = (await import(pathToFileURL(join(root, 'server/server.js')).href)) as Built;
  return { html: await readFile(join(root, 'client/index.html'), 'utf8'), assets, render };
}

/** Each player's title and that of the link before it, and visible links, which there should be none of. */
const readPage = (tab: Page) =>
  tab.evaluate(() => {
    const shown = Array.from(document.querySelectorAll('a')).filter((each) => each.checkVisibility());
    return {
      players: Array.from(document.querySelectorAll('linkhaul-player'), (element) => {
        const link = element.previousElementSibling;
        return [element.shadowRoot?.querySelector('button, iframe')?.ariaLabel, link?.textContent];
      }),
      shown: shown.map((each) => each.textContent),
    };
  });

/** Whether hydration kept each of the server's links. */
const areOfServer = (tab: Page) =>
  tab.$$eval('#app a', (all) => all.map((each) => Reflect.get(each, 'isOfServer') as unknown));

const pageOf = (titles: readonly string[]) => ({
  players: titles.map((title) => [`Play: ${title}`, title]),
  shown: [],
});

for (const name of frameworks)
  test(`${name}: hydrates beside auto.js, adds, replaces, moves and removes links`, async ({
    open,
    tab,
    clip,
  }) => {
    const file = (title: string) => ({ href: `${embedUrl(clip)}?name=${title}`, title });
    const initial: State = { solo: file('solo'), items: [file('one'), file('two')], words: '' };
    const said = await open(name, initial);
    const expectPlayers = async (titles: readonly string[]) =>
      expect.poll(() => readPage(tab)).toEqual(pageOf(titles));
    const list = ['one', 'two'];
    await expectPlayers(['solo', ...list, ...list]);
    expect(await areOfServer(tab)).toEqual(Array(5).fill(true));

    const show = (state: Partial<State>) =>
      tab.evaluate((next) => (Reflect.get(globalThis, 'show') as (state: object) => void)(next), {
        ...initial,
        ...state,
      });
    // Another file in the same link, and a link that no longer leads to a file.
    await show({ solo: { ...file('other'), title: 'Another title' } });
    await expectPlayers(['Another title', ...list, ...list]);
    await show({ solo: { href: '/about', title: 'About' } });
    await expect.poll(() => readPage(tab)).toEqual({ ...pageOf([...list, ...list]), shown: ['About'] });
    await show({ solo: null });
    await expectPlayers([...list, ...list]);
    await show({});
    await expectPlayers(['solo', ...list, ...list]);

    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => Reflect.set(globalThis, 'isSame', true));
    const items = [file('three'), file('two'), file('one'), file('four')];
    const more = items.map(({ title }) => title);
    const titles = async () => (await readPage(tab)).players.map(([, title]) => title);
    await show({ items, words: 'Some words' });
    await expect.poll(titles).toEqual(['solo', ...more, ...more]);
    await show({ items: [] });
    await expect.poll(titles).toEqual(['solo']);
    expect(await inPlayer(tab, clip.baseUrl, () => Reflect.get(globalThis, 'isSame') as unknown)).toBe(true);
    await show({ solo: null, items: [] });
    await expectPlayers([]);
    await show({ items });
    await expectPlayers(['solo', ...more, ...more]);

    await tab.evaluate(() => (Reflect.get(globalThis, 'close') as () => void)());
    await expectPlayers([]);
    expect(said).toEqual([]);
  });

test('react: waits for parts that are hydrated later', async ({ open, tab, clip }) => {
  const file = (title: string) => ({ href: `${embedUrl(clip)}?name=${title}`, title });
  // The rest hydrates once the other link has its player.
  await tab.evaluateOnNewDocument(() => {
    new MutationObserver((_, observer) => {
      const players = document.querySelectorAll('linkhaul-player');
      if (players.length === 0) return;
      observer.disconnect();
      Reflect.set(globalThis, 'playersAtFirst', players.length);
      (Reflect.get(globalThis, 'goOn') as () => void)();
    }).observe(document, { childList: true, subtree: true });
  });
  const said = await open('react', { solo: file('solo'), items: [], words: '', late: file('late') });
  await expect.poll(() => readPage(tab)).toEqual(pageOf(['solo', 'late']));
  expect(await tab.evaluate(() => Reflect.get(globalThis, 'playersAtFirst') as unknown)).toBe(1);
  expect(await areOfServer(tab)).toEqual([true, true]);
  expect(said).toEqual([]);
});

test('turbo: players come and go with their pages, even cached ones', async ({ tab, website, clip }) => {
  const turbo = 'node_modules/@hotwired/turbo/dist/turbo.es2017-umd.js';
  website.file('/turbo.js', await readFile(turbo, 'utf8'));
  const file = (title: string) => `<p><a href="${embedUrl(clip)}?name=${title}">${title}</a></p>`;
  const head = `<script src="/turbo.js" defer></script><script src="/auto.js" data-hosts="${clip.baseUrl}" async></script>`;
  // Scripts in the body run again with each visit.
  const again = '<script src="/auto.js" async></script>';
  const second = website.page(`${head}<body>${file('second')}${file('third')}${again}`);
  const first = website.page(
    `${head}<body>${file('first')}<p>See <a href="${second}">the second page</a></p>${again}`,
  );
  await tab.goto(first);
  const atFirst = { ...pageOf(['first']), shown: ['the second page'] };
  await expect.poll(() => readPage(tab)).toEqual(atFirst);
  await tab.evaluate(() => Reflect.set(globalThis, 'isSame', true));
  await tab.click('p:last-of-type a');
  await expect.poll(() => readPage(tab)).toEqual(pageOf(['second', 'third']));
  await tab.goBack();
  await expect.poll(() => readPage(tab)).toEqual(atFirst);
  await tab.goForward();
  await expect.poll(() => readPage(tab)).toEqual(pageOf(['second', 'third']));
  // Turbo handled the navigation.
  expect(await tab.evaluate(() => Reflect.get(globalThis, 'isSame') as unknown)).toBe(true);
});
