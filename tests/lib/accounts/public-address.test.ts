import { describe, expect, it } from 'vitest';
import { readAccounts } from '../../../lib/accounts/accounts-store.ts';
import { pathBase } from '../../../lib/accounts/file-page.ts';
import { knownHosts } from '../../../lib/accounts/known-hosts.ts';
import {
  getFilePages,
  getOwnHosts,
  getPictureAddress,
  getPublicAddress,
  getPublicUrl,
  getWebsite,
  withPublicAddresses,
} from '../../../lib/accounts/public-address.ts';

const plain = { baseUrl: 'https://files.example' };
const moved = {
  baseUrl: 'https://new.example/host',
  formerUrls: ['https://old.example', 'https://old.example/host', 'http://127.0.0.1:8001'],
};
const shared = { ...moved, publicUrl: 'https://watch.example/v' };

const learned = {
  baseUrl: 'https://api.files.example',
  pages: {
    download: { base: 'https://share.example', form: '/CODE.html' },
    player: { base: 'https://play.example', form: '/v/CODE' },
  },
};
const followed = { ...learned, formerUrls: ['https://left.example'] };
const unknown = { baseUrl: 'https://api.files.example' };
const code = 'abc123xyz';

describe('an address that the service returned', () => {
  it.each([
    [plain, 'https://files.example/d/a', 'https://files.example/d/a'],
    [plain, 'https://share.example/d/a', 'https://share.example/d/a'],
    [moved, 'https://old.example/d/a', 'https://new.example/host/d/a'],
    [moved, 'https://old.example/host/d/a/Clip.mp4', 'https://new.example/host/d/a/Clip.mp4'],
    [moved, 'https://old.example.org/d/a', 'https://old.example.org/d/a'],
    [moved, 'https://share.example/d/a', 'https://share.example/d/a'],
    [shared, 'https://old.example/d/a', 'https://watch.example/v/d/a'],
    [shared, 'https://new.example/host/e/a/', 'https://watch.example/v/e/a/'],
    [shared, 'https://share.example/x/d/a/Clip.mp4?t=1#x', 'https://watch.example/v/d/a/Clip.mp4?t=1#x'],
    [shared, `https://share.example/${code}.html`, `https://watch.example/v/${code}.html`],
    // A file's own address stays unchanged.
    [learned, `https://other.example/d/${code}`, `https://other.example/d/${code}`],
    [learned, `https://api.files.example/d/${code}`, `https://api.files.example/d/${code}`],
    // The service has left this host.
    [followed, `https://left.example/d/${code}`, `https://share.example/d/${code}`],
    [followed, `https://left.example/e/${code}`, `https://play.example/e/${code}`],
    // The service named a path.
    [plain, `${pathBase}/d/a`, 'https://files.example/d/a'],
    [learned, `${pathBase}/e/${code}`, `https://play.example/e/${code}`],
    [shared, `${pathBase}/d/a`, 'https://watch.example/v/d/a'],
    [unknown, `${pathBase}/d/a`, null],
    // The user name and password belonged to the old host.
    [moved, 'https://me:pw@old.example/d/a', 'https://new.example/host/d/a'],
    [
      shared,
      'https://me:pw@share.example/x/d/a/Clip.mp4?t=1#x',
      'https://watch.example/v/d/a/Clip.mp4?t=1#x',
    ],
    [shared, 'HTTPS://Share.example:443/d/a', 'https://watch.example/v/d/a'],
  ])('of %j makes %s %s', (account, address, now) => {
    expect(getPublicAddress(account, address)).toBe(now);
  });

  it.each([
    [moved, 'http://127.0.0.1:8001/images/a.jpg', 'https://new.example/host/images/a.jpg'],
    [moved, 'http://127.0.0.1:80010/a.jpg', 'http://127.0.0.1:80010/a.jpg'],
    [shared, 'https://new.example/host/images/a.jpg', 'https://watch.example/v/images/a.jpg'],
    [shared, 'https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    [shared, 'https://me:pw@new.example/host/a.jpg?x=1#y', 'https://watch.example/v/a.jpg?x=1#y'],
    [shared, 'https://new.example/hosts/a.jpg', 'https://new.example/hosts/a.jpg'],
    [shared, 'HTTPS://NEW.example:443/host/./a.jpg', 'https://watch.example/v/a.jpg'],
    [shared, `https://cdn.example/${code}`, `https://cdn.example/${code}`],
    [learned, 'https://api.files.example/a.jpg', 'https://api.files.example/a.jpg'],
  ])('of a picture of %j makes %s %s', (account, address, now) => {
    expect(getPictureAddress(account, address)).toBe(now);
  });

  it('belongs to one of the listed fields', () => {
    const given = { title: 'https://old.example/d/a', image: null, download: 'https://old.example/d/a' };
    expect(withPublicAddresses(moved, given, { pictures: ['image'], pages: ['download'] })).toEqual({
      ...given,
      download: 'https://new.example/host/d/a',
    });
  });
});

describe('the pages of a file', () => {
  const [known, own] = ['https://share.example', `https://own.example/d/${code}`];
  it.each([
    [
      'the documented ones',
      plain,
      null,
      `https://files.example/d/${code}`,
      `https://files.example/e/${code}`,
    ],
    ['nobody knows', unknown, null, null, null],
    ['its own, whose player is beside it', unknown, own, own, `https://own.example/e/${code}`],
    ['learned', learned, null, `${known}/${code}.html`, `https://play.example/v/${code}`],
    ['its own before learned', learned, own, own, `https://play.example/v/${code}`],
    [
      'its own player',
      learned,
      `https://own.example/e/${code}`,
      `https://own.example/e/${code}`,
      `https://own.example/e/${code}`,
    ],
    [
      'typed, in the learned form',
      { ...learned, publicUrl: 'https://typed.example' },
      null,
      `https://typed.example/${code}.html`,
      `https://typed.example/v/${code}`,
    ],
    [
      'typed, in its own form',
      { ...learned, publicUrl: 'https://typed.example' },
      own,
      `https://typed.example/d/${code}`,
      `https://typed.example/v/${code}`,
    ],
    [
      'its own in another form, whose player is at the same host',
      { ...plain, dialect: 'sibling' as const },
      `https://share.example/${code}`,
      `https://share.example/${code}`,
      `https://share.example/e/${code}`,
    ],
    [
      'those of its dialect',
      { ...unknown, dialect: 'sibling' as const },
      `https://share.example/${code}.html`,
      `https://share.example/${code}.html`,
      `https://share.example/e/${code}`,
    ],
    [
      'at a former host',
      {
        ...learned,
        pages: { download: { base: known, form: '/d/CODE' } },
        formerUrls: [known],
        baseUrl: 'https://n.example',
      },
      null,
      `https://n.example/d/${code}`,
      `https://n.example/e/${code}`,
    ],
  ])('%s', (_, account, ownAddress, download, player) => {
    expect(getFilePages(account, code, ownAddress)).toEqual({ download, player });
  });

  it('are never at a known host’s API', () => {
    for (const { apis, site } of knownHosts)
      for (const baseUrl of apis.filter((api) => api !== site))
        expect(getFilePages({ baseUrl }, code, null)).toEqual({ download: null, player: null });
  });
});

it.each([
  [plain, 'https://files.example'],
  [{ baseUrl: 'https://api.files.example' }, 'https://files.example'],
  [shared, 'https://watch.example/v'],
  [{ baseUrl: knownHosts[0]?.apis[0] ?? '' }, knownHosts[0]?.site],
])('the website of %j is %s', (account, website) => {
  expect(getWebsite(account)).toBe(website);
});

it.each([
  [plain, ['files.example']],
  [shared, ['new.example', 'watch.example', 'old.example', '127.0.0.1:8001']],
  [followed, ['api.files.example', 'share.example', 'play.example', 'left.example']],
])('knows the account’s own hosts of %j', (account, hosts) => {
  expect(getOwnHosts(account)).toEqual(hosts);
});

it('keeps only valid stored addresses', () => {
  const stored = {
    id: 'a',
    baseUrl: 'https://files.example',
    publicUrl: 7,
    formerUrls: ['x', 'https://a.b'],
  };
  const [account] = readAccounts({ list: [stored] }).list;
  expect(account && getPublicUrl(account)).toBe('https://files.example');
  expect(account?.formerUrls).toEqual(['https://a.b']);
});
