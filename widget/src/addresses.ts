/** Embed addresses: docs/http-api.md, "Player page". */
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
 * encoded: nothing of them can end the parameter.
 * @throws {EmbedError} that says which option is wrong and why.
 */
export function embedUrl(options: EmbedOptions): string {
  const { baseUrl, fileCode, poster, subtitle, subtitles } = options;
  const url = checkAddress('baseUrl', baseUrl, options);
  if (/[?#]/.test(baseUrl)) throw new EmbedError('bad-address', 'baseUrl', 'has a query or fragment.');
  // No encoding saves these two: "%2E%2E" goes up a folder as well.
  if (/^\.\.?$/.test(checkText('fileCode', fileCode)))
    throw new EmbedError('bad-characters', 'fileCode', 'cannot be "." or "..".');
  url.pathname = url.pathname.replace(/\/*$/, '/e/') + encodeURIComponent(fileCode);

  const { searchParams } = url;
  if (poster != null) {
    checkAddress('poster', poster, options);
    searchParams.set('c_poster', poster);
  }
  if (subtitle) {
    const { file, label } = subtitle;
    checkAddress('subtitle.file', file, options);
    searchParams.set('c1_file', file);
    searchParams.set('c1_label', checkText('subtitle.label', label));
  }
  if (subtitles) {
    checkAddress('subtitles.json', subtitles.json, options);
    searchParams.set('subtitle_json', subtitles.json);
  }
  // Not every service takes a plus for a space; a plus itself is encoded by now.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

/**
 * The inverse of `embedUrl`: what an embed address was made of. Parameters that docs/http-api.md does not know are left out.
 * `allowHttp` is in the result if it was asked for, so that the result makes the same address again.
 * @throws {EmbedError} where the address could not have come from `embedUrl`; its `field` is `url` or the option's name.
 */
export function parseEmbedUrl(url: string, { allowHttp }: AddressRules = {}): EmbedOptions {
  const { origin, pathname, searchParams } = checkAddress('url', url, { allowHttp });
  const [, folder, code] = /^(.*)\/e\/([^/]+)$/.exec(pathname) ?? [];
  const fileCode = decode(code);
  if (!fileCode) throw new EmbedError('bad-address', 'url', 'must end with /e/ and a code.');
  const [poster, file, label, json] = ['c_poster', 'c1_file', 'c1_label', 'subtitle_json'].map(
    (parameter) => {
      const [value, second] = searchParams.getAll(parameter);
      if (second != null) throw new EmbedError('duplicate', 'url', `has ${parameter} twice.`);
      return value;
    },
  );
  const options: { -readonly [Name in keyof EmbedOptions]: EmbedOptions[Name] } = {
    baseUrl: origin + folder,
    fileCode,
  };
  if (poster != null) options.poster = poster;
  // One without the other is left to `embedUrl`, which has a sentence for it.
  if ((file ?? label) != null) options.subtitle = { file, label } as { file: string; label: string };
  if (json != null) options.subtitles = { json };
  if (allowHttp) options.allowHttp = allowHttp;
  embedUrl(options);
  return options;
}

/** Undefined where there is nothing to decode, or a percent sign that encodes nothing. */
function decode(code?: string): string | undefined {
  try {
    return code && decodeURIComponent(code);
  } catch {
    return undefined;
  }
}
