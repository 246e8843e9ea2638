/** One HTTP exchange, from sending to the last byte of the answer. It never throws: failures are values. */
import ky from 'ky';

/** The standard `fetch`. It is called with a `Request`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

interface HttpRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly body?: FormData;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds from sending to the last byte; Infinity for none. */
  readonly timeoutMs: number;
  readonly fetch?: Fetch | undefined;
  /** Called with the status line, before the body. */
  readonly onResponseStarted?: () => void;
}

/** A complete answer. */
export interface HttpResponse {
  readonly complete: true;
  /** 0 where the browser does not show it: that of a redirect. */
  readonly status: number;
  readonly text: string;
  /** A redirect, which was not followed. */
  readonly redirect: boolean;
}

/** No complete answer. `status` is known where the answer broke off in its body. */
export interface HttpFailure {
  readonly complete: false;
  readonly reason: 'network' | 'timeout' | 'aborted' | 'too-large';
  readonly status: number | null;
  /** As it was thrown, not redacted: it may contain the key. */
  readonly cause: unknown;
}

/** Bytes. The largest lists of 200 files take some 100 kB. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** Longer timers fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Redirects are not followed: the next host would get the key in the query. ("manual", because "error" makes a redirect
 * look like a dead service.) ky's timeout ends with the head of the response; the one here includes the body. Nothing is
 * retried, because a GET can change things in this API.
 */
// Marked pure, so that builds without a call leave ky out.
const send = /* @__PURE__ */ ky.create({
  retry: 0,
  timeout: false,
  throwHttpErrors: false,
  redirect: 'manual',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
});

export async function exchange(request: HttpRequest): Promise<HttpResponse | HttpFailure> {
  const { url, method = 'GET', body, signal, timeoutMs, fetch, onResponseStarted } = request;
  // A controller of our own, so that nothing stays attached to a signal that outlives the call.
  const controller = new AbortController();
  const stopped = Promise.withResolvers<never>();
  let reason: HttpFailure['reason'] = 'network';
  let status: number | null = null;

  const stop = (stopReason: 'timeout' | 'aborted', cause: unknown) => {
    reason = stopReason;
    controller.abort(cause);
    stopped.reject(cause);
  };
  const onAbort = () => stop('aborted', signal?.reason);
  const timer = setTimeout(() => stop('timeout', undefined), Math.min(timeoutMs, maxTimerMs));
  signal?.addEventListener('abort', onAbort, { once: true });

  try {
    if (signal?.aborted) onAbort();
    const options = { method, signal: controller.signal, ...(body && { body }), ...(fetch && { fetch }) };
    // The races end the call even where a fetch does not listen to its signal.
    const response = await Promise.race([stopped.promise, send(url, options)]);
    status = response.status;
    onResponseStarted?.();
    const text = await Promise.race([stopped.promise, readText(response)]);
    const redirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
    return { complete: true, status, text, redirect };
  } catch (cause) {
    if (cause instanceof TooLargeError) reason = 'too-large';
    return { complete: false, reason, status, cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
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
      // Not awaited: the stream may belong to a peer that never stops.
      reader.cancel().catch(() => undefined);
      throw new TooLargeError('The body is too large.');
    }
    text += decoder.decode(value, { stream: true });
  }
}
