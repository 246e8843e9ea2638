/** Fetches a subtitle file or document to check whether a player on the service's origin can read it. */

import { parseSubtitleDocument, type SubtitleTrack } from '../subtitle-document.ts';
import { type AddressRules, EmbedError } from '../validation.ts';
import { findEncoding } from './find-encoding.ts';
import { countCues, type SubtitleKind } from './read-cues.ts';

/** Why an address can't be read. */
export type ReadFailure =
  /** The host doesn't exist, the connection failed, or the request timed out. */
  | { readonly state: 'unreachable' }
  /** CORS doesn't allow other sites to read the response. */
  | { readonly state: 'cors' }
  /** On the service itself, which a player may read although CORS prevents this page from it. */
  | { readonly state: 'unverifiable' }
  /** An HTTP error. */
  | { readonly state: 'status'; readonly status: number };

export type SubtitleCheck =
  | ReadFailure
  | { readonly state: 'good'; readonly kind: SubtitleKind }
  /** Players only read UTF-8. `encoding` is the likely one, such as `Windows-1251`. */
  | { readonly state: 'encoding'; readonly encoding: string }
  /** Text before "WEBVTT", or not in capitals. Players reject the file. */
  | { readonly state: 'bad-head' }
  /** vtt without a cue that players can read. */
  | { readonly state: 'no-cues' }
  /** Players skip some of its cues. */
  | {
      readonly state: 'some-cues';
      readonly kind: SubtitleKind;
      readonly kept: number;
      readonly dropped: number;
    }
  /** Neither srt nor vtt. */
  | { readonly state: 'no-subtitles' };

export type DocumentCheck =
  | ReadFailure
  | { readonly state: 'good'; readonly tracks: readonly SubtitleTrack[] }
  /** Not a subtitle document. */
  | { readonly state: 'no-document'; readonly error: EmbedError };

export interface CheckOptions extends AddressRules {
  /** Origin of the player. Without it, the server must allow every origin. */
  readonly player?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** More than any document, and enough to recognise a subtitle file. */
const maxBytes = 2 ** 20;
const timeoutMs = 15_000;

/** Only rejects if `signal` aborts it. */
export async function checkSubtitle(address: string, options: CheckOptions): Promise<SubtitleCheck> {
  const read = await readOnline(address, options);
  if ('state' in read) return read;
  const { bytes, isCut } = read;
  const encoding = await findEncoding(bytes, isCut);
  const state = readSubtitles(decodeTimes(bytes, encoding), isCut);
  const hasCues = state.state === 'good' || state.state === 'some-cues';
  return encoding !== null && hasCues ? { state: 'encoding', encoding } : state;
}

/** Digits and signs are the same in most encodings. In those with several bytes per character, the zeros are removed. */
const decodeTimes = (bytes: Uint8Array, encoding: string | null): string =>
  new TextDecoder(encoding?.replace('32', '16').startsWith('UTF-16') ? encoding.replace('32', '16') : 'utf-8')
    .decode(bytes)
    .replaceAll('\0', '');

/** Only rejects if `signal` aborts it. */
export async function checkDocument(address: string, options: CheckOptions): Promise<DocumentCheck> {
  const read = await readOnline(address, options);
  if ('state' in read) return read;
  try {
    return { state: 'good', tracks: parseSubtitleDocument(new TextDecoder().decode(read.bytes), options) };
  } catch (error) {
    if (error instanceof EmbedError) return { state: 'no-document', error };
    throw error;
  }
}

interface Prefix {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

async function readOnline(address: string, options: CheckOptions): Promise<ReadFailure | Prefix> {
  const { player, signal } = options;
  const isOnService = new URL(address).origin === player;
  const timeout = AbortSignal.timeout(timeoutMs);
  const request: RequestInit = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  try {
    const response = await fetch(address, { ...request, mode: 'cors' }).catch(() => undefined);
    signal?.throwIfAborted();
    if (!response) {
      // Shows whether the server exists, although the response can't be read.
      const opaque = await fetch(address, { ...request, mode: 'no-cors' });
      await opaque.body?.cancel();
      return { state: isOnService ? 'unverifiable' : 'cors' };
    }
    if (!response.ok || !(isOnService || isReadableByOthers(response, player))) {
      await response.body?.cancel();
      return response.ok ? { state: 'cors' } : { state: 'status', status: response.status };
    }
    return await readPrefix(response);
  } catch {
    signal?.throwIfAborted();
    return { state: 'unreachable' };
  }
}

/** Extensions and same-site pages can read regardless of CORS. For the player, the header decides. */
function isReadableByOthers(response: Response, player: string | undefined): boolean {
  if (response.type === 'cors') return true;
  const allowed = response.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === player;
}

async function readPrefix(response: Response): Promise<Prefix> {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(maxBytes);
  let size = 0;
  while (reader && size < maxBytes) {
    const { value, done } = await reader.read();
    if (done) return { bytes: bytes.subarray(0, size), isCut: false };
    bytes.set(value.subarray(0, maxBytes - size), size);
    size += value.length;
  }
  await reader?.cancel();
  return { bytes: bytes.subarray(0, size), isCut: true };
}

function readSubtitles(text: string, isCut: boolean): SubtitleCheck {
  // The last line may be incomplete.
  const counts = countCues(isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
  if (counts === null)
    return { state: /^[\s\uFEFF]*webvtt(?:\s|$)/i.test(text) ? 'bad-head' : 'no-subtitles' };
  const { kind, kept, dropped } = counts;
  if (dropped === 0) return { state: 'good', kind };
  return kept === 0 ? { state: 'no-cues' } : { state: 'some-cues', kind, kept, dropped };
}
