/** Media in player settings: JSON in attributes (`data-setup`, `data-item`) and in scripts. Pure. */
import { listObjects, type NamedMedia } from './json-ld.ts';
import { readLenientJson } from './lenient-json.ts';
import { maxLinkLength } from './link.ts';
import { getLinkKind } from './link-kind.ts';
import { createWordSet } from './word-set.ts';

/** Players use these for addresses, also with a quality (`url_720`). Other texts with a dot may be titles. */
const addressKeys = createWordSet(`
  src file url href path source sources stream media video audio poster hls dash mpd m3u8 mp3 mp4 m4a m4v webm
  ogg ogv content contentid download manifest playback playlist
`);
const isAddressKey = (key: string): boolean =>
  addressKeys.has(
    key
      .toLowerCase()
      .replace(/[_-]?\d{3,4}p?$/, '')
      .replace(/(?<=.)[_-]?(?:url|src|file)$/, ''),
  );
/** Requires a host. A path from the root may be the site's logo. */
const absolute = /^(?:https?:|ftp:)?\/\//i;
/** A text that is JSON itself. */
const innerJson = /^\s*(?:\{|\[\s*[{"'])/;

/** In order. Relative addresses stay relative. */
export function findPlayerMedia(json: string, isInner = false): readonly NamedMedia[] {
  return listObjects([{ sources: readLenientJson(json) }]).flatMap((object) => readSource(object, isInner));
}

function readSource(object: Record<string, unknown>, isInner: boolean): readonly NamedMedia[] {
  const get = (...names: string[]) =>
    names.map((name) => object[name]).find((each) => typeof each === 'string') ?? '';
  const own = get('type', 'mimeType', 'mimetype', 'mime_type', 'mime', 'contentType', 'encodingFormat');
  const text = get('title', 'name', 'caption');
  return Object.entries(object).flatMap(([key, value]) =>
    [value].flat(2).flatMap((each): readonly NamedMedia[] => {
      if (typeof each !== 'string') return [];
      if (!isInner && innerJson.test(each)) return findPlayerMedia(each, true);
      if (each.length > maxLinkLength) return [];
      const isNamed = isAddressKey(key);
      // Addresses of YouTube and Vimeo are pages.
      const type = isNamed && key !== 'poster' && !/youtube|vimeo/i.test(own) ? own : '';
      return splitQualities(each).flatMap((url) => {
        const isSure = isNamed || absolute.test(url);
        const full = isSure || url.startsWith('/') ? URL.parse(url, 'https://a.example/') : null;
        const kind = full === null ? 'page' : getLinkKind(full.href, type);
        return kind === 'page' || (kind === 'image' && !isSure) ? [] : { url, text, type };
      });
    }),
  );
}

/** Splits lists such as `[360p]/a.mp4 or /b.mp4,[720p]/c.mp4`. */
const splitQualities = (value: string): readonly string[] =>
  value
    .split(/^\[[^\]]*\]/.test(value) ? /,?\[[^\]]*\]| or / : / or (?=https?:|\/)/)
    .filter((part) => part !== '');
