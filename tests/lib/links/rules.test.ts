import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addImported,
  addRule,
  createRuleTitle,
  findRule,
  findRuleSubject,
  findRuleSubjects,
  isSite,
  markFolderGone,
  maxRules,
  type Rule,
  readImportedRules,
  readRules,
} from '../../../lib/links/rules.ts';

const rule = (id: string, change: Partial<Rule> = {}): Rule => ({
  id,
  accountId: 'a',
  host: 'example.com',
  kind: null,
  folder: { id: '7', name: 'Movies' },
  titlePattern: null,
  isFolderGone: false,
  ...change,
});
const found = (rules: readonly Rule[], url: string, accountId = 'a') =>
  findRule(rules, accountId, { url })?.id ?? null;

describe('the rule for a link', () => {
  it.each([
    ['https://example.com/a', 'any'],
    ['https://www.example.com:8080/a', 'any'],
    ['https://www.example.com./a', 'any'],
    ['ftp://files.cdn.example.com/a.zip', 'any'],
    ['https://notexample.com/a', null],
    ['https://example.com.evil.test/a', null],
    ['https://com/', null],
    ['no address', null],
  ])('of %s is %s', (url, id) => expect(found([rule('any')], url)).toBe(id));

  it('is the most specific one: by host, then by kind, then the newest', () => {
    const rules = [
      rule('newest'),
      rule('older'),
      rule('video', { kind: 'video' }),
      rule('media', { host: 'media.example.com' }),
    ];
    expect(found(rules, 'https://media.example.com/film.mp4')).toBe('media');
    expect(found(rules, 'https://example.com/film.mp4')).toBe('video');
    expect(found(rules, 'https://example.com/film')).toBe('newest');
  });

  it('is found among any rules in any order', () => {
    const hosts = fc.constantFrom('example.com', 'a.example.com', 'b.example.com', 'other.test');
    const kinds = fc.constantFrom('video' as const, 'audio' as const, null);
    const anyRule = fc.record({ host: hosts, kind: kinds, accountId: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(fc.uniqueArray(anyRule, { selector: (each) => JSON.stringify(each) }), (given) => {
        const rules = given.map((each, index) => rule(String(index), each));
        const url = 'https://a.example.com/film.mp4';
        const id = found(rules, url);
        expect(found(rules.toReversed(), url)).toBe(id);
        const matches = ({ host, kind, accountId }: Rule) =>
          accountId === 'a' && kind !== 'audio' && ['example.com', 'a.example.com'].includes(host);
        expect(id !== null).toBe(rules.some(matches));
        expect(rules.filter(matches).length === 0 || matches(rules[Number(id)] ?? rule(''))).toBe(true);
      }),
    );
  });
});

describe('rules', () => {
  it('apply to one site, and to the kind of their link if it has one', () => {
    const subject = (...urls: readonly string[]) => findRuleSubject(urls.map((url) => ({ url })));
    const video = 'https://www.example.com/film.mp4';
    expect(subject(video, 'https://example.com/other.webm')).toEqual({ host: 'example.com', kind: 'video' });
    expect(subject(video, 'https://example.com/song.mp3')).toEqual({ host: 'example.com', kind: null });
    expect(subject('https://example.com/download/7')).toEqual({ host: 'example.com', kind: null });
    expect(subject(video, 'https://other.test/film.mp4')).toBeNull();
    expect(subject()).toBeNull();
  });

  it.each([
    ['on their page', 'https://cdn.example/8f3a.mp4', 'https://www.a.example/p', 'page'],
    ['on a subdomain', 'https://cdn.example/8f3a.mp4', 'https://m.a.example/p', 'page'],
    ['on the page of another site', 'https://cdn.example/8f3a.mp4', 'https://b.example/p', 'cdn'],
    ['on no page', 'https://cdn.example/8f3a.mp4', undefined, 'cdn'],
    ['that lead to the site of the pages', 'https://a.example/8f3a.mp4', 'https://b.example/p', null],
    ['of another kind', 'https://cdn.example/8f3a.zip', 'https://a.example/p', null],
  ])('of pages apply to links %s', (_, url, pageUrl, id) => {
    const page = rule('page', { host: 'a.example', isPageHost: true, kind: 'video' });
    const cdn = rule('cdn', { host: 'cdn.example', kind: 'video' });
    expect(findRule([cdn, page], 'a', { url, pageUrl })?.id ?? null).toBe(id);
  });

  it('are offered for the links, and for their pages on another host', () => {
    const on = (pageUrl: string, ...urls: string[]) =>
      findRuleSubjects(urls.map((url) => ({ url, pageUrl }))).map(
        (each) => `${each.isPageHost ? 'on ' : ''}${each.host} ${each.kind}`,
      );
    expect(on('https://www.a.example/p', 'https://cdn.example/1.mp4')).toEqual([
      'cdn.example video',
      'on a.example video',
    ]);
    expect(on('https://a.example/p', 'https://c.example/1', 'https://d.example/2')).toEqual([
      'on a.example null',
    ]);
    expect(on('https://a.example/p', 'https://a.example/1.mp4')).toEqual(['a.example video']);
    expect(on('', 'https://a.example/1.mp4')).toEqual(['a.example video']);
  });

  it('for pages and for links are different', () => {
    const page = rule('page', { isPageHost: true });
    expect(addRule([rule('link')], page).map(({ id }) => id)).toEqual(['page', 'link']);
    expect(readRules([page, { ...page, isPageHost: 'yes' }])).toEqual([page]);
  });

  it('replace one for the same links, and are limited in number', () => {
    const other = rule('other', { kind: 'video' });
    const changed = rule('new', { titlePattern: '{title}' });
    expect(addRule([other, rule('old')], changed)).toEqual([other, { ...changed, id: 'old' }]);
    const many = Array.from({ length: 300 }, (_, index) => rule(String(index), { host: `${index}.test` }));
    const rules = many.reduce((all: readonly Rule[], each) => addRule(all, each), []);
    expect([rules.length, rules[0]?.id]).toEqual([200, '299']);
  });

  it('for all links of an account are removed once they name no other account', () => {
    const target = { accountId: 'b', folder: { id: '0', name: '' } };
    const standard = rule('default', { host: '', also: [target] });
    const rules = addRule([rule('link')], standard);
    expect(rules).toHaveLength(2);
    expect(addRule(rules, rule('new', { host: '', also: [] })).map(({ id }) => id)).toEqual(['link']);
    expect(addRule([rule('link')], rule('new', { host: '' })).map(({ id }) => id)).toEqual(['link']);
  });

  it('create titles by their pattern', () => {
    const title = (titlePattern: string | null) =>
      createRuleTitle(rule('1', { titlePattern }), { url: 'https://example.com/film.mp4' }, 0);
    expect(title('{site} / {folder} / {title}')).toBe('example.com / Movies / film');
    expect(title(null)).toBeUndefined();
    expect(title('{nonsense}')).toBeUndefined();
    expect(title('  ')).toBeUndefined();
  });

  it('are marked when their folder is missing, but only the account’s', () => {
    const rules = [rule('1'), rule('2', { folder: { id: '8', name: '' } }), rule('3', { accountId: 'b' })];
    expect(markFolderGone(rules, 'a', '7').map(({ isFolderGone }) => isFolderGone)).toEqual([
      ...[true, false, false],
    ]);
  });

  it('are restored from storage, without invalid ones', () => {
    const rules = [rule('1'), rule('2', { kind: 'video', titlePattern: '{title}' })];
    expect(readRules(structuredClone(rules))).toEqual(rules);
    expect(readRules([...rules, { ...rule('3'), host: 7 }, null, 'x'])).toEqual(rules);
    fc.assert(
      fc.property(fc.anything(), fc.webUrl(), (stored, url) => {
        findRule(readRules(stored), 'a', { url });
      }),
    );
  });
});

describe('a rule in a file', () => {
  it.each([
    'example.com',
    'cdn.example.co.uk',
    'xn--bcher-kva.example',
    '192.0.2.7',
    '[2001:db8::1]',
    'localhost',
  ])('may be for %s', (host) => {
    expect(isSite(host)).toBe(true);
    expect(readImportedRules([rule('r', { host })])).toEqual({ rules: [rule('r', { host })], leftOut: [] });
  });

  it.each([
    ...['com', 'de', 'nas', 'co.uk', 'com.br', 'github.io', 'blogspot.com', 'pages.dev', 'herokuapp.com'],
    ...['*', '*.com', '*.example.com', '.example.com', 'example.com.', 'www.example.com', 'EXAMPLE.com'],
    ...[
      'https://example.com',
      'example.com/a',
      'example.com:8080',
      'me@example.com',
      'exa mple.com',
      'a..com',
    ],
    ...[
      'example.com#',
      '-a.example',
      'a.1',
      '1.2.3',
      '0x7f.1',
      'bücher.example',
      `${'a'.repeat(60)}.`.repeat(5),
    ],
  ])('doesn’t exist for %j', (host) => {
    expect(isSite(host)).toBe(false);
    expect(readImportedRules([rule('r', { host })])).toEqual({
      rules: [],
      leftOut: [`rules[0] (${host.slice(0, 60)})`],
    });
  });

  it.each([
    [{ host: '', isForAll: true }],
    [{ host: '', kind: 'video' }],
    [{ host: '', isPageHost: true }],
    [{ host: '', via: 'browser' }],
    [{ kind: 'anything' }],
    [{ via: 'service' }],
    [{ isForAll: 'yes' }],
    [{ also: 'nonsense' }],
    [{ also: null }],
    [{ fallbacks: [7] }],
    [{ also: Array(21).fill({ accountId: 'a', folder: { id: '0', name: '' } }) }],
    [{ folder: { id: '7', name: 'x'.repeat(500_000) } }],
    [{ titlePattern: 'x'.repeat(500_000) }],
    [{ accountId: {} }],
  ])('is left out completely if it is %j', (change) => {
    const { rules, leftOut } = readImportedRules([{ ...rule('r'), ...change }, rule('other')]);
    expect(rules.map(({ id }) => id)).toEqual(['other']);
    expect(leftOut).toHaveLength(1);
  });

  it('has nothing but the fields of a rule', () => {
    const target = { accountId: 'b', folder: { id: '1', name: 'B' } };
    const given = { ...rule('r'), note: 'x'.repeat(500_000), also: [{ ...target, note: 'y' }] };
    expect(readImportedRules([given]).rules).toEqual([rule('r', { also: [target] })]);
    expect(readImportedRules({ length: 1 })).toEqual({ rules: [], leftOut: ['rules'] });
    expect(readImportedRules(undefined)).toEqual({ rules: [], leftOut: [] });
  });

  it('is added if there is room and no rule for the same links, otherwise named', () => {
    const many = Array.from({ length: maxRules - 1 }, (_, at) => rule(`${at}`, { host: `${at}.example` }));
    const [same, first, twice, second] = [
      '0.example',
      'first.example',
      'first.example',
      'second.example',
    ].map((host) => rule(`new ${host}`, { host })) as [Rule, Rule, Rule, Rule];
    const { rules, leftOut } = addImported(many, [same, first, twice, second]);
    expect(rules).toEqual([...many, first]);
    expect(leftOut).toEqual([same, twice, second]);
  });
});

it('a host without a dot matches only itself', () => {
  expect(found([rule('any', { host: 'com' })], 'https://example.com/a')).toBeNull();
  expect(found([rule('any', { host: 'nas' })], 'http://nas/a')).toBe('any');
});
