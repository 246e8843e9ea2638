/** Embed addresses: http-api.md, "Player URL options". */
import { type AddressRules, checkAddress, checkText, EmbedError } from './check.ts';

/** What a player shows. All addresses are absolute. */
export interface EmbedOptions extends AddressRules {
  /** Address of the service, with a path if it has one; `/e/<file code>` comes after it. */
  readonly baseUrl: string;
  /** Code of the file, as the service gave it: any text. */
  readonly fileCode: string;
  /** Address of a picture to show before it plays (`c_poster`). */
  readonly poster?: string | undefined;
  /** One subtitle file, srt or vtt (`c1_file`), and its language or any other label (`c1_label`). */
  readonly subtitle?: { readonly file: string; readonly label: string } | undefined;
  /** Address of a subtitle document that lists several (`subtitle_json`); see `subtitleDocument`. */
  readonly subtitles?: { readonly json: string } | undefined;
}

/**
 * The address of the hosted player. Nested addresses go in exactly as they are given, with every reserved character
 * encoded: nothing of them can end the parameter, and the result can be pasted anywhere.
 * @throws {EmbedError} that says which option is wrong and why.
 */
export function embedUrl(options: EmbedOptions): string {
  const { baseUrl, fileCode, poster, subtitle, subtitles } = options;
  const { origin, pathname, search, hash } = checkAddress('baseUrl', baseUrl, options);
  if (search || hash) throw new EmbedError('bad-address', 'baseUrl', 'has a query or fragment.');
  // No encoding saves these two: "%2E%2E" goes up a folder as well.
  if (/^\.\.?$/.test(checkText('fileCode', fileCode)))
    throw new EmbedError('bad-characters', 'fileCode', 'cannot be "." or "..".');

  const query: string[] = [];
  const add = (parameter: string, value: string) => query.push(`${parameter}=${encode(value)}`);
  const addAddress = (parameter: string, field: string, value: string) => {
    checkAddress(field, value, options);
    add(parameter, value);
  };
  if (poster != null) addAddress('c_poster', 'poster', poster);
  if (subtitle != null) {
    addAddress('c1_file', 'subtitle.file', subtitle.file);
    add('c1_label', checkText('subtitle.label', subtitle.label));
  }
  if (subtitles != null) addAddress('subtitle_json', 'subtitles.json', subtitles.json);
  const path = `${pathname.replace(/\/+$/, '')}/e/${encode(fileCode)}`;
  return origin + path + (query.length ? `?${query.join('&')}` : '');
}

/**
 * The inverse of `embedUrl`: what an embed address was made of. Parameters that http-api.md does not know are left out.
 * `allowHttp` is in the result if it was asked for, so that the result makes the same address again.
 * @throws {EmbedError} where the address could not have come from `embedUrl`; its `field` is `url` or the option's name.
 */
export function parseEmbedUrl(url: string, rules: AddressRules = {}): EmbedOptions {
  const { origin, pathname, searchParams } = checkAddress('url', url, rules);
  const [, folder, code] = /^(.*)\/e\/([^/]+)$/.exec(pathname) ?? [];
  if (code === undefined) throw new EmbedError('bad-address', 'url', 'must end with /e/ and a file code.');
  const value = (parameter: string, field: string) => {
    const [first, second] = searchParams.getAll(parameter);
    if (second !== undefined) throw new EmbedError('duplicate', field, `is there twice (${parameter}).`);
    return first;
  };
  const poster = value('c_poster', 'poster');
  const file = value('c1_file', 'subtitle.file');
  const label = value('c1_label', 'subtitle.label');
  const json = value('subtitle_json', 'subtitles.json');
  const options: EmbedOptions = {
    baseUrl: origin + folder,
    fileCode: decode(code),
    ...(poster != null && { poster }),
    // One without the other is left to `embedUrl`, which has a sentence for it.
    ...((file ?? label) != null && { subtitle: { file: file ?? '', label: label ?? '' } }),
    ...(json != null && { subtitles: { json } }),
    ...(rules.allowHttp && { allowHttp: true }),
  };
  embedUrl(options);
  return options;
}

/** Encodes all but the unreserved characters of RFC 3986; `encodeURIComponent` spares five more. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

function decode(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    throw new EmbedError('bad-characters', 'fileCode', 'has a % that encodes nothing.');
  }
}
