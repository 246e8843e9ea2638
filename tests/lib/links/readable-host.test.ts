import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableAddress, readHosts, titleFromAddress } from '../../../lib/links/address-title.ts';
import { decodeHost, readableHost } from '../../../lib/links/readable-host.ts';

const toAscii = (host: string) => new URL(`https://${host}`).host;

describe('readableHost', () => {
  it.each([
    ...[
      'пример.example',
      'пример.рф:8080',
      'www.bücher.example',
      'ñandú.es',
      'český.cz',
      'tiếngviệt.vn',
      'ελλάδα.gr',
    ],
    ...[
      '例え.jp',
      'ドメイン例.example',
      'abc日本.jp',
      '한국.kr',
      '中文.中国',
      'مثال.example',
      'דוגמה.example',
      'उदाहरण.भारत',
    ],
    ...[
      'ไทย.example',
      'хост.рф',
      'аср.рф',
      'ığdır.tr',
      'ə.az',
      'a-b.example',
      'files.example:8443',
      '[::1]:80',
      '127.0.0.1',
    ],
  ])('shows %s', (host) => {
    expect(readableHost(toAscii(host))).toBe(host);
    expect(decodeHost(toAscii(host))).toBe(host);
  });

  it.each([
    ...[
      'аpple.com',
      'paypаl.example',
      'gооgle.com',
      'пpимер.example',
      'еxample.рф',
      'faceβook.com',
      'xn-αb.example',
    ],
    ...[
      'аррӏе.com',
      'ѕсоре.com',
      'хосо.com',
      'оса.co.uk',
      'νικος.com',
      'օօօ.com',
      'ხო.com',
      'twıtter.com',
      'ɡoogle.com',
    ],
    ...['goo̱gle.com', 'aノb.com', 'a一b.com', '☃.example', '💩.la', '०.com', 'а.com', 'пример.аррӏе.com'],
  ])('doesn’t show %s, which could be mistaken for another host', (host) => {
    expect(readableHost(toAscii(host))).toBe(toAscii(host));
    expect(decodeHost(toAscii(host))).toBe(host);
  });

  it.each(['xn--bank-.example', 'xn--bank-.com'])('shows %s, which isn’t encoded, unchanged', (host) => {
    expect(readableHost(host)).toBe(host);
    expect(decodeHost(host)).toBe(host);
  });

  it('accepts anything, and decodes like Node encodes', () => {
    for (const host of [
      'xn--',
      'xn--.com',
      'xn--999999b',
      'xn--a',
      `xn--${'a'.repeat(100_000)}`,
      'xn--ab-',
      'xn--€',
      'xn--\ud800',
    ])
      expect(typeof readableHost(host)).toBe('string');
    const label = fc.string({ unit: fc.constantFrom(...'абвγδ例えüñ-a1एक'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(label, (host) => {
        const ascii = domainToASCII(host);
        if (ascii !== '') expect(domainToASCII(decodeHost(ascii))).toBe(ascii);
      }),
    );
  });
});

it('is used for addresses and texts', () => {
  const { href, host } = new URL('https://пример.example/фильм.mp4');
  expect(readableAddress(href)).toBe('https://пример.example/фильм.mp4');
  expect(titleFromAddress(new URL('/', href).href)).toBe('пример.example');
  expect(readHosts(`“${host}”, аррӏе.com: ${toAscii('аррӏе.com')}`)).toBe(
    '“пример.example”, аррӏе.com: xn--80ak6aa92e.com',
  );
  expect(readHosts(`${'a-.'.repeat(100_000)}xn--`).length).toBeGreaterThan(0);
});
