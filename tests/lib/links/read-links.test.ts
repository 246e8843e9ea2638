/** Links in texts. */
import { decodeHTMLAttribute } from 'entities/decode';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { cleanText } from '../../../lib/api/clean-text.ts';
import { parseLink } from '../../../lib/links/link.ts';
import { findLinks, isBesideLink, isComment, readLine, readLinks } from '../../../lib/links/read-links.ts';
import { isAll } from '../../properties.ts';

// Properties are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const urls = (text: string) => readLinks(text).links.map(({ url }) => url);

it('reads one link for each line', () => {
  expect(urls('https://a.example/1\n\n  https://a.example/2  \r\n')).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
});

it('finds addresses in text', () => {
  expect(urls('see https://a.example/1, and (https://a.example/2).')).toEqual([
    'https://a.example/1',
    'https://a.example/2',
  ]);
  expect(urls('see a.example/1.zip, and b.example/2.mp4. Node.js 3.5 or etc.And/or file.name')).toEqual([
    'https://a.example/1.zip',
    'https://b.example/2.mp4',
  ]);
});

it('returns each address once, with its first line and number of occurrences', () => {
  const { links } = readLinks(
    'https://a.example/1\n\nsee https://a.example/2, https://a.example/1\nhttps://a.example/1',
  );
  expect(links).toEqual([
    { url: 'https://a.example/1', line: 1, times: 3 },
    { url: 'https://a.example/2', line: 3, times: 1 },
  ]);
});

it('reports lines without a link and why, and ignores empty lines and comments', () => {
  const long = `https://a.example/${'x'.repeat(9_000)}`;
  const text = [
    '# A list',
    '## Part',
    '#EXTM3U',
    '#1',
    '',
    '  javascript:alert(1) ',
    'plain words',
    long,
    'holiday.mkv',
  ];
  expect(readLinks(text.join('\r\n')).leftOut).toEqual([
    { line: 4, text: '#1', reason: 'no-link' },
    { line: 6, text: 'javascript:alert(1)', reason: 'scheme' },
    { line: 7, text: 'plain words', reason: 'no-link' },
    { line: 8, text: long, reason: 'too-long' },
    { line: 9, text: 'holiday.mkv', reason: 'no-link' },
  ]);
});

it('reads addresses without scheme', () => {
  expect(urls('example.com/a.zip\nfiles.example.co.uk:8080/b\nwww.example.com\nbücher.example/c')).toEqual([
    'https://example.com/a.zip',
    'https://files.example.co.uk:8080/b',
    'https://www.example.com/',
    'https://xn--bcher-kva.example/c',
  ]);
});

it('reads an address with a fragment as an address, not as a comment', () => {
  expect(readLinks('https://a.example/1#part').links).toHaveLength(1);
});

it('returns nothing for blank text', () => {
  expect(readLinks(' \n\n')).toEqual({ links: [], leftOut: [] });
});

