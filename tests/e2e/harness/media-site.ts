/** A page with hidden media in players, its head, loaded resources and frames, and the feed that it links to. */
import { startLocalServer } from '../../local-server.ts';

export interface MediaSite {
  readonly url: string;
  /** Chromium shows RSS as text. */
  readonly feedUrl: string;
  /** Chromium shows Atom as XML. */
  readonly atomUrl: string;
  close(): Promise<void>;
}

/** `elsewhere` is the site's name that the extension can't access. */
const page = (elsewhere: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Media in hiding</title><link rel="icon" href="data:,">
<meta property="og:title" content="The named one">
<meta property="og:video" content="/named.webm"><meta property="og:video:type" content="video/webm">
<meta property="og:video" content="/embedded-player"><meta property="og:video:type" content="text/html">
<meta name="twitter:player:stream" content="https://stream.example/clip">
<script type="application/ld+json">{ "contentUrl": "/broken.mp4" </script>
<script type="application/ld+json">
  { "@graph": [{ "@type": "VideoObject", "name": "Linked data", "contentUrl": "described" }] }
</script>
<link rel="alternate" type="application/rss+xml" title="The podcast" href="/feed.xml">
<link rel="alternate" hreflang="de" href="/de">
</head><body>
<a href="/film.mp4">The film</a> <a href="/about">About</a>
<video src="/film.mp4" preload="none"></video>
<video title="The stream" preload="none"><source src="/manifest" type="application/dash+xml"></video>
<custom-player></custom-player>
<iframe src="/frame"></iframe>
<iframe src="${elsewhere}/frame?elsewhere"></iframe>
<script>
  document.querySelector('custom-player').attachShadow({ mode: 'open' }).innerHTML =
    '<audio title="In the shadow" src="/shadow" preload="none"></audio>';
  // Synchronous, so that all of it is loaded when the page is.
  for (const url of ['/live/master.m3u8', '/live/1.ts', '/bundle.zip', '/state.json', '/pixel.gif']) {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.send();
  }
</script>
</body></html>`;

const feed = `<?xml version="1.0"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>The podcast</title>
<item><title>First episode</title><enclosure url="/episodes/1" type="audio/mpeg" length="1"/></item>
<item><title>Second &amp; last</title><media:content url="/episodes/2.webm"/></item>
<item><title>Only words</title><link>/words</link></item>
</channel></rss>`;

const atom = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>The videos</title>
<entry><title>The first</title><link href="/words"/><link rel="enclosure" href="videos/1.mp4"/></entry>
</feed>`;

const textPage = `The list of today:
https://files.example/one.m2ts
Two (https://files.example/two.7z.001), see www.files.example/three.ass
`;

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">
<a href="/drawn.mkv"><title>The drawn one</title><rect width="4" height="9"/></a>
<a xlink:href="/older.rmvb"><text y="9">The older one</text></a></svg>`;

const lazyPage = `<!doctype html><meta charset="utf-8"><title>Lazy media</title><link rel="icon" href="data:,"><p id="name">The labelled one</p>
${drawing}
<a href="/labelled.mp4" aria-labelledby="name">▶</a> <a href="/named.mp4" aria-label="The named one"><i></i></a>
<a href="/pictured.mp4"><img alt="The pictured one" src="/pixel.gif"></a>
<map name="map"><area href="/area.vob" alt="The area" shape="default"></map>
<video data-src="/later.mp4" poster="/poster.jpg" aria-label="The later one" preload="none"><source data-src="/later.webm"></video>
<img data-original="/lazy.jpg" alt="The lazy one"> <img src="/icon.png" alt="An icon">
<img src="/small.jpg" srcset="/large,1.jpg 2x,/small.jpg 1x" alt="The large one">
<picture><source data-srcset="/p-1.avif 100w, /p-2.avif 900w"><img alt="The picture"></picture>
<div data-video-src="/lightbox.mp4" title="The lightbox"></div> <div data-src="/script"></div>
<embed src="/clip.ogm" type="video/ogg"><object data="/paper.pdf" aria-label="The paper"></object>`;

/** More than can be listed. Hidden, because rendering them takes long. */
export const manyLinks = 20_000;

const manyPage = () => {
  const links = Array.from({ length: manyLinks }, (_, at) => `<a href="/file-${at}.mp4">File ${at}</a>\n`);
  return `<!doctype html><title>Many links</title><link rel="icon" href="data:,"><div hidden>${links.join('')}</div>`;
};

export async function startMediaSite(): Promise<MediaSite> {
  const { url, close } = await startLocalServer(({ url = '', socket }, response) => {
    const html = (body: string) => response.setHeader('content-type', 'text/html').end(body);
    if (url === '/list.txt') response.setHeader('content-type', 'text/plain').end(textPage);
    else if (url === '/drawing.svg') response.setHeader('content-type', 'image/svg+xml').end(drawing);
    else if (url === '/lazy') html(lazyPage);
    else if (url === '/many') html(manyPage());
    else if (url === '/') html(page(`http://elsewhere.localhost:${socket.localPort}`));
    else if (url.startsWith('/frame')) html(`<!doctype html><a href="/in${url}.mp4">In a frame</a>`);
    else if (url === '/feed.xml') response.setHeader('content-type', 'application/rss+xml').end(feed);
    else if (url === '/atom.xml') response.setHeader('content-type', 'application/xml').end(atom);
    else response.end();
  });
  return {
    url: `${url}/`,
    feedUrl: `${url}/feed.xml`,
    atomUrl: `${url}/atom.xml`,
    close,
  };
}
