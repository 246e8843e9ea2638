/** Each format pastes correctly, and titles can't inject anything. */
import { type Node, Parser } from 'commonmark';
import fc from 'fast-check';
import { embedFormats } from 'linkhaul-player';
import { describe, expect, it } from 'vitest';
import {
  type CopiedFile,
  copyFormats,
  customFormat,
  embedExtension,
  formatClock,
  formatEmbeds,
  formatFiles,
  formatNames,
  unknownNames,
} from '../../../../components/files/dialogs/copy-formats.ts';

const file = (change: Partial<CopiedFile> = {}): CopiedFile => ({
  title: 'Big Buck Bunny',
  url: 'https://share.example/d/abc',
  embed: 'https://files.example/e/abc',
  code: 'abc',
  folder: 'Movies',
  image: null,
  length: 596,
  size: 734_003_200,
  views: 12,
  uploaded: '2026-11-20 12:00:00',
  ...change,
});
const say = (bytes: number) => `${bytes} B`;
const own = (template: string, ...files: readonly CopiedFile[]) =>
  formatFiles(files, customFormat(template, say));

/** Titles that could break one of the formats. */
const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'[]()<>"\'`*_~|\\&;=+-@{}!#/:\n\r\t\u2028 a1'), maxLength: 30 }),
  fc.constantFrom(
    '](https://evil.example)[',
    '</a><script>alert(1)</script>',
    '" onmouseover="alert(1)',
    '[/url][url=https://evil.example]',
    '=HYPERLINK("https://evil.example")',
    '-1+1|cmd',
    'a\r\nb,c\n"d"',
    '{url}',
  ),
);
const addresses = fc.webUrl({
  withQueryParameters: true,
  withFragments: true,
  validSchemes: ['http', 'https'],
});

describe('the formats', () => {
  it('are ready to paste', () => {
    const two = [file(), file({ title: 'Sintel', url: 'https://share.example/d/def', code: 'def' })];
    expect(formatFiles(two, copyFormats.addresses)).toBe(
      'https://share.example/d/abc\nhttps://share.example/d/def',
    );
    expect(formatFiles(two, copyFormats.text)).toBe(
      'Big Buck Bunny\nhttps://share.example/d/abc\n\nSintel\nhttps://share.example/d/def',
    );
    expect(formatFiles(two, copyFormats.markdown)).toBe(
      '- [Big Buck Bunny](https://share.example/d/abc)\n- [Sintel](https://share.example/d/def)',
    );
    expect(formatFiles(two, copyFormats.html)).toBe(
      '<ul>\n  <li><a href="https://share.example/d/abc">Big Buck Bunny</a></li>\n  <li><a href="https://share.example/d/def">Sintel</a></li>\n</ul>',
    );
    expect(formatFiles(two, copyFormats.bbcode)).toBe(
      '[url=https://share.example/d/abc]Big Buck Bunny[/url]\n[url=https://share.example/d/def]Sintel[/url]',
    );
    expect(formatFiles([file({ size: null })], copyFormats.csv)).toBe(
      'title,url,embed,code,folder,length,size,views,uploaded\r\nBig Buck Bunny,https://share.example/d/abc,https://files.example/e/abc,abc,Movies,596,,12,2026-11-20 12:00:00\r\n',
    );
  });

  it('are one line for each file, whatever its title', () => {
    fc.assert(
      fc.property(hostile, addresses, (title, url) => {
        for (const name of ['addresses', 'markdown', 'bbcode'] as const) {
          expect(formatFiles([file({ title, url })], copyFormats[name])).not.toMatch(/[\n\r\u2028\u2029]/u);
        }
        expect(formatFiles([file({ title, url })], copyFormats.text).split('\n')).toHaveLength(2);
      }),
    );
  });

  it('are well-formed Unicode', () => {
    for (const name of formatNames) {
      expect(formatFiles([file({ title: 'a\ud800b' })], copyFormats[name]).isWellFormed()).toBe(true);
    }
  });
});

/** A Markdown parser finds nothing else. */
function findLink(markdown: string): Node {
  const list = new Parser().parse(markdown).firstChild;
  expect([list?.type, list?.next, list?.firstChild?.next]).toEqual(['list', null, null]);
  const link = list?.firstChild?.firstChild?.firstChild;
  expect([link?.type, link?.next]).toEqual(['link', null]);
  return link as Node;
}

function readText(link: Node): string {
  let text = '';
  for (let node = link.firstChild; node !== null; node = node.next) {
    expect(node.type).toBe('text');
    text += node.literal;
  }
  return text;
}

