/** The file for lists, moved hosts and other languages, and pages that can't load it. */
import { createHash } from 'node:crypto';
import { embedUrl } from '../../../widget/src/index.ts';
import { button, expect, link, player, readPlayers, script, test } from './fixtures.ts';

const extras = '/linkhaul-player-extras.js';
const policies = [
  "script-src 'self'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "script-src 'nonce-abc'",
  "script-src 'nonce-abc' 'strict-dynamic'",
];

export function testExtras(): void {
  test('loads its extras once when needed, even under strict policies', async ({ tab, website, clip }) => {
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const count = () => asked.filter((path) => path === extras).length;
    const open = async (html: string, players: number, policy = policies[0] ?? '') => {
      asked.length = 0;
      const page = html.replaceAll('<script', '<script nonce="abc"');
      await tab.goto(website.page(page, { 'content-security-policy': policy }));
      await expect
        .poll(() => readPlayers(tab))
        .toMatchObject(Array(players).fill({ button: expect.stringMatching(/./), link: expect.anything() }));
    };
    const auto = `<script src="/auto.js" data-hosts="${clip.baseUrl}"></script>`;
    const list = player(link(clip, 'One') + link(clip, 'Two'));
    await open(script + player(link(clip)) + player(link(clip)), 2);
    await open(`${auto}<p>${link(clip)}</p>`, 1);
    expect(count()).toBe(0);
    for (const policy of policies) {
      await open(script + list + list, 2, policy);
      expect(count()).toBe(1);
    }
    await open(`${script}${auto}<div lang="de">${list}<p>${link(clip)}</p></div>`, 2);
    expect(count()).toBe(1);
  });

  test('shows a player and links if its extras can’t be loaded', async ({ tab, website, clip }) => {
    for (const name of ['linkhaul-player.js', 'auto.js']) {
      const answer = await fetch(`${website.url}/${name}`);
      website.file(`/alone/${name}`, await answer.text());
    }
    await tab.evaluateOnNewDocument(() => {
      const errors: string[] = [];
      Reflect.set(globalThis, 'errors', errors);
      for (const type of ['error', 'unhandledrejection']) addEventListener(type, () => errors.push(type));
    });
    const old = { ...clip, baseUrl: 'https://old.example' };
    const metas = `<meta name="linkhaul-host" content="${clip.baseUrl}"><meta name="linkhaul-replaces" content="https://old.example">`;
    const auto = `<script src="/alone/auto.js" data-hosts="${clip.baseUrl}"></script>`;
    const html = `${player(link(clip, 'One') + link(clip, 'Two'))}${player(link(old))}<p lang="de">${link(clip)}</p>`;
    await tab.goto(website.page(`<script src="/alone/linkhaul-player.js"></script>${metas}${auto}${html}`));
    await expect
      .poll(() => readPlayers(tab))
      .toMatchObject([
        { button: '', link: true },
        { button: 'Play: The sample' },
        { button: 'Play: The sample' },
      ]);
    const shown = () =>
      tab.$$eval('a', (all) => all.filter((each) => each.checkVisibility()).map((each) => each.textContent));
    expect(await shown()).toEqual(['One', 'Two']);
    await tab.$$eval('linkhaul-player', (all) => {
      for (const each of all) each.activate();
    });
    expect((await readPlayers(tab)).map(({ frames }) => frames)).toEqual([
      [],
      [embedUrl(old)],
      [embedUrl(clip)],
    ]);
    await tab.$$eval('linkhaul-player', ([, second]) => {
      const first = second?.querySelector('a');
      if (first) second?.append(first.cloneNode(true));
      first?.replaceChildren('Another name');
    });
    const titles = () =>
      tab.$$eval('linkhaul-player', (all) =>
        all.map((it) => it.shadowRoot?.querySelector('iframe')?.title ?? ''),
      );
    await expect.poll(titles).toEqual(['', 'Another name', 'The sample']);
    await tab.$eval('linkhaul-player:nth-of-type(2)', (it) => it.deactivate());
    expect(await shown()).toEqual(['One', 'Two', 'Another name', 'The sample']);
    expect(await tab.evaluate(() => Reflect.get(globalThis, 'errors') as unknown)).toEqual([]);
  });

  test('plays a link activated before its extras loaded, unless it was deactivated', {
    tag: '@chromium',
  }, async ({ tab, website, clip }) => {
    const list = player(link(clip, 'One') + link(clip, 'Two'));
    await tab.goto(website.page(script));
    await tab.evaluate((html) => {
      document.body.innerHTML = html;
      const [first, second, third] = document.querySelectorAll('linkhaul-player');
      first?.activate();
      first?.activate();
      second?.activate();
      second?.deactivate();
      third?.activate();
      third?.querySelector('a')?.replaceWith('No file');
    }, `${list}${list}<linkhaul-player><a href="/">No file</a></linkhaul-player>${list}`);
    const frames = async () => (await readPlayers(tab)).map((each) => each.frames.length);
    await expect
      .poll(() => readPlayers(tab))
      .toMatchObject([{}, { button: 'Play: One' }, {}, { button: 'Play: One' }]);
    expect(await frames()).toEqual([1, 0, 0, 0]);
    await tab.click(button);
    expect(await frames()).toEqual([1, 1, 0, 0]);
  });

  test('loads no extras from an address that an image of the page claims', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    website.file('/images/linkhaul-player-extras.js', 'globalThis.isForeign = true');
    const image = '<img name="currentScript" src="/images/a.png" alt="">';
    const list = player(link(clip, 'One') + link(clip, 'Two'));
    await tab.goto(website.page(image + script + list));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: One' }]);
    expect(await tab.evaluate(() => Reflect.has(globalThis, 'isForeign'))).toBe(false);
  });

  test('finds its extras next to a script of another origin, and checks their hash if the page gives one', async ({
    tab,
    website,
    clip,
  }) => {
    // The same site under another name.
    const cdn = website.url.replace('127.0.0.1', 'localhost');
    const list = player(link(clip, 'One') + link(clip, 'Two'));
    for (const kind of ['', 'crossorigin', 'type="module"']) {
      const html = `<script src="${cdn}/linkhaul-player.js" ${kind}></script>${list}`;
      await tab.goto(website.page(html));
      await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: One' }]);
    }

    const file = await fetch(website.url + extras);
    const hash = createHash('sha384')
      .update(await file.text())
      .digest('base64');
    const open = (integrity: string) => {
      const map = { integrity: { [cdn + extras]: `sha384-${integrity}` } };
      const rule = `<script type="importmap">${JSON.stringify(map)}</script>`;
      const tag = `<script src="${cdn}/linkhaul-player.js" crossorigin></script>`;
      return tab.goto(website.page(`${rule}${tag}${list}${player(link(clip))}`));
    };
    await open(hash);
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: One' }, {}]);
    await open(hash.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{}, { button: 'Play: The sample' }]);
    const loaded = () =>
      tab.evaluate(
        (path) =>
          import(path).then(
            () => true,
            () => false,
          ),
        cdn + extras,
      );
    expect(await loaded()).toBe(false);
    expect(await readPlayers(tab)).toMatchObject([{ button: '', link: true }, {}]);
  });
}
