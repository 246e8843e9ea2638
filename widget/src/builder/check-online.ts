/** Reads a subtitle file or document on the web, to see whether a player on the service’s origin can. */

import { parseSubtitleDocument, type SubtitleTrack } from '../subtitle-document.ts';
import { type AddressRules, EmbedError } from '../validation.ts';
import { findEncoding } from './find-encoding.ts';
import { countCues, type SubtitleKind } from './read-cues.ts';

/** Why an address cannot be read. */
export type ReadFailure =
  /** No response: no such host, no connection, or a timeout. */
  | { readonly state: 'unreachable' }
  /** CORS forbids pages of other sites to read the response. */
  | { readonly state: 'cors' }
  /** It is on the service itself, where CORS forbids this page to read it; the player may. */
  | { readonly state: 'unverifiable' }
  /** The server responds with this HTTP error. */
  | { readonly state: 'status'; readonly status: number };

export type SubtitleCheck =
  | ReadFailure
  | { readonly state: 'good'; readonly kind: SubtitleKind }
  /** Players would show wrong letters: they read UTF-8 alone. `encoding`: what it probably is, such as `Windows-1251`. */
  | { readonly state: 'encoding'; readonly encoding: string }
  /** Something stands before "WEBVTT", or it is not in capitals: players refuse the file. */
  | { readonly state: 'bad-head' }
  /** It is vtt, and has no cue that players read. */
  | { readonly state: 'no-cues' }
  /** Players skip some of its cues. */
  | {
      readonly state: 'some-cues';
      readonly kind: SubtitleKind;
      readonly kept: number;
      readonly dropped: number;
    }
  /** It is neither srt nor vtt. */
  | { readonly state: 'no-subtitles' };

export type DocumentCheck =
  | ReadFailure
  | { readonly state: 'good'; readonly tracks: readonly SubtitleTrack[] }
  /** It is no subtitle document. */
  | { readonly state: 'no-document'; readonly error: EmbedError };

export interface CheckOptions extends AddressRules {
  /** Origin of the player; without one, every origin has to be allowed. */
  readonly player?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** More than any document has, and enough to recognise a subtitle file. */
const maxBytes = 2 ** 20;
const timeoutMs = 15_000;

/** Rejects only where `signal` aborts it. */
export async function checkSubtitle(address: string, options: CheckOptions): Promise<SubtitleCheck> {
  const read = await readOnline(address, options);
  if ('state' in read) return read;
  const { bytes, isCut } = read;
  const encoding = await findEncoding(bytes, isCut);
  const state = readSubtitles(decodeTimes(bytes, encoding), isCut);
  const hasCues = state.state === 'good' || state.state === 'some-cues';
  return encoding !== null && hasCues ? { state: 'encoding', encoding } : state;
}

/** Digits and signs, which most encodings have in common; those of more than a byte a character, without the zeros. */
const decodeTimes = (bytes: Uint8Array, encoding: string | null): string =>
  new TextDecoder(encoding?.replace('32', '16').startsWith('UTF-16') ? encoding.replace('32', '16') : 'utf-8')
    .decode(bytes)
    .replaceAll('\0', '');

/** Rejects only where `signal` aborts it. */
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
      // A request without CORS, whose response cannot be read, shows whether the server exists.
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

/** Extensions and pages of the same site read regardless of CORS; the header decides for the player. */
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
  // The last line may go on.
  const counts = countCues(isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
  if (counts === null)
    return { state: /^[\s\uFEFF]*webvtt(?:\s|$)/i.test(text) ? 'bad-head' : 'no-subtitles' };
  const { kind, kept, dropped } = counts;
  if (dropped === 0) return { state: 'good', kind };
  return kept === 0 ? { state: 'no-cues' } : { state: 'some-cues', kind, kept, dropped };
}
