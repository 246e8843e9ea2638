import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSubtitleDocument, type SubtitleTrack, subtitleDocument } from '../../widget/src/index.ts';
import { tracks } from './arbitraries.ts';

const english = { src: 'https://cdn.example/en.srt', label: 'English' };
const german = { src: 'https://cdn.example/de.vtt', label: 'Deutsch' };

describe('a subtitle document', () => {
  it('is an array of src, label and, where it is true, default', () => {
    const document = subtitleDocument([
      { ...english, default: true },
      { ...german, default: false },
    ]);
    expect(JSON.parse(document)).toEqual([{ ...english, default: true }, german]);
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(tracks, (all) => {
        expect(parseSubtitleDocument(subtitleDocument(all))).toEqual(all);
      }),
    );
  });

  it('may begin with a byte order mark and have unknown properties', () => {
    const text = `\uFEFF${JSON.stringify([{ ...english, lang: 'en', default: null }])}`;
    expect(parseSubtitleDocument(text)).toEqual([english]);
  });

  it.each<[string, unknown, string, string]>([
    ['no array', {}, 'wrong-type', 'document'],
    ['null', null, 'wrong-type', 'document'],
    ['a string among the tracks', [english, 'x'], 'wrong-type', '[1]'],
    ['an array among the tracks', [[]], 'wrong-type', '[0]'],
    ['null among the tracks', [english, german, null], 'wrong-type', '[2]'],
    ['no src', [english, german, { label: 'x' }], 'missing', '[2].src'],
    ['a relative src', [{ src: 'en.srt', label: 'x' }], 'bad-address', '[0].src'],
    ['a script as src', [{ src: 'javascript:x', label: 'x' }], 'bad-scheme', '[0].src'],
    ['a src that is a number', [{ src: 1, label: 'x' }], 'missing', '[0].src'],
    ['no label', [english, { src: german.src }], 'missing', '[1].label'],
    ['a label that is a number', [{ ...english, label: 1 }], 'missing', '[0].label'],
    ['a label with a lone surrogate', [{ ...english, label: '\ud800' }], 'bad-characters', '[0].label'],
    ['a default in quotes', [{ ...english, default: 'true' }], 'wrong-type', '[0].default'],
    [
      'two defaults',
      [{ ...english, default: true }, german, { ...german, default: true }],
      'duplicate',
      '[2].default',
    ],
  ])('with %s is rejected, read or written', (_, content, code, field) => {
    const reason = expect.objectContaining({ name: 'EmbedError', code, field });
    expect(() => parseSubtitleDocument(JSON.stringify(content))).toThrow(reason);
    expect(() => subtitleDocument(content as SubtitleTrack[])).toThrow(reason);
  });

  it('allows http: only with allowHttp', () => {
    const track = { src: 'http://nas.example/a.srt', label: 'x' };
    expect(() => subtitleDocument([track])).toThrow(/\[0\]\.src must begin with https:/);
    expect(
      parseSubtitleDocument(subtitleDocument([track], { allowHttp: true }), { allowHttp: true }),
    ).toEqual([track]);
  });

  it('with a name without quotes has its own error', () => {
    const text =
      '[\n  { "src": "https://cdn.example/a, default: b",\n    "label": "\\"x: 1", default: true }\n]';
    expect(() => parseSubtitleDocument(text)).toThrow(
      expect.objectContaining({
        code: 'unquoted-name',
        message: expect.stringContaining('default in line 3: "default":'),
      }),
    );
    expect(() => parseSubtitleDocument('[{ src: "https://a.example", "label": "x" }]')).toThrow(
      /name src in line 1/,
    );
  });

  it.each([
    '[',
    '[{"src": "https://a.example, default: true}]',
    '<!doctype html><p>not found',
    "[{'src': 1}]",
  ])('that is no JSON is reported: %s', (text) => {
    expect(() => parseSubtitleDocument(text)).toThrow(
      expect.objectContaining({ code: 'bad-json', field: 'document' }),
    );
  });

  it('that is empty is reported', () => {
    expect(() => parseSubtitleDocument('')).toThrow(
      expect.objectContaining({ code: 'missing', field: 'document' }),
    );
  });
});
