/**
 * Whether a subtitle file or document that lies somewhere on the web can be read by the player, which runs on the service's
 * own origin: nothing else than reading it tells.
 */
import { type AddressRules, EmbedError } from '../check.ts';
import { parseSubtitleDocument, type SubtitleTrack } from '../subtitles.ts';
import { type SubtitleKind, subtitleKind } from './subtitle-kind.ts';

/** Why an address gives nothing to read. */
export type ReadFailure =
  /** No answer: no such host, no connection, or too slow. */
  | { readonly state: 'unreachable' }
  /** There is an answer, and the browser keeps it from pages of other sites (CORS). */
  | { readonly state: 'cors' }
  /** It lies on the service itself, which does not let this page look; its own player may. */
  | { readonly state: 'unseen' }
  /** The server answers with an error: this HTTP status. */
  | { readonly state: 'status'; readonly status: number };

export type SubtitleCheck =
  | ReadFailure
  | { readonly state: 'good'; readonly kind: SubtitleKind }
  /** It is neither srt nor vtt. */
  | { readonly state: 'no-subtitles' };

export type DocumentCheck =
  | ReadFailure
  | { readonly state: 'good'; readonly tracks: readonly SubtitleTrack[] }
  /** It is no subtitle document; the error says where and why. */
  | { readonly state: 'no-document'; readonly error: EmbedError };

export interface CheckOptions extends AddressRules {
  /** Origin of the player that will read it; without one, it has to be there for everybody. */
  readonly player?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes: more than any document has, and enough of a subtitle file. */
const MAX_BYTES = 2 ** 20;
const TIMEOUT_MS = 15_000;

/** Rejects only where `signal` ends it. */
export async function checkSubtitle(address: string, options: CheckOptions): Promise<SubtitleCheck> {
  const read = await readOnline(address, options);
  if ('state' in read) return read;
  const kind = subtitleKind(read.text);
  return kind ? { state: 'good', kind } : { state: 'no-subtitles' };
}

/** Rejects only where `signal` ends it. */
export async function checkDocument(address: string, options: CheckOptions): Promise<DocumentCheck> {
  const read = await readOnline(address, options);
  if ('state' in read) return read;
  try {
    return { state: 'good', tracks: parseSubtitleDocument(read.text, options) };
  } catch (error) {
    if (error instanceof EmbedError) return { state: 'no-document', error };
    throw error;
  }
}

async function readOnline(address: string, options: CheckOptions): Promise<ReadFailure | { text: string }> {
  const { player, signal } = options;
  const isOnService = new URL(address).origin === player;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
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
      // Without CORS a page may ask, though not read: so it learns whether there is anybody.
      const hidden = await fetch(address, { ...request, mode: 'no-cors' });
      await hidden.body?.cancel();
      return { state: isOnService ? 'unseen' : 'cors' };
    }
    if (!response.ok || !(isOnService || isReadableByOthers(response, player))) {
      await response.body?.cancel();
      return response.ok ? { state: 'cors' } : { state: 'status', status: response.status };
    }
    return { text: await readBeginning(response) };
  } catch {
    signal?.throwIfAborted();
    return { state: 'unreachable' };
  }
}

/**
 * A page of an extension may be allowed to read a host whatever that says, and every page may read its own site: then the
 * header, which such a page can see, tells what holds for the player.
 */
function isReadableByOthers(response: Response, player: string | undefined): boolean {
  if (response.type === 'cors') return true;
  const allowed = response.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === player;
}

async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  while (reader && size < MAX_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    size += value.length;
  }
  await reader?.cancel();
  return text + decoder.decode();
}
