import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EmbedOptions, embedUrl, parseEmbedUrl } from '../../widget/src/index.ts';
import { countRuns } from '../properties.ts';
import { embedOptions } from './arbitraries.ts';

const file = { baseUrl: 'https://host.example', fileCode: 'abc123' };
const poster = 'https://cdn.example/p.jpg';
const subtitle = { file: 'https://cdn.example/en.srt', label: 'English' };
const subtitles = { json: 'https://cdn.example/tracks.json' };
const nested = 'https%3A%2F%2Fcdn.example%2F';

describe('embedUrl', () => {
  it.each<[string, Partial<EmbedOptions>, string]>([
    ['no option', {}, ''],
    ['a poster', { poster }, `?c_poster=${nested}p.jpg`],
    ['a subtitle file', { subtitle }, `?c1_file=${nested}en.srt&c1_label=English`],
    ['a subtitle document', { subtitles }, `?subtitle_json=${nested}tracks.json`],
    [
      'all of them',
      { poster, subtitle, subtitles },
      `?c_poster=${nested}p.jpg&c1_file=${nested}en.srt&c1_label=English&subtitle_json=${nested}tracks.json`,
    ],
    ['options that are undefined', { poster: undefined, subtitle: undefined, subtitles: undefined }, ''],
  ])('writes %s as documented', (_, options, query) => {
    expect(embedUrl({ ...file, ...options })).toBe(`https://host.example/e/abc123${query}`);
  });

  it.each([
    'https://cdn.example/a.jpg?size=big&v=2#top',
    'https://cdn.example/a+b c.jpg',
    'https://cdn.example/100%25.jpg?q=50%',
    'https://cdn.example/日本語/فارسی.vtt?名=值',
    "https://cdn.example/(it's)!*.vtt",
    'https://cdn.example/?next=https%3A%2F%2Fother.example%2F%3Fc_poster%3Dx',
    'http://127.0.0.1:8080/p.jpg',
    'http://[::1]/p.jpg',
    'http://media.localhost/p.jpg',
  ])('passes %s to the service unchanged', (address) => {
    const url = new URL(
      embedUrl({
        ...file,
        poster: address,
        subtitle: { file: address, label: address },
        subtitles: { json: address },
      }),
    );
    expect([...url.searchParams]).toEqual([
      ['c_poster', address],
      ['c1_file', address],
      ['c1_label', address],
      ['subtitle_json', address],
    ]);
  });

  it.each([
    ['https://host.example/', 'https://host.example/e/abc123'],
    ['https://host.example/media//', 'https://host.example/media/e/abc123'],
    ['HTTPS://HOST.example:443', 'https://host.example/e/abc123'],
    ['http://localhost:8787', 'http://localhost:8787/e/abc123'],
    ['https://host.example/a+b%20c', 'https://host.example/a+b%20c/e/abc123'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/e/abc123'],
  ])('appends the file to %s', (baseUrl, expected) => {
    expect(embedUrl({ ...file, baseUrl })).toBe(expected);
  });

  it.each([
    ['a', 'a'],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['../../admin?key=1#', '..%2F..%2Fadmin%3Fkey%3D1%23'],
    ['%2e%2e', '%252e%252e'],
    ['"><script>', '%22%3E%3Cscript%3E'],
    ['ファイル', '%E3%83%95%E3%82%A1%E3%82%A4%E3%83%AB'],
  ])('encodes the code %s', (fileCode, path) => {
    expect(embedUrl({ ...file, fileCode })).toBe(`https://host.example/e/${path}`);
  });

  it.each<[Record<string, unknown>, string, string, RegExp]>([
    [{ baseUrl: undefined }, 'missing', 'baseUrl', /blank/],
    [{ baseUrl: 'host.example' }, 'bad-address', 'baseUrl', /https:\/\/ and a host/],
    [{ baseUrl: 'https://host.example/?a=b' }, 'bad-address', 'baseUrl', /query/],
    [{ baseUrl: 'https://host.example/?' }, 'bad-address', 'baseUrl', /query/],
    [{ baseUrl: 'https://host.example/#a' }, 'bad-address', 'baseUrl', /fragment/],
    [{ baseUrl: 'http://host.example' }, 'bad-scheme', 'baseUrl', /begin with https:/],
    [{ baseUrl: 'http://localhost.evil.example' }, 'bad-scheme', 'baseUrl', /https:/],
    [{ baseUrl: 'http://127.0.0.1.evil.example' }, 'bad-scheme', 'baseUrl', /https:/],
    [{ baseUrl: 'https://me:pw@host.example' }, 'credentials', 'baseUrl', /password/],
    [{ fileCode: '' }, 'missing', 'fileCode', /blank/],
    [{ fileCode: ' ' }, 'missing', 'fileCode', /blank/],
    [{ fileCode: 7 }, 'missing', 'fileCode', /string/],
    [{ fileCode: '..' }, 'bad-characters', 'fileCode', /"\.\."/],
    [{ fileCode: 'a\ud83c' }, 'bad-characters', 'fileCode', /lone surrogates/],
    [{ poster: '/p.jpg' }, 'bad-address', 'poster', /https:\/\/ and a host/],
    [{ poster: '' }, 'missing', 'poster', /blank/],
    [{ poster: 'javascript:alert(1)' }, 'bad-scheme', 'poster', /begin with https:/],
    [{ poster: 'data:image/png,x' }, 'bad-scheme', 'poster', /begin with https:/],
    [{ poster: 'https://me@cdn.example/' }, 'credentials', 'poster', /user or password/],
    [{ poster: 'https://cdn.ex\nample/' }, 'bad-characters', 'poster', /control/],
    [{ poster: ' https://cdn.example/' }, 'bad-characters', 'poster', /space around/],
    [{ poster: 'https:\\\\cdn.example/' }, 'bad-address', 'poster', /https:\/\/ and a host/],
    [{ poster: 'https://cdn.example/\udc00' }, 'bad-characters', 'poster', /surrogate/],
    [{ subtitle: { file: poster } }, 'missing', 'subtitle.label', /blank/],
    [{ subtitle: { file: poster, label: ' ' } }, 'missing', 'subtitle.label', /blank/],
    [{ subtitle: { file: poster, label: '\ud800' } }, 'bad-characters', 'subtitle.label', /surrogate/],
    [{ subtitle: { label: 'English' } }, 'missing', 'subtitle.file', /blank/],
    [{ subtitle: { file: 'http://a.example', label: 'a' } }, 'bad-scheme', 'subtitle.file', /https/],
    [{ subtitles: {} }, 'missing', 'subtitles.json', /blank/],
  ])('rejects %j', (options, code, field, message) => {
    const create = () => embedUrl({ ...file, ...options } as EmbedOptions);
    expect(create).toThrow(expect.objectContaining({ name: 'EmbedError', code, field }));
    expect(create).toThrow(message);
  });

  it('allows http: with allowHttp', () => {
    const url = embedUrl({
      baseUrl: 'http://nas.example',
      fileCode: 'a',
      poster: 'http://b.example/',
      allowHttp: true,
    });
    expect(url).toBe('http://nas.example/e/a?c_poster=http%3A%2F%2Fb.example%2F');
    expect(() => parseEmbedUrl(url)).toThrow(/https:/);
    expect(embedUrl(parseEmbedUrl(url, { allowHttp: true }))).toBe(url);
  });
});

describe('parseEmbedUrl', () => {
  it('is the inverse of embedUrl', () => {
    fc.assert(
      fc.property(embedOptions, (options) => {
        expect(parseEmbedUrl(embedUrl(options))).toEqual(options);
      }),
      { numRuns: countRuns(1_000) },
    );
  });

  it('reads addresses of embedUrl, in which all reserved characters are encoded', () => {
    fc.assert(
      fc.property(embedOptions, (options) => {
        const url = embedUrl(options);
        expect(url).toMatch(/^https?:\/\/[\w.:/-]+\/e\/[\w.~%!'()*-]+(\?([\w]+=[\w.*%-]+&?)+)?$/);
        expect(new URL(url).href).toBe(url);
      }),
    );
  });

  it('reads addresses with another encoding and unknown parameters', () => {
    expect(
      parseEmbedUrl(
        'https://host.example/e/abc?autoplay=1&c1_label=Two+words&c1_file=https://a.example/?b=c#later',
      ),
    ).toEqual({
      baseUrl: 'https://host.example',
      fileCode: 'abc',
      subtitle: { file: 'https://a.example/?b=c', label: 'Two words' },
    });
  });

  it.each([
    ['/e/abc/', '', 'abc'],
    ['/e/abc//', '', 'abc'],
    ['/d/abc', '', 'abc'],
    ['/d/abc/', '', 'abc'],
    ['/d/abc/name.mp4', '', 'abc'],
    ['/d/abc/n%C3%A4me%20(1).mp4?download=1#t=5', '', 'abc'],
    ['/e/abc/name.html', '', 'abc'],
    ['/a/d/b/e/abc/', '/a/d/b', 'abc'],
    ['/d/a%2Fb/', '', 'a/b'],
  ])('reads what services and browsers put behind the code: %s', (path, folder, fileCode) => {
    const options = { baseUrl: `https://host.example${folder}`, fileCode };
    expect(parseEmbedUrl(`HTTPS://Host.Example${path}`)).toEqual(options);
  });

  it.each([
    ['https://host.example/f/abc', 'bad-address', 'url'],
    ['https://host.example/x/abc', 'bad-address', 'url'],
    ['https://host.example/E/abc', 'bad-address', 'url'],
    ['https://host.example/d/', 'bad-address', 'url'],
    ['https://host.example/e//abc', 'bad-address', 'url'],
    ['https://host.example/e/', 'bad-address', 'url'],
    ['https://host.example/e/abc/more/more', 'bad-address', 'url'],
    ['https://host.example/e/%E0%A4%A', 'bad-address', 'url'],
    ['https://host.example/e/a?c_poster=https://a.example&c_poster=https://b.example', 'duplicate', 'url'],
    ['https://host.example/e/a?c_poster=javascript:alert(1)', 'bad-scheme', 'poster'],
    ['https://host.example/e/a?c1_label=English', 'missing', 'subtitle.file'],
    ['https://host.example/e/a?c1_file=https://a.example', 'missing', 'subtitle.label'],
    ['https://me:pw@host.example/e/a', 'credentials', 'url'],
    ['javascript:alert(1)//e/a', 'bad-scheme', 'url'],
    ['/e/abc', 'bad-address', 'url'],
  ])('rejects %s', (url, code, field) => {
    expect(() => parseEmbedUrl(url)).toThrow(expect.objectContaining({ code, field }));
  });
});

describe('players of other forms', () => {
  const code = 'abc-12_3';
  it.each([
    ['https://play.example/v/CODE', `https://play.example/v/${code}`],
    ['https://play.example/host/embed/CODE', `https://play.example/host/embed/${code}`],
    ['https://play.example:8443/embed-CODE.html', `https://play.example:8443/embed-${code}.html`],
  ])('%s', (baseUrl, url) => {
    expect(embedUrl({ baseUrl, fileCode: code })).toBe(url);
    expect(parseEmbedUrl(url)).toEqual({ baseUrl, fileCode: code });
    const options = { baseUrl, fileCode: code, poster, subtitle };
    expect(parseEmbedUrl(embedUrl(options))).toEqual(options);
    expect(parseEmbedUrl(`${url}/`)).toEqual({ baseUrl, fileCode: code });
  });

  it.each([
    `/e/${'a'.repeat(100_000)}/b/c`,
    `/e/a${'/'.repeat(100_000)}b/c`,
    `/v/${'a'.repeat(100_000)}/b/c`,
    `/e/a/${'/e/a'.repeat(50_000)}/b/c`,
  ])('are read in a time that grows with the length only: %#', (path) => {
    const started = performance.now();
    try {
      parseEmbedUrl(`https://play.example${path}`);
    } catch {}
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('are written with any code', () => {
    const baseUrl = 'https://play.example/embed-CODE.html';
    fc.assert(
      fc.property(embedOptions, (options) => {
        const { pathname } = new URL(embedUrl({ ...options, baseUrl }));
        expect(pathname).toBe(`/embed-${encodeURIComponent(options.fileCode)}.html`);
      }),
    );
  });

  it.each([
    ['http://play.example/v/abc', 'bad-scheme'],
    ['https://user:secret@play.example/embed-abc.html', 'credentials'],
    ['https://play.example/v/', 'bad-address'],
    ['https://play.example/about.html', 'bad-address'],
    ['https://play.example/v/a%', 'bad-address'],
  ])('are none at %s', (url, errorCode) => {
    expect(() => parseEmbedUrl(url)).toThrow(expect.objectContaining({ code: errorCode }));
  });
});
