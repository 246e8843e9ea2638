/** What an element is to show: what the link in it says, and over that what its attributes say. */
import { type EmbedOptions, parseEmbedUrl } from './addresses.ts';
import type { Flags, Texts } from './reflect.ts';

/**
 * @returns undefined where nothing is said (yet).
 * @throws {EmbedError} where the link is no embed address. Options that do not fit together are left to `embedUrl`.
 */
export function readOptions(
  element: HTMLElement & Texts & Flags,
  link: HTMLAnchorElement | null,
): EmbedOptions | undefined {
  const { allowHttp, baseUrl, fileCode, poster, subtitleFile, subtitleLabel, subtitlesJson } = element;
  if (!link?.href && !baseUrl && !fileCode) return undefined;
  const linked: Partial<EmbedOptions> = link?.href ? parseEmbedUrl(link.href, { allowHttp }) : {};
  // Attributes may be relative to the page, as they are everywhere in HTML.
  const absolute = (address: string) => address && (URL.parse(address, element.baseURI)?.href ?? address);
  return {
    baseUrl: absolute(baseUrl) || linked.baseUrl || '',
    fileCode: fileCode || linked.fileCode || '',
    poster: absolute(poster) || linked.poster,
    subtitle:
      subtitleFile || subtitleLabel
        ? { file: absolute(subtitleFile), label: subtitleLabel }
        : linked.subtitle,
    subtitles: subtitlesJson ? { json: absolute(subtitlesJson) } : linked.subtitles,
    allowHttp,
  };
}
