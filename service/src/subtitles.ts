/**
 * Fetches subtitles of other sites for the player page, because few sites send CORS headers and players can't convert
 * srt. Only subtitles are passed on, and only to the service's own page, so this can't bypass the same-origin policy.
 */
import { decodeText } from './decode-text.ts';
import { parseHttpAddress } from './http-address.ts';
import { toVtt } from './subtitle-format.ts';

const maxBytes = 2 * 2 ** 20;
const timeoutMs = 15_000;
const maxTracks = 100;

export interface Track {
  src: string;
  label: string;
  default: boolean;
}

/** The player shows the message. */
export class SubtitleError extends Error {
  override readonly name = 'SubtitleError';
}

/** @throws SubtitleError */
export async function fetchSubtitle(address: string): Promise<string> {
  const { text } = await fetchText(address);
  try {
    return toVtt(text);
  } catch (cause) {
    throw new SubtitleError('The file at this address is not srt, vtt or ass.', { cause });
  }
}

/** The document's addresses may be relative. Drops invalid entries. @throws SubtitleError */
export async function fetchSubtitleList(address: string): Promise<Track[]> {
  const { text, url } = await fetchText(address);
  let list: unknown;
  try {
    list = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new SubtitleError('The subtitle list is not JSON.', { cause });
  }
  if (!Array.isArray(list)) throw new SubtitleError('The subtitle list is not an array.');
  return list.slice(0, maxTracks).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { src, label, default: isDefault } = entry as Record<string, unknown>;
    const source = typeof src === 'string' ? parseHttpAddress(src, url)?.href : undefined;
    if (!source) return [];
    return [
      { src: source, label: typeof label === 'string' ? label : 'Subtitles', default: isDefault === true },
    ];
  });
}

async function fetchText(address: string): Promise<{ text: string; url: string }> {
  const url = parseHttpAddress(address);
  if (!url) throw new SubtitleError('The address of the subtitles must start with http or https.');
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok)
      throw new SubtitleError(`The host of the subtitles responded with HTTP ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) throw new SubtitleError('The subtitles are larger than 2 MiB.');
      chunks.push(chunk);
    }
    return { text: decodeText(Buffer.concat(chunks)), url: response.url };
  } catch (cause) {
    if (cause instanceof SubtitleError) throw cause;
    throw new SubtitleError('The host of the subtitles cannot be reached.', { cause });
  }
}
