import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectLinks,
  type FoundLink,
  isCollectedLink,
  linkSources,
  maxLinks,
  readFoundLinks,
} from '../../../lib/links/collected-link.ts';

const found = (url: string, text = '', change: Partial<FoundLink> = {}): FoundLink => ({
  url,
  text,
  source: 'link',
  type: '',
  ...change,
});

describe('collectLinks', () => {
  it('keeps each address once, in order, with the first text that is not blank', () => {
    const page = [
      found('https://a.example/1', ' '),
      found('https://a.example/2', 'Two'),
      found('https://a.example/1', 'One'),
      found('mailto:somebody@a.example', 'Write'),
    ];
    expect(collectLinks({ links: page, leftOut: 0 }).links.map(({ url, title }) => [url, title])).toEqual([
      ['https://a.example/1', 'One'],
      ['https://a.example/2', 'Two'],
    ]);
  });

  it('keeps the most specific source of each address, and its title and kind from any source', () => {
    const page = [
      found('https://a.example/1', 'The link’s text'),
      found('https://a.example/2', 'Two'),
      found('https://a.example/1', '', { source: 'loaded' }),
      found('https://a.example/1', '', { source: 'player', type: 'video/*' }),
      found('https://a.example/2', 'The page', { source: 'metadata', type: 'audio/mpeg' }),
      found('https://a.example/3', '', { source: 'loaded' }),
      found('blob:https://a.example/4', '', { source: 'player' }),
    ];
    expect(collectLinks({ links: page, leftOut: 0 }).links).toMatchObject([
      { url: 'https://a.example/1', title: 'The link’s text', source: 'player', kind: 'video' },
      { url: 'https://a.example/2', title: 'The page', source: 'metadata', kind: 'audio' },
      { url: 'https://a.example/3', title: null, source: 'loaded', kind: 'page' },
    ]);
  });

  it('counts the links beyond the limit, which are never hidden media', () => {
    const links = Array.from({ length: maxLinks + 2 }, (_, index) => found(`https://a.example/${index}`));
    const all = [...links, found('https://a.example/film.mp4', '', { source: 'loaded' })];
    const { links: kept, hiddenCount: left } = collectLinks({ links: all, leftOut: 40 });
    expect([kept.length, left, kept[0]?.source]).toEqual([maxLinks, 43, 'loaded']);
  });

  it('bounds the entries of one page, and counts the others', () => {
    const links = Array.from({ length: 100_000 }, (_, at) => found(`https://a.example/${at % 50}`));
    const read = readFoundLinks({ links, leftOut: 2 });
    expect([read.links.length, read.leftOut]).toEqual([4 * maxLinks, 100_002 - 4 * maxLinks]);
  });

  it('bounds addresses and titles', () => {
    const page = [
      found(`https://a.example/${'ä'.repeat(8_000)}`, 'Too long when it is encoded'),
      found('https://a.example/1', 'w'.repeat(20_000)),
    ];
    expect(collectLinks({ links: page, leftOut: 0 }).links).toMatchObject([
      { url: 'https://a.example/1', title: 'w'.repeat(200) },
    ]);
  });

  it('recognises its links, and rejects everything else', () => {
    const page = linkSources.map((source) => found(`https://a.example/${source}.mpd`, 'One', { source }));
    const { links } = collectLinks({ links: page, leftOut: 0 });
    expect(links).toHaveLength(linkSources.length);
    expect(links.every(isCollectedLink)).toBe(true);
    for (const other of [
      null,
      7,
      {},
      { ...links[0], kind: 'toString' },
      { ...links[0], source: 'elsewhere' },
      { ...links[0], title: 7 },
      { ...links[0], url: null },
    ])
      expect(isCollectedLink(other)).toBe(false);
  });

  it('accepts anything from a page', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.array(
          fc.record({ url: fc.webUrl(), text: fc.string(), source: fc.anything(), type: fc.anything() }),
        ),
        (answer, links) => {
          collectLinks(readFoundLinks(answer));
          collectLinks(readFoundLinks({ links: answer, leftOut: answer }));
          expect(collectLinks(readFoundLinks({ links })).links.every(isCollectedLink)).toBe(true);
        },
      ),
    );
  });
});
