import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeBaseUrl, resolveAddress } from '../../../lib/api/address.ts';
import { createClient, InvalidAddressError, parseServiceAddress } from '../../../lib/api/index.ts';

describe('parseServiceAddress', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['  example.com \n', 'https://example.com'],
    ['\u200ehttps://example.com/\u200b', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/settings', 'https://example.com'],
    ['https://example.com/settings/?tab=api#key', 'https://example.com'],
    ['https://example.com/api/account/info?key=abc', 'https://example.com'],
    ['https://example.com/e/abc123', 'https://example.com'],
    ['https://example.com/host/d/abc123', 'https://example.com/host'],
    ['https://example.com/host/', 'https://example.com/host'],
    ['https://example.com/d', 'https://example.com/d'],
    ['HTTP://Example.COM:80/', 'http://example.com'],
    ['example.com:8443/host', 'https://example.com:8443/host'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:3000/settings', 'http://127.0.0.1:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['https://localhost', 'https://localhost'],
    ['127.1', 'http://127.0.0.1'],
    ['127.evil.example', 'https://127.evil.example'],
    ['127.0.0.1.evil.example', 'https://127.0.0.1.evil.example'],
    ['localhost.evil.example', 'https://localhost.evil.example'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['https://example.com/d/abc123/name.mp4', 'https://example.com'],
    ['HTTPS://EXAMPLE.COM/API', 'https://example.com'],
    ['https://example.com/host/index.html', 'https://example.com/host'],
    ['"https://example.com"', 'https://example.com'],
    ['“example.com”', 'https://example.com'],
    ['<https://example.com/>.', 'https://example.com'],
    ['https://example.com, ', 'https://example.com'],
    ['https://example.com。', 'https://example.com'],
    ['[My host](https://example.com/host)', 'https://example.com/host'],
    ['Service address: https://example.com', 'https://example.com'],
    ['view-source:https://example.com/', 'https://example.com'],
    ['ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ', 'https://example.com'],
    ['https//example.com', 'https://example.com'],
    ['http://[::1]:3000/.', 'http://[::1]:3000'],
  ])('accepts %j', (entered, expected) => {
    expect(parseServiceAddress(entered)).toBe(expected);
  });

  test.each([
    ['', 'empty'],
    [' \t', 'empty'],
    ['two words', 'malformed'],
    ['https://a.example https://b.example', 'malformed'],
    ['https://a,b', 'malformed'],
    ['https://{host}/', 'malformed'],
    ['https://', 'malformed'],
    ['http://host:99999', 'malformed'],
    ['ftp://example.com', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['mailto:me@example.com', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://me:secret@example.com', 'credentials'],
    ['me@example.com', 'credentials'],
  ])('refuses %j, with a reason', (entered, reason) => {
    const error = thrownBy(() => parseServiceAddress(entered));
    expect(error).toBeInstanceOf(InvalidAddressError);
    expect(error).toMatchObject({ code: 'invalid-address', reason });
    expect(String(error)).not.toContain('secret');
  });

  test('long texts are read in linear time', () => {
    for (const sign of ['.', '>', ')'])
      expect(() => parseServiceAddress(`mailto:a${sign.repeat(200_000)}b`)).toThrow(InvalidAddressError);
  });

  test('any text is rejected with an error, or accepted as an address that is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (entered) => {
        const end = thrownBy(() =>
          expect(parseServiceAddress(parseServiceAddress(entered))).toMatch(/^https?:\/\/.*[^/]$/),
        );
        expect(end === undefined || end instanceof InvalidAddressError).toBe(true);
      }),
    );
  });
});

describe('the base address of a client', () => {
  test('keeps its prefix and loses trailing slash, query and fragment', () => {
    expect(normalizeBaseUrl('https://example.com/host/?a=1#b')).toBe('https://example.com/host');
    expect(normalizeBaseUrl(new URL('https://example.com'))).toBe('https://example.com');
  });

  test.each(['api', 'api/', 'api/account/info?key=secret', 'settings', 'e/abc', 'd/abc'])(
    'must end before /%s, and the error says where',
    (page) => {
      const create = () => createClient({ baseUrl: `https://example.com/host/${page}`, key: 'secret' });
      expect(create).toThrow(InvalidAddressError);
      expect(create).toThrow(/must end before \/api.*: here it is https:\/\/example\.com\/host\.$/);
    },
  );

  test.each(['', 'example.com', 'ftp://example.com', 'https://a:b@example.com'])(
    '%j is rejected',
    (baseUrl) => {
      expect(() => createClient({ baseUrl, key: 'key' })).toThrow(InvalidAddressError);
    },
  );
});

describe('addresses that the service returns', () => {
  test.each([
    ['/img/a.jpg', 'https://host.example/img/a.jpg'],
    ['img/a.jpg', 'https://host.example/img/a.jpg'],
    ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    ['//cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    ['player.example/e/abc123', 'https://player.example/e/abc123'],
    ['player.example:8443/e/abc123', 'https://player.example:8443/e/abc123'],
    ['abc123.html', 'https://host.example/abc123.html'],
    ['', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://me:secret@cdn.example/', null],
    ['http://', null],
  ])('%j becomes %j', (named, expected) => {
    expect(resolveAddress(named, 'https://host.example')).toBe(expected);
  });

  test('are resolved once, against the whole base address', () => {
    const base = 'https://host.example/files';
    expect(resolveAddress('/e/abc', base)).toBe('https://host.example/files/e/abc');
    expect(resolveAddress('/files/e/abc', base)).toBe('https://host.example/files/e/abc');
    expect(resolveAddress('/filesystem', base)).toBe('https://host.example/files/filesystem');
    expect(resolveAddress('/\\evil.example', base)).toBe('https://evil.example/');
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
