/** The embed address of an element: that of its link, overridden by its attributes. */
import { type EmbedOptions, embedUrl, parseEmbedUrl } from './embed-url.ts';
import type { BooleanProperties, StringProperties } from './reflect.ts';

/**
 * @returns undefined where neither link nor attributes name a file (yet).
 * @throws {EmbedError} where the link is no embed address, or the attributes are invalid.
 */
export function resolveEmbedUrl(
  element: HTMLElement & StringProperties & BooleanProperties,
  link: HTMLAnchorElement | null,
): URL | undefined {
  const { allowHttp, baseUrl, fileCode, poster, subtitleFile, subtitleLabel, subtitlesJson } = element;
  const href = link?.href;
  if (!href && !baseUrl && !fileCode) return undefined;
  // Attributes may be relative to the page, as elsewhere in HTML.
  const absolute = (address: string) => URL.parse(address, element.baseURI)?.href ?? address;
  // `embedUrl` reports what is missing.
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
