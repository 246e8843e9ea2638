/** One HTTP exchange, from sending to the last byte, and its retries. */
import ky, { type AfterResponseHook } from 'ky';
import { readRetryAfterMs } from './retry-after.ts';
import { requestOptions } from './runtime.ts';

/** The standard `fetch`. It gets an address (a string) and an `init`, which it must pass on. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined;
  /** From sending to the last byte. `Infinity` for no limit. */
  readonly timeoutMs: number;
  readonly fetch?: Fetch | undefined;
  readonly onResponseStarted?: () => void;
}

export interface HttpResponse {
  readonly complete: true;
  /** 0 if the browser hides it, as for a redirect. */
  readonly status: number;
  readonly text: string;
  /** The response is a redirect, which is never followed. */
  readonly redirect: boolean;
  readonly retryAfterMs?: number | null;
  /** Its body is in memory and unread. */
  readonly response?: Response;
}

/** `status` is known if the body broke off. */
export interface HttpFailure {
  readonly complete: false;
  readonly reason: 'network' | 'timeout' | 'aborted' | 'too-large';
  readonly status: number | null;
  /** May contain the key. */
  readonly cause: unknown;
}

/** Lists of 200 files take about 100 kB. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** Never throws: failures are returned. */
export async function exchange(
  url: URL,
  init: RequestInit,
  { signal, timeoutMs, fetch = globalThis.fetch, onResponseStarted }: ExchangeOptions,
): Promise<HttpResponse | HttpFailure> {
  if (signal?.aborted) return { complete: false, reason: 'aborted', status: null, cause: signal.reason };
  // So that nothing stays attached to a signal that outlives the call.
  const controller = new AbortController();
  const stopped = Promise.withResolvers<never>();
  let reason: HttpFailure['reason'] = 'network';
  let status: number | null = null;
  let opened: Response | null = null as Response | null;

  const stop = (stopReason: 'timeout' | 'aborted', cause: unknown) => {
    reason = stopReason;
    controller.abort(cause);
    stopped.reject(cause);
  };
  const onAbort = () => stop('aborted', signal?.reason);
  const cancelTimer = startTimer(() => stop('timeout', undefined), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });

  try {
    // Ends the call even if a `fetch` ignores its signal.
    const response = await Promise.race([
      stopped.promise,
      fetch(url.href, { method: 'GET', ...requestOptions, ...init, signal: controller.signal }),
    ]);
    opened = response;
    status = response.status;
    onResponseStarted?.();
    const text = await Promise.race([stopped.promise, readText(response.clone())]);
    const redirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
    const retryAfterMs = readRetryAfterMs(response.headers);
    return { complete: true, status, text, redirect, retryAfterMs, response };
  } catch (cause) {
    if (cause instanceof TooLargeError) {
      reason = 'too-large';
      // The response is still open, and a `fetch` may ignore its signal.
      controller.abort();
      opened?.body?.cancel().catch(() => undefined);
    }
    return { complete: false, reason, status, cause };
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export function startTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, Math.min(delayMs, maxTimerMs));
  return () => clearTimeout(timer);
}

/** Reads are retried after these, which proxies send while the service is briefly unavailable (Cloudflare: 520 to 524). */
export const repeatedStatuses: readonly number[] = [502, 503, 504, 520, 521, 522, 523, 524];

const maxDelayMs = 8_000;
const maxRetryAfterMs = 60_000;

/** `exchange` has its own timeout, because ky's includes the wait for a slot and ends with the headers. */
// Marked pure, so that builds without calls leave ky out.
const send = /* @__PURE__ */ ky.create({ ...requestOptions, timeout: false, throwHttpErrors: false });

/** Must not leave this file, because it isn't redacted. */
class ExchangeError extends Error {
  readonly isRepeated: boolean;

  constructor(isRepeated: boolean) {
    super('No complete response came.');
    this.isRepeated = isRepeated;
  }
}

export interface Attempt<T> {
  readonly result: T;
  /** With the body in memory. */
  readonly response: Response | null;
  /** Null if the request must not be retried. */
  readonly repeat: { readonly retryAfterMs: number | null } | null;
}

/**
 * Sends a request and retries it while `repeat` is set. ky backs off exponentially, or waits as long as the service asks (a minute at
 * most).
 * @param attempt sends the request in a slot of the limiter. Counts from 1. If it throws, there is no retry
 */
export async function sendRepeatedly<T>(
  url: URL,
  maxRetries: number,
  signal: AbortSignal | undefined,
  attempt: (number: number) => Promise<Attempt<T>>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  let number = 0;
  let last: Attempt<T> | undefined;
  let failure: { readonly error: unknown } | undefined;

  const fetch: Fetch = async () => {
    number += 1;
    last = await attempt(number).catch((error: unknown) => {
      failure = { error };
      throw new ExchangeError(false);
    });
    // A body can be read only once, and calls may share the response.
    if (last.response !== null) return last.response.clone();
    throw new ExchangeError(last.repeat !== null);
  };
  /** The envelope decides, not the HTTP status. */
  const repeatByEnvelope: AfterResponseHook = ({ retryCount }) => {
    if (!last?.repeat || retryCount >= maxRetries) return undefined;
    const { retryAfterMs } = last.repeat;
    return ky.retry(retryAfterMs === null ? {} : { delay: Math.min(retryAfterMs, maxRetryAfterMs) });
  };

  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal?.aborted) onAbort();
    await send(url, {
      fetch,
      signal: controller.signal,
      hooks: { afterResponse: [repeatByEnvelope] },
      retry: {
        limit: maxRetries,
        shouldRetry: ({ error }) => error instanceof ExchangeError && error.isRepeated,
        backoffLimit: maxDelayMs,
        jitter: (delayMs) => delayMs * (0.75 + Math.random() / 2),
      },
    });
  } catch (error) {
    if (failure !== undefined) throw failure.error;
    if (signal?.aborted) throw signal.reason;
    // ky couldn't create a request. Its error may contain the key.
    if (last === undefined) throw new TypeError('This address cannot be requested.');
    if (!(error instanceof ExchangeError)) throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  return (last as Attempt<T>).result;
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let sizeBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    sizeBytes += value.byteLength;
    if (sizeBytes > maxBodyBytes) {
      // Not awaited: the stream may never end.
      reader.cancel().catch(() => undefined);
      throw new TooLargeError('The body is too large.');
    }
    text += decoder.decode(value, { stream: true });
  }
}
