import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addTrack,
  applyFileOptions,
  changeTrack,
  createCspLine,
  type EmbedDraft,
  formatFile,
  hasSameTracks,
  moveTrack,
  newDraft,
  readDraft,
  readFile,
  removeTrack,
} from '../../widget/src/builder/index.ts';
import { RELEASE } from '../../widget/src/embed-code/script-release.ts';
import {
  EmbedError,
  embedCode,
  embedFormats,
  embedUrl,
  parseSubtitleDocument,
} from '../../widget/src/index.ts';
import { countRuns } from '../properties.ts';
import { address, embedOptions, fileCode, text } from './arbitraries.ts';

const baseUrl = 'https://host.example';
const draft = (given: Partial<EmbedDraft> = {}) => newDraft({ baseUrl, file: 'abc', ...given });
const track = (id: string, given: object = {}) => ({
  id,
  src: `https://cdn.example/${id}.srt`,
  label: id,
  isDefault: false,
  ...given,
});

describe('the file field', () => {
  it.each([
    ['abc', baseUrl, 'abc'],
    ['  abc\n', baseUrl, 'abc'],
    ['a b?#%2F', baseUrl, 'a b?#%2F'],
    ['/e/abc', baseUrl, 'abc'],
    ['/d/a%20b', baseUrl, 'a b'],
    ['https://host.example/e/abc', baseUrl, 'abc'],
    ['https://host.example/d/abc?utm=1#top', baseUrl, 'abc'],
    ['https://other.example/x/e/abc', 'https://other.example/x', 'abc'],
    [' HTTPS://HOST.example/e/abc/ ', baseUrl, 'abc'],
    ['https://host.example/d/abc/My%20Movie.mp4?a#b', baseUrl, 'abc'],
    ['/e/abc/', baseUrl, 'abc'],
    ['/d/abc/name.mp4?a#b', baseUrl, 'abc'],
    ['<iframe src="https://host.example/e/abc" width="1"></iframe>', baseUrl, 'abc'],
    ["<iframe src='//host.example/e/abc'>", baseUrl, 'abc'],
    ['[name](https://host.example/d/abc)', baseUrl, 'abc'],
    ['[url=https://host.example/d/abc]name[/url]', baseUrl, 'abc'],
    ['“https://host.example/e/abc”', baseUrl, 'abc'],
    ['see https://host.example/e/abc.', baseUrl, 'abc'],
    ['https://host.example/d/abc/My Movie.mp4,', baseUrl, 'abc'],
    ['\u200bhttps://host.example/e/abc\u2060', baseUrl, 'abc'],
    ['https://host.example/e/k3v9x2m7q4ab.', baseUrl, 'k3v9x2m7q4ab'],
    // The share host (docs/http-api.md, "File entry") isn't the player's host.
    ['https://share.example/d/abc', baseUrl, 'abc'],
    ['https://share.example/d/abc/name.mp4', baseUrl, 'abc'],
    ['http://localhost:1/e/abc', 'http://localhost:1', 'abc'],
  ])('%j names a file', (typed, base, code) => {
    expect(readFile(typed, `${baseUrl}/`)).toEqual({ baseUrl: base, fileCode: code, options: null });
  });

  it.each([
    ['', 'file', 'missing'],
    ['  ', 'file', 'missing'],
    ['..', 'fileCode', 'bad-characters'],
    ['host.example/e/abc', 'file', 'bad-address'],
    ['“https://host.example/e/abc” https://host.example/e/def', 'file', 'bad-address'],
    ['https://host.example/', 'file', 'bad-address'],
    ['https://host.example/e/', 'file', 'bad-address'],
    ['https://host.example/f/abc', 'file', 'bad-address'],
    ['https://host.example/f/abc/name.mp4', 'file', 'bad-address'],
    ['/f/abc', 'file', 'bad-address'],
    ['https://host.example/e/%', 'file', 'bad-address'],
    ['http://host.example/e/abc', 'file', 'bad-scheme'],
    ['https://me:secret@host.example/e/abc', 'file', 'credentials'],
    ['https://host.example/e/abc?c1_file=https://a.example/b.srt', 'subtitle.label', 'missing'],
  ])('%j does not', (typed, field, code) => {
    expect(() => readFile(typed, baseUrl)).toThrow(expect.objectContaining({ field, code }));
  });

  it('uses the service of the address where none is given', () => {
    expect(readFile('https://share.example/d/abc', '').baseUrl).toBe('https://share.example');
    expect(() => readFile('abc', '')).toThrow(expect.objectContaining({ field: 'baseUrl', code: 'missing' }));
  });

  it('reads the output of formatFile for any file', () => {
    fc.assert(
      fc.property(fileCode, fc.constantFrom(baseUrl, 'https://host.example:8443/a/e/b'), (code, base) => {
        expect(readFile(formatFile(base, code), base)).toEqual({
          baseUrl: base,
          fileCode: code,
          options: null,
        });
      }),
    );
  });

  it('ignores unknown parameters, such as a key', () => {
    const { options } = readDraft(
      draft({ file: 'https://host.example/e/abc?key=secret&c_poster=https://a.example/b' }),
    );
    expect(JSON.stringify(options)).not.toContain('secret');
  });
});