describe('findLinks', () => {
  it.each([
    ['See https://a.example/x, and (https://b.example/y).', ['https://a.example/x', 'https://b.example/y']],
    ['https://en.example/wiki/Film_(1979)', ['https://en.example/wiki/Film_(1979)']],
    ['<a href="https://a.example/1">https://a.example/1</a>', ['https://a.example/1']],
    [
      'line https://a.example/1\nhttps://a.example/2\r\nhttps://a.example/1',
      ['https://a.example/1', 'https://a.example/2'],
    ],
    ['**https://a.example/bold**', ['https://a.example/bold']],
    ['www.example.com/file', ['https://www.example.com/file']],
    ['no address here, not even http:// one', []],
    [
      'See example.com/a.zip, and other.example/b.mp4.',
      ['https://example.com/a.zip', 'https://other.example/b.mp4'],
    ],
    [
      '(example.com/1) “example.com/2”, „example.com/3“ <example.com/4>',
      ['https://example.com/1', 'https://example.com/2', 'https://example.com/3', 'https://example.com/4'],
    ],
    [
      'at EXAMPLE.com:8080/?id=5 or Example.com/~me',
      ['https://example.com:8080/?id=5', 'https://example.com/~me'],
    ],
    ['bei münchen.example/bär', ['https://xn--mnchen-3ya.example/b%C3%A4r']],
    ['https://a.example/b.example/c', ['https://a.example/b.example/c']],
    ['e.g. file.name, 3.5/5, node.js, etc.And so on; v1.2.3/4 at 1.5GB/s', []],
    ['a.m./p.m., e.g./i.e., node.js/npm, etc.And/or, index.html/page.htm, he/she.they/them', []],
    ['user@example.com/home mailto:user@example.com/x chrome://settings/example.com/a ./lib/a.rs/b', []],
    ['', []],
  ])('%j', (text, links) => {
    expect(findLinks(text)).toEqual(links);
  });

  it('finds every address on a line of its own, in order, each once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.webUrl(), { maxLength: 20 }), (urls) => {
        // Two separators in a row are an empty field of a table.
        const plain = urls.filter((url) => !/[.,;:!?'*_)\]]$|[,;]{2}/.test(url));
        const expected = [...new Set(plain.map((url) => new URL(url).href))];
        expect(findLinks(plain.join('\n'))).toEqual(expected);
      }),
    );
  });

  const word = fc.stringMatching(/^[\p{L}\d@:'-]{1,8}$/u);

  it('ignores words with dots', () => {
    const dotted = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('.'));
    fc.assert(
      fc.property(fc.array(dotted), (words) => {
        fc.pre(!words.some((each) => /www/iu.test(each)));
        expect(findLinks(words.join(' '))).toEqual([]);
      }),
    );
  });

  it('finds every host with a path in a sentence, in order, each once', () => {
    const bare = fc
      .tuple(fc.domain(), fc.stringMatching(/^[a-z\d]{1,8}(?:\.[a-z\d]{1,4})?$/))
      .map(([domain, path]) => `${domain}/${path}`)
      .filter((address) => parseLink(address) !== null);
    const clause = fc.tuple(word, bare, fc.constantFrom('', '.', ',', ';', '!', ')', '”', '…'));
    fc.assert(
      fc.property(fc.array(clause, { maxLength: 10 }), (clauses) => {
        const text = clauses.map((parts) => `${parts[0]} ${parts[1]}${parts[2]}`).join(' ');
        expect(findLinks(text)).toEqual([...new Set(clauses.map(([, each]) => `https://${each}`))]);
      }),
    );
  });

  it('handles any text in bounded time', () => {
    const hostile = `https://${'('.repeat(50_000)}${'.'.repeat(50_000)} ${'www.'.repeat(20_000)}`;
    expect(findLinks(hostile)).toEqual([]);
    expect(findLinks(`${'a.'.repeat(50_000)} ${'('.repeat(50_000)} ${'a.bc:'.repeat(20_000)}`)).toEqual([]);
  });
});

