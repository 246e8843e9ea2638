import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSeenAddress, mayRedirect } from '../../../lib/links/seen-address.ts';

const a = 'https://files.example/talks/a.mp4';
const encoded = encodeURIComponent(a);

describe('findSeenAddress', () => {
  it.each([
    `https://www.google.com/url?q=${encoded}&sa=D&source=editors&ust=1`,
    `https://www.google.com/url?sa=t&url=${encoded}`,
    `https://www.youtube.com/redirect?event=video_description&redir_token=QUFF&q=${encoded}&v=1`,
    `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C02&reserved=0`,
    `https://eur01.safelinks.protection.outlook.com/ap/w-59/?url=${encodeURIComponent(encoded)}`,
    `https://l.facebook.com/l.php?u=${encoded}%3Ffbclid%3D1&h=AT0`,
    `https://out.reddit.com/t3_1?url=${encoded}&token=1`,
    `https://duckduckgo.com/l/?uddg=${encoded}&rut=1`,
    `https://www.bing.com/ck/a?!&&p=1&u=a1${btoa(a).replaceAll('=', '')}&ntb=1`,
    `https://urldefense.proofpoint.com/v2/url?u=https-3A__files.example_talks_a.mp4&d=DwM`,
    `https://urldefense.com/v3/__${a}__;!!K-H!1$`,
    `https://1.r.eu-west-1.awstrack.me/L0/${encoded.replace('%3A', ':')}/1/010`,
    `https://secure-web.cisco.com/1abc/${encoded}`,
    `https://href.li/?${a}`,
    `https://vk.com/away.php?to=${encoded}`,
    `https://disq.us/url?url=${encoded}%3AvQ1&cuid=1`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.google.com/url?q=${encoded}`)}`,
    `https://r.search.yahoo.com/_ylt=A/RV=2/RU=${encoded}/RK=2/RS=x-`,
    'https://protect-eu.mimecast.com/s/AbCd?domain=files.example',
    'https://www.google.com/amp/s/files.example/talks/a.mp4',
    'https://files-example.cdn.ampproject.org/c/s/files.example/talks/a.mp4',
    'https://t.co/AbC123',
    'https://lnkd.in/d1',
    'https://go.example/?to=files.example%2Ftalks%2Fa.mp4',
  ])('finds the address displayed for %s', (url) => {
    expect(mayRedirect(url)).toBe(true);
    for (const text of [
      a,
      ` <${a}>\n`,
      'files.example/talks/a.mp4',
      `See ${a}.`,
      `${a.slice(0, 9)}\u00ad${a.slice(9)}`,
    ])
      expect(findSeenAddress(url, text)).toBe(a);
  });

  it.each([
    ['https://files.example/talks…', a],
    ['files.example/tal...', a],
    ['https://files.example/…/a.mp4', a],
    ['https://files.example › talks', a],
    ['https://files.example/tax…', null],
    ['https://files.example/…/b.mp4', null],
  ])('completes %s from the link', (text, seen) => {
    expect(findSeenAddress(`https://www.google.com/url?q=${encoded}`, text)).toBe(seen);
    if (/…|\.{3}/.test(text)) expect(findSeenAddress('https://t.co/AbC123', text)).toBe(null);
  });

  it.each([
    ['a link of another name', `https://www.google.com/url?q=${encoded}`, 'The talk'],
    ['a host alone', `https://www.google.com/url?q=${encoded}`, 'files.example'],
    ['a text that lies', `https://www.google.com/url?q=${encoded}`, 'https://bank.example/a.mp4'],
    ['two addresses', 'https://t.co/AbC123', `${a} ${a}?2`],
    ['what has a part of its own address', `${a}?next=${encodeURIComponent('https://files.example/')}`, a],
    ['a link on the same site', `https://files.example/b?from=${encoded}`, 'files.example/c'],
    ['a link of its own', 'https://cdn.example/get?id=7&token=1', a],
    ['an archive', `https://web.archive.org/web/2020/${a}`, a],
    ['another program', 'mailto:a@files.example?body=x', a],
  ])('leaves %s', (_, url, text) => {
    expect(findSeenAddress(url, text)).toBe(null);
  });

  it('needs no texts for links that lead to themselves', () => {
    for (const url of [a, 'https://files.example/amp/s/', 'https://files.example/?q=talks&domain='])
      expect(mayRedirect(url)).toBe(false);
  });

  it('accepts anything, in linear time', () => {
    const long = `https://h.example/?${'u=https%3A%2F%2Fa.example%2F&'.repeat(50_000)}`;
    expect(findSeenAddress(long, '('.repeat(1_000_000))).toBe(null);
    expect(findSeenAddress(long, `<${'x/'.repeat(1_900)}`)).toBe(null);
    const part = fc.constantFrom(
      'https://',
      'a.example/',
      '?u=',
      '&',
      '%3A',
      '%',
      '/__',
      '…',
      'aHR0c',
      '(',
      ' ',
      '-3A',
    );
    const text = fc.string({ unit: part });
    fc.assert(fc.property(text, text, (url, shown) => void findSeenAddress(`https://${url}`, shown)));
  });
});