describe('a draft', () => {
  it('is complete with a file alone', () => {
    const { options, problems } = readDraft(draft());
    expect(problems).toEqual([]);
    expect(options && embedUrl(options)).toBe('https://host.example/e/abc');
  });

  it('gives one track as an option, and several as a document', () => {
    const one = draft({ tracks: [track('t1')] });
    expect(readDraft(one)).toMatchObject({
      options: { subtitle: { file: 'https://cdn.example/t1.srt', label: 't1' }, subtitles: undefined },
      document: null,
    });
    const two = changeTrack(addTrack(one, { src: ' https://cdn.example/2.vtt ', label: 'Two' }), 't2', {
      isDefault: true,
    });
    const open = readDraft(two);
    expect(open.problems).toEqual([{ field: 'document', code: 'missing' }]);
    expect(open.options).toBeNull();
    // Until the document is published, the preview has the default track.
    expect(open.preview).toMatchObject({ subtitle: { label: 'Two' } });
    expect(parseSubtitleDocument(open.document ?? '')).toEqual([
      { src: 'https://cdn.example/t1.srt', label: 't1' },
      { src: 'https://cdn.example/2.vtt', label: 'Two', default: true },
    ]);
    const done = readDraft({ ...two, document: 'https://site.example/subtitles.json' });
    expect(done.options).toMatchObject({
      subtitle: undefined,
      subtitles: { json: 'https://site.example/subtitles.json' },
    });
  });

  it.each([
    ['eager', 'eager'],
    ['hover', undefined],
  ] as const)('shows a poster as the website is asked to: %s', (posterShow, loading) => {
    const { options, preview } = readDraft(draft({ poster: `${baseUrl}/p.jpg`, posterShow }));
    expect(options?.loading).toBe(loading);
    expect(preview?.loading).toBe(loading);
  });

  it('ignores empty tracks', () => {
    const { options, document } = readDraft(addTrack(addTrack(draft())));
    expect(options).toMatchObject({ subtitle: undefined });
    expect(document).toBeNull();
  });

  it('labels a track without a label by its file', () => {
    const one = draft({ tracks: [track('t1', { src: 'https://cdn.example/a%20film.de.vtt', label: ' ' })] });
    expect(readDraft(one).options?.subtitle).toEqual({
      file: 'https://cdn.example/a%20film.de.vtt',
      label: 'a film.de',
    });
    const two = readDraft(
      draft({
        tracks: [track('t1', { label: '' }), track('t2', { src: 'https://cdn.example/', label: '' })],
        document: 'https://cdn.example/all.json',
      }),
    );
    expect(two.problems).toEqual([]);
    expect(JSON.parse(two.document ?? '')).toMatchObject([
      { label: 't1' },
      { label: 'https://cdn.example/' },
    ]);
    const pasted = draft({ file: 'https://host.example/e/abc?c1_file=https://a.example/b.srt' });
    expect(readDraft(pasted).file?.options?.subtitle).toEqual({
      file: 'https://a.example/b.srt',
      label: 'b',
    });
  });

  it('reports every invalid field, and gives a preview of the others', () => {
    const parsed = readDraft(
      draft({
        poster: 'poster.jpg',
        tracks: [track('t1', { label: ' ' }), track('t2', { src: 'javascript:alert(1)' })],
        document: 'https://me:pw@site.example/',
        width: 'wide',
        height: '0',
        script: 'http://cdn.example/x.js',
      }),
    );
    expect(parsed.problems).toEqual([
      { field: 'poster', code: 'bad-address' },
      { field: 't2.src', code: 'bad-scheme' },
      { field: 'document', code: 'credentials' },
      { field: 'width', code: 'wrong-type' },
      { field: 'height', code: 'wrong-type' },
      { field: 'script', code: 'bad-scheme' },
    ]);
    expect(parsed.options).toBeNull();
    expect(parsed.preview).toMatchObject({ baseUrl, fileCode: 'abc', poster: undefined });
  });

  it('distinguishes an address that is no player’s from one with invalid options', () => {
    const problems = (file: string) => readDraft(draft({ file })).problems;
    expect(problems('https://host.example/x')).toEqual([{ field: 'file', code: 'bad-address' }]);
    expect(problems('https://host.example/e/a?c_poster=b')).toEqual([{ field: 'file', code: 'bad-options' }]);
  });

  it('allows any address and path of the script', () => {
    expect(readDraft(draft({ script: ' js/player.js ' })).options?.script).toBe('js/player.js');
    expect(readDraft(draft({ script: '\ud800.js' })).problems).toEqual([
      { field: 'script', code: 'bad-characters' },
    ]);
  });

  it('allows http: where the service’s address needs it', () => {
    expect(newDraft({ baseUrl: 'http://nas.home' }).allowHttp).toBe(true);
    expect(newDraft({ baseUrl: 'http://127.0.0.1:8787' }).allowHttp).toBe(false);
    expect(newDraft({ baseUrl: 'nonsense' }).allowHttp).toBe(false);
    const { options } = readDraft(newDraft({ baseUrl: 'http://nas.home', file: 'abc' }));
    expect(options && embedUrl(options)).toBe('http://nas.home/e/abc');
  });

  it('applies the options of a pasted address', () => {
    fc.assert(
      fc.property(embedOptions, (options) => {
        const applied = applyFileOptions(draft({ file: embedUrl(options), poster: '', document: '' }));
        expect(readFile(applied.file, baseUrl).options).toBeNull();
        expect(readDraft(applied).options).toEqual({
          poster: undefined,
          subtitle: undefined,
          subtitles: undefined,
          ...options,
          allowHttp: undefined,
          title: undefined,
          width: undefined,
          height: undefined,
          loading: options.poster === undefined ? undefined : 'eager',
        });
      }),
    );
    const own = applyFileOptions(
      draft({ file: `${baseUrl}/e/x?c_poster=${baseUrl}/p`, tracks: [track('t1')] }),
    );
    expect(own).toMatchObject({
      file: 'x',
      poster: `${baseUrl}/p`,
      hasOwnPoster: true,
      tracks: [{ id: 't1' }],
    });
    expect(applyFileOptions(own)).toBe(own);
  });

  it('never throws, and is complete exactly when every format can be made', () => {
    const wild = fc.oneof(text, fc.string({ unit: 'binary' }));
    const mostly = (usual: fc.Arbitrary<string>) =>
      fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: wild, weight: 1 });
    const number = fc.oneof(
      { arbitrary: fc.constantFrom('', '640', ' 9 ', '007'), weight: 5 },
      { arbitrary: fc.constantFrom('0', '-1', '1.5', 'x', '1e3'), weight: 1 },
    );
    const addressOrNone = mostly(fc.oneof(fc.constant(''), address));
    const drafts: fc.Arbitrary<EmbedDraft> = fc.record({
      file: mostly(fc.oneof(fc.constant('abc'), embedOptions.map(embedUrl))),
      baseUrl: mostly(fc.constant(baseUrl)),
      title: wild,
      poster: addressOrNone,
      hasOwnPoster: fc.boolean(),
      posterShow: fc.constantFrom('eager', 'hover'),
      tracks: fc
        .array(fc.record({ src: addressOrNone, label: mostly(text), isDefault: fc.boolean() }), {
          maxLength: 3,
        })
        .map((all) => all.map((each, index) => ({ id: `t${index}`, ...each }))),
      document: addressOrNone,
      width: number,
      height: number,
      script: addressOrNone,
      allowHttp: fc.boolean(),
    });
    const seen = { complete: 0, incomplete: 0 };
    fc.assert(
      fc.property(drafts, (given) => {
        const { options, problems, preview, document } = readDraft(given);
        expect(options === null).toBe(problems.length > 0);
        seen[options ? 'complete' : 'incomplete'] += 1;
        for (const format of embedFormats) {
          if (preview) expect(embedCode(preview, format)).toEqual(expect.any(String));
          if (preview) expect(createCspLine(preview, format)).toEqual(expect.any(String));
        }
        if (document) expect(hasSameTracks(given, parseSubtitleDocument(document, given))).toBe(true);
      }),
      { numRuns: countRuns(1000) },
    );
    expect(Math.min(seen.complete, seen.incomplete)).toBeGreaterThan(20);
  });
});

