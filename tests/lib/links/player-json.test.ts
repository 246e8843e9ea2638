import { expect, it } from 'vitest';
import { findPlayerMedia } from '../../../lib/links/player-json.ts';

const urls = (value: unknown) => findPlayerMedia(JSON.stringify(value)).map(({ url }) => url);

it.each<readonly [what: string, value: unknown, urls: readonly string[]]>([
  [
    'manifests',
    { manifest: { dash: 'https://files.example/x.mpd', hls: '/x.m3u8' } },
    ['https://files.example/x.mpd', '/x.m3u8'],
  ],
  ['what is named by its type', [{ mimeType: 'application/x-mpegURL', url: '/get?id=1' }], ['/get?id=1']],
  ['what is cast', { contentType: 'video/mp4', contentId: 'get?id=1' }, ['get?id=1']],
  [
    'names of their own',
    { playbackUrl: 'a.m3u8', hls_url: 'b.m3u8', downloadUrl: 'c.zip', url_720: 'd.mp4' },
    ['a.m3u8', 'b.m3u8', 'c.zip', 'd.mp4'],
  ],
  [
    'qualities by their names',
    { qualities: { '720p': '/720.mp4', best: '/1080.mp4' } },
    ['/720.mp4', '/1080.mp4'],
  ],
  [
    'one or the other',
    { file: 'https://files.example/a.m3u8 or https://files.example/b.m3u8' },
    ['https://files.example/a.m3u8', 'https://files.example/b.m3u8'],
  ],
  ['JSON in JSON, once', { config: JSON.stringify({ file: 'a.mp4', more: '{"file":"b.mp4"}' }) }, ['a.mp4']],
  ['no title, logo or tag', { title: 'film.mp4', logo: '/logo.svg', html: '<video src="a.mp4">' }, []],
])('finds %s', (_, value, found) => {
  expect(urls(value)).toEqual(found);
});

it('finds each quality of a file', () => {
  expect(
    urls({ file: '[360p]/a.mp4 or /b.mp4,[720p]https://files.example/c,d.mp4', title: '[360p] x.mp4' }),
  ).toEqual(['/a.mp4', '/b.mp4', 'https://files.example/c,d.mp4']);
  expect(urls({ file: '/a[1],b or c.mp4' })).toEqual(['/a[1],b or c.mp4']);
});
