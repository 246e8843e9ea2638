import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { nameFromAddress } from '../../../lib/links/address-title.ts';
import { boundTitle, maxLinkLength, parseLink, titleFromText } from '../../../lib/links/link.ts';

// Properties are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('parseLink', () => {
  it.each([
    ['https://example.com/a b', null],
    ['  https://example.com/a  ', 'https://example.com/a'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['ftp://example.com/file.iso', 'ftp://example.com/file.iso'],
    ['www.example.com/film.mp4', 'https://www.example.com/film.mp4'],
    ['\u200ehttps://example.com/a\u200b', 'https://example.com/a'],
    ['view-source:https://example.com/a', 'https://example.com/a'],
    ['about:reader?url=https%3A%2F%2Fexample.com%2Fa', 'https://example.com/a'],
    ['http://.example.com', null],
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

describe('titleFromText', () => {
  const url = 'https://a.example/films/big-film.mp4';
  it.each([
    ['Big  Film\n(1979)', 'Big Film (1979)'],
    ['\u202eBig Film\u0000', 'Big Film'],
    ['Soft\u00adware\u200b', 'Software'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👨\u200d👩\u200d👧 Family', '👨\u200d👩\u200d👧 Family'],
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
    // The character keeps Persian letters apart, so it is part of the word.
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
