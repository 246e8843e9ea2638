/** The packed package in React and Vue projects (built, server-rendered, hydrated) and in a script tag. */
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type {} from '../../widget/src/global.d.ts';
import { embedUrl } from '../../widget/src/index.ts';
import { type Packed, packAndInstall } from '../packed.ts';
import { test as base, button, expect, inPlayer, link, player, readPlayers } from './widget/fixtures.ts';

const frameworks = ['react', 'vue'] as const;

const test = base.extend<object, { packed: Packed }>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      const packed = await packAndInstall('widget');
      await cp('tests/widget/frameworks', join(packed.app, 'frameworks'), { recursive: true });
      // Only development builds report hydration mismatches.
      const before = process.env['NODE_ENV'];
      process.env['NODE_ENV'] = 'development';
      await use(packed);
      if (before === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = before;
      await packed.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

for (const name of frameworks)
  test(`${name}: builds, renders on a server, hydrates without warnings, and loads one frame per click`, async ({
    packed,
    tab,
    website,
    clip,
  }) => {
    const address = embedUrl(clip);
    const { body, html } = await render(join(packed.app, 'frameworks', name), address);
    expect(body).toContain(`href="${address}"`);
    expect(body).toMatch(/<linkhaul-player [^>]*play-label="Start"/);
    const assets = join(packed.app, 'frameworks', name, 'client/assets');
    for (const file of await readdir(assets))
      website.file(`/assets/${file}`, await readFile(join(assets, file), 'utf8'));

    const said: string[] = [];
    tab.on('console', (message) => {
      if (/warn|error/.test(message.type())) said.push(message.text());
    });
    tab.on('pageerror', (error) => said.push(String(error)));
    await tab.goto(website.page(html.replace('{address}', address).replace('<!--app-->', body)));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Start: The sample', link: false }]);
    // The framework controls the page now.
    await expect(async () => {
      await tab.click('main > button');
      await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Start: Another title' }]);
    }).toPass();

    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, (video) => video.readyState);
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: '', frames: [address] }]);
    await expect.poll(() => tab.$eval('output', (output) => output.textContent)).toBe('1');
    expect(said).toEqual([]);
  });

for (const hash of ['#ask', '#late'])
  test(`react: the first click asks for consent (${hash})`, async ({ packed, tab, website, clip }) => {
    const address = embedUrl(clip);
    const root = join(packed.app, 'frameworks/react');
    const { body, html } = await render(root, address);
    for (const file of await readdir(join(root, 'client/assets')))
      website.file(`/assets/${file}`, await readFile(join(root, 'client/assets', file), 'utf8'));
    const page = website.page(html.replace('{address}', address).replace('<!--app-->', body));
    await tab.goto(page + hash);
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Start: The sample' }]);
    const asks = () => tab.$eval('main', (it) => it.dataset['asks']);
    await tab.click(button);
    if (hash === '#late') {
      await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [] }]);
      await tab.evaluate('hydrate()');
    }
    await expect.poll(asks).toBe('1');
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [] }]);
    await tab.evaluate(() => history.replaceState(null, '', location.pathname));
    await tab.click(button);
    await expect.poll(asks).toBe('2');
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [address] }]);
  });

test('the packed script defines the element and one global', async ({ packed, tab, website, clip }) => {
  const file = join(packed.app, 'node_modules/linkhaul-player/dist/linkhaul-player.js');
  website.file('/packed.js', await readFile(file, 'utf8'));
  const names = () => tab.evaluate(() => Object.keys(globalThis).sort());
  await tab.goto(website.page(player(link(clip))));
  const before = await names();
  await tab.addScriptTag({ url: '/packed.js' });
  await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: The sample' }]);
  expect((await names()).filter((name) => !before.includes(name))).toEqual(['linkhaulPlayer']);
  expect(await tab.evaluate((options) => linkhaulPlayer.embedUrl(options), clip)).toBe(embedUrl(clip));
});

/** For the browser and the server. Renders it on the server. */
async function render(root: string, address: string): Promise<{ body: string; html: string }> {
  const common = { root, base: '/', mode: 'development', logLevel: 'error' } as const;
  await cp(join(root, '../index.html'), join(root, 'index.html'));
  await build({ ...common, build: { outDir: 'client', minify: false } });
  await build({ ...common, build: { outDir: 'server', ssr: 'server.ts' } });
  const module = (await import(pathToFileURL(join(root, 'server/server.js')).href)) as {
    render(address: string): Promise<{ body: string }>;
  };
  const html = await readFile(join(root, 'client/index.html'), 'utf8');
  return { ...(await module.render(address)), html };
}
