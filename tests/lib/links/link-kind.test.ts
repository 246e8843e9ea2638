import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { getLinkKind } from '../../../lib/links/link-kind.ts';

describe('getLinkKind', () => {
  it.each([
    ['https://a.example/film.MP4?token=1', 'video'],
    ['https://a.example/talk.webm#t=3', 'video'],
    ['https://a.example/song.flac', 'audio'],
    ['https://a.example/i/cover.jpeg', 'image'],
    ['https://a.example/all.tar.gz', 'archive'],
    ['https://a.example/book.pdf', 'document'],
    ['https://a.example/', 'page'],
    ['https://a.example/My%20Film.%E7%AC%AC1%E9%9B%86.MKV', 'video'],
    ['https://a.example/film%2Emkv', 'video'],
    ['https://a.example/film.mp4;jsessionid=1', 'video'],
    ['https://a.example/photo.jpg:large', 'image'],
    ['https://a.example/dl?rscd=attachment%3B%20filename%3Dfilm.mkv', 'video'],
    ['https://a.example/a.c00', 'archive'],
    ['https://a.example/a.t05', 'archive'],
    ['https://a.example/a.zx01', 'archive'],
    ['https://a.example/a.w64', 'audio'],
    ['https://a.example/app.apks', 'archive'],
    ['https://a.example/film.mpl', 'document'],
    ['https://a.example/film.f4m', 'playlist'],
    ['https://a.example/loop.gifv', 'video'],
    ['https://a.example/a%2Fb.mkv', 'video'],
    ['https://a.example/100%.mkv', 'video'],
    ['https://a.example/film.mkv%20', 'video'],
    ['https://a.example/get.php?file=film.mkv&token=1.2', 'video'],
    [
      'https://a.example/get?id=7&response-content-disposition=attachment%3B%20filename%3D%22a.zip%22',
      'archive',
    ],
    ['https://a.example/get.php?token=a.mkv', 'page'],
    ['https://a.example/index.html', 'page'],
    ['https://a.example/.mkv', 'page'],
    ['https://a.example/mp4', 'page'],
    ['https://a.example/live/master.m3u8?token=1', 'playlist'],
    ['https://a.example/manifest.MPD', 'playlist'],
  ])('%s is a %s', (url, kind) => {
    expect(getLinkKind(url)).toBe(kind);
  });

  it.each([
    ['https://a.example/stream', 'video/mp4', 'video'],
    ['https://a.example/stream', 'audio/*', 'audio'],
    ['https://a.example/stream', 'application/x-mpegURL', 'playlist'],
    ['https://a.example/stream', 'application/dash+xml', 'playlist'],
    ['https://a.example/feed', 'application/rss+xml; charset=utf-8', 'feed'],
    ['https://a.example/feed', 'text/html', 'page'],
    ['https://a.example/file', 'application/mp4', 'video'],
    ['https://a.example/file', 'application/x-matroska', 'video'],
    ['https://a.example/file', 'application/vnd.ms-asf', 'video'],
    ['https://a.example/file', 'application/vnd.ms-cab-compressed', 'archive'],
    ['https://a.example/file', 'application/x-zip-compressed', 'archive'],
    ['https://a.example/file', 'application/vnd.android.package-archive', 'archive'],
    ['https://a.example/file', 'application/vnd.ms-excel', 'document'],
    ['https://a.example/file', 'application/vnd.ms-fontobject', 'page'],
    ['https://a.example/file', 'application/x-subrip', 'document'],
    // The extension wins over the type that the page names.
    ['https://a.example/song.mp3', 'video/mp4', 'audio'],
  ])('%s of the type %s is a %s', (url, type, kind) => {
    expect(getLinkKind(url, type)).toBe(kind);
  });
});

test.each([
  ['video', 'm2ts mts rmvb rm vob divx ogm f4v asf mxf 3gp ts mpg mov wmv webm av1 hevc m2v trp wtv'],
  ['audio', 'mp3 m4b ape mka dts ac3 wv tta opus aiff mid'],
  ['image', 'avif heic jxl tiff psd svgz'],
  ['archive', '7z.001 zip.005 part01.rar rar r00 r115 s01 z01 tar.zst tar.lz4 tar 001 cbz iso apk lzh part2'],
  ['document', 'ass ssa srt vtt sub idx sbv ttml smi sup lrc nfo azw3 fb2 djvu odt rtf'],
  ['playlist', 'm3u8 m3u pls xspf asx wvx'],
  ['page', 'html php aspx exe com 100 2024'],
])('%s: %s', (kind, names) => {
  const others = names.split(' ').filter((name) => getLinkKind(`https://a.example/x.${name}`) !== kind);
  expect(others).toEqual([]);
});

/** Segments of streams, lists and subtitles, and extensions of two kinds. */
const exceptions = new Set(
  'asx kar m3u m4s m4u mks mng mxu ram rmp smv wax wmx wvx 3gpp jpgm jpm'.split(' '),
);

interface MediaType {
  readonly extensions?: readonly string[];
}
const mediaTypes: Readonly<Record<string, MediaType>> = JSON.parse(
  readFileSync('node_modules/mime-db/db.json', 'utf8'),
);

test.each(['video', 'audio'])('every extension of %s in mime-db is known', (medium) => {
  const endings = Object.entries(mediaTypes)
    .filter(([type]) => type.startsWith(`${medium}/`))
    .flatMap(([, { extensions = [] }]) => extensions);
  expect(endings.length).toBeGreaterThan(50);
  const wrong = endings.filter(
    (ending) => !exceptions.has(ending) && getLinkKind(`https://a.example/x.${ending}`) !== medium,
  );
  expect(wrong).toEqual([]);
});

test('a long name is read in linear time', () => {
  expect(getLinkKind(`https://a.example/x${';'.repeat(200_000)}x`)).toBe('page');
});
