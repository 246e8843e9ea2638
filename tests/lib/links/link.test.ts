import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  boundTitle,
  findLinks,
  maxLinkLength,
  nameFromAddress,
  parseLink,
  titleFromText,
} from '../../../lib/links/link.ts';

// Properties take their time on a machine that is busy.
vi.setConfig({ testTimeout: 60_000 });

describe('parseLink', () => {
  it.each([
    ['https://example.com/a b', null],
    ['  https://example.com/a  ', 'https://example.com/a'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['ftp://example.com/file.iso', 'ftp://example.com/file.iso'],
    ['www.example.com/film.mp4', 'https://www.example.com/film.mp4'],
    ['https://example.com/ä?q=ü#teil', 'https://example.com/%C3%A4?q=%C3%BC#teil'],
    ['javascript:alert(1)', null],
    ['data:text/plain,hello', null],
    ['blob:https://example.com/1', null],
    ['file:///etc/passwd', null],
    ['chrome://settings', null],
    ['https://', null],
    ['example.com', null],
    ['node.js/npm', null],
    ['etc.And/or', null],
    ['', null],
    [`https://example.com/${'a'.repeat(9000)}`, null],
  ])('%j → %j', (text, link) => {
    expect(parseLink(text)).toBe(link);
  });

  it('limits the encoded length of a link', () => {
    const base = 'https://example.com/';
    const fitting = Math.floor((maxLinkLength - base.length) / '%E2%82%AC'.length);
    expect(parseLink(base + '€'.repeat(fitting))?.length).toBeLessThanOrEqual(maxLinkLength);
    expect(parseLink(base + '€'.repeat(fitting + 1))).toBeNull();
    expect(parseLink(base + 'a'.repeat(maxLinkLength - base.length))).toHaveLength(maxLinkLength);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const link = parseLink(url);
        expect(link).not.toBeNull();
        expect(parseLink(link ?? '')).toBe(link);
      }),
    );
  });
});

describe('findLinks', () => {
  it.each([
    ['See https://a.example/x, and (https://b.example/y).', ['https://a.example/x', 'https://b.example/y']],
    ['https://en.example/wiki/Film_(1979)', ['https://en.example/wiki/Film_(1979)']],
    ['<a href="https://a.example/1">https://a.example/1</a>', ['https://a.example/1']],
    [
      'line https://a.example/1\nhttps://a.example/2\r\nhttps://a.example/1',
      ['https://a.example/1', 'https://a.example/2'],
    ],
    ['**https://a.example/bold**', ['https://a.example/bold']],
    ['www.example.com/file', ['https://www.example.com/file']],
    ['no address here, not even http:// one', []],
    [
      'See example.com/a.zip, and other.example/b.mp4.',
      ['https://example.com/a.zip', 'https://other.example/b.mp4'],
    ],
    [
      '(example.com/1) “example.com/2”, „example.com/3“ <example.com/4>',
      ['https://example.com/1', 'https://example.com/2', 'https://example.com/3', 'https://example.com/4'],
    ],
    [
      'at EXAMPLE.com:8080/?id=5 or Example.com/~me',
      ['https://example.com:8080/?id=5', 'https://example.com/~me'],
    ],
    ['bei münchen.example/bär', ['https://xn--mnchen-3ya.example/b%C3%A4r']],
    ['https://a.example/b.example/c', ['https://a.example/b.example/c']],
    ['e.g. file.name, 3.5/5, node.js, etc.And so on; v1.2.3/4 at 1.5GB/s', []],
    ['a.m./p.m., e.g./i.e., node.js/npm, etc.And/or, index.html/page.htm, he/she.they/them', []],
    ['user@example.com/home mailto:user@example.com/x chrome://settings/example.com/a ./lib/a.rs/b', []],
    ['', []],
  ])('%j', (text, links) => {
    expect(findLinks(text)).toEqual(links);
  });

  it('finds every address on a line of its own, in order, each once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.webUrl(), { maxLength: 20 }), (urls) => {
        const plain = urls.filter((url) => !/[.,;:!?'*_)\]]$/.test(url));
        const expected = [...new Set(plain.map((url) => new URL(url).href))];
        expect(findLinks(plain.join('\n'))).toEqual(expected);
      }),
    );
  });

  const word = fc.stringMatching(/^[\p{L}\d@:'-]{1,8}$/u);

  it('ignores words with dots', () => {
    const dotted = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('.'));
    fc.assert(
      fc.property(fc.array(dotted), (words) => {
        fc.pre(!words.some((each) => /www/iu.test(each)));
        expect(findLinks(words.join(' '))).toEqual([]);
      }),
    );
  });

  it('finds every host with a path in a sentence, in order, each once', () => {
    const bare = fc
      .tuple(fc.domain(), fc.stringMatching(/^[a-z\d]{1,8}(?:\.[a-z\d]{1,4})?$/))
      .map(([domain, path]) => `${domain}/${path}`)
      .filter((address) => parseLink(address) !== null);
    const clause = fc.tuple(word, bare, fc.constantFrom('', '.', ',', ';', '!', ')', '”', '…'));
    fc.assert(
      fc.property(fc.array(clause, { maxLength: 10 }), (clauses) => {
        const text = clauses.map((parts) => `${parts[0]} ${parts[1]}${parts[2]}`).join(' ');
        expect(findLinks(text)).toEqual([...new Set(clauses.map(([, each]) => `https://${each}`))]);
      }),
    );
  });

  it('handles any text in bounded time', () => {
    const hostile = `https://${'('.repeat(50_000)}${'.'.repeat(50_000)} ${'www.'.repeat(20_000)}`;
    expect(findLinks(hostile)).toEqual([]);
    expect(findLinks(`${'a.'.repeat(50_000)} ${'('.repeat(50_000)} ${'a.bc:'.repeat(20_000)}`)).toEqual([]);
  });
});