describe('what the text does not show', () => {
  const changed = (text: string) => readLinks(text).links.map(({ isChanged = false }) => isChanged);

  it.each([
    ['https://a.example/1.mp4'],
    ['https://a.example/1.mp4, and (https://a.example/2).'],
    ['https://a.example/1.mp4,https://a.example/2;https://a.example/3'],
    ['<https://a.example/1> “https://a.example/2” **https://a.example/3** [t](https://a.example/4)'],
    ['请看 https://a.example/1.mp4，谢谢'],
    ['HTTP://A.example:80 https://bücher.example/ü \u200ehttps://a.example/1\u200b'],
    ['"https://a.example/1","A Talk"'],
    ['# a comment: https://a.example/1'],
  ])('nothing: %j', (text) => {
    expect(new Set(changed(text))).toEqual(new Set([false]));
  });

  it.each([
    ['https://a.example/1.mp4,A Talk'],
    ['https://a.example/1.zip[Installer]'],
    ['https://a.example/1|Referer=x'],
    ['https://a.example/?b&amp;c'],
    ['https:\\/\\/a.example\\/1'],
    ['https\\://a.example/1'],
    ['"https://a.example/1\\x26b"'],
    ['https%3A%2F%2Fa.example%2F1'],
    ['http://h/My Movie.mkv'],
    ['https://a.example/very/lo…'],
    ['<https://a.example/\n1>'],
    ['curl ^"https://a.example/1^&b^"'],
    ['curl https://a.example/1 \\\n  -L'],
    ['https://a.example/b를'],
    ['https://a.example/b\\c'],
    ['see http://h/My Movie.mkv'],
  ])('cut, joined or decoded: %j', (text) => {
    expect(changed(text)).toEqual([true]);
  });

  it('shows nothing of what is decoded beside tags', () => {
    const source = '<a href="https://a.example/1">1</a> https%3A%2F%2Fa.example%2F2 https://a.example/3';
    expect(readLinks(source, (value) => value).links.map(({ isChanged = false }) => isChanged)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('shows nothing of what was joined beside tags', () => {
    const source = '<p title="<">\n<img src="/">\n<https://a.example/\n1>';
    expect(readLinks(source, (value) => value).links).toEqual([
      { url: 'https://a.example/1', line: 3, times: 1, isChanged: true },
    ]);
  });

  it('is shown where the same link stands elsewhere as it is', () => {
    expect(changed('https://a.example/1.mp4,A Talk\nhttps://a.example/1.mp4')).toEqual([false]);
  });
});

describe('what is left out', () => {
  const leftOut = (text: string) =>
    readLinks(text).leftOut.map(({ reason, text: part }) => `${reason}: ${part}`);

  it.each([
    ['http://h/My Movie', ['http://h/My'], ['rest: Movie']],
    ['see http://h/My Movie.mkv', ['http://h/My'], ['rest: Movie.mkv']],
    ['see http://h/My Movie.mkv or http://h/2', ['http://h/My', 'http://h/2'], ['rest: Movie.mkv or']],
    ['see http://h/a.mp4 (My Movie.mkv) or http://h/2', ['http://h/a.mp4', 'http://h/2'], []],
    ['http://h/Artist - Song.mp3', [], ['unclear: http://h/Artist - Song.mp3']],
    ['http://h/My Folder/', [], ['unclear: http://h/My Folder/']],
    ['http://h/a.mp4 b.mp4', ['http://h/a.mp4'], ['rest: b.mp4']],
    ['https://x.example/电影，第一集', ['https://x.example/%E7%94%B5%E5%BD%B1'], ['rest: ，第一集']],
    ['see https://x.example/very/lo…', ['https://x.example/very/lo'], ['rest: …']],
    [
      'blob:https://a.example/1 https://a.example/2',
      ['https://a.example/2'],
      ['scheme: blob:https://a.example/1'],
    ],
    ['https://a:999999/x or https://a.example/2', ['https://a.example/2'], ['no-link: https://a:999999/x']],
    [
      `https://a.example/2 ${`https://a.example/${'ü'.repeat(2_000)}`}`,
      ['https://a.example/2'],
      [`too-long: https://a.example/${'ü'.repeat(2_000)}`],
    ],
    // What belongs to a link is one of its options.
    [
      "curl 'https://a.example/1' -H 'Referer: https://b.example/'",
      ['https://a.example/1'],
      ['option: https://b.example/'],
    ],
    [
      'https://a.example/1|User-Agent=A B&Referer=https://b.example/',
      ['https://a.example/1'],
      ['option: |User-Agent=A B&Referer=https://b.example/'],
    ],
    [
      '#EXTINF:-1 tvg-logo="https://b.example/l.png",One\nhttps://a.example/1',
      ['https://a.example/1'],
      ['option: https://b.example/l.png'],
    ],
    [
      'Origin: https://a.example\nhttps://a.example/1',
      ['https://a.example/1'],
      ['option: https://a.example'],
    ],
    ['Origin: https://a.example/1', ['https://a.example/1'], []],
    ['curl https://a.example/1 -o b.bin', ['https://a.example/1'], []],
    ['wget https://a.example/My Movie.mkv', ['https://a.example/My'], ['rest: Movie.mkv']],
    ['curl "https://a.example/b c.mp4"', ['https://a.example/b%20c.mp4'], []],
    ['https://a.example/1\n out=b.iso', ['https://a.example/1'], ['option: out=b.iso']],
    ['https://a.example/1.mp4,One,,2', ['https://a.example/1.mp4'], ['rest: ,One,,2']],
    ['https://a.example/1.zip[One]', ['https://a.example/1.zip'], ['rest: [One]']],
    // Not reported: text around a link, and a title after a tab or a dash.
    ['watch https://x.example/a tonight', ['https://x.example/a'], []],
    ['https://a.example/1\tTitle', ['https://a.example/1'], []],
    ['https://a.example/1 – Title', ['https://a.example/1'], []],
  ])('%j', (text, urls, parts) => {
    expect(findLinks(text)).toEqual(urls);
    expect(leftOut(text)).toEqual(parts);
  });

  it.each([
    ['<a href="https://a.example/1">https://b.example/2</a>', ['https://b.example/2']],
    ['<a href="https://a.example/1?utm=2">a.example/1</a>', []],
    ['<img src="https://a.example/1"> <!-- old: https://b.example/2 -->', ['old: https://b.example/2']],
    ['<img src="https://a.example/1"> <!-- old -->', []],
    ['<img src="https://a.example/1"><style>a { b: url(http://c/d) }</style>', ['a { b: url(http://c/d) }']],
  ])('is what a page hides behind its links: %s', (source, parts) => {
    const { links, leftOut: hidden } = readLinks(source, (value) => value);
    expect(links.map(({ url }) => url.slice(0, 19))).toEqual(['https://a.example/1']);
    expect(hidden.map((each) => each.text)).toEqual(parts);
    expect(hidden.every(isBesideLink)).toBe(true);
  });

  it.each(['<a b="\n<a href=3D"https://a.example/1">1</a>', 'x=1 <a href=3D"https://a.example/1">1</a>'])(
    'has no address of a damaged page: %s',
    (source) => {
      expect(readLinks(source, (value) => value).links).toMatchObject([{ url: 'https://a.example/1' }]);
    },
  );

  it('has its line, also in the source of a page', () => {
    const decode = (value: string) => value.replaceAll('&amp;', '&');
    const source = [
      'Words',
      '<ul>',
      '<li><a',
      ' href="https://a.example/?b&amp;c">A</a> Title',
      '<a href="/d">D</a>',
      '</ul>',
      'End',
    ];
    expect(readLinks(source.join('\n'), decode)).toEqual({
      links: [{ url: 'https://a.example/?b&c', line: 3, times: 1, isChanged: true }],
      leftOut: [
        { line: 1, text: 'Words', reason: 'no-link' },
        { line: 5, text: '/d', reason: 'no-link' },
        { line: 7, text: 'End', reason: 'no-link' },
      ],
    });
  });
});

describe('any text', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...[
        'http://',
        'https://a.example/',
        'ftp://h/x',
        'HTTPS://B.example',
        'www.',
        'a.example/b',
        'blob:',
        'rtmp://h',
        'magnet:?',
        'view-source:',
      ],
      ...[
        ' ',
        ' ',
        '\n',
        '\t',
        '\u3000',
        ',',
        ';',
        '.',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '<',
        '>',
        '"',
        "'",
        '“',
        '”',
        '«',
        '»',
        '|',
        '\\',
        '/',
        '?',
        '#',
        '=',
        '&',
        '&amp;',
        '&quot;',
      ],
      ...[
        '，',
        '。',
        '」',
        '،',
        '।',
        '…',
        '’',
        '\u200b',
        '\u200d',
        '\u202c',
        '\u00ad',
        'mp4',
        '.mkv',
        '#',
        '# ',
        '#EXTINF:',
        'curl ',
        '\\x26',
        '\\u002F',
        '%3A%2F%2F',
        '^',
        ',A Talk',
        '[x]',
        '|a=',
        'referer: ',
        'My Movie',
        '电影',
        'می',
        '🔥',
        '*',
        '_',
        '~',
        '`',
        '<a href="',
        '<img src=',
        '</a>',
        '<!--',
        '-->',
      ],
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.string({ maxLength: 5 }),
  );
  const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  it('has every character in a link, in a line that is reported, or between links', () => {
    fc.assert(
      fc.property(text, (any) => {
        const { links, leftOut } = readLinks(any);
        const reported = new Set(leftOut.map(({ line }) => line));
        for (const [at, line] of any.split('\n').entries()) {
          const pieces = readLine(line.trim());
          let end = 0;
          let between = '';
          for (const { from, to } of pieces) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThan(from);
            between += `${line.trim().slice(end, from)} `;
            end = to;
          }
          between += line.trim().slice(end);
          expect(between).not.toMatch(/(?:https?|ftp):\/\/[\p{L}\p{N}]/iu);
          const isSilent = pieces.length === 0 && cleanText(line) !== '' && !isComment(line.trim());
          if (isSilent) expect(reported.has(at + 1) || links.some((link) => link.line === at + 1)).toBe(true);
        }
        for (const { url } of links) expect(parseLink(url)).toBe(url);
        expect(new Set(links.map(({ url }) => url)).size).toBe(links.length);
      }),
    );
  });

  it('has links that are read as themselves', () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const { url } of readLinks(any).links) {
          const [again, ...others] = readLinks(url).links;
          expect(url.startsWith(again?.url ?? '-')).toBe(true);
          expect(others).toEqual([]);
        }
      }),
    );
  });

  it('is read as a page too', () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const { url, line } of readLinks(any, (value) => value).links) {
          expect(parseLink(url)).toBe(url);
          expect(line).toBeLessThanOrEqual(any.split('\n').length);
        }
      }),
    );
  });

  it.each([
    ['a list of links', (at: number) => `https://files.example/watch?v=${at}&list=a_b\n`],
    ['rows of a table', (at: number) => `https://files.example/${at},A Talk,,Unread,17000\n`],
    ['one long line', (at: number) => `see https://files.example/${at}.mp4, or (files.example/${at}). `],
    ['lines of a terminal', (at: number) => `https://files.example/${at}/${'a'.repeat(30)}\nb/c.mp4\n`],
  ])('of 400,000 characters is read: %s', (_, part) => {
    const parts = Array.from({ length: 8_000 }, (_, at) => part(100_000 + at).padEnd(50, ' '));
    expect(readLinks(parts.join('')).links.length).toBeGreaterThanOrEqual(8_000);
  });

  it('of 400,000 characters in a line before a short one takes no time that grows faster than its length', () => {
    readLinks(`${'http://'.repeat(57_000)}"\nx/y.mp4`);
  }, 10_000);

  const surroundings = [
    ['', ''],
    ['http://a.example/', ''],
    ['<a href="http://a.example/x"> ', ''],
    ['"http://a.example/x ', ' x.mkv"'],
    ['', 'x http://a.example/ y z'],
    ['curl "http://a.example/x ', '"'],
    ['url,title\nhttp://a.example/x', ''],
  ] as const;
  // The first ring tries others for each unit.
  const tried = (unit: string) =>
    isAll ? surroundings : surroundings.filter((_, at) => (at + unit.length) % 3 === 0);
  const units = [
    '(',
    ')',
    '[',
    '"',
    "'",
    '“',
    '/',
    '\\',
    'http',
    'http://',
    'http://a/(',
    'http://a/)',
    'a.',
    'aa.',
    'www.',
    ':',
    'a:',
    'x://',
    '&quot;',
    '\u200b',
    '\u200d',
    '谢',
    'a谢',
    '.mp谢',
    '<',
    '<a href="',
    "<a b='",
    '<!--',
    '=" ',
    '- ',
    '1. ',
    ' ',
    '\u3000',
    '[/a',
    'http://a/"b"',
    '<script>',
    'http://a/ b ',
    '<http://a\n',
    'a=3D=\n',
    '\\ ',
    '🔥',
    '(http://a',
    '=\\"',
    'a.bc/,',
    '|',
    '\\n',
    '-',
    ',',
    '\u0301',
    '\ufe0f',
    '\u115fa',
    'mp4😀www.',
    'a.bc/é\u200b',
    '…',
    '#',
    'http://a/b.mp4,',
    'http://a/b,c d,',
    'http://a/|a=',
    'http://a/[a]',
    '\\x26',
    '%25',
    'https%3A%2F%2F',
    'a.b/https%3A%2F%2F',
    'curl {\n',
    '^',
    "'\\''",
    `http://a/${'b'.repeat(60)}\n`,
    'x/y'.repeat(20),
    'a,b,c\n',
    'referer: http://a ',
    '!http://a!',
    '{{',
    '> ',
  ];
  it.each(units.flatMap((unit) => tried(unit).map(([before, after]) => [unit, before, after] as const)))(
    'of 60,000 characters of %j between %j and %j takes no time that grows faster than its length',
    (unit, before, after) => {
      readLinks(`${before}${unit.repeat(Math.ceil(60_000 / unit.length))}${after}`, (value) => value);
    },
    10_000,
  );
});

