import { describe, expect, it } from 'vitest';
import { createLinkFacts } from '../../../lib/links/link-facts.ts';
import { linkFillers, parsePattern } from '../../../lib/titles/title-pattern.ts';

const noon = new Date(2026, 10, 22, 12).getTime();
const filled = (pattern: string, url: string, title?: string) => {
  const fill = parsePattern(pattern, linkFillers);
  return 'unknown' in fill ? fill : fill(createLinkFacts({ url, title }, 'Movies', noon), 7);
};

describe('a title by pattern', () => {
  it.each([
    ['{title}', 'The film'],
    ['{site}: {title}', 'a.example: The film'],
    ['{n:3} {folder} {date}', '007 Movies 2026-11-22'],
    ['no placeholder', 'no placeholder'],
  ])('%s makes “%s”', (pattern, title) =>
    expect(filled(pattern, 'https://www.a.example:8080/film.mp4', 'The film')).toBe(title),
  );

  it('names the page that has the link, otherwise the link itself', () => {
    const link = { url: 'https://cdn.example/8f3a.mp4', title: 'Clip' };
    const on = { ...link, pageUrl: 'https://www.a.example/page', pageTitle: 'A page' };
    const fill = parsePattern('{page} / {site}', linkFillers) as (facts: object, n: number) => string;
    const titles = [on, link, { ...on, pageUrl: 'about:blank', pageTitle: '' }].map((each) =>
      fill(createLinkFacts(each, '', noon), 1),
    );
    expect(titles).toEqual(['A page / a.example', 'Clip / cdn.example', 'Clip / cdn.example']);
  });

  it('uses the name in the address if a link has no title', () => {
    expect(filled('{title}', 'https://a.example/film.mp4')).toBe('film');
    expect(filled('{title}', 'https://a.example/film.mp4', '')).toBe('film');
  });

  it.each(['{length}', '{code}', '{toString}', '{title:2}'])(
    'rejects %s as a placeholder of links',
    (text) => {
      expect(filled(`x ${text}`, 'https://a.example/')).toEqual({ unknown: text });
    },
  );

  it('has the local date, at any hour', () => {
    for (const hour of [0, 23])
      expect(
        createLinkFacts({ url: 'https://a.example/' }, '', new Date(2026, 10, 22, hour).getTime()),
      ).toMatchObject({
        uploaded: Date.UTC(2026, 10, 22, hour) / 1_000,
      });
  });
});
