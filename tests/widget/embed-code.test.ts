import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RELEASE } from '../../widget/src/embed-code/script-release.ts';
import {
  type EmbedCodeOptions,
  EmbedError,
  type EmbedFormat,
  embedCode,
  embedCodes,
  embedFormats,
  parseEmbedUrl,
} from '../../widget/src/index.ts';
import { countRuns } from '../properties.ts';
import { embedOptions, text } from './arbitraries.ts';

const options = { baseUrl: 'https://host.example', fileCode: 'abc', title: 'Tom & "Jerry"' };
const tomLink = '<a href="https://host.example/e/abc">Tom &amp; &quot;Jerry&quot;</a>';

describe('embedCode', () => {
  it.each<[EmbedFormat, EmbedCodeOptions, string]>([
    ['address', options, 'https://host.example/e/abc'],
    [
      'responsive-iframe',
      { ...options, width: 4, height: 3 },
      `<div>
<iframe src="https://host.example/e/abc" title="Tom &amp; &quot;Jerry&quot;" style="width: 100%; max-width: 100%; aspect-ratio: 4 / 3; border: 0" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen></iframe>
${tomLink}
</div>`,
    ],
    [
      'fixed-iframe',
      options,
      `<div>
<iframe src="https://host.example/e/abc" title="Tom &amp; &quot;Jerry&quot;" width="640" height="360" style="max-width: 100%; height: auto; aspect-ratio: 640 / 360; border: 0" loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen></iframe>
${tomLink}
</div>`,
    ],
    [
      'click-iframe',
      { ...options, baseUrl: 'https://host.example:8443/files', title: 'a' },
      `<div>
<iframe srcdoc="&lt;body style=&quot;margin: 0&quot;&gt;&lt;a href=&quot;https://host.example:8443/files/e/abc&quot; style=&quot;display: grid; place-items: center; height: 100vh; background: #000; color: #fff; font: 1em sans-serif; text-decoration: none; outline-offset: -4px&quot;&gt;&lt;span style=&quot;position: relative; padding: .5em 1em; border-radius: 1em; background: #000a&quot;&gt;&lt;span aria-hidden=&quot;true&quot;&gt;▶ &lt;/span&gt;a&lt;/span&gt;&lt;/a&gt;" title="a" style="width: 100%; max-width: 100%; aspect-ratio: 640 / 360; border: 0" loading="lazy" allow="autoplay https://host.example:8443; fullscreen https://host.example:8443; picture-in-picture https://host.example:8443; encrypted-media https://host.example:8443" allowfullscreen></iframe>
<a href="https://host.example:8443/files/e/abc">a</a>
</div>`,
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
    [
      'web-component-cdn',
      options,
      `<script src="https://cdn.jsdelivr.net/npm/linkhaul-player@${RELEASE.version}/dist/linkhaul-player.js" integrity="${RELEASE.integrity}" crossorigin="anonymous" async></script>\n<linkhaul-player>${tomLink}</linkhaul-player>`,
    ],
    ['thumbnail', options, `<p>${tomLink}</p>`],
    [
      'thumbnail',
      { ...options, title: 'a', poster: 'https://cdn.example/p.jpg?a&b' },
      '<p><a href="https://host.example/e/abc?c_poster=https%3A%2F%2Fcdn.example%2Fp.jpg%3Fa%26b"><img src="https://cdn.example/p.jpg?a&amp;b" alt="" width="640" style="max-width: 100%; height: auto; border: 0"><br>a</a></p>',
    ],
    [
      'react',
      { ...options, title: '{a} <b>' },
      `import { LinkhaulPlayer } from 'linkhaul-player/react';

export function Video() {
  return (
    <LinkhaulPlayer><a href="https://host.example/e/abc">&#123;a&#125; &lt;b&gt;</a></LinkhaulPlayer>
  );
}`,
    ],
    [
      'vue',
      options,
      `<script setup lang="ts">\nimport 'linkhaul-player/vue';\n</script>\n\n<template>\n  <linkhaul-player v-pre>${tomLink}</linkhaul-player>\n</template>`,
    ],
    [
      'svelte',
      options,
      `<script lang="ts">\n  import 'linkhaul-player/svelte';\n</script>\n\n<linkhaul-player>${tomLink}</linkhaul-player>`,
    ],
    [
      'astro',
      options,
      `<linkhaul-player>${tomLink}</linkhaul-player>\n\n<script>\n  import 'linkhaul-player/element';\n</script>`,
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
    // Not needed on this machine or with https:.
    for (const baseUrl of ['http://localhost:8787', options.baseUrl])
      expect(embedCode({ ...plain, baseUrl }, 'web-component')).toContain('<linkhaul-player>');
  });

  it('shows a poster of the host at once where that is asked for', () => {
    const posters = { 'https://host.example/p.jpg': true, 'https://cdn.example/p.jpg': false };
    for (const [poster, isOnHost] of Object.entries(posters))
      for (const loading of ['eager', 'lazy', undefined] as const) {
        const code = (format: EmbedFormat) => embedCode({ ...options, poster, loading }, format);
        for (const format of ['web-component', 'react', 'vue', 'svelte', 'astro'] as const)
          expect(code(format).includes(' loading="eager"')).toBe(isOnHost && loading === 'eager');
        // Other posters are shown at once anyway.
        expect(code('click-iframe').includes('img')).toBe(!isOnHost || loading === 'eager');
      }
  });

  it('describes the video for search engines, as far as it is known', () => {
    const known = { uploadedAt: '2026-11-20T12:00:00Z', poster: 'https://cdn.example/p.jpg' };
    expect(readJsonLd(embedCode({ ...options, ...known, durationSeconds: 3723.6 }, 'json-ld'))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: options.title,
      thumbnailUrl: known.poster,
      uploadDate: known.uploadedAt,
      duration: 'PT1H2M4S',
      embedUrl: 'https://host.example/e/abc?c_poster=https%3A%2F%2Fcdn.example%2Fp.jpg',
    });
    expect(Object.keys(readJsonLd(embedCode(options, 'json-ld')))).toEqual([
      ...['@context', '@type', 'name', 'embedUrl'],
    ]);
    for (const [durationSeconds, expected] of [
      [0, 'PT0S'],
      [59.5, 'PT1M'],
      [7200, 'PT2H'],
    ] as const)
      expect(readJsonLd(embedCode({ ...options, durationSeconds }, 'json-ld'))).toMatchObject({
        duration: expected,
      });
  });

  it('writes the time zone and the description', () => {
    for (const [uploadedAt, uploadDate] of [
      ['2026-11-20', '2026-11-20T00:00:00Z'],
      ['2026-11-20T12:30', '2026-11-20T12:30Z'],
      ['2026-11-20T12:30:01.5', '2026-11-20T12:30:01.5Z'],
      ['2026-11-20T12:30:01-08:00', '2026-11-20T12:30:01-08:00'],
      ['2026-11-20T12:30Z', '2026-11-20T12:30Z'],
    ] as const)
      expect(readJsonLd(embedCode({ ...options, uploadedAt }, 'json-ld'))).toMatchObject({ uploadDate });
    const description = 'A </script> in\ntwo lines';
    expect(readJsonLd(embedCode({ ...options, description }, 'json-ld'))).toMatchObject({
      description: 'A </script> in two lines',
    });
  });

  it('writes labels, restrictions and the start where the format has them', () => {
    const given: EmbedCodeOptions = {
      ...options,
      title: 'a',
      playLabel: 'Say "Go" {x}',
      openLabel: 'Open <it>',
      connect: 'click',
      sandbox: '',
      referrerpolicy: 'no-referrer',
      startSeconds: 90.7,
    };
    const link = '<a href="https://host.example/e/abc?t=90#t=90">a</a>';
    const restricted = 'sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"></iframe>';
    const attributes = 'open-label="Open &lt;it&gt;" connect="click" sandbox="" referrerpolicy="no-referrer"';
    expect(embedCode(given, 'web-component')).toContain(
      `<linkhaul-player play-label="Say &quot;Go&quot; {x}" ${attributes}>${link}`,
    );
    for (const format of ['vue', 'svelte', 'astro'] as const)
      expect(embedCode(given, format)).toContain(
        ` play-label="Say &quot;Go&quot; &#123;x&#125;" ${attributes}>${link}`,
      );
    expect(embedCode(given, 'react')).toContain(
      `<LinkhaulPlayer playLabel="Say &quot;Go&quot; &#123;x&#125;" openLabel="Open &lt;it&gt;" connect="click" sandbox="" referrerPolicy="no-referrer">${link}`,
    );
    for (const format of ['responsive-iframe', 'fixed-iframe', 'click-iframe'] as const) {
      const code = embedCode(given, format);
      expect(code).toContain(restricted);
      expect(code).toContain(
        '<a href="https://host.example/e/abc?t=90#t=90" referrerpolicy="no-referrer">a</a>',
      );
    }
    expect(embedCode(given, 'click-iframe')).toContain(
      '?t=90#t=90&quot; referrerpolicy=&quot;no-referrer&quot;',
    );
    const poster = 'https://cdn.example/p.jpg';
    expect(embedCode({ ...given, poster }, 'address')).toBe(
      'https://host.example/e/abc?c_poster=https%3A%2F%2Fcdn.example%2Fp.jpg&t=90#t=90',
    );
    expect(embedCode({ ...options, sandbox: 'allow-scripts' }, 'responsive-iframe')).toContain(
      ' sandbox="allow-scripts"></iframe>',
    );
  });

  it('writes the poster in several sizes where the format has a picture', () => {
    const [small, large] = ['https://cdn.example/s,1.jpg', 'https://cdn.example/l.jpg?a&{b}'];
    const given = { ...options, title: 'a', srcset: ` ${small} 640w,${large}  1280w,\n`, sizes: '"50vw' };
    const srcset = `srcset="${small} 640w, https://cdn.example/l.jpg?a&amp;{b} 1280w"`;
    expect(embedCode(given, 'web-component')).toContain(
      `<linkhaul-player ${srcset} sizes="&quot;50vw"><a href="https://host.example/e/abc">`,
    );
    for (const format of ['react', 'vue', 'svelte', 'astro'] as const)
      expect(embedCode(given, format)).toContain(
        ` ${srcset.replace('{b}', '&#123;b&#125;')} sizes="&quot;50vw"><a`,
      );
    expect(embedCode(given, 'thumbnail')).toContain(
      `<img ${srcset} sizes="&quot;50vw" src="${small}" alt="" width="640" `,
    );
    expect(embedCode(given, 'click-iframe')).toContain(
      'srcset=&quot;https://cdn.example/s,1.jpg 640w, https://cdn.example/l.jpg?a&amp;amp;{b} 1280w&quot;',
    );
    const poster = 'https://cdn.example/p.jpg';
    expect(embedCode({ ...given, poster, sizes: undefined }, 'thumbnail')).toContain(
      `<img ${srcset} src="${poster}" alt=""`,
    );
    expect(embedCode({ ...options, sizes: '50vw' }, 'web-component')).not.toContain('sizes');
    // The host isn't contacted before a click, unless requested.
    const onHost = { ...options, srcset: 'https://host.example/p.jpg 1x, https://cdn.example/p.jpg' };
    expect(embedCode(onHost, 'click-iframe')).not.toContain('p.jpg');
    expect(embedCode({ ...onHost, loading: 'eager' }, 'click-iframe')).toContain('p.jpg');
    expect(embedCode({ ...onHost, loading: 'eager' }, 'web-component')).toContain(' loading="eager"');
  });

  it('as open-graph and oembed, for the head of a page and for its oEmbed address', () => {
    const given = {
      ...options,
      poster: 'https://cdn.example/p.jpg?a&b',
      description: '"><script>',
      pageUrl: 'https://page.example/talk?x=1&y',
      width: 4,
      height: 3,
    };
    const url = 'https://host.example/e/abc?c_poster=https%3A%2F%2Fcdn.example%2Fp.jpg%3Fa%26b';
    expect(embedCode(given, 'open-graph').split('\n')).toEqual([
      '<meta property="og:type" content="video.other">',
      '<meta property="og:title" content="Tom &amp; &quot;Jerry&quot;">',
      '<meta property="og:description" content="&quot;&gt;&lt;script&gt;">',
      '<meta property="og:url" content="https://page.example/talk?x=1&amp;y">',
      '<meta property="og:image" content="https://cdn.example/p.jpg?a&amp;b">',
      `<meta property="og:video" content="${url}">`,
      `<meta property="og:video:secure_url" content="${url}">`,
      '<meta property="og:video:type" content="text/html">',
      '<meta property="og:video:width" content="4">',
      '<meta property="og:video:height" content="3">',
    ]);
    const local = embedCode({ baseUrl: 'http://localhost:1', fileCode: 'a' }, 'open-graph');
    expect(local).not.toMatch(/secure_url|og:image|og:description|og:url/);
    expect(JSON.parse(embedCode(given, 'oembed'))).toEqual({
      version: '1.0',
      type: 'video',
      title: options.title,
      html: embedCode(given, 'responsive-iframe'),
      width: 4,
      height: 3,
      thumbnail_url: given.poster,
      thumbnail_width: 4,
      thumbnail_height: 3,
    });
    expect(JSON.parse(embedCode(options, 'oembed'))).not.toHaveProperty('thumbnail_url');
    expect(JSON.parse(embedCodes([options, given], 'oembed'))).toHaveLength(2);
  });

  it('writes what several players share once, in their order', () => {
    const list = [options, { ...options, fileCode: 'def', script: '/other.js' }];
    for (const format of embedFormats) {
      const code = embedCodes(list, format);
      expect(code.indexOf('/e/abc')).toBeLessThan(code.indexOf('/e/def'));
      expect(code.split('import ').length).toBeLessThanOrEqual(2);
      expect(code).not.toContain('/other.js');
      expect(embedCodes([], format)).toBe('');
      expect(embedCodes([options], format)).toBe(embedCode(options, format));
    }
    expect(embedCodes(list, 'web-component').split('<script').length).toBe(2);
    expect(() => embedCodes([options, { ...options, baseUrl: '' }], 'bbcode')).toThrow(EmbedError);
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
    [{ srcset: ' ' }, 'missing', 'srcset'],
    [{ srcset: '/relative.jpg 640w' }, 'bad-address', 'srcset'],
    [{ srcset: 'https://cdn.example/a.jpg 640w, javascript:x 1x' }, 'bad-scheme', 'srcset'],
    [{ srcset: 'https://cdn.example/a.jpg 640w 1x' }, 'wrong-type', 'srcset'],
    [{ srcset: 'https://cdn.example/a.jpg wide' }, 'wrong-type', 'srcset'],
    [{ srcset: 'https://cdn.example/a.jpg, , https://cdn.example/b.jpg 2x' }, 'missing', 'srcset'],
    [{ uploadedAt: 'yesterday' }, 'wrong-type', 'uploadedAt'],
    [{ uploadedAt: '2026-13-20' }, 'wrong-type', 'uploadedAt'],
    [{ durationSeconds: -1 }, 'wrong-type', 'durationSeconds'],
    [{ startSeconds: -1 }, 'wrong-type', 'startSeconds'],
    [{ sandbox: 'allow-scripts" onload="x' }, 'wrong-type', 'sandbox'],
    [{ referrerpolicy: 'no-referrer" onload="x' }, 'wrong-type', 'referrerpolicy'],
    [{ pageUrl: 'javascript:x' }, 'bad-scheme', 'pageUrl'],
    [{ durationSeconds: Number.NaN }, 'wrong-type', 'durationSeconds'],
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
      /^<div>\n<iframe src="(?<url>[^"<>]*)" title="(?<title>[^"<>]*)" style="width: 100%; max-width: 100%; aspect-ratio: 640 \/ 360; border: 0" loading="lazy" allow="[a-z; -]*" allowfullscreen><\/iframe>\n<a href="\k<url>">\k<title><\/a>\n<\/div>$/,
    decode: unescapeHtml,
  },
  {
    format: 'fixed-iframe',
    grammar:
      /^<div>\n<iframe src="(?<url>[^"<>]*)" title="(?<title>[^"<>]*)" width="640" height="360" style="[a-z0-9:;%/ -]*" loading="lazy" allow="[a-z; -]*" allowfullscreen><\/iframe>\n<a href="\k<url>">\k<title><\/a>\n<\/div>$/,
    decode: unescapeHtml,
  },
  {
    format: 'click-iframe',
    grammar:
      /^<div>\n<iframe srcdoc="[^"<>]*" title="(?<title>[^"<>]*)" style="[a-z0-9:;%/ -]*" loading="lazy" allow="(?:[a-z-]+ https?:[^"<> ;]+(?:; )?){4}" allowfullscreen><\/iframe>\n<a href="(?<url>[^"<>]*)">\k<title><\/a>\n<\/div>$/,
    decode: unescapeHtml,
  },
  {
    format: 'web-component',
    grammar:
      /^<script src="\/linkhaul-player.js" async><\/script>\n<linkhaul-player><a href="(?<url>[^"<>]*)">(?<title>[^<>]*)<\/a><\/linkhaul-player>$/,
    decode: unescapeHtml,
  },
  {
    format: 'thumbnail',
    grammar:
      /^<p><a href="(?<url>[^"<>]*)">(?:<img src="[^"<>]*" alt="" width="640" style="[a-z0-9:;% -]*"><br>)?(?<title>[^<>]*)<\/a><\/p>$/,
    decode: unescapeHtml,
  },
  ...(['react', 'vue', 'svelte', 'astro'] as const).map((format) => ({
    format,
    grammar:
      /^[^{]*(?:\{ LinkhaulPlayer \}[^{]*\{[^{]*)?<(?:linkhaul-p|LinkhaulP)layer(?: v-pre)?><a href="(?<url>[^"<>{}]*)">(?<title>[^<>{}]*)<\/a><\/(?:linkhaul-p|LinkhaulP)layer>[^{]*$/,
    decode: unescapeHtml,
  })),
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
  const named: Record<string, string> = {
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    amp: '&',
    '#123': '{',
    '#125': '}',
  };
  return escaped.replace(/&([^;]*);/g, (_, name: string) => named[name] ?? `unknown entity ${name}`);
}

/** Like a browser: up to the first text that looks like the element's end. */
function readJsonLd(code: string): object {
  const [, json = ''] = /^<script type="application\/ld\+json">(.*?)<\/script/is.exec(code) ?? [];
  expect(json).not.toContain('<');
  return JSON.parse(json) as object;
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

  it('as JSON-LD', () => {
    const hostile = fc.oneof(text, fc.constantFrom('</script><script>x', '<!--<script>', '\u2028&lt;'));
    fc.assert(
      fc.property(embedOptions, hostile, (embed, title) => {
        expect(readJsonLd(embedCode({ ...embed, title }, 'json-ld'))).toMatchObject({
          name: title.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'Video',
        });
      }),
      { numRuns: countRuns(200) },
    );
  });

  it('replaces lone surrogates', () => {
    expect(embedCode({ ...options, title: 'a\ud83c' }, 'bbcode')).toBe(
      '[url=https://host.example/e/abc]a\ufffd[/url]',
    );
  });
});
