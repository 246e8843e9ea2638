/** The player as visitors and pages use it. */
import { readFile } from 'node:fs/promises';
import { HtmlRenderer, Parser } from 'commonmark';
import { type EmbedOptions, embedCode, embedUrl } from '../../../widget/src/index.ts';
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

export function testUsage(): void {
  test('makes no request to the host until it is hovered or focused, then connects', async ({
    tab,
    website,
    clip,
    media,
    toHost,
  }) => {
    const own = `${clip.baseUrl}/i/splash/${clip.fileCode}`;
    const other = `${media.url}/poster.jpg`;
    const html = player(link({ ...clip, poster: own })) + player(link({ ...clip, poster: other }));
    await tab.goto(website.page(script + html));
    // The other site's picture has loaded, so the host's would have too.
    const name = 'Play: The sample';
    await expect
      .poll(() => readPlayers(tab))
      .toMatchObject([{ poster: '' }, { button: name, poster: other }]);
    expect(toHost).toEqual([]);
    const hints = () =>
      tab.$$eval('link[rel=preconnect]', (all) => all.map((hint) => (hint as HTMLLinkElement).href));
    expect(await hints()).toEqual([]);

    await tab.hover(button);
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: name, poster: own }, {}]);
    expect(await hints()).toEqual([`${clip.baseUrl}/`]);
    expect(toHost).toEqual([own]);
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    expect(await tab.evaluate(() => document.activeElement?.matches(':last-of-type'))).toBe(true);
    expect(await hints()).toHaveLength(1);
    expect(toHost).toHaveLength(1);
  });

  test('loads a poster near the viewport, or immediately with `loading="eager"`', async ({
    tab,
    website,
    clip,
    media,
    toHost,
  }) => {
    const own = `${clip.baseUrl}/i/splash/${clip.fileCode}`;
    const [near, far] = ['near', 'far'].map((name) => `${media.url}/poster.jpg?${name}`);
    const html = [
      player(link({ ...clip, poster: own }), 'loading="eager"'),
      player(link({ ...clip, poster: near })),
      // Only the documented value contacts the host.
      player(link({ ...clip, poster: own }), 'loading="auto"'),
      '<div style="height: 20000px"></div>',
      player(link({ ...clip, poster: far })),
    ];
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(request.url()));
    await tab.goto(website.page(script + html.join('')));
    await expect
      .poll(() => readPlayers(tab))
      .toMatchObject([{ poster: own }, { poster: near }, { poster: '' }, { poster: '' }]);
    expect(toHost).toEqual([own]);
    expect(asked).not.toContain(far);
    await tab.$eval('linkhaul-player:last-of-type', (it) => it.scrollIntoView());
    await expect.poll(() => readPlayers(tab)).toMatchObject([{}, {}, {}, { poster: far }]);
  });

  test('shows the poster in the size that fits, and requests none from the host before it may', async ({
    tab,
    website,
    clip,
    media,
    toHost,
  }) => {
    const [small, large] = ['small', 'large'].map((name) => `${media.url}/poster.jpg?${name}`);
    const set = `srcset="${small} 400w, ${large} 1600w"`;
    const onHost = `srcset="${small} 400w,${clip.baseUrl}/i/splash/${clip.fileCode}?large 1600w" sizes="1600px"`;
    const poster = `poster="${media.url}/poster.jpg?plain"`;
    const html = [
      player(link(clip), `${set} sizes="300px"`),
      player(link(clip), `${set} ${poster} sizes="1600px"`),
      player(link(clip), onHost),
      player(link(clip), `${onHost} ${poster} connect="click"`),
      player(link(clip), `${onHost} loading="eager"`),
    ];
    const style = '<style>body { width: 100px }</style>';
    await tab.goto(website.page(style + script + html.join('')));
    const own = `${clip.baseUrl}/i/splash/${clip.fileCode}?large`;
    const posters = async () => (await readPlayers(tab)).map((each) => each.poster);
    await expect.poll(posters).toEqual([small, large, '', `${media.url}/poster.jpg?plain`, own]);
    expect(toHost).toEqual([own]);
    await tab.$$eval('linkhaul-player', ([first, , third]) => {
      first?.setAttribute('sizes', '1600px');
      third?.focus();
    });
    await expect.poll(posters).toEqual([large, large, own, `${media.url}/poster.jpg?plain`, own]);
    const frame = await tab.$eval('linkhaul-player:nth-of-type(2)', (it) => {
      it.activate();
      return it.shadowRoot?.querySelector('iframe')?.src;
    });
    expect(frame).toBe(embedUrl({ ...clip, poster: `${media.url}/poster.jpg?plain` }));
  });

  test('shows players of hosts with other addresses', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    const poster = `${media.url}/poster.jpg`;
    const forms = ['/v/CODE', '/embed/CODE', '/embed-CODE.html'].map((form) => clip.baseUrl + form);
    const links = forms.map((baseUrl) => link({ ...clip, baseUrl, poster }));
    // The last one is outside the window.
    const html = [...links, links.join('')].map((each) => player(each, 'loading="eager"'));
    await tab.goto(website.page(script + html.join('')));
    await expect.poll(() => readPlayers(tab)).toMatchObject(Array(4).fill({ poster }));
    await tab.$$eval('linkhaul-player', (all) => {
      for (const each of all) (each as HTMLElement & { activate(): void }).activate();
    });
    const urls = forms.map((baseUrl) => embedUrl({ ...clip, baseUrl, poster }));
    const frames = async () => (await readPlayers(tab)).flatMap((each) => each.frames);
    await expect.poll(frames).toEqual([...urls, urls[0]]);
    // A name that starts with "embed" is a normal host.
    const usual = player('<a href="https://embed.example/e/abc">A</a>', `poster="${poster}"`);
    await tab.goto(website.page(script + usual));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ poster }]);
  });

  test('plays with a poster, an srt track, and a document', async ({ tab, website, clip, media }) => {
    const options = {
      ...clip,
      poster: `${media.url}/poster.jpg`,
      subtitle: { file: `${media.url}/sample.en.srt`, label: 'English & <more>' },
      subtitles: { json: `${media.url}/subtitles.json` },
    };
    await tab.goto(website.page(script + embedCode({ ...options, title: 'A "title"' }, 'web-component')));
    expect(await readPlayers(tab)).toMatchObject([{ button: 'Play: A "title"', link: false }]);
    await tab.click(button);
    await expect
      .poll(() => inPlayer(tab, clip.baseUrl, labels))
      .toEqual(['English & <more>', 'English', 'Deutsch', 'Español']);
    expect(await inPlayer(tab, clip.baseUrl, (video) => video.poster)).toBe(options.poster);
    await expect
      .poll(() => inPlayer(tab, clip.baseUrl, (video) => video.textTracks[0]?.cues?.length ?? 0))
      .toBeGreaterThan(0);
    await inPlayer(tab, clip.baseUrl, (video) => video.play());
    await expect.poll(() => inPlayer(tab, clip.baseUrl, (video) => video.currentTime)).toBeGreaterThan(0.2);
  });

  test('works by keyboard alone, and moves the focus into the player', async ({ tab, website, clip }) => {
    await tab.goto(website.page(`${script}<button>Before</button>${player(link(clip))}`));
    await tab.focus('body > button');
    await tab.keyboard.press('Tab');
    expect(await tab.$eval(button, (it) => it.matches(':focus-visible'))).toBe(true);
    await tab.keyboard.press('Enter');
    await expect.poll(() => inPlayer(tab, clip.baseUrl, () => document.hasFocus())).toBe(true);
    await tab.keyboard.press('Tab');
    await expect
      .poll(() => inPlayer(tab, clip.baseUrl, (video) => document.activeElement === video))
      .toBe(true);
    await tab.keyboard.press(' ');
    await expect.poll(() => inPlayer(tab, clip.baseUrl, (video) => video.currentTime)).toBeGreaterThan(0);
  });

  test('moves the focus where a click focuses no buttons, as in Safari', async ({ tab, website, clip }) => {
    await tab.goto(website.page(script + player(link(clip))));
    await tab.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
    await tab.click(button);
    await expect.poll(() => inPlayer(tab, clip.baseUrl, () => document.hasFocus())).toBe(true);
  });

  test('does not move the page, and is one frame after a double click', async ({ tab, website, clip }) => {
    // In each frame, from before the script loads.
    await tab.evaluateOnNewDocument(() => {
      const places = new Set<string>();
      Reflect.set(globalThis, 'places', places);
      const note = () => {
        const all = document.querySelectorAll('p, linkhaul-player');
        if (all.length === 3)
          places.add(JSON.stringify(Array.from(all, (each) => each.getBoundingClientRect())));
        requestAnimationFrame(note);
      };
      note();
    });
    const rule = '<style>linkhaul-player { display: block; aspect-ratio: 16 / 9 }</style>';
    await tab.goto(website.page(`${rule}<p>Above</p>${player(link(clip))}<p>Below</p>`));
    await tab.addScriptTag({ url: '/linkhaul-player.js' });
    await tab.click(button, { count: 2 });
    await inPlayer(tab, clip.baseUrl, (video) => video.readyState);
    expect(await readPlayers(tab)).toEqual([
      { button: '', poster: '', frames: [embedUrl(clip)], link: false },
    ]);
    const places = await tab.evaluate(() => [...(Reflect.get(globalThis, 'places') as Set<string>)]);
    expect(places).toHaveLength(1);
  });

  test('survives being moved and reinserted, even in another document', async ({ tab, website, clip }) => {
    const frame = '<iframe srcdoc="<!doctype html><body>" title="Another document"></iframe>';
    await tab.goto(website.page(`${script}<main></main>${player(link(clip))}${frame}`));
    const move = () =>
      tab.evaluate(() => {
        const element = document.querySelector('linkhaul-player');
        element?.remove();
        if (element) document.querySelector('main')?.append(element);
      });
    await move();
    await tab.click(button);
    await inPlayer(tab, clip.baseUrl, () => undefined);
    await move();
    await inPlayer(tab, clip.baseUrl, () => undefined);
    expect(await readPlayers(tab)).toMatchObject([{ frames: [embedUrl(clip)] }]);

    // Documents can't share style sheets.
    const position = await tab.evaluate(() => {
      const other = document.querySelector('iframe')?.contentDocument;
      const element = document.querySelector('linkhaul-player');
      if (other && element) other.body.append(element);
      const inside = element?.shadowRoot?.querySelector('iframe');
      return inside && getComputedStyle(inside).position;
    });
    expect(position).toBe('absolute');
  });

  test('follows its attributes and properties at every stage', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    // Properties set before the script loaded apply.
    await tab.goto(website.page('<linkhaul-player></linkhaul-player>'));
    const set = (properties: object) =>
      tab.$eval('linkhaul-player', (element, all) => void Object.assign(element, all), properties);
    await set({ baseUrl: clip.baseUrl, fileCode: clip.fileCode, playLabel: 'Abspielen' });
    await tab.addScriptTag({ url: '/linkhaul-player.js' });
    expect(await readPlayers(tab)).toMatchObject([{ button: 'Abspielen: Video' }]);
    expect(await tab.$eval('linkhaul-player', (it) => it.getAttribute('file-code'))).toBe(clip.fileCode);

    const poster = `${media.url}/poster.jpg`;
    await set({ title: 'First', poster });
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Abspielen: First', poster }]);

    await tab.click(button);
    const frame = () =>
      tab.$eval('linkhaul-player >>> iframe', (it) => [it.getAttribute('src'), it.title, it.allow]);
    const allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
    expect(await frame()).toEqual([embedUrl({ ...clip, poster }), 'First', allow]);
    const steps = await tab.evaluate(() => history.length);

    await inPlayer(tab, clip.baseUrl, () => Reflect.set(globalThis, 'isSame', true));
    await set({ title: 'Second' });
    await expect.poll(frame).toContain('Second');
    expect(await inPlayer(tab, clip.baseUrl, () => Reflect.get(globalThis, 'isSame') as unknown)).toBe(true);
    const file = `${media.url}/sample.en.srt`;
    await set({ poster: null, subtitleFile: file, subtitleLabel: 'English' });
    const subtitled = embedUrl({ ...clip, subtitle: { file, label: 'English' } });
    await expect.poll(frame).toEqual([subtitled, 'Second', allow]);
    await expect.poll(() => inPlayer(tab, clip.baseUrl, labels)).toEqual(['English']);
    expect(await tab.evaluate(() => history.length)).toBe(steps);

    await set({ sandbox: '', credentialless: true, allow: 'fullscreen' });
    await expect.poll(frame).toEqual([subtitled, 'Second', 'fullscreen']);
    expect(await tab.$eval('linkhaul-player >>> iframe', (it) => it.getAttribute('sandbox'))).toBe(
      'allow-scripts allow-same-origin',
    );
    await expect.poll(() => inPlayer(tab, clip.baseUrl, labels)).toEqual(['English']);
    expect(await readPlayers(tab)).toMatchObject([{ frames: [subtitled] }]);
  });

  test('`connect="click"`: nothing contacts the host before the player is activated', async ({
    tab,
    website,
    clip,
    toHost,
  }) => {
    const poster = `${clip.baseUrl}/i/splash/${clip.fileCode}`;
    const lazy = `<img src="${poster}" alt="A picture" loading="lazy">`;
    const html =
      player(link({ ...clip, poster }), 'connect="click"') +
      player(link({ ...clip, poster }), 'connect="click" loading="eager"') +
      player(link(clip, lazy), 'connect="click"') +
      player(`${link({ ...clip, poster }, 'One')}${link(clip, 'Two')}`, 'connect="click"');
    await tab.goto(website.page(`<button>Before</button>${script}${html}`));
    await tab.evaluate(() => addEventListener('linkhaul-activate', (event) => event.preventDefault()));
    const players = await tab.$$('linkhaul-player');
    expect(players).toHaveLength(4);
    for (const each of players) {
      await each.hover();
      await each.click();
    }
    await tab.focus('body > button');
    for (const _ of players) await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    expect(await tab.$$('link[rel=preconnect]')).toHaveLength(0);
    expect((await readPlayers(tab)).map((each) => [each.poster, each.frames])).toEqual(
      Array(4).fill(['', []]),
    );
    // The page's picture has loaded by now, and so would the host's.
    await tab.evaluate(
      () => new Promise((resolve) => Object.assign(new Image(), { onerror: resolve, src: '/none' })),
    );
    expect(toHost).toEqual([]);
  });

  test('its events leave a shadow tree', { tag: '@chromium' }, async ({ tab, website, clip }) => {
    await tab.goto(website.page(`${script}<main></main>`));
    const heard = await tab.evaluate(
      (html) => {
        const types: string[] = [];
        for (const type of ['linkhaul-activate', 'linkhaul-error'])
          document.addEventListener(type, (event) => {
            event.preventDefault();
            types.push(type);
          });
        const root = document.querySelector('main')?.attachShadow({ mode: 'open' });
        if (root) root.innerHTML = html;
        root?.querySelector('linkhaul-player')?.activate();
        return types;
      },
      `${player(link(clip))}${player('<a href="https://host.example/">No file</a>')}`,
    );
    expect(heard).toEqual(['linkhaul-error', 'linkhaul-activate']);
  });

  test('names a link without text by its description, and shows its picture', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    const poster = `${media.url}/poster.jpg`;
    const picture = (more: string) => `<img src="${poster}" ${more}>`;
    const to = (inside: string, more = '') =>
      player(`<a href="${embedUrl(clip)}" ${more}>${inside}</a>`, 'loading="eager"');
    const cases: readonly (readonly [html: string, name: string])[] = [
      [to(picture('alt="A film"')), 'A film'],
      [to(picture('alt=" "'), 'aria-label="Labelled"'), 'Labelled'],
      [to(picture('alt="A film"'), 'aria-label="Labelled"'), 'Labelled'],
      [to(picture('alt=""'), 'title="Titled"'), 'Titled'],
      [to(picture('title="Titled inside"')), 'Titled inside'],
      [to(`<picture>${picture('alt="In a picture"')}</picture>`), 'In a picture'],
      [to(`<span role="img" aria-label="Drawn"></span>${picture('alt=""')}`), 'Drawn'],
      [to(`${picture('alt=""')}<br>Words`), 'Words'],
      [to(picture('alt=""')), 'Video'],
      [
        new HtmlRenderer().render(
          new Parser().parse(embedCode({ ...clip, title: 'Ours', poster }, 'markdown')),
        ),
        'Ours',
      ],
    ];
    const html = cases.map(([each]) => (each.includes('<linkhaul') ? each : player(each, 'loading="eager"')));
    await tab.goto(website.page(script + html.join('')));
    await expect
      .poll(() => readPlayers(tab))
      .toMatchObject(cases.map(([, name]) => ({ button: `Play: ${name}`, poster })));
    await tab.$$eval('linkhaul-player', (all) =>
      all[0]?.querySelector('img')?.setAttribute('alt', 'Another'),
    );
    await expect.poll(async () => (await readPlayers(tab))[0]?.button).toBe('Play: Another');
  });

  test('passes the link’s parameters on unchanged, to its own file only', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    const query = `?t=90&token=a%2Fb+c~'%20d&empty=&flag&%63_poster=x&x=1&x=2`;
    const to = (path: string) =>
      `<a href="${clip.baseUrl}${path}/${clip.fileCode}${query.replace(/&%63.*?(?=&)/, '')}#t=90">A</a>`;
    const poster = `${media.url}/poster.jpg`;
    const html = [
      player(to('/e')),
      player(to('/d'), `poster="${poster}"`),
      player(
        to('/e').replace('flag', `flag&c_poster=${encodeURIComponent('https://cdn.example/other.jpg')}`),
        `poster="${poster}"`,
      ),
      player(to('/e'), 'file-code="another"'),
      player(to('/e'), 'base-url="https://another.example"'),
    ];
    await tab.goto(website.page(script + html.join('')));
    await tab.$$eval('linkhaul-player', (all) => {
      for (const each of all) each.activate();
    });
    const kept = `t=90&token=a%2Fb+c~%27%20d&empty=&flag&x=1&x=2`;
    const own = `c_poster=${encodeURIComponent(poster)}`;
    const frames = (await readPlayers(tab)).map((each) => each.frames[0]);
    expect(frames).toEqual([
      `${embedUrl(clip)}?${kept}#t=90`,
      `${embedUrl(clip)}?${own}&${kept}#t=90`,
      `${embedUrl(clip)}?${own}&${kept}#t=90`,
      embedUrl({ ...clip, fileCode: 'another' }),
      embedUrl({ ...clip, baseUrl: 'https://another.example' }),
    ]);
  });

  test('`start` is where playback begins', { tag: '@chromium' }, async ({ tab, website, clip }) => {
    const values = ['90', '12.9', '0', '-5', 'soon', ''];
    const html = values.map((value) => player(link(clip), `start="${value}"`));
    await tab.goto(
      website.page(
        `${script}${html.join('')}${player(`<a href="${embedUrl(clip)}?t=5&k=a~b+c&flag#t=5">A</a>`, 'start="7"')}`,
      ),
    );
    const addresses = await tab.$$eval('linkhaul-player', (all) =>
      all.map((each) => each.shadowRoot?.querySelector('a')?.href),
    );
    const plain = embedUrl(clip);
    expect(addresses).toEqual([
      `${plain}?t=90#t=90`,
      `${plain}?t=12#t=12`,
      ...Array(4).fill(plain),
      `${plain}?t=7&k=a~b+c&flag#t=7`,
    ]);
  });

  test('plays one player of a group at a time', { tag: '@chromium' }, async ({ tab, website, clip }) => {
    const html = ['group="a"', 'group="a"', 'group="b"', '', ''].map((group) => player(link(clip), group));
    await tab.goto(website.page(`${script}${html.join('')}<main></main>`));
    const activate = (index: number) =>
      tab.$$eval(
        'linkhaul-player',
        (all, at) => (all[at] as { activate(): void } | undefined)?.activate(),
        index,
      );
    const active = () => tab.$$eval('linkhaul-player', (all) => all.map((each) => each.active));
    for (const index of [0, 2, 3, 4]) await activate(index);
    expect(await active()).toEqual([true, false, true, true, true]);
    await tab.evaluate(() =>
      addEventListener('linkhaul-activate', (event) => event.preventDefault(), { once: true }),
    );
    await activate(1);
    expect(await active()).toEqual([true, false, true, true, true]);
    await activate(1);
    expect(await active()).toEqual([false, true, true, true, true]);
    await tab.evaluate(() => {
      const [first] = document.querySelectorAll('linkhaul-player');
      const root = document.querySelector('main')?.attachShadow({ mode: 'open' });
      if (first) root?.append(first);
      first?.activate();
    });
    expect(await active()).toEqual([false, true, true, true]);
  });

  test('takes its poster and button icon from its slots', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
    media,
  }) => {
    const poster = `<img slot="poster" alt="" srcset="${media.url}/poster.jpg 1x">`;
    const html = player(`${poster}<b slot="button">Watch now</b>${link(clip)}`);
    await tab.goto(website.page(`<style>body { width: 600px }</style>${script}${html}`));
    const seen = await tab.evaluate(() => {
      const box = (selector: string, root: ParentNode = document) => {
        const it = root.querySelector(selector);
        const { width = 0, height = 0 } = it?.getBoundingClientRect() ?? {};
        return it?.checkVisibility() ? [Math.round(width), Math.round(height)] : [];
      };
      const { shadowRoot } = document.querySelector('linkhaul-player') ?? {};
      return {
        poster: box('[slot=poster]'),
        button: box('[slot=button]')[0],
        icon: shadowRoot && box('[part=icon]', shadowRoot),
      };
    });
    expect(seen).toEqual({ poster: [600, 338], button: expect.any(Number), icon: [] });
    expect(await readPlayers(tab)).toMatchObject([{ button: 'Play: The sample', link: false }]);
    await tab.click('b');
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ frames: [embedUrl(clip)] }]);
    expect(await tab.$eval('b', (it) => it.checkVisibility())).toBe(false);
  });

  test('reports a frame that didn’t load, as far as the browser does', async ({
    tab,
    website,
    clip,
    engine,
  }) => {
    const said = await keepErrors(tab);
    const open = async (options: EmbedOptions, headers: Record<string, string> = {}) => {
      await tab.goto(website.page(script + player(link(options)), headers));
      await tab.evaluate(() => {
        const events: unknown[] = [];
        Reflect.set(globalThis, 'events', events);
        document.addEventListener('linkhaul-load', () => events.push('load'));
        document.addEventListener('linkhaul-error', (event) => {
          const { code, field } = (event as CustomEvent<{ code: string; field: string }>).detail;
          events.push([code, field]);
        });
        document.querySelector('linkhaul-player')?.activate();
      });
    };
    const events = () => tab.evaluate(() => Reflect.get(globalThis, 'events') as unknown);
    const notLoaded = [['not-loaded', 'frame']];
    await open(clip);
    await expect.poll(events).toEqual(['load']);
    await open({ ...clip, fileCode: 'nothing' });
    await expect.poll(events).toEqual(['load']);
    expect(await said()).toEqual([]);
    await open({ ...clip, baseUrl: 'http://localhost:9' });
    await expect.poll(events).toEqual(engine === 'firefox' ? notLoaded : ['load']);
    await open(clip, { 'content-security-policy': "frame-src 'none'" });
    await expect.poll(events).toEqual(notLoaded);
    // Again after another click, and with the remaining link.
    await tab.$eval('linkhaul-player', (it) => {
      it.deactivate();
      it.activate();
    });
    await expect.poll(events).toEqual([...notLoaded, ...notLoaded]);
    expect(await tab.$eval('linkhaul-player >>> a', (it) => it.checkVisibility())).toBe(true);
    expect((await said()).filter((each) => each.includes('frame was not loaded'))).toHaveLength(2);
  });

  test('reports an error once, and keeps the link', { tag: '@chromium' }, async ({ tab, website, clip }) => {
    const said = await keepErrors(tab);
    await tab.goto(website.page(script + player(link(clip), 'subtitle-file="/en.srt"')));
    expect(await readPlayers(tab)).toMatchObject([{ button: '', link: true }]);
    expect(await said()).toEqual([expect.stringContaining('subtitle.label must be a string, not blank.')]);

    const heard = await tab.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('linkhaul-error', (event) => {
            event.preventDefault();
            const { code, field } = (event as CustomEvent<{ code: string; field: string }>).detail;
            resolve([code, field]);
          });
          document.querySelector('linkhaul-player')?.setAttribute('poster', 'javascript:alert(1)');
        }),
    );
    expect(heard).toEqual(['bad-scheme', 'poster']);
    expect(await said()).toHaveLength(1);
    await tab.$eval('linkhaul-player', (it) => {
      it.removeAttribute('poster');
      it.removeAttribute('subtitle-file');
    });
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: The sample', link: false }]);
  });

  test('takes its file from attributes if its link leads to no file', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    const attributes = `base-url="${clip.baseUrl}" file-code="${clip.fileCode}"`;
    await tab.goto(website.page(script + player('<a href="/help">Enable JavaScript</a>', attributes)));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: Video', link: false }]);
  });

  test('reports no error while the page is loading', async ({ tab, website, clip }) => {
    const said = await keepErrors(tab);
    // While the inner script runs, the element exists but its link doesn't.
    const html = player(
      `<script>isConnected = !!document.querySelector('linkhaul-player').shadowRoot</script>${link(clip)}`,
      `base-url="${clip.baseUrl}"`,
    );
    await tab.goto(website.page(script + html + player('', 'file-code="alone"')));
    expect(await tab.evaluate(() => Reflect.get(globalThis, 'isConnected') as unknown)).toBe(true);
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: The sample' }, { button: '' }]);
    expect(await said()).toEqual([expect.stringContaining('baseUrl must be')]);
  });

  test('fires its events, and waits if the first is cancelled', { tag: '@chromium' }, async ({
    tab,
    website,
    clip,
  }) => {
    await tab.goto(website.page(script + player(link(clip))));
    await tab.evaluate(() => {
      const events: string[] = [];
      Reflect.set(globalThis, 'events', events);
      const consent = (event: Event) => event.preventDefault();
      for (const type of ['linkhaul-activate', 'linkhaul-load'])
        document.addEventListener(type, () => events.push(type));
      document.addEventListener('linkhaul-activate', consent, { once: true });
    });
    await tab.click(button);
    expect(await readPlayers(tab)).toMatchObject([{ frames: [] }]);
    await tab.click(button);
    await expect
      .poll(() => tab.evaluate(() => Reflect.get(globalThis, 'events') as unknown))
      .toEqual(['linkhaul-activate', 'linkhaul-activate', 'linkhaul-load']);
  });

  test('follows a moved host in link, attributes and poster, even when added later', {
    tag: '@chromium',
  }, async ({ tab, website, clip, media, toHost }) => {
    const old = 'https://old.example';
    const metas = `<meta name="linkhaul-host" content="${clip.baseUrl}/"><meta name="linkhaul-replaces" content="https://older.example ${old}">`;
    const splash = `/i/splash/${clip.fileCode}`;
    const html = [
      player(link({ ...clip, baseUrl: old, poster: old + splash })),
      player('', `base-url="https://older.example" file-code="${clip.fileCode}" title="By attributes"`),
      player(`<a href="http://old.example/d/${clip.fileCode}/name.mp4">A download page</a>`),
      player(link({ ...clip, baseUrl: 'https://other.example' })),
    ];
    await tab.goto(website.page(script + metas + html.join('')));
    await expect
      .poll(() => readPlayers(tab))
      .toMatchObject([
        { button: 'Play: The sample' },
        { button: 'Play: By attributes' },
        { button: 'Play: A download page' },
        { button: 'Play: The sample' },
      ]);
    const hrefs = () => tab.$$eval('linkhaul-player > a', (all) => all.map(({ href }) => href));
    expect(await hrefs()).toEqual([
      expect.stringContaining(`${clip.baseUrl}/e/${clip.fileCode}?`),
      `${clip.baseUrl}/d/${clip.fileCode}/name.mp4`,
      `https://other.example/e/${clip.fileCode}`,
    ]);
    expect(toHost).toEqual([]);
    await tab.click(button);
    expect(await readPlayers(tab)).toMatchObject([
      { frames: [embedUrl({ ...clip, poster: clip.baseUrl + splash })] },
      {},
      {},
      {},
    ]);
    await tab.$$eval('linkhaul-player', ([, second]) => second?.activate());
    expect(await readPlayers(tab)).toMatchObject([{}, { frames: [embedUrl(clip)] }, {}, {}]);

    const bad =
      '<meta name="linkhaul-host" content="javascript:alert(1)"><meta name="linkhaul-replaces" content="*">';
    await tab.goto(website.page(script + bad + player(link({ ...clip, poster: `${media.url}/poster.jpg` }))));
    await expect.poll(() => readPlayers(tab)).toMatchObject([{ button: 'Play: The sample' }]);
  });

  test('the examples of the README are players', { tag: '@chromium' }, async ({ tab, website, clip }) => {
    const readme = await readFile('widget/README.md', 'utf8');
    const examples = Array.from(readme.matchAll(/```html\n(.*?)```/gs), ([, html = '']) => html);
    const html = examples
      .filter((example) => !example.includes('<meta'))
      .map((example) =>
        example
          .replaceAll('https://host.example', clip.baseUrl)
          .replaceAll(/abc123|def456/g, clip.fileCode)
          .replaceAll(' async', ''),
      );
    expect(html).toHaveLength(4);
    await tab.goto(website.page(`${html.join('')}<p>${link(clip, 'Of auto.js')}</p>`));
    await expect
      .poll(() => readPlayers(tab))
      .toMatchObject(
        ['Big Buck Bunny', 'Episode 1', 'The talk', 'Of auto.js'].map((name) => ({
          button: `Play: ${name}`,
        })),
      );
    // Moved hosts have their own test, with hosts that exist.
    expect(examples.filter((example) => example.includes('<meta')).join('')).toMatch(
      /^<meta name="linkhaul-host" content="https:[^"]*">\n<meta name="linkhaul-replaces" content="https:[^"]*">\n$/,
    );
  });

  test('without script, the link works', async ({ tab, website, clip }) => {
    // As on a page that forbids scripts.
    const html = script + player(link(clip));
    await tab.goto(website.page(html, { 'content-security-policy': "script-src 'none'" }));
    expect(await readPlayers(tab)).toMatchObject([{ button: '', link: true }]);
    await Promise.all([tab.waitForNavigation(), tab.click('linkhaul-player > a')]);
    expect(tab.url()).toBe(embedUrl(clip));
    expect(await tab.$('video')).not.toBeNull();
  });
}
