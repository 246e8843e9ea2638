/** Downloads a source address into a file, within limits on redirects, size, time and speed. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { decodeAddress, parseHttpAddress } from './http-address.ts';
import { throttle } from './limit-speed.ts';
import { readFileName } from './remote-file-name.ts';
import type { Settings } from './service-settings.ts';

const maxRedirects = 5;

export interface Downloaded {
  size: number;
  fileName: string;
}

/** The account's owner sees the message. */
class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/**
 * @param limits read at each use, so they can change during the download.
 * @param onProgress gets the bytes stored so far and the total (0 = unknown).
 * @throws DownloadError for every failure of the source; the reason of `signal` if it aborts.
 */
export async function download(
  address: string,
  path: string,
  limits: Settings,
  signal: AbortSignal,
  onProgress: (bytes: number, total: number) => void,
): Promise<Downloaded> {
  const stall = new AbortController();
  const timeout = AbortSignal.timeout(limits.transferTimeoutMs);
  const anySignal = AbortSignal.any([signal, timeout, stall.signal]);
  const stalled = () => stall.abort(new DownloadError('The source stopped responding'));
  let timer = setTimeout(stalled, limits.stallTimeoutMs);
  try {
    const response = await fetchFollowing(address, anySignal);
    const total = Number(response.headers.get('content-length') ?? 0) || 0;
    if (total > limits.maxFileBytes) throw tooLarge(limits);
    let size = 0;
    onProgress(0, total);
    const watched = async function* (source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        clearTimeout(timer);
        timer = setTimeout(stalled, limits.stallTimeoutMs);
        size += piece.length;
        if (size > limits.maxFileBytes) throw tooLarge(limits);
        yield piece;
        onProgress(size, total);
      }
    };
    if (!response.body) throw new DownloadError('The source sent nothing');
    await pipeline(
      throttle(response.body, () => limits.bytesPerSecond, anySignal),
      watched,
      createWriteStream(path, { flags: 'wx' }),
    );
    if (size === 0) throw new DownloadError('The source sent nothing');
    return { size, fileName: getFileName(response) };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new DownloadError('The time limit was reached', { cause: error });
    if (stall.signal.aborted) throw stall.signal.reason;
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(describeError(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function fetchFollowing(address: string, signal: AbortSignal): Promise<Response> {
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    // Compressed, the file's size would differ from the one that the source states.
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'linkhaul-service' };
    const response = await fetch(url, { redirect: 'manual', headers, signal });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) {
      if (response.ok) return response;
      await response.body?.cancel();
      throw new DownloadError(`The source responded with HTTP ${response.status}`);
    }
    await response.body?.cancel();
    const next = parseHttpAddress(location, url);
    if (!next) throw new DownloadError('The source redirects to an address that is not http or https');
    url = next.href;
  }
  throw new DownloadError(`The source redirects more than ${maxRedirects} times`);
}

/** From the header, or from the last part of the final address. */
function getFileName(response: Response): string {
  const named = readFileName(response.headers.get('content-disposition') ?? '');
  if (named !== null) return named;
  const { hostname, pathname } = new URL(response.url);
  return decodeAddress(pathname.split('/').findLast((part) => part !== '') ?? hostname);
}

function tooLarge({ maxFileBytes }: Settings): DownloadError {
  return new DownloadError(`The source is larger than ${maxFileBytes} bytes`);
}

function describeError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return 'The source refused the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host of the source was not found';
  return `The source could not be read${code ? ` (${code})` : ''}`;
}
