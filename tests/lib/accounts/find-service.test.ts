/** Finds a host's API and key page from what people type. */
import { describe, expect, it, test } from 'vitest';
import { findByAddress, findService } from '../../../lib/accounts/find-service.ts';
import { type KnownHost, knownHosts } from '../../../lib/accounts/known-hosts.ts';
import { InvalidAddressError } from '../../../lib/api/index.ts';

const hosts: readonly KnownHost[] = [
  {
    name: 'Film Box',
    site: 'https://filmbox.example',
    apis: ['https://filmbox-api.example', 'https://old-api.example'],
    keyPage: 'https://filmbox.example/settings',
  },
  {
    name: 'ClipStore',
    site: 'https://clips.example',
    apis: ['https://api.clips.example', 'https://clips.example'],
  },
  { name: 'Nameless', site: null, apis: ['https://nameless-api.example'] },
];
const find = (text: string) => findService(text, hosts);

describe('a known host', () => {
  test.each([
    ['filmbox.example', 'https://filmbox-api.example'],
    ['www.filmbox.example', 'https://filmbox-api.example'],
    ['https://filmbox.example/d/abc', 'https://filmbox-api.example'],
    ['http://www.filmbox.example/settings?tab=api', 'https://filmbox-api.example'],
    ['FILMBOX.example', 'https://filmbox-api.example'],
    ['Film Box', 'https://filmbox-api.example'],
    [' filmbox ', 'https://filmbox-api.example'],
    ['film-box', 'https://filmbox-api.example'],
    ['filmbox-api.example', 'https://filmbox-api.example'],
    // The address of an API is used unchanged.
    ['https://old-api.example/api', 'https://old-api.example'],
    ['clips.example', 'https://api.clips.example'],
    ['https://clips.example/api.html', 'https://api.clips.example'],
    ['https://clips.example/api', 'https://clips.example'],
    ['https://clips.example/api/account/info?key=abc', 'https://clips.example'],
    ['Nameless', 'https://nameless-api.example'],
  ])('is found by %s', (text, address) => {
    expect(find(text).addresses).toEqual([address]);
  });

  test.each([
    ['Film Box', 'https://filmbox.example/settings', true],
    ['https://filmbox-api.example', 'https://filmbox.example/settings', true],
    ['clips.example/settings', 'https://clips.example', false],
    ['https://api.clips.example', 'https://clips.example', false],
  ])('shows its key page for %s', (text, url, isExact) => {
    expect(find(text).keyPage).toEqual({ url, isExact });
  });

  it('without a published website has no key page', () => {
    expect(find('nameless').keyPage).toBeNull();
  });
});

describe('an unknown host', () => {
  test.each([
    ['files.example', ['https://files.example', 'https://api.files.example']],
    ['www.files.example', ['https://www.files.example', 'https://api.files.example']],
    // "www" is the whole name of the first host, and only the beginning of the second.
    ['www.example', ['https://www.example', 'https://api.www.example']],
    ['www2.files.example', ['https://www2.files.example', 'https://api.www2.files.example']],
    ['files.example:8443', ['https://files.example:8443', 'https://api.files.example:8443']],
    [
      'https://files.example/account/home',
      ['https://files.example/account/home', 'https://files.example', 'https://api.files.example'],
    ],
    ['http://site.localhost:8080', ['http://site.localhost:8080', 'http://api.site.localhost:8080']],
    ['api.files.example', ['https://api.files.example']],
    ['https://files.example/api', ['https://files.example']],
    ['https://files.example/host/api/', ['https://files.example/host']],
    ['localhost:8787', ['http://localhost:8787']],
    ['filehost', ['https://filehost']],
    ['127.0.0.1:8787', ['http://127.0.0.1:8787']],
    ['http://[::1]:8787', ['http://[::1]:8787']],
    // Names that only begin or end like known ones.
    [
      'filmbox.example.evil.test',
      ['https://filmbox.example.evil.test', 'https://api.filmbox.example.evil.test'],
    ],
    ['myfilmbox.example', ['https://myfilmbox.example', 'https://api.myfilmbox.example']],
  ])('%s is searched for at %j', (text, addresses) => {
    expect(find(text)).toMatchObject({ addresses });
  });

  test.each([
    ['files.example', 'https://files.example', false],
    ['https://api.files.example/api', 'https://files.example', false],
    // Only the user who copied this page's address knows it.
    ['https://files.example/settings', 'https://files.example/settings', true],
    ['127.0.0.1:8787', 'http://127.0.0.1:8787', false],
  ])('shows for %s the page %s', (text, url, isExact) => {
    expect(find(text).keyPage).toEqual({ url, isExact });
  });
});

it('a known host whose name is “www” is found by that name only', () => {
  const hosts: readonly KnownHost[] = [
    { name: 'Www', site: 'https://www.example', apis: ['https://api.www.example'] },
  ];
  const getAddress = (text: string) => findService(text, hosts).addresses[0];
  expect(getAddress('https://www.example/page')).toBe('https://api.www.example');
  expect(getAddress('www.www.example')).toBe('https://api.www.example');
  expect(getAddress('example')).toBe('https://example');
});

// Searching the whole text for the settings page would take minutes.
it('a long text isn’t parsed as a settings page', () => {
  const text = `https://files.example/${'/settings?'.repeat(60_000)} x`;
  expect(find(text).keyPage).toMatchObject({ isExact: false });
});

it.each(['', 'ftp://files.example', 'https://user:secret@files.example'])('%j is not an address', (text) => {
  expect(() => find(text)).toThrow(InvalidAddressError);
});

describe('the published list', () => {
  it('has origins, each only once', () => {
    const all = knownHosts.flatMap(({ site, apis, keyPage }) => [
      ...new Set([...(site === null ? [] : [site]), ...apis]),
      ...(keyPage === undefined ? [] : [new URL(keyPage).origin].filter((origin) => origin !== site)),
    ]);
    expect(all.filter((address) => new URL(address).origin !== address)).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(knownHosts.map((known) => [known.name, known] as const))(
    'leads from %s to its API',
    (name, known) => {
      for (const text of [name, name.toLowerCase(), ...(known.site === null ? [] : [known.site])])
        expect(findService(text)).toMatchObject({ addresses: [known.apis[0]] });
      for (const api of known.apis) expect(findByAddress(api)).toBe(known);
    },
  );
});
