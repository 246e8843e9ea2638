import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EmbedCodeOptions,
  type EmbedFormat,
  embedCode,
  embedFormats,
  parseEmbedUrl,
} from '../../widget/src/index.ts';
import { countRuns } from '../properties.ts';
import { embedOptions, text } from './arbitraries.ts';

const options = { baseUrl: 'https://host.example', fileCode: 'abc', title: 'Tom & "Jerry"' };

describe('embedCode', () => {
  it.each<[EmbedFormat, EmbedCodeOptions, string]>([
    ['address', options, 'https://host.example/e/abc'],
    [
      'responsive-iframe',
      { ...options, width: 4, height: 3 },
      '<iframe src="https://host.example/e/abc" title="Tom &amp; &quot;Jerry&quot;" style="width: 100%; aspect-ratio: 4 / 3; border: 0" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media"></iframe>',
    ],
    [
      'fixed-iframe',
      options,
      '<iframe src="https://host.example/e/abc" title="Tom &amp; &quot;Jerry&quot;" width="640" height="360" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media"></iframe>',
    ],
    [
      'web-component',
      { ...options, script: 'https://cdn.example/a&b.js' },
      '<script src="https://cdn.example/a&amp;b.js" async></script>\n<linkhaul-player><a href="https://host.example/e/abc">Tom &amp; &quot;Jerry&quot;</a></linkhaul-player>',
    ],
    [
      'web-component',
      { ...options, width: 360, height: 640 },
      '<script src="/linkhaul-player.js" async></script>\n<linkhaul-player width="360" height="640"><a href="https://host.example/e/abc">Tom &amp; &quot;Jerry&quot;</a></linkhaul-player>',
    ],
    ['markdown', options, '[Tom \\& \\"Jerry\\"](https://host.example/e/abc)'],
    [
      'markdown',
      { ...options, title: 'a', poster: 'https://cdn.example/p (1).jpg?a&amp;b' },
      '[![a](https://cdn.example/p%20%281%29.jpg?a&amp;amp;b)](https://host.example/e/abc?c_poster=https%3A%2F%2Fcdn.example%2Fp%20%281%29.jpg%3Fa%26amp%3Bb)',
    ],
    ['bbcode', { ...options, title: '[/url]' }, '[url=https://host.example/e/abc](/url)[/url]'],
    [
      'bbcode',
      { ...options, baseUrl: "https://host.example/[/url]'" },
      '[url=https://host.example/%5B/url%5D%27/e/abc]Tom & "Jerry"[/url]',
    ],
  ])('as %s', (format, given, expected) => {
    expect(embedCode(given, format)).toBe(expected);
  });

  it('sets allow-http only where it is needed', () => {
    const plain = { ...options, baseUrl: 'http://nas.example', allowHttp: true };
    expect(embedCode(plain, 'web-component')).toContain('<linkhaul-player allow-http>');
    const poster = { ...options, poster: 'http://cdn.example/p.jpg', allowHttp: true };
    expect(embedCode(poster, 'web-component')).toContain('<linkhaul-player allow-http>');
    // Not needed on this machine and with https:.
    for (const baseUrl of ['http://localhost:8787', options.baseUrl])
      expect(embedCode({ ...plain, baseUrl }, 'web-component')).toContain('<linkhaul-player>');
  });

  it('uses the title Video by default', () => {
    for (const title of [undefined, '', ' \n\u0000'])
      expect(embedCode({ ...options, title }, 'bbcode')).toBe('[url=https://host.example/e/abc]Video[/url]');
  });

  it.each<[Partial<EmbedCodeOptions>, string, string]>([
    [{ width: 0 }, 'wrong-type', 'width'],
    [{ width: 1.5 }, 'wrong-type', 'width'],
    [{ height: '1"onload=' as unknown as number }, 'wrong-type', 'height'],
    [{ script: 'data:text/javascript,x' }, 'bad-scheme', 'script'],
    [{ script: '' }, 'missing', 'script'],
    [{ script: '/\\' }, 'bad-address', 'script'],
    [{ script: '//me:pw@cdn.example/p.js' }, 'credentials', 'script'],
    [{ poster: 'javascript:x' }, 'bad-scheme', 'poster'],
  ])('rejects %o', (wrong, code, field) => {
    for (const format of embedFormats)
      expect(() => embedCode({ ...options, ...wrong }, format)).toThrow(
        expect.objectContaining({ code, field }),
      );
  });

  it('rejects an unknown format', () => {
    for (const format of ['pdf', 'toString', '__proto__'])
      expect(() => embedCode(options, format as EmbedFormat)).toThrow(
        expect.objectContaining({ code: 'wrong-type', field: 'format' }),
      );
  });
});

/** The grammar of each format, with groups for address and title, and how to decode them. */
const grammars: readonly { format: EmbedFormat; grammar: RegExp; decode: (escaped: string) => string }[] = [
  {
    format: 'responsive-iframe',
    grammar:
      /^<iframe src="(?<url>[^"<>]*)" title="(?<title>[^"<>]*)" style="width: 100%; aspect-ratio: 640 \/ 360; border: 0" loading="lazy" allow="[a-z; -]*"><\/iframe>$/,
    decode: unescapeHtml,
  },
  {
    format: 'fixed-iframe',
    grammar:
      /^<iframe src="(?<url>[^"<>]*)" title="(?<title>[^"<>]*)" width="640" height="360" loading="lazy" allow="[a-z; -]*"><\/iframe>$/,
    decode: unescapeHtml,
  },
  {
    format: 'web-component',
    grammar:
      /^<script src="\/linkhaul-player.js" async><\/script>\n<linkhaul-player><a href="(?<url>[^"<>]*)">(?<title>[^<>]*)<\/a><\/linkhaul-player>$/,
    decode: unescapeHtml,
  },
  {
    format: 'markdown',
    grammar:
      /^\[(?:!\[)?(?<title>(?:\\[!-/:-@[-`{-~]|[^!-/:-@[-`{-~\n])*)(?:\]\((?:https?:\/\/\[[\da-f:]+\])?[^\s()[\]<>`\\]*\))?\]\((?<url>[^\s()[\]<>`\\]*)\)$/,
    decode: (escaped) => escaped.replace(/\\(.)/g, '$1'),
  },
  {
    format: 'bbcode',
    grammar: /^\[url=(?<url>[^\s[\]"']*)\](?<title>[^[\]\n]*)\[\/url\]$/,
    decode: (escaped) => escaped,
  },
];

function unescapeHtml(escaped: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return escaped.replace(/&([^;]*);/g, (_, name: string) => named[name] ?? `unknown entity ${name}`);
}

describe('title and address cannot inject code, and are preserved', () => {
  it.each(grammars)('as $format', ({ format, grammar, decode }) => {
    fc.assert(
      fc.property(embedOptions, text, (embed, title) => {
        const found = grammar.exec(embedCode({ ...embed, title }, format))?.groups;
        const oneLine = title.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Video';
        const expected = format === 'bbcode' ? oneLine.replaceAll('[', '(').replaceAll(']', ')') : oneLine;
        expect(decode(found?.['title'] ?? 'no match')).toBe(expected);
        expect(parseEmbedUrl(decode(found?.['url'] ?? 'no match'))).toEqual(embed);
      }),
      { numRuns: countRuns(500) },
    );
  });

  it('replaces lone surrogates', () => {
    expect(embedCode({ ...options, title: 'a\ud83c' }, 'bbcode')).toBe(
      '[url=https://host.example/e/abc]a\ufffd[/url]',
    );
  });
});