describe('the tracks of a draft', () => {
  const three = draft({ tracks: ['t1', 't2', 't3'].map((id) => track(id)) });
  const ids = ({ tracks }: EmbedDraft) => tracks.map(({ id }) => id);

  it('keep their ids when they are moved, and no id is used twice', () => {
    expect(ids(moveTrack(three, 't1', 1))).toEqual(['t2', 't1', 't3']);
    expect(ids(moveTrack(three, 't1', -1))).toEqual(['t1', 't2', 't3']);
    expect(ids(moveTrack(three, 't2', 9))).toEqual(['t1', 't3', 't2']);
    expect(moveTrack(three, 'gone', 1)).toBe(three);
    expect(ids(addTrack(removeTrack(three, 't2')))).toEqual(['t1', 't3', 't4']);
  });

  it('have at most one default', () => {
    const changed = changeTrack(changeTrack(three, 't1', { isDefault: true }), 't3', { isDefault: true });
    expect(changed.tracks.map(({ isDefault }) => isDefault)).toEqual([false, false, true]);
    expect(changeTrack(changed, 't3', { isDefault: false }).tracks.some(({ isDefault }) => isDefault)).toBe(
      false,
    );
  });

  it('are compared with a document in their order', () => {
    const listed = parseSubtitleDocument(readDraft(three).document ?? '');
    expect(hasSameTracks(three, listed)).toBe(true);
    expect(hasSameTracks(moveTrack(three, 't1', 1), listed)).toBe(false);
    expect(hasSameTracks(changeTrack(three, 't1', { isDefault: true }), listed)).toBe(false);
  });
});

