import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonLdMedia } from '../../../lib/links/json-ld.ts';

const urls = (value: unknown) => findJsonLdMedia(JSON.stringify(value)).map(({ url }) => url);

describe('findJsonLdMedia', () => {
  it('finds media at any depth, with name and type', () => {
    const film = {
      '@type': 'VideoObject',
      name: 'The film',
      contentUrl: '/film',
      encodingFormat: 'video/mp4',
    };
    const trailer = { contentUrl: ['/trailer.mp4', 7, '/trailer.webm'], name: { '@value': 'odd' } };
    const script = JSON.stringify({ '@graph': [{ video: film }, { '@type': 'Movie', trailer }] });
    expect(findJsonLdMedia(script)).toEqual([
      { url: '/film', text: 'The film', type: 'video/mp4' },
      { url: '/trailer.mp4', text: 'odd', type: '' },
      { url: '/trailer.webm', text: 'odd', type: '' },
    ]);
  });

  it('falls back to the type of the object', () => {
    expect(findJsonLdMedia('{ "@type": "AudioObject", "contentUrl": "/a" }')[0]?.type).toBe('audio/*');
  });

  it('ignores players, which are pages', () => {
    expect(urls({ embedUrl: 'https://a.example/embed', url: 'https://a.example/' })).toEqual([]);
  });

  it.each<readonly [unknown, type: string]>([
    [{ 'schema:contentUrl': '/a', '@type': 'schema:VideoObject' }, 'video/*'],
    [
      { 'https://schema.org/contentUrl': [{ '@id': '/a' }], '@type': ['https://schema.org/AudioObject'] },
      'audio/*',
    ],
    [{ contentURL: { '@value': '/a' }, '@type': ['Clip', 'VideoObject'] }, 'video/*'],
    [{ downloadUrl: '/a', fileFormat: ['MP4', 'video/mp4'] }, 'video/mp4'],
    [{ contenturl: { '@list': ['/a'] }, type: 'MusicVideoObject', encodingFormat: 'mp4' }, 'video/*'],
  ])('reads %j', (object, type) => {
    expect(findJsonLdMedia(JSON.stringify(object))).toMatchObject([{ url: '/a', type }]);
  });

  it('reads broken scripts, the beginning of long ones, and respects its limits', () => {
    expect(findJsonLdMedia('{ "contentUrl": "/a.mp4"')).toMatchObject([{ url: '/a.mp4' }]);
    expect(urls([{ contentUrl: '/a.mp4' }, 'x'.repeat(500_000)])).toEqual(['/a.mp4']);
    const nested = (depth: number): unknown => (depth === 0 ? { contentUrl: '/a.mp4' } : [nested(depth - 1)]);
    expect(urls(nested(10))).toEqual(['/a.mp4']);
    expect(findJsonLdMedia(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toEqual([]);
    expect(urls(nested(100))).toEqual([]);
    const many = Array.from({ length: 15_000 }, (_, index) => ({ contentUrl: `/${index}` }));
    expect(urls(many).length).toBeLessThanOrEqual(10_000);
  });

  it('accepts any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (script) => {
        for (const { url, text, type } of findJsonLdMedia(script))
          expect([typeof url, typeof text, typeof type]).toEqual(['string', 'string', 'string']);
      }),
    );
  });
});
