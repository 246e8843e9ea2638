import { describe, expect, it } from 'vitest';
import { createLinkFilter, isFiltering, noFilter } from '../../../components/collect/link-filter.ts';
import { collected, hiddenLinks, manyLinks, pageLinks } from '../../gallery/samples/batch.ts';

const find = createLinkFilter(pageLinks);

const titles = (filter: Parameters<typeof find>[0]) => find(filter).links.map(({ title }) => title);

describe('the filter', () => {
  it('matches every link by default', () => {
    expect(find(noFilter).links).toEqual(pageLinks);
    expect(isFiltering(noFilter)).toBe(false);
    expect(isFiltering({ ...noFilter, text: '  ' })).toBe(false);
  });

  it('finds words in any order and any case, in title and address', () => {
    expect(titles({ ...noFilter, text: 'KEYNOTE day' })).toEqual(['Day 1: Keynote']);
    expect(titles({ ...noFilter, text: 'img poster' })).toEqual(['Poster']);
    expect(titles({ ...noFilter, text: 'keynote poster' })).toEqual([]);
  });

  it('finds a host in both forms, even if it isn’t displayed the way people write it', () => {
    const addresses = ['https://пример.example/film.mp4', 'https://аррӏе.com/film.mp4', 'https://b.example/'];
    const links = addresses.map((address) => collected(new URL(address).href));
    const search = createLinkFilter(links);
    const found = (text: string) => search({ ...noFilter, text }).links.map((link) => links.indexOf(link));
    for (const text of ['пример', 'ПРИМЕР.example/film', 'xn--e1afmkfd', 'https://пример.example/'])
      expect(found(text)).toEqual([0]);
    for (const text of ['аррӏе', 'xn--80ak6aa92e']) expect(found(text)).toEqual([1]);
  });

  it.each<[string, string, readonly string[], boolean]>([
    ['a word left out', 'day -keynote -caf', ['Day 1: Opening', 'Day 2: Panel'], false],
    ['nothing but words left out', '-day -concert -a', [], false],
    ['a dash that is being typed', 'keynote -', ['Day 1: Keynote'], false],
    ['another dash', 'day –keynote —café', ['Day 1: Opening', 'Day 2: Panel'], false],
    ['a dash inside a word', 'big-buck', [], false],
    ['a typo', 'keynoet', ['Day 1: Keynote'], true],
    ['a typo beside a word, and a little one', 'dya of keynote', [], false],
    ['two typos beside a word left out', 'keynoet -day', [], false],
    ['a typo in a host', 'festvial.exampel poster', ['Poster'], true],
    ['a short word', 'dya', [], false],
    ['a typo in a word left out', 'keynote -kynote', ['Day 1: Keynote'], false],
  ])('%s: %s', (_, text, expected, isClosest) => {
    const { links, isClosest: is } = find({ ...noFilter, text });
    expect([links.map(({ title }) => title), is]).toEqual([expected, isClosest]);
  });

  it('finds encoded characters in their readable form, with and without accents', () => {
    for (const text of ['café', 'cafe', 'caf%C3%A9']) {
      expect(find({ ...noFilter, text }).links).toHaveLength(1);
    }
  });

  it('matches the raw address if it can’t be decoded', () => {
    const broken = createLinkFilter([collected('https://a.example/100%-sure.mp4')]);
    expect(broken({ ...noFilter, text: '100%' }).links).toHaveLength(1);
  });

  it('combines kinds with OR, and kinds with hosts with AND', () => {
    const kinds = new Set(['audio', 'image'] as const);
    expect(titles({ ...noFilter, kinds })).toEqual(['Concert, audio only', 'Poster']);
    expect(titles({ ...noFilter, kinds, hosts: new Set(['img.festival.example']) })).toEqual(['Poster']);
  });

  it('combines sources with the other filters, and counts each regardless of the chosen ones', () => {
    const all = createLinkFilter(hiddenLinks);
    const { links, sources, kinds } = all({ ...noFilter, sources: new Set(['player', 'loaded']) });
    expect(links.map(({ source }) => source)).toEqual(['player', 'loaded', 'loaded']);
    expect(sources.map(({ value, count }) => `${value} ${count}`)).toEqual([
      ...['player 1', 'metadata 1', 'feed 1', 'loaded 2', 'link 12'],
    ]);
    expect(kinds).toContainEqual({ value: 'playlist', count: 1 });
    expect(kinds).toContainEqual({ value: 'feed', count: 0 });
    const playlists = all({ ...noFilter, kinds: new Set(['playlist']) }).sources;
    expect(playlists).toContainEqual({ value: 'player', count: 0 });
    expect(isFiltering({ ...noFilter, sources: new Set(['feed']) })).toBe(true);
  });

  it('counts for each option the links that it would show', () => {
    const { kinds, hosts } = find({ ...noFilter, kinds: new Set(['video']) });
    // Counts ignore the chosen kinds, so that users see what another kind would add.
    expect(kinds).toContainEqual({ value: 'audio', count: 1 });
    expect(kinds).toContainEqual({ value: 'video', count: 5 });
    expect(hosts).toContainEqual({ value: 'media.festival.example', count: 4 });
    expect(hosts).toContainEqual({ value: 'img.festival.example', count: 0 });
  });

  it('lists only kinds that the page has, and hosts by number of links, regardless of the filter', () => {
    const all = find(noFilter).hosts.map(({ value }) => value);
    expect(all).toEqual(['festival.example', 'media.festival.example', 'img.festival.example']);
    expect(find({ ...noFilter, text: 'poster' }).hosts.map(({ value }) => value)).toEqual(all);
    const one = createLinkFilter([collected('https://a.example/x.zip')]);
    expect(one(noFilter).kinds).toEqual([{ value: 'archive', count: 1 }]);
  });

  it('filters five thousand links', () => {
    const { links, kinds } = createLinkFilter(manyLinks)({ ...noFilter, text: 'file-49 mp4' });
    expect(links.every(({ kind }) => kind === 'video')).toBe(true);
    expect(links.length).toBe(kinds.find(({ value }) => value === 'video')?.count);
  });
});
