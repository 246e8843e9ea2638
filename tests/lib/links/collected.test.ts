import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectLinks, isCollectedLink, kindOf, mostLinks, readFound } from '../../../lib/links/collected.ts';

describe('kindOf', () => {
  it.each([
    ['https://a.example/film.MP4?token=1', 'video'],
    ['https://a.example/talk.webm#t=3', 'video'],
    ['https://a.example/song.flac', 'audio'],
    ['https://a.example/i/cover.jpeg', 'image'],
    ['https://a.example/all.tar.gz', 'archive'],
    ['https://a.example/book.pdf', 'document'],
    ['https://a.example/', 'page'],
    ['https://a.example/mp4', 'page'],
  ])('%s is a %s', (url, kind) => {
    expect(kindOf(url)).toBe(kind);
  });
});

describe('collectLinks', () => {
  it('keeps each address once, in order, with the first text that says something', () => {
    const found = [
      { url: 'https://a.example/1', text: ' ' },
      { url: 'https://a.example/2', text: 'Two' },
      { url: 'https://a.example/1', text: 'One' },
      { url: 'mailto:somebody@a.example', text: 'Write' },
    ];
    expect(collectLinks(found).links.map(({ url, title }) => [url, title])).toEqual([
      ['https://a.example/1', 'One'],
      ['https://a.example/2', 'Two'],
    ]);
  });

  it('counts what is more than a list can hold', () => {
    const found = Array.from({ length: mostLinks + 3 }, (_, index) => ({
      url: `https://a.example/${index}`,
      text: '',
    }));
    const { links, left } = collectLinks(found);
    expect([links.length, left]).toEqual([mostLinks, 3]);
  });

  it('bounds addresses and titles', () => {
    const found = [
      { url: `https://a.example/${'ä'.repeat(8_000)}`, text: 'Too long when it is encoded' },
      { url: 'https://a.example/1', text: 'w'.repeat(20_000) },
    ];
    expect(collectLinks(found).links).toMatchObject([{ url: 'https://a.example/1', title: 'w'.repeat(200) }]);
  });

  it('knows its links again, and nothing else', () => {
    const found = [{ url: 'https://a.example/1.mp4', text: 'One' }];
    expect(collectLinks(found).links.every(isCollectedLink)).toBe(true);
    const [link] = collectLinks(found).links;
    for (const other of [
      null,
      7,
      {},
      { ...link, kind: 'toString' },
      { ...link, title: 7 },
      { ...link, url: null },
    ])
      expect(isCollectedLink(other)).toBe(false);
  });

  it('takes anything from a page without harm', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.array(fc.record({ url: fc.string(), text: fc.string() })),
        (answer, found) => {
          collectLinks(readFound(answer));
          for (const { url } of collectLinks(readFound(found)).links) expect(URL.canParse(url)).toBe(true);
        },
      ),
    );
  });
});
