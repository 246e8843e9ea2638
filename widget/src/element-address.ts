/** What an element is to show: what the link in it says, and over that what its attributes say. */
import { type EmbedOptions, embedUrl, parseEmbedUrl } from './addresses.ts';
import type { Flags, Texts } from './reflect.ts';

/**
 * The embed address of an element and the link in it.
 * @returns undefined where nothing is said (yet).
 * @throws {EmbedError} where the link is no embed address, or what is said does not fit together.
 */
export function createAddress(
  element: HTMLElement & Texts & Flags,
  link: HTMLAnchorElement | null,
): URL | undefined {
  const { allowHttp, baseUrl, fileCode, poster, subtitleFile, subtitleLabel, subtitlesJson } = element;
  const href = link?.href;
  if (!href && !baseUrl && !fileCode) return undefined;
  // Attributes may be relative to the page, as they are everywhere in HTML.
  const absolute = (address: string) => URL.parse(address, element.baseURI)?.href ?? address;
  // Whatever is missing then is left to `embedUrl`, which has sentences for it.
  const options: { -readonly [Name in keyof EmbedOptions]?: EmbedOptions[Name] } = {
    ...(href && parseEmbedUrl(href, { allowHttp })),
    allowHttp,
  };
  if (baseUrl) options.baseUrl = absolute(baseUrl);
  if (fileCode) options.fileCode = fileCode;
  if (poster) options.poster = absolute(poster);
  if (subtitleFile || subtitleLabel)
    options.subtitle = { file: subtitleFile && absolute(subtitleFile), label: subtitleLabel };
  if (subtitlesJson) options.subtitles = { json: absolute(subtitlesJson) };
  return new URL(embedUrl(options as EmbedOptions));
}
