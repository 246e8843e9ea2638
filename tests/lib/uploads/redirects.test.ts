import { describe, expect, test } from 'vitest';
import { isSameSite, judgeRedirect, toRequestAddress } from '../../../lib/uploads/redirects.ts';

const link = 'https://files.example/film.mp4';
function judge(location: string | null, given: { url?: string; from?: string; followed?: string[] } = {}) {
  const { url = link, from = url, followed } = given;
  return judgeRedirect({ url, followed }, from, { status: 302, location });
}

describe('a redirect', () => {
  test.each([
    ['/other?x=1#part', 'https://files.example/other?x=1'],
    ['film2.mp4', 'https://files.example/film2.mp4'],
    ['//files.example/a', 'https://files.example/a'],
    ['https://www.files.example/a', 'https://www.files.example/a'],
    ['https://cdn.files.example/a', 'https://cdn.files.example/a'],
    ['https://me:secret@files.example/a', 'https://files.example/a'],
  ])('to %s continues within the site', (location, url) => {
    expect(judge(location)).toEqual({ url });
  });

  test.each([
    ['https://other.example/a', 'https://other.example'],
    ['//other.example/a', 'https://other.example'],
    ['\\\\other.example/a', 'https://other.example'],
    ['https://files.example@other.example/a', 'https://other.example'],
    ['https://files.example.other.example/a', 'https://files.example.other.example'],
    ['https://notfiles.example/a', 'https://notfiles.example'],
    ['https://example/a', null],
    ['https://files.example:8443/a', 'https://files.example:8443'],
    ['http://files.example/a', 'http://files.example'],
    ['https://fil\u0435s.example/a', 'https://xn--fils-x4d.example'],
  ])('to %s asks the user', (location, origin) => {
    const code = origin === null ? 'local' : 'site';
    expect(judge(location)).toEqual({ code, msg: origin ?? 'https://example' });
  });

  test('is followed to a site that the user has allowed, and back to the first one', () => {
    const followed = ['https://cdn.example'];
    expect(judge('https://cdn.example/a', { followed })).toEqual({ url: 'https://cdn.example/a' });
    expect(judge('https://eu.cdn.example/a', { followed })).toEqual({ url: 'https://eu.cdn.example/a' });
    const from = 'https://cdn.example/a';
    expect(judge(link, { from, followed })).toEqual({ url: link });
    expect(judge('b', { from, followed })).toEqual({ url: 'https://cdn.example/b' });
    expect(judge('https://other.example', { from, followed })).toMatchObject({ code: 'site' });
    expect(judge('http://cdn.example/a', { followed })).toMatchObject({ code: 'site' });
    expect(judge('https://localhost/', { followed: ['https://localhost'] })).toMatchObject({ code: 'local' });
  });

  test('never leads from a public address to this machine or network', () => {
    const local = 'http://192.168.0.1/';
    expect(judge(local)).toEqual({ code: 'local', msg: 'http://192.168.0.1' });
    expect(judge('http://[::ffff:127.0.0.1]/')).toMatchObject({ code: 'local' });
    expect(judge('http://2130706433:631/')).toEqual({ code: 'local', msg: 'http://127.0.0.1:631' });
    // Through a public address.
    expect(judge(local, { url: 'http://nas.local/a', from: link })).toMatchObject({ code: 'local' });
    expect(judge(local, { url: link, from: 'http://nas.local/a' })).toMatchObject({ code: 'local' });
    expect(judge(local, { url: 'http://nas.local/a' })).toEqual({ code: 'site', msg: 'http://192.168.0.1' });
  });

  test('without a web address is ignored', () => {
    expect(judge('magnet:?xt=urn:btih:1')).toEqual({ code: 'scheme', msg: null });
    expect(judge('data:text/plain,a')).toEqual({ code: 'scheme', msg: null });
    expect(judge('http://[')).toEqual({ code: 'error', msg: '302' });
    expect(judge(null)).toEqual({ code: 'error', msg: '302' });
  });
});

test('a site is a host and its subdomains, not its siblings or parents', () => {
  expect(isSameSite('http://a.example/', 'https://a.example/')).toBe(true);
  expect(isSameSite('https://www.a.example/', 'https://a.example/')).toBe(true);
  expect(isSameSite('https://www.example/', 'https://example/')).toBe(false);
  expect(isSameSite('https://me.github.example/', 'https://you.github.example/')).toBe(false);
  expect(isSameSite('https://me.github.example/', 'https://github.example/')).toBe(false);
  expect(isSameSite('https://www.github.example/', 'https://you.github.example/')).toBe(false);
  expect(isSameSite('http://127.0.0.1:80/', 'http://127.0.0.1/')).toBe(true);
  expect(isSameSite('http://127.0.0.1:8080/', 'http://127.0.0.1:8081/')).toBe(false);
});

test('an address is requested without its name, password and fragment', () => {
  expect(toRequestAddress('https://me:secret@a.example/b?c#d')).toBe('https://a.example/b?c');
});
