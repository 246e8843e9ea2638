/** Embed addresses: docs/http-api.md, "Player page". */
import { type AddressRules, checkAddress, checkText, EmbedError } from './validation.ts';

/** All other parameters belong to the host. */
export const ownParameters = ['c_poster', 'c1_file', 'c1_label', 'subtitle_json'] as const;

/** What a player shows. All addresses are absolute. */
export interface EmbedOptions extends AddressRules {
  /**
   * Address of the service, including its path if it has one. `/e/<file code>` is appended. If the host's players have another form, that
   * form with `CODE` as a placeholder: `https://host.example/embed-CODE.html`.
   */
  readonly baseUrl: string;
  /** The file's code on the service. Any text. */
  readonly fileCode: string;
  /** Address of the picture that is shown before playback (`c_poster`). */
  readonly poster?: string | undefined;
  /** One subtitle file, srt or vtt (`c1_file`), and its language or another label (`c1_label`). */
  readonly subtitle?: { readonly file: string; readonly label: string } | undefined;
  /** Address of a subtitle document with several tracks (`subtitle_json`). See `subtitleDocument`. */
  readonly subtitles?: { readonly json: string } | undefined;
}

/**
 * Returns the address of the hosted player in its documented form (`player-form.ts` has others). Nested addresses are encoded completely,
 * so they can't end their parameter.
 * @throws {EmbedError} if an option is invalid.
 */
export function embedUrl(options: EmbedOptions): string {
  const { baseUrl, fileCode, poster, subtitle, subtitles } = options;
  const url = checkAddress('baseUrl', baseUrl, options);
  if (/[?#]/.test(baseUrl)) throw new EmbedError('bad-address', 'baseUrl', 'has a query or fragment.');
  // Encoding doesn't help: "%2E%2E" is also a parent folder.
  if (/^\.\.?$/.test(checkText('fileCode', fileCode)))
    throw new EmbedError('bad-characters', 'fileCode', 'cannot be "." or "..".');
  url.pathname = url.pathname.replace(/^(.*[^/])?\/*$/, '$1/e/') + encodeURIComponent(fileCode);

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
  // Not every service decodes a plus as a space. A plus within a value is already encoded.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

/**
 * The inverse of `embedUrl`. Also accepts a download page (`/d/`) and a trailing slash or file name, and ignores other parameters. The
 * result includes `allowHttp` if it was given, so that it is valid for `embedUrl`.
 * @throws {EmbedError} if it isn't an embed address. `field` is `url` or the option's name.
 */
export const parseEmbedUrl = (url: string, rules?: AddressRules): EmbedOptions =>
  JSON.parse(JSON.stringify(readEmbedUrl(url, rules)));

/** Like `parseEmbedUrl`, but smaller: missing options are undefined. */
export function readEmbedUrl(url: string, { allowHttp }: AddressRules = {}): EmbedOptions {
  const { origin, pathname, searchParams } = checkAddress('url', url, { allowHttp });
  // Linear: the pattern is anchored at the start and never ambiguous.
  const [, folder, code] = /^(.*)\/[de]\/([^/]+)(?:\/+[^/]*)?$/.exec(pathname) ?? [];
  let fileCode = '';
  try {
    fileCode = decodeURIComponent(code ?? '');
  } catch {
    // Invalid percent-encoding.
  }
  if (!fileCode) throw new EmbedError('bad-address', 'url', 'has no code after /e/ or /d/.');
  const [poster, file, label, json] = ownParameters.map((parameter) => {
    const [value, second] = searchParams.getAll(parameter);
    if (second != null) throw new EmbedError('duplicate', 'url', `has ${parameter} twice.`);
    return value;
  });
  const options = {
    baseUrl: origin + folder,
    fileCode,
    poster,
    // `embedUrl` reports a file without a label, and vice versa.
    subtitle: (file ?? label) == null ? undefined : ({ file, label } as EmbedOptions['subtitle']),
    subtitles: json == null ? undefined : { json },
    allowHttp,
  };
  embedUrl(options);
  return options;
}