describe('titles can’t inject', () => {
  it.each([
    ['my_long_name (2020) - 720p & more | part 1.mkv', 'my_long_name (2020) - 720p & more | part 1.mkv'],
    ['_Intro_ *2* [x] `y` <b>', '\\_Intro\\_ \\*2\\* \\[x\\] \\`y\\` \\<b>'],
    ['~once, $5', '~once, $5'],
    ['a {b} <C/> {', 'a \\{b\\} \\<C/> \\{'],
    ['~~gone~~ $a$ &amp; C:\\dir', '\\~\\~gone\\~\\~ \\$a\\$ \\&amp; C:\\dir'],
  ])('Markdown, with backslashes only where they are needed: %s', (title, written) => {
    expect(formatFiles([file({ title, url: 'https://a.example/d' })], copyFormats.markdown)).toBe(
      `- [${written}](https://a.example/d)`,
    );
  });

  it('Markdown', () => {
    fc.assert(
      fc.property(hostile, addresses, (title, url) => {
        const text = formatFiles([file({ title, url })], copyFormats.markdown);
        const link = findLink(text);
        expect(readText(link)).toBe(plain(title));
        const address = link.destination ?? '';
        expect(decodeURI(new URL(address).href)).toBe(decodeURI(new URL(url).href));
      }),
    );
  });

  it('HTML', () => {
    fc.assert(
      fc.property(hostile, addresses, (title, url) => {
        const text = formatFiles([file({ title, url })], copyFormats.html);
        const [, href = '', words = ''] =
          /^<ul>\n {2}<li><a href="([^"<>]*)">([^<>]*)<\/a><\/li>\n<\/ul>$/u.exec(text) ?? [];
        expect(unescaped(words)).toBe(plain(title));
        expect(unescaped(href)).toBe(url);
      }),
    );
  });

  it('addresses with credentials, which stay unchanged', () => {
    const url = 'https://me:p(w@share.example/d/a(1)?x=[1]#(y)';
    const copied = formatFiles([file({ url })], copyFormats.bbcode);
    const [, address = ''] = /^\[url=([^\]]*)\]/u.exec(copied) ?? [];
    expect(decodeURIComponent(new URL(address).href)).toBe(url);
  });

  it.each(['html', 'own'] as const)('templates that are read as HTML, by braces: %s', (name) => {
    const format = name === 'html' ? copyFormats.html : customFormat('<a href="{url}">{title}</a>', say);
    const text = formatFiles([file({ title: '{{constructor}} {x}', url: 'https://a.example/{x}' })], format);
    expect(text).not.toMatch(/[{}]/);
    expect(unescaped(text)).toContain('<a href="https://a.example/{x}">{{constructor}} {x}</a>');
  });

  it.each([
    ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−', '⁼', '₊'],
    ...['\t=', '\r=', '\n=', '\u200b=', '\ufeff=', '\u202e＝', '\u00ad@', ' ='],
  ])('spreadsheet formulas that begin with %j', (start) => {
    const [, [title = '']] = readCsv(formatFiles([file({ title: `${start}1+1` })], copyFormats.csv)) as [
      string[],
      string[],
    ];
    expect(title).toBe(`'${plain(`${start}1+1`)}`);
  });

  it('BBCode', () => {
    fc.assert(
      fc.property(hostile, addresses, (title, url) => {
        const text = formatFiles([file({ title, url })], copyFormats.bbcode);
        expect(text).toMatch(/^\[url=[^\s[\]]*\][^[\]]*\[\/url\]$/u);
      }),
    );
  });

  it('CSV fields or spreadsheet formulas', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, folder) => {
        const text = formatFiles([file({ title, folder }), file()], copyFormats.csv);
        const rows = readCsv(text);
        expect(rows.map((row) => row.length)).toEqual([9, 9, 9]);
        const read = rows[1]?.[0] ?? '';
        expect(read.normalize('NFKC')).not.toMatch(/^[=+\-@\t\r]/u);
        expect(read.slice(read === `'${plain(title)}` ? 1 : 0)).toBe(plain(title));
      }),
    );
  });
});

