/** Which links of a page `auto.js` turns into players. */
import { embedUrl } from '../../../widget/src/index.ts';
import { button, expect, inPlayer, keepErrors, link, readPlayers, test } from './fixtures.ts';

/** `LINK` is a link to a file. The number is how many players it becomes. */
const cases: readonly (readonly [html: string, players: number])[] = [
  ['<p>LINK</p>', 1],
  ['<p>\n  LINK\n</p>', 1],
  ['<p>&nbsp;LINK<!-- a comment --></p>', 1],
  ['<p><strong>LINK</strong></p>', 1],
  ['<p><span><em>LINK</em></span></p>', 1],
  ['<ul><li>LINK</li><li>LINK</li></ul>', 2],
  ['<div>LINK</div>', 1],
  ['<figure>LINK<figcaption>A caption</figcaption></figure>', 1],
  ['<table><tr><td>LINK</td><td>Words</td></tr></table>', 1],
  ['<blockquote>LINK</blockquote>', 1],
  ['LINK', 1],
  ['<p>LINK<br></p>', 1],
  ['<p>Watch this:<br>LINK<br>and this:<br />LINK</p>', 2],
  ['<div><h2>A heading</h2>LINK<p>Words</p></div>', 1],
  ['<p style="text-transform: uppercase">LINK</p>', 1],
  ['<p><a href="BASE/e/CODE"><img alt="" src="data:,"></a></p>', 1],
  [
    '<p><a href="BASE/e/CODE/">Slash</a></p><p><a href="BASE/d/CODE/name.mp4">Name</a></p><p><a href="BASE/d/CODE?a=b#c">Query</a></p>',
    3,
  ],
  [
    '<p><a href="BASE/v/CODE">Video</a></p><p><a href="BASE/embed-CODE.html">Embed</a></p><p><a href="BASE/embed/CODE?a=b">Embed</a></p>',
    3,
  ],
  ['<p><a href="BASE/folder/v/CODE">Another service</a></p>', 0],
  ['<div hidden><p>LINK</p></div>', 1],
  ['<p style="visibility: hidden">LINK</p>', 1],
  ['<details><summary>More</summary><p>LINK</p></details>', 1],
  ['<p><span style="display: inline-block">LINK</span></p>', 1],
  ['<p><span style="display: contents">LINK</span></p>', 1],
  ['<div style="display: flow-root">LINK</div>', 1],
  ['<p>Watch LINK now.</p>', 0],
  ['<p>LINK.</p>', 0],
  ['<p>See <b>LINK</b></p>', 0],
  ['<p><b>Episode 1</b> LINK</p>', 0],
  ['<p>LINK LINK</p>', 0],
  ['<li>Episode 1: LINK</li>', 0],
  ['<p>LINK <button>Share</button></p>', 0],
  ['<h2>LINK</h2>', 0],
  ['<h6>LINK</h6>', 0],
  ['<p><code>LINK</code></p>', 0],
  ['<pre>LINK\nmore</pre>', 0],
  ['<p>Watch <span style="display: inline-block">LINK</span> now.</p>', 0],
  ['<p>Watch <span style="display: inline-flex">LINK</span> now.</p>', 0],
  ['<div hidden><p>Watch\nLINK\nnow.</p></div>', 0],
  ['<details><summary>More</summary><p>Watch\nLINK\nnow.</p></details>', 0],
  ['<p style="visibility: hidden">Watch LINK now.</p>', 0],
  ['<div><p>One</p><p>Two</p>See <a href="BASE/e/CODE"><img alt="" src="data:,"></a></div>', 0],
  ['<nav><ul><li>LINK</li></ul></nav>', 0],
  ['<div style="display: flex">LINK<a href="/">Other</a></div>', 0],
  ['<div contenteditable><p>LINK</p></div>', 0],
  ['<linkhaul-player>LINK</linkhaul-player>', 1],
  ['<p><a href="BASE/f/CODE">Not a file</a></p>', 0],
  ['<p><a href="BASE/folder/e/CODE">Another service</a></p>', 0],
  ['<p><a href="https://other.example/e/CODE">Another host</a></p>', 0],
  ['<p><a href="BASE.evil.example/e/CODE">Another host</a></p>', 0],
  ['<p><a href="http://nas.example/e/CODE">Not encrypted</a></p>', 0],
  ['<p><a href="javascript:alert(1)//BASE/e/CODE">No address</a></p>', 0],
  ['<p><a>No address</a></p>', 0],
  ['<p><a href="BASE/d/CODE/name.zip">An archive</a></p>', 0],
  ['<p><a href="BASE/d/CODE/A%20book.PDF/?a=b">A document</a></p>', 0],
  ['<p><a href="BASE/d/CODE/all.tar.7z">An archive</a></p>', 0],
  ['<p><a href="BASE/d/CODE/name.mp4" download>A download</a></p>', 0],
  ['<p><a href="BASE/d/CODE/Talk%201.5">Not an ending</a></p>', 1],
  ['<p><a href="BASE/d/CODE/name.MKV">A film</a></p>', 1],
  ['<p><a href="BASE/e/CODE/name.zip">A player</a></p>', 1],
  ['<p><map><area href="BASE/e/CODE" alt="An area"></map></p>', 0],
];

