/** A web page that hides its media: in players, in its head, in what it loads, in frames; and the feed that it names. */
import { startLocalServer } from '../../local-server.ts';

export interface MediaSite {
  readonly url: string;
  /** An RSS feed, which Chromium shows as text. */
  readonly feedUrl: string;
  /** An Atom feed, which Chromium shows as XML. */
  readonly atomUrl: string;
  close(): Promise<void>;
}

/** `elsewhere`: the site under a name that the extension has no access to. */
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

export async function startMediaSite(): Promise<MediaSite> {
  const { url, close } = await startLocalServer(({ url = '', socket }, response) => {
    const html = (body: string) => response.setHeader('content-type', 'text/html').end(body);
    if (url === '/') html(page(`http://elsewhere.localhost:${socket.localPort}`));
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