describe('a custom format', () => {
  it('fills in known values, and nothing for unknown ones', () => {
    expect(
      own('{title} | {url} | {length} | {size} | {views}', file(), file({ length: null, size: null })),
    ).toBe(
      'Big Buck Bunny | https://share.example/d/abc | 9:56 | 734003200 B | 12\nBig Buck Bunny | https://share.example/d/abc |  |  | 12',
    );
    expect(own('{seconds};{bytes};{code};{folder};{embed};{uploaded}', file())).toBe(
      '596;734003200;abc;Movies;https://files.example/e/abc;2026-11-20 12:00:00',
    );
  });

  it('supports escapes for line breaks and tabs', () => {
    expect(own('a\\tb\\nc\\\\n', file())).toBe('a\tb\nc\\n');
  });

  it('keeps other braces, and reports the unknown names', () => {
    expect(own('{titel} {} {title', file())).toBe('{titel} {} {title');
    expect(unknownNames('{titel} {title} {x} {x}')).toEqual(['titel', 'x']);
  });

  it('escapes values in an HTML template, and the player’s address everywhere', () => {
    const hostile = file({
      title: '<script>"&',
      url: "https://a.example/d?a=1&b='",
      embed: 'https://files.example/e/a\']("b',
    });
    expect(own('<a href="{url}">{title}</a>', hostile)).toBe(
      '<a href="https://a.example/d?a=1&amp;b=&#39;">&lt;script&gt;&quot;&amp;</a>',
    );
    expect(own("<iframe src='{embed}'>", hostile)).toBe(
      "<iframe src='https://files.example/e/a%27%5D%28%22b'>",
    );
    expect(own('[{title}]({embed})', hostile)).toBe('[<script>"&](https://files.example/e/a%27%5D%28%22b)');
  });

  it('never expands placeholders in a title', () => {
    fc.assert(
      fc.property(hostile, (title) => {
        expect(own('<{title}>', file({ title }))).toBe(`<${plain(title)}>`);
      }),
    );
  });
});

describe('embed code', () => {
  const list = [
    file({ title: 'Zebra', image: 'https://files.example/i/abc.jpg' }),
    file({ title: '</script>', code: 'def', image: 'javascript:x', length: null, uploaded: 'never' }),
    // It has no valid address.
    file({ code: '..' }),
    file({ title: 'Ape', code: 'g"h', image: 'http://files.example/i/g.jpg', uploaded: '+012026-11-20' }),
  ];

  it('is written in every format, in the displayed order, with the catalog’s values', () => {
    for (const format of embedFormats) {
      const code = formatEmbeds(list, format);
      const places = ['/e/abc', '/e/def', '/e/g%22h'].map((part) => code.indexOf(part));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(code).not.toContain('javascript');
    }
    const [first, second] = [...formatEmbeds(list, 'json-ld').matchAll(/>(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json) as unknown,
    );
    expect(first).toMatchObject({
      name: 'Zebra',
      thumbnailUrl: 'https://files.example/i/abc.jpg',
      uploadDate: '2026-11-20T12:00:00Z',
      duration: 'PT9M56S',
    });
    expect(second).not.toHaveProperty('uploadDate');
    expect(formatEmbeds(list, 'web-component').match(/<script/g)).toHaveLength(1);
    expect(formatEmbeds([file({ embed: 'http://nas.example/e/abc' })], 'web-component')).toContain(
      ' allow-http',
    );
  });

  it('keeps the form of each player, and leaves out files with an unknown player', () => {
    const forms = [
      'https://a.example/v/abc',
      'https://b.example/embed-abc.html',
      '',
      'https://c.example/abc.html',
    ];
    expect(
      formatEmbeds(
        forms.map((embed) => file({ embed })),
        'address',
      ).split('\n'),
    ).toEqual(forms.slice(0, 2));
  });

  it('is written for 10,000 files, without hitting the argument limit', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => file({ code: `c${at}` }));
    expect(formatEmbeds(many, 'bbcode').split('\n')).toHaveLength(10_000);
  });

  it('has a file extension for each format', () => {
    expect(embedFormats.map(embedExtension)).not.toContain('');
  });
});

it('formatClock formats lengths as hours, minutes and seconds', () => {
  expect([0, 59, 60, 185, 3599, 3600, 3723.9, 360_000].map(formatClock)).toEqual([
    '0:00',
    '0:59',
    '1:00',
    '3:05',
    '59:59',
    '1:00:00',
    '1:02:03',
    '100:00:00',
  ]);
});

/** As in every format: on one line, and well-formed. */
const plain = (title: string) =>
  title
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed();

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#123;', '{')
    .replaceAll('&#125;', '}')
    .replaceAll('&amp;', '&');

/** By RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = /"((?:[^"]|"")*)"(,|\r\n)/uy;
    const bare = /([^",\r\n]*)(,|\r\n)/uy;
    quoted.lastIndex = at;
    bare.lastIndex = at;
    const [whole, field, end] = quoted.exec(text) ?? bare.exec(text) ?? [];
    if (whole === undefined) throw new Error(`No field at ${at} of ${JSON.stringify(text)}`);
    row.push((field ?? '').replaceAll('""', '"'));
    if (end !== ',') rows.push(row.splice(0));
    at += whole.length;
  }
  return rows;
}
