/** Media in the settings of players, which stand as JSON in attributes (`data-setup`, `data-item`) and scripts. Pure. */
import { listObjects, type NamedMedia } from './json-ld.ts';
import { readLenientJson } from './lenient-json.ts';
import { maxLinkLength } from './link.ts';
import { getLinkKind } from './link-kind.ts';

/** What players call an address; other texts with a dot may be a title. */
const addressKey =
  /^(?:src|file|url|href|path|sources?|stream|media|video|audio|poster|hls|dash|mpd|m3u8|mp[34]|m4[av]|webm|og[gv])(?:_?url|_?src|_?file)?$/i;
const absolute = /^(?:https?:|ftp:)?\/\//i;

/** Every address of a medium, in its order; relative ones as they stand there. */
export function findPlayerMedia(json: string): readonly NamedMedia[] {
  return listObjects([{ sources: readLenientJson(json) }]).flatMap(readSource);
}

function readSource(object: Record<string, unknown>): readonly NamedMedia[] {
  const get = (...names: string[]) =>
    names.map((name) => object[name]).find((each) => typeof each === 'string') ?? '';
  const own = get('type', 'mimeType', 'mimetype', 'mime_type', 'mime');
  const text = get('title', 'name', 'caption');
  return Object.entries(object).flatMap(([key, value]) =>
    [value].flat(2).flatMap((each): readonly NamedMedia[] => {
      const isNamed = addressKey.test(key);
      if (typeof each !== 'string' || each.length > maxLinkLength) return [];
      // YouTube's are pages.
      const type = isNamed && key !== 'poster' && !/youtube|vimeo/i.test(own) ? own : '';
      return splitQualities(each).flatMap((address) => {
        const url = isNamed || absolute.test(address) ? URL.parse(address, 'https://a.example/') : null;
        return url === null || getLinkKind(url.href, type) === 'page' ? [] : { url: address, text, type };
      });
    }),
  );
}

/** The addresses of `[360p]/a.mp4 or /b.mp4,[720p]/c.mp4`. */
const splitQualities = (value: string): readonly string[] =>
  /^\[[^\]]*\]/.test(value) ? value.split(/,?\[[^\]]*\]| or /).filter((part) => part !== '') : [value];
