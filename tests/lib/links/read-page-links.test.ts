/** What a page names. Cases that need layout, scripts or frames are tested in a browser. */

import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { collectLinks, maxLinks, readFoundLinks } from '../../../lib/links/collected-link.ts';
import { readPageLinks } from '../../../lib/links/read-page-links.ts';

type Meta = readonly [property: string, content: string];

function read(metas: readonly Meta[], loaded: Parameters<typeof readPageLinks>[1] = []) {
  const elements = metas.map(([property, content]) => ({ getAttribute: () => property, name: '', content }));
  const page = {
    baseURI: 'https://site.example/',
    title: 'Page',
    contentType: 'text/html',
    documentElement: { localName: 'html' },
    firstChild: null,
    getElementById: () => null,
    querySelectorAll: (selector: string) => (selector === 'meta[content]' ? elements : []),
  };
  const { links, leftOut } = readPageLinks(page as unknown as Document, loaded);
  return { links: links.map(({ url, type }) => [url.replace('https://site.example', ''), type]), leftOut };
}

function collect(html: string) {
  const { window } = new JSDOM(html, { url: 'https://site.example/' });
  vi.stubGlobal('DOMParser', window.DOMParser);
  // Stops the clock, because the reader has only a second.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  return collectLinks(readFoundLinks(readPageLinks(window.document, []))).links;
}

it('gives each medium the first type that follows it, before the next one begins', () => {
  const { links } = read([
    ['og:video:type', 'video/early'],
    ['og:video', '/1'],
    ['og:video:secure_url', '/2'],
    ['og:video:type', 'video/webm'],
    ['og:video:type', 'video/late'],
    ['og:audio', '/3'],
    ['og:video', '/player'],
    ['og:video:type', 'text/html'],
    ['og:audio:url', '/4'],
    ['twitter:player:stream', '/5'],
    ['og:audio:type', 'audio/ogg'],
  ]);
  expect(links).toEqual([
    ['/1', 'video/webm'],
    ['/2', 'video/webm'],
    ['/3', 'audio/*'],
    ['/4', 'audio/ogg'],
    ['/5', 'audio/ogg'],
  ]);
});

it('reads the file that a browser shows in a page of its own', () => {
  const { document } = new JSDOM('<img src="/photo">', { url: 'https://site.example/photo' }).window;
  const type = vi.spyOn(document, 'contentType', 'get');
  const read = () => collectLinks(readFoundLinks(readPageLinks(document, []))).links;
  type.mockReturnValue('image/png');
  expect(read()).toMatchObject([{ url: 'https://site.example/photo', kind: 'image' }]);
  // A drawing is a page with links.
  type.mockReturnValue('image/svg+xml');
  expect(read()).toEqual([]);
});

it('reads players behind scripts of any length', () => {
  const script = `<script>${'x'.repeat(2_000_000)}</script>`;
  const [link, ...others] = collect(`${script}<div data-setup='{"src":"/film.mp4"}'></div>`);
  expect([link?.url, others]).toEqual(['https://site.example/film.mp4', []]);
});

it('reads each of very many once, gives as many as can be listed, and counts the others', () => {
  const count = 20_000;
  const metas = Array.from({ length: count }, (_, at): Meta => ['og:video:url', `/${at}`]);
  const { exec } = RegExp.prototype;
  let matches = 0;
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    matches += 1;
    if (matches > 10 * count) throw new Error('There are too many matches.');
    return exec.call(this, text);
  });
  const { links, leftOut } = read([...metas, ['og:video:type', 'video/webm']]);
  vi.restoreAllMocks();
  expect(links).toEqual(metas.slice(0, maxLinks).map(([, path]) => [path, 'video/webm']));
  expect(leftOut).toBe(count - maxLinks);
});

it('gives as many of the files that a page has loaded as can be listed, and counts the others', () => {
  const loaded = Array.from({ length: maxLinks + 7 }, (_, at) => ({
    name: `https://site.example/${at}.mp4`,
    initiatorType: 'video',
  }));
  const { links, leftOut } = read([], loaded);
  expect([links.length, leftOut]).toEqual([maxLinks, 7]);
});