describe('createCspLine', () => {
  const options = {
    baseUrl: 'https://host.example/files',
    fileCode: 'abc',
    poster: 'https://cdn.example/a/b.jpg?c;d',
    subtitle: { file: 'https://subtitles.example/en.srt', label: 'English' },
  };

  it.each([
    ['address', ''],
    ['bbcode', ''],
    ['markdown', 'img-src https://cdn.example'],
    ['fixed-iframe', "frame-src https://host.example; style-src-attr 'unsafe-inline'"],
    [
      'click-iframe',
      "frame-src https://host.example; img-src https://cdn.example; style-src-attr 'unsafe-inline'",
    ],
    ['thumbnail', "img-src https://cdn.example; style-src-attr 'unsafe-inline'"],
    ['json-ld', ''],
    ['vue', 'frame-src https://host.example; img-src https://cdn.example'],
    [
      'web-component-cdn',
      `frame-src https://host.example; img-src https://cdn.example; script-src https://cdn.jsdelivr.net/npm/linkhaul-player@${RELEASE.version}/dist/linkhaul-player.js`,
    ],
    ['responsive-iframe', "frame-src https://host.example; style-src-attr 'unsafe-inline'"],
    ['web-component', "frame-src https://host.example; img-src https://cdn.example; script-src 'self'"],
  ] as const)('of %s', (format, expected) => {
    expect(createCspLine(options, format)).toBe(expected);
  });

  it('of a poster in several sizes', () => {
    const srcset =
      'https://a.example/s.jpg 640w, https://b.example/l.jpg 1280w, https://a.example/m.jpg 960w';
    const given = { baseUrl, fileCode: 'abc', srcset };
    expect(createCspLine(given, 'vue')).toBe(
      'frame-src https://host.example; img-src https://a.example https://b.example',
    );
    expect(createCspLine(given, 'markdown')).toBe('img-src https://a.example');
  });

  it.each([
    ['player.js', "'self'"],
    ['/x/player.js', "'self'"],
    ['https://cdn.example/a;b,c.js?d', 'https://cdn.example/a%3Bb%2Cc.js'],
    ['//cdn.example/p.js', 'https://cdn.example/p.js'],
    ['http://[::1]:8080/p.js', 'http:'],
  ])('allows the script %s and nothing beside it', (script, source) => {
    const line = createCspLine({ baseUrl, fileCode: 'abc', script }, 'web-component');
    expect(line).toBe(`frame-src https://host.example; script-src ${source}`);
  });

  it('cannot be injected into by any address', () => {
    fc.assert(
      fc.property(embedOptions, fc.oneof(address, text), (given, script) => {
        for (const format of embedFormats) {
          const options = { ...given, script };
          const line = orError(() => createCspLine(options, format));
          // Both functions reject the same options.
          if (typeof line !== 'string') {
            expect(orError(() => embedCode(options, format))).toEqual(line);
            continue;
          }
          const directives = line.split('; ').filter(Boolean);
          for (const directive of directives)
            expect(directive).toMatch(
              /^(?:frame|img|script)-src (?:'self'|https?:|https?:\/\/[^\s;,]+)$|^style-src-attr 'unsafe-inline'$/,
            );
        }
      }),
    );
  });

  it('throws an EmbedError as embedUrl does', () => {
    expect(() => createCspLine({ baseUrl: '', fileCode: '' }, 'bbcode')).toThrow(EmbedError);
  });
});

function orError(make: () => string): string | EmbedError {
  try {
    return make();
  } catch (error) {
    if (error instanceof EmbedError) return error;
    throw error;
  }
}
