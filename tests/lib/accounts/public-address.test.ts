import { describe, expect, it } from 'vitest';
import { readAccounts } from '../../../lib/accounts/accounts-store.ts';
import {
  getOwnHosts,
  getPublicAddress,
  getPublicUrl,
  withPublicAddresses,
} from '../../../lib/accounts/public-address.ts';

const plain = { baseUrl: 'https://files.example' };
const moved = {
  baseUrl: 'https://new.example/host',
  formerUrls: ['https://old.example', 'https://old.example/host', 'http://127.0.0.1:8001'],
};
const shared = { ...moved, publicUrl: 'https://watch.example/v' };

describe('getPublicAddress', () => {
  it.each([
    [plain, 'https://files.example/d/a', 'https://files.example/d/a'],
    [plain, 'https://share.example/d/a', 'https://share.example/d/a'],
    [moved, 'https://old.example/d/a', 'https://new.example/host/d/a'],
    [moved, 'https://old.example/host/d/a/Clip.mp4', 'https://new.example/host/d/a/Clip.mp4'],
    [moved, 'http://127.0.0.1:8001/images/a.jpg', 'https://new.example/host/images/a.jpg'],
    [moved, 'http://127.0.0.1:80010/d/a', 'http://127.0.0.1:80010/d/a'],
    [moved, 'https://old.example.org/d/a', 'https://old.example.org/d/a'],
    [moved, 'https://share.example/d/a', 'https://share.example/d/a'],
    [shared, 'https://old.example/d/a', 'https://watch.example/v/d/a'],
    [shared, 'https://new.example/host/e/a/', 'https://watch.example/v/e/a/'],
    [shared, 'https://share.example/x/d/a/Clip.mp4?t=1#x', 'https://watch.example/v/d/a/Clip.mp4?t=1#x'],
    [shared, 'https://new.example/host/images/a.jpg', 'https://watch.example/v/images/a.jpg'],
    [shared, 'https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ])('of %j makes %s %s', (account, address, now) => {
    expect(getPublicAddress(account, address)).toBe(now);
  });

  it('applies to the fields that are addresses', () => {
    const given = { title: 'https://old.example/d/a', image: null, download: 'https://old.example/d/a' };
    expect(withPublicAddresses(moved, given, ['image', 'download'])).toEqual({
      ...given,
      download: 'https://new.example/host/d/a',
    });
  });
});

it.each([
  [plain, ['files.example']],
  [shared, ['new.example', 'watch.example', 'old.example', '127.0.0.1:8001']],
])('knows the own hosts of %j', (account, hosts) => {
  expect(getOwnHosts(account)).toEqual(hosts);
});

it('keeps no stored address that is none', () => {
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