const a = 'https://files.example/a.mp4';
const b = 'https://files.example/b';

describe('where an address may be', () => {
  it.each<readonly [what: string, html: string, links: readonly (readonly unknown[])[]]>([
    [
      'microdata',
      `<div itemscope itemtype="https://schema.org/VideoObject"><p itemprop="author" itemscope>By <b itemprop="name">Ann</b></p>
       <h2 itemprop="name">The talk</h2><link itemprop="contentUrl" href="${b}"></div>
       <meta itemprop="contentURL" content="${a}">
       <p itemscope><a itemprop="url contentUrl" href="https://files.example/c"></a><meta itemprop="encodingFormat" content="audio/mpeg"></p>`,
      [
        [b, 'metadata', 'video', 'The talk'],
        [a, 'metadata', 'video', null],
        ['https://files.example/c', 'metadata', 'audio', null],
      ],
    ],
    [
      'RDFa',
      `<div typeof="schema:AudioObject"><span property="schema:name" content="The song"></span>
       <meta property="http://schema.org/contentUrl" content="${b}"></div>`,
      [[b, 'metadata', 'audio', 'The song']],
    ],
    [
      'JSON-LD of many kinds',
      `<script type="application/ld+json; charset=utf-8">
       // <![CDATA[
       {"@type":["VideoObject","Clip"],"name":"Q&amp;A","description":"two
       lines","schema:contentURL":"${b}?a=1&amp;b=2",};
       // ]]></script>`,
      [[`${b}?a=1&b=2`, 'metadata', 'video', 'Q&A']],
    ],
    [
      'JSON-LD whose quotes are entities',
      `<script type="application/ld+json">{&quot;contentUrl&quot;: &quot;${a}&quot;}</script>`,
      [[a, 'metadata', 'video', null]],
    ],
    [
      'settings of players',
      `<video title="The film" data-setup='{"sources":[{"src":"${b}","type":"application/x-mpegURL"}],"poster":"${b}.jpg"}'></video>
       <div data-item="{'sources':[{'type':'video/mp4','src':'${a}','title':'The clip'}]}"></div>
       <div data-x='["${b}.webm"]'></div><p :files="[{ file: '${b}.mp3' }]"></p>
       <script type="application/json">{"stream":{"hls":"${b}.m3u8","title":"film.mp4"}}</script>
       <i data-setup='{"techOrder":["youtube"],"src":"https://youtube.com/watch?v=1","type":"video/youtube"}'></i>`,
      [
        [b, 'player', 'playlist', 'The film'],
        [a, 'player', 'video', 'The clip'],
        [`${b}.webm`, 'player', 'video', null],
        [`${b}.mp3`, 'player', 'audio', null],
        [`${b}.m3u8`, 'player', 'playlist', 'film.mp4'],
        [`${b}.jpg`, 'loaded', 'image', 'The film'],
      ],
    ],
    [
      'fields and buttons',
      `<input value="${b}" aria-label="Share"><input type="hidden" name="back" value="${b}/home"><input type="password" value="${a}?key">
       <textarea>See [url=${b}/1.zip]</textarea><button data-clipboard-text="${b}/2">Copy</button>
       <select><option value="${b}/3">3</option></select><div data-file="/4.rar" data-more="${b}/more"></div>`,
      [`${b}`, `${b}/1.zip`, `${b}/2`, `${b}/3`, 'https://site.example/4.rar'].map((url) => [
        url,
        'control',
        /zip|rar/.test(url) ? 'archive' : 'page',
        null,
      ]),
    ],
    [
      'what a button copies, opens or sends',
      `<clipboard-copy value="${b}/1">Copy</clipboard-copy><button onclick="location.href='/2.zip'">Get</button>
       <button onclick="window.open('${b}/3.zip'); say('film.mp4')">Get</button><form action="/4.zip"><button formaction="./5.zip">Get</button></form>
       <select><option value="/6.mp4">720p</option><option value="film.mp4">film</option></select>`,
      [
        [`${b}/1`, 'page'],
        ['https://site.example/2.zip', 'archive'],
        [`${b}/3.zip`, 'archive'],
        ['https://site.example/4.zip', 'archive'],
        ['https://site.example/5.zip', 'archive'],
        ['https://site.example/6.mp4', 'video'],
      ].map(([url, kind]) => [url, 'control', kind, null]),
    ],
    [
      'players of all names, and what scripts load',
      `<amp-video src="/1.mp4" title="One"></amp-video><media-player src="${b}/2.m3u8"></media-player><video><track src="/3.vtt"></video>
       <object><param name="Movie" value="/4.mp4"><param name="title" value="film.mp4"></object><div data-config="%7B%22src%22%3A%22%2F5.mp4%22%7D"></div>
       <script>jwplayer("x").setup({file: "https:\\/\\/files.example\\/6.mp4", image: "/7.jpg"}); load("/7.ts"); log("film.mp4", \`/\${id}.mp4\`)</script>
       <script type="text/template">'/8.mp4'</script>`,
      [
        ['https://site.example/1.mp4', 'player', 'video', 'One'],
        [`${b}/2.m3u8`, 'player', 'playlist', null],
        ['https://site.example/4.mp4', 'player', 'video', null],
        ['https://site.example/5.mp4', 'player', 'video', null],
        ['https://files.example/6.mp4', 'loaded', 'video', null],
      ],
    ],
    [
      'what the head names, and opens by itself',
      `<link rel="video_src" href="/1"><meta http-equiv="Refresh" content="3; URL='${b}/2.zip'">`,
      [
        [`${b}/2.zip`, 'metadata', 'archive', null],
        ['https://site.example/1', 'metadata', 'video', null],
      ],
    ],
    ['no page that another one leads to', `<meta http-equiv="refresh" content="0; url=${b}">`, []],
    [
      'text',
      `<pre>${a}\nwget "${b}/1.zip"\n<b>https://</b>files.<i>example</i>/c</pre><p>See ${b}/<wbr>2.</p><div>${b}/3<div>.x</div></div>
       <a href="${b}/full.zip">${b}/fu…</a><script>"${b}/script"</script><a>${b}/4</a>`,
      [
        [`${b}/full.zip`, 'link', 'archive', null],
        [a, 'text', 'video', null],
        [`${b}/1.zip`, 'text', 'archive', null],
        ['https://files.example/c', 'text', 'page', null],
        [`${b}/2`, 'text', 'page', null],
        [`${b}/3`, 'text', 'page', null],
        [`${b}/4`, 'text', 'page', null],
      ],
    ],
    [
      'a redirector that shows where it leads',
      `<a href="https://www.google.com/url?q=${encodeURIComponent(a)}">files.example<wbr>/a.mp4</a>`,
      [[a, 'link', 'video', null]],
    ],
    [
      'a link that names its file or its type',
      `<a href="${b}">Get it</a><a href="${b}" download="Lecture 1.mp4"><img></a><a href="${b}/2">Two</a><a href="${b}/2" type="video/mp4"></a>
       <a href="${b}/3" download="true">Three</a><a href="${b}/4.bin" download="talk.mp3">Four</a>`,
      [
        [b, 'link', 'video', 'Lecture 1.mp4'],
        [`${b}/2`, 'link', 'video', 'Two'],
        [`${b}/3`, 'link', 'page', 'Three'],
        [`${b}/4.bin`, 'link', 'audio', 'talk.mp3'],
      ],
    ],
  ])('%s', (_, html, links) => {
    expect(collect(html).map(({ url, source, kind, title }) => [url, source, kind, title])).toEqual(links);
  });

  it('takes pages that are made to keep it busy', () => {
    const part = `<div itemscope itemtype="VideoObject"><i itemprop="contentUrl" content="/1"></i>${a}<p data-x="[[[[[[">`;
    expect(collect(part.repeat(100)).length).toBe(2);
    expect(
      collect(`<p data-x='${'["'.repeat(200_000)}'></p><pre>${'http://'.repeat(100_000)}</pre>`),
    ).toEqual([]);
  });
});