describe('titleFromText', () => {
  const url = 'https://a.example/films/big-film.mp4';
  it.each([
    ['Big  Film\n(1979)', 'Big Film (1979)'],
    ['\u202eBig Film\u0000', 'Big Film'],
    ['', undefined],
    [undefined, undefined],
    [' → ', undefined],
    ['https://a.example/films/big-film.mp4', undefined],
    ['big-film.mp4', undefined],
    ['a.example/films/…', undefined],
  ])('%j → %j', (text, title) => {
    expect(titleFromText(text, url)).toBe(title);
  });

  it('is cut before it is compared with the address', () => {
    expect(titleFromText(`https://a.example/${'a'.repeat(20_000)}`, url)).toBeUndefined();
  });

  it('has at most 200 characters and is well-formed', () => {
    expect([...(titleFromText(`a${'😀'.repeat(500)}`, url) ?? '')]).toEqual(['a', ...Array(199).fill('😀')]);
  });
});

describe('boundTitle', () => {
  it.each([
    ['Big  Film\n(1979)', 'Big Film (1979)'],
    ['a\ud83d', 'a\ufffd'],
    // Persian joins no letters across it: it is part of the word.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    [' \u0000 ', ''],
    [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
  ])('%j → %j', (text, title) => {
    expect(boundTitle(text)).toBe(title);
  });

  it('has at most 200 characters for any text', () => {
    expect(boundTitle(`${' '.repeat(50_000)}${'😀'.repeat(20_000)}`)).toBe('😀'.repeat(200));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const title = boundTitle(text);
        expect([...title].length).toBeLessThanOrEqual(200);
        expect(title.isWellFormed()).toBe(true);
        expect(boundTitle(title)).toBe(title);
      }),
    );
  });
});

describe('the title from an address', () => {
  it.each([
    ['https://a.example/a/film.mp4?x=/y.zip', 'film'],
    ['https://a.example/caf%C3%A9%20%26%20harbour.webm/', 'café & harbour'],
    ['https://a.example/holiday.part.1', 'holiday.part.1'],
    ['https://a.example/archive.7z', 'archive'],
    ['https://a.example/.htaccess', '.htaccess'],
    ['https://a.example/100%-sure.mp4', '100%-sure'],
    ['https://a.example:8080/', 'a.example:8080'],
    ['no address', 'no address'],
  ])('%s → %s', (url, name) => expect(nameFromAddress(url)).toBe(name));
});
