import type { EmbedOptions } from '../embed-url.ts';
import { embedUrl, parseEmbedUrl } from '../player-form.ts';
import { type AddressRules, checkAddress, checkText, EmbedError } from '../validation.ts';

export interface FileReading {
  readonly baseUrl: string;
  readonly fileCode: string;
  /** The other options of an embed address. Null if there are none. */
  readonly options: FileOptions | null;
}

export type FileOptions = Pick<EmbedOptions, 'poster' | 'subtitle' | 'subtitles'>;

/**
 * Reads a file code, a player address (`/e/<code>`) with or without options, or a download page (`/d/<code>`) with or without a slash or
 * file name at the end. The last two may also be bare paths, as in the service's API. If `baseUrl` is given, also pages such as
 * `/<code>.html`. Text around the only address is ignored: white space, the code of a frame, brackets, quotes.
 * @param baseUrl Address of the service, also used for download pages, which may be on another host. Empty: their own host.
 * @throws {EmbedError} whose `field` is `file`, `baseUrl`, or an option of the address.
 */
export function readFile(text: string, baseUrl: string, rules: AddressRules = {}): FileReading {
  const typed = findAddress(
    checkText('file', text).replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, ''),
  );
  const base = baseUrl.trim();
  if (/^https?:/i.test(typed)) {
    const { pathname } = checkAddress('file', typed, rules);
    const page = /\/([\w-]{6,})\.html$/.exec(pathname)?.[1];
    if (page !== undefined && !page.startsWith('embed-') && base !== '') return readCode(page, base, rules);
    const parsed = readPlayer(typed, rules);
    const isDownloadPage = /\/d\/[^/]+(\/+[^/]*)?$/.test(pathname);
    return isDownloadPage ? readCode(parsed.fileCode, base || parsed.baseUrl, rules) : parsed;
  }
  if (/^\/[de]\//.test(typed))
    return readCode(readPlayer(`https://host.example${typed}`, {}).fileCode, base, rules);
  if (typed.includes('/'))
    throw new EmbedError('bad-address', 'file', 'must be a file code, or an address with https://');
  return readCode(typed, base, rules);
}

function findAddress(text: string): string {
  if (/^https?:\/\/[^<>"]*$/i.test(text)) return text.replace(/(?<=[a-z\d]{8})[.,;:!。，]+$/i, '');
  const found = text.match(/https?:\/\/[^\s"'<>[\]()“”„«»]+|(?<==["'])\/\/[^\s"'<>]+/gi) ?? [];
  const [address, other] = new Set(found.map((each) => each.replace(/(?<![.,;:!。，])[.,;:!。，]+$/, '')));
  if (address === undefined || other !== undefined) return text;
  return address.replace(/^\/\//, 'https://').replaceAll('&amp;', '&');
}

/** The inverse of `readFile`: the code, or the address if the code would be ambiguous. Invalid codes stay unchanged. */
export function formatFile(baseUrl: string, fileCode: string, { allowHttp }: AddressRules = {}): string {
  if (!/\/|^https?:|^[\s\p{Cf}]|[\s\p{Cf}]$/iu.test(fileCode)) return fileCode;
  try {
    return embedUrl({ allowHttp, baseUrl, fileCode });
  } catch (error) {
    if (error instanceof EmbedError) return fileCode;
    throw error;
  }
}

function readPlayer(address: string, rules: AddressRules): FileReading {
  try {
    const { baseUrl, fileCode, poster, subtitle, subtitles } = parseEmbedUrl(address, rules);
    const hasMore = [poster, subtitle, subtitles].some((option) => option !== undefined);
    return { baseUrl, fileCode, options: hasMore ? { poster, subtitle, subtitles } : null };
  } catch (error) {
    if (!(error instanceof EmbedError) || error.field !== 'url') throw error;
    throw new EmbedError(error.code, 'file', 'must lead to a player (/e/…) or a download page (/d/…).');
  }
}

function readCode(fileCode: string, baseUrl: string, { allowHttp }: AddressRules): FileReading {
  // Checks both values and normalises the service's address.
  return readPlayer(embedUrl({ allowHttp, baseUrl, fileCode }), { allowHttp });
}
