/** Media that a page names in its head. Everything else of a page is tested in a browser. */
import { expect, it, vi } from 'vitest';
import { maxLinks } from '../../../lib/links/collected-link.ts';
import { readPageLinks } from '../../../lib/links/read-page-links.ts';

type Meta = readonly [property: string, content: string];

function read(metas: readonly Meta[], loaded: Parameters<typeof readPageLinks>[1] = []) {
  const elements = metas.map(([property, content]) => ({ getAttribute: () => property, name: '', content }));
  const page = {
    baseURI: 'https://site.example/',
    title: 'Page',
    contentType: 'text/html',
    documentElement: { localName: 'html' },
    getElementById: () => null,
    querySelectorAll: (selector: string) => (selector === 'meta[content]' ? elements : []),
  };
  const { links, leftOut } = readPageLinks(page as unknown as Document, loaded);
  return { links: links.map(({ url, type }) => [url.replace('https://site.example', ''), type]), leftOut };
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