export function testAuto(): void {
  const policy = {
    'content-security-policy': "script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  const tag = (hosts: string, more = '') =>
    `<script src="/auto.js" data-hosts="${hosts}"${more} async></script>`;

  test('auto.js turns links that stand alone into players', async ({ tab, website, clip }) => {
    const html = cases.map(([each]) =>
      each.replaceAll('LINK', link(clip)).replaceAll('BASE', clip.baseUrl).replaceAll('CODE', clip.fileCode),
    );
    const hosts = `https://first.example ${clip.baseUrl}/ http://nas.example`;
    await tab.goto(
      website.page(tag(hosts) + html.map((each) => `<section>${each}</section>`).join(''), policy),
    );
    await expect.poll(() => readPlayers(tab)).not.toEqual([]);
    const counts = await tab.$$eval('section', (all) =>
      all.map((each) => each.querySelectorAll('linkhaul-player').length),
    );
    expect(counts.map((count, index) => [cases[index]?.[0], count])).toEqual(
      cases.map(([each, count]) => [each, count]),
    );
    expect(await tab.$$eval('a', (all) => all.length)).toBe(html.join('').match(/<a\b/g)?.length);
    const places = await tab.$$eval('section linkhaul-player', (all) =>
      all.map((each) => each.matches('a + *, :has(> a)')),
    );
    expect(places).toEqual(places.map(() => true));
    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => undefined);
  });

  test('auto.js handles links added later, and http: if allowed', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const plain = '<p><a href="http://nas.example/e/abc">At home</a></p>';
    await tab.goto(
      website.page(`${tag(`http://nas.example ${clip.baseUrl}`, ' data-allow-http')}${plain}<main></main>`),
    );
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: At home' }]);
    await tab.evaluate((href) => {
      const paragraph = document.createElement('p');
      paragraph.append(Object.assign(document.createElement('a'), { href, textContent: 'Later' }));
      document.querySelector('main')?.append(paragraph);
    }, embedUrl(clip));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{}, { button: 'Play: Later' }]);
  });

  test('auto.js accepts the element’s options, and uses the page’s language', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    const said = await keepErrors(tab);
    const languages = ['de', 'pt-BR', 'zh-Hans-CN', 'AR', 'en', 'sv', '', 'constructor'];
    const html = languages.map((lang) => `<p lang="${lang}">${link(clip)}</p>`).join('');
    const read = () =>
      tab.$$eval('linkhaul-player', (all) =>
        all.map((each) => [
          each.playLabel,
          each.openLabel,
          each.shadowRoot?.querySelector('button')?.ariaLabel,
        ]),
      );
    await tab.goto(website.page(tag(clip.baseUrl) + html));
    const english = ['', '', 'Play: The sample'];
    await expect
      .poll(read)
      .toEqual([
        ['Abspielen', 'Beim Host öffnen', 'Abspielen: The sample'],
        ['Reproduzir', 'Abrir no host', 'Reproduzir: The sample'],
        ['播放', '在托管网站打开', '播放: The sample'],
        ['تشغيل', 'فتح لدى المضيف', 'تشغيل: The sample'],
        ...Array(4).fill(english),
      ]);

    const options =
      ' data-play-label="Start" data-open-label="Go there" data-sandbox data-referrerpolicy="no-referrer" data-allow="fullscreen"' +
      ` data-poster="${media.url}/poster.jpg" data-srcset="${media.url}/poster.jpg 640w" data-sizes="50vw" data-loading="eager" data-connect="click" data-group="all" data-credentialless` +
      ' data-width="4" data-height="3" data-file-code="another" data-id="no" data-onclick="alert(1)"';
    await tab.goto(website.page(tag(clip.baseUrl, options) + html));
    await expect.poll(() => tab.$$('linkhaul-player')).toHaveLength(languages.length);
    const attributes = await tab.$eval('linkhaul-player', (it) =>
      Object.fromEntries(Array.from(it.attributes, ({ name, value }) => [name, value])),
    );
    expect(attributes).toEqual({
      'data-linkhaul-auto': '',
      'play-label': 'Start',
      'open-label': 'Go there',
      sandbox: '',
      referrerpolicy: 'no-referrer',
      allow: 'fullscreen',
      poster: `${media.url}/poster.jpg`,
      srcset: `${media.url}/poster.jpg 640w`,
      sizes: '50vw',
      loading: 'eager',
      connect: 'click',
      group: 'all',
      credentialless: '',
      width: '4',
      height: '3',
    });
    await tab.goto(
      website.page(`${tag(clip.baseUrl, ' data-poster="javascript:alert(1)"')}<p>${link(clip)}</p>`),
    );
    await expect.poll(said).toEqual([expect.stringContaining('EmbedError')]);
    expect(await tab.$eval('a', (it) => it.checkVisibility())).toBe(true);
    expect(await tab.$('linkhaul-player')).toBeNull();
  });

  test('auto.js works if the other script has defined the element', async ({ tab, website, clip }) => {
    const other = '<script src="/linkhaul-player.js"></script>';
    const [before, after] = [`${other}${tag(clip.baseUrl)}`, `${tag(clip.baseUrl)}${other}`];
    for (const scripts of [before, after]) {
      await tab.goto(website.page(`${scripts}<p>${link(clip)}</p>`));
      await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: The sample' }]);
      expect(await tab.$eval('a', (it) => it.checkVisibility())).toBe(false);
    }
  });

  test('auto.js hides the link and moves its focus to the player', async ({ tab, website, clip }) => {
    await tab.goto(website.page(`<input><p>${link(clip)}</p><input id="last">`));
    await tab.focus('a');
    await tab.evaluate((hosts) => {
      const script = document.createElement('script');
      Object.assign(script.dataset, { hosts });
      script.src = '/auto.js';
      document.head.append(script);
    }, clip.baseUrl);
    await expect
      .poll(() => tab.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel))
      .toBe('Play: The sample');
    expect(await tab.$eval('a', (it) => it.checkVisibility())).toBe(false);
    await tab.keyboard.press('Tab');
    expect(await tab.evaluate(() => document.activeElement?.id)).toBe('last');
    await tab.addStyleTag({ content: 'html body p a { display: inline-block !important }' });
    expect(await tab.$eval('a', (it) => it.checkVisibility())).toBe(false);
  });

  test('auto.js follows changes of its links, and copies no player', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    await tab.goto(website.page(`${tag(clip.baseUrl)}<main><p>${link(clip)}</p></main>`));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: The sample' }]);
    const change = (how: (main: HTMLElement, link: HTMLAnchorElement) => void) =>
      tab.evaluate(`(${how.toString()})(document.querySelector('main'), document.querySelector('a'))`);
    const names = async () => (await readPlayers(tab)).map(({ button: name }) => name);
    await change((_, it) => it.replaceChildren('Another name'));
    await expect.poll(names).toEqual(['Play: Another name']);
    await change((main) => main.append(...Array.from(main.cloneNode(true).childNodes)));
    await expect.poll(names).toEqual(['Play: Another name', 'Play: Another name']);
    await change((main) => main.append(Object.assign(document.createElement('p'), { id: 'new' })));
    await change((main, it) => main.querySelector('#new')?.append(it));
    await expect.poll(names).toEqual(['Play: Another name', 'Play: Another name']);
    expect(await tab.$$eval('a + linkhaul-player', (all) => all.length)).toBe(2);
    await change((main, it) => {
      const home = it.parentElement;
      main.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }).append(it);
      home?.append(it);
    });
    await expect.poll(names).toEqual(['Play: Another name', 'Play: Another name']);
    await change((_, it) => it.removeAttribute('href'));
    await expect.poll(names).toEqual(['Play: Another name']);
    // A removed player comes back, and the page can keep inserting siblings.
    await change((main) => main.querySelector('linkhaul-player')?.remove());
    await expect.poll(names).toEqual(['Play: Another name']);
    await change((main) => {
      new MutationObserver(() => main.querySelector('linkhaul-player')?.remove()).observe(main, {
        childList: true,
        subtree: true,
      });
      main.querySelector('linkhaul-player')?.remove();
    });
    await tab.waitForFunction(() => document.querySelectorAll('a:not([hidden])').length > 0);
    await change((main) => main.replaceChildren());
    await expect.poll(names).toEqual([]);
  });

  test('auto.js shows the link if the player fails to load', async ({ tab, website, clip }) => {
    const html = `${tag(clip.baseUrl)}<p>${link(clip)}</p>`;
    await tab.goto(website.page(html, { 'content-security-policy': "frame-src 'none'" }));
    await expect.poll(() => readPlayers(tab)).toHaveLength(1);
    await tab.focus('linkhaul-player');
    await tab.keyboard.press('Enter');
    await expect.poll(() => readPlayers(tab)).toEqual([]);
    expect(await tab.evaluate(() => document.activeElement?.matches('a:focus'))).toBe(true);
  });

  test('auto.js checks no link twice, however much the page changes', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const links = Array.from({ length: 50 }, (_, index) => [
      `<p><a href="https://other.example/e/${index}">Another host</a></p>`,
      `<p>See <a href="${clip.baseUrl}/e/${index}">this</a>.</p>`,
    ]);
    await tab.evaluateOnNewDocument(() => {
      let count = 0;
      const { parse } = URL;
      URL.parse = (...args) => {
        count += 1;
        return parse(...args);
      };
      Object.defineProperty(globalThis, 'parsed', { get: () => count });
    });
    await tab.goto(website.page(tag(`https://other.test, ${clip.baseUrl}`) + links.flat().join('')));
    const parsed = () => tab.evaluate(() => Reflect.get(globalThis, 'parsed') as number);
    await expect.poll(parsed).toBeGreaterThanOrEqual(100);
    const before = await parsed();
    await tab.evaluate(() => document.body.append(document.createElement('i')));
    expect(await parsed()).toBe(before);
  });

  test('auto.js leaves all links without hosts or without script', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const html = `<p><a href="${embedUrl(clip)}">The sample</a></p>`;
    for (const headers of [{}, { 'content-security-policy': "script-src 'none'" }]) {
      await tab.goto(website.page(tag(Object.keys(headers).length > 0 ? clip.baseUrl : '') + html, headers));
      expect(await tab.$('linkhaul-player')).toBeNull();
      expect(await tab.$eval('a', (it) => it.checkVisibility())).toBe(true);
    }
  });
}