describe('any mixture of formats', () => {
  /** Each "@" is replaced with an address. */
  const templates = [
    ...[
      '@',
      ' @',
      '@ ',
      '@,',
      '@;',
      '(@)',
      '"@"',
      '<@>',
      '「@」',
      '**@**',
      '_@_',
      '`@`',
      "'@'",
      '@。',
      '@をみて',
      '…@…',
      '@\u200b',
    ],
    ...[
      '# @',
      '#@',
      '// @',
      '; @',
      '<!-- @ -->',
      '> @',
      '- [ ] @',
      '1) @',
      '+@',
      '| @ | @ |',
      '@|@',
      '@\t@',
      '@,A title,,1',
      '"@","x"',
    ],
    ...[
      '[t](@)',
      '![t](@ "x")',
      '[@ t]',
      '[t|@]',
      '[[@][t]]',
      '[url=@]t[/url]',
      '{color}@{color}',
      '@[t]',
      '{{cite |url=@|title=t}}',
      '||@||',
    ],
    ...[
      '\\url{@}',
      'url = {@},',
      '`t <@>`_',
      '"t":@',
      '=HYPERLINK("@";"t")',
      '{"a":"@","b":["@"]}',
      'fetch(\'@\', {\n"referrer": "@"\n})',
    ],
    ...[
      'curl -H "Referer: @" "@"',
      'curl ^"@^" ^',
      'wget @ \\',
      'aria2c @',
      'Invoke-WebRequest -Uri "@" `',
      'Referer: @',
      'Origin: @',
      '"Origin": "@"',
    ],
    ...[
      '@|User-Agent=x&Referer=@',
      '#EXTINF:-1 tvg-logo="@",t',
      '#EXTVLCOPT:http-referrer=@',
      '  referer=@',
      'File1=@',
      'url,title',
      'BEGIN:VEVENT',
      ' @',
    ],
    ...[
      '<a href="@">t</a>',
      "<video src='@'>",
      '<a href="@">@</a>',
      '<p>@</p>',
      '<a href=3D"@">t</a>',
      'x=3D1=',
      '<style>',
      '</style>',
      '<!--',
      '-->',
      '<a b="',
      '<![CDATA[@]]>',
    ],
    ...[
      '@=',
      '<@',
      '@\\',
      '@\\n',
      'blob:@',
      'magnet:?xt=1&tr=@',
      'view-source:@',
      'vlc://@',
      'x:@',
      '@ t.mp4',
      '@…',
      'see @ and t',
      '',
      ' ',
      't',
      '```',
    ],
  ];
  const parts = fc.array(
    fc.tuple(fc.constantFrom(...templates), fc.constantFrom('\n', '\n', '\n', ' ', '', '\r\n')),
    { maxLength: 12 },
  );
  const document = fc.tuple(parts, fc.constantFrom('mp4', 'html', 'x')).map(([all, ending]) =>
    all
      .flat()
      .join('')
      .split('@')
      .reduce((made, part, at) => `${made}https://h.example/f${at}.${ending}${part}`),
  );

  it('has every address in a link or reported, and no change that is not said', () => {
    fc.assert(
      fc.property(document, (text) => {
        const { links, leftOut } = readLinks(text, decodeHTMLAttribute);
        const told = [...links.map(({ url }) => url), ...leftOut.map((each) => each.text)].join('\n');
        const missing = (text.match(/f\d+(?=\.)/g) ?? []).filter((name) => !told.includes(`${name}.`));
        expect(missing).toEqual([]);
        const shown = text.replaceAll('\u200b', '');
        const isShown = (url: string) => shown.includes(url) || shown.includes(decodeURI(url));
        const silent = links.filter(({ url, isChanged }) => !isChanged && !isShown(url));
        expect(silent).toEqual([]);
      }),
    );
  });
});
