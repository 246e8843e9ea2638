/**
 * One call: takes a slot, sends, parses, and turns every failure into a typed error without the key. Nearly every GET changes something, so
 * it is retried only if nothing was done (429). Reads are also retried if a proxy or the connection failed.
 */
import { ApiResponse, type CreateApiError } from './api-response.ts';
import { rejectUnknownOptions, requireDuration, requireRetries, requireSignal } from './arguments.ts';
import { createMessageFormatter, type Envelope, type Failure, parseResponse, sentences } from './envelope.ts';
import { ApiError, type ApiErrorCode } from './errors.ts';
import {
  type Attempt,
  exchange,
  type Fetch,
  type HttpFailure,
  type HttpResponse,
  repeatedStatuses,
  sendRepeatedly,
} from './http.ts';
import { isLane, laneNames } from './limiter/lanes.ts';
import type { Limiter, RunOptions } from './limiter/limiter.ts';
import type { Redactor } from './redact.ts';

/** A symbol, so that callers can't set this option by accident. */
export const onResponse = Symbol('onResponse');

/** The last argument of every call. */
export interface CallOptions extends Pick<RunOptions, 'signal' | 'lane'> {
  /** Milliseconds per request. Overrides the client's `timeout`. */
  readonly timeout?: number | undefined;
  /** Retries per request. Overrides the client's `maxRetries`. */
  readonly maxRetries?: number | undefined;
  /** Sent with each request, except the POST of a file, which may go to another host. */
  readonly headers?: RequestInit['headers'] | undefined;
  /** Only for `calls.ts`. */
  readonly [onResponse]?: ((http: HttpResponse) => void) | undefined;
}

/** The last argument of a call that is not safe to repeat. */
export interface ChangeOptions extends CallOptions, Pick<RunOptions, 'beforeSend'> {}

/** A request that was sent, as passed to `onRequest`. Never contains the key. */
export interface SentRequest {
  /** The endpoint without `/api/`, for example `account/info`; `upload` for the POST to the upload address. */
  readonly endpoint: string;
  /** 1 for the first request of a call, 2 for its first retry … */
  readonly attempt: number;
  /** Milliseconds from sending to the last byte of the response. */
  readonly duration: number;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** Null if the request succeeded. */
  readonly code: ApiErrorCode | null;
}

/** Called after each request. An exception is an unhandled rejection and doesn't affect the call. */
export type OnRequest = (info: SentRequest) => void;

export function observeRequest(onRequest: OnRequest | undefined, endpoint: string, attempt: number) {
  const startedAt = performance.now();
  return (status: number | null, code: ApiErrorCode | null): void => {
    if (!onRequest) return;
    const info = { endpoint, attempt, duration: performance.now() - startedAt, status: status || null, code };
    void Promise.resolve(info).then(onRequest);
  };
}

/** `read`: equal concurrent calls share one request. `fresh`: each needs its own response. `change`: may change something. */
export type CallKind = 'read' | 'fresh' | 'change';

/**
 * @param prefix between base address and endpoint
 * @throws {ApiError}
 */
export type Call = (
  kind: CallKind,
  prefix: string,
  endpoint: string,
  params: Readonly<Record<string, string | number | undefined>>,
  options: ChangeOptions | undefined,
) => Promise<ApiResponse>;

interface TransportOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly limiter: Limiter;
  readonly redactor: Redactor;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: Fetch | undefined;
  readonly onRequest: OnRequest | undefined;
}

type Read = (Envelope | Failure) & { readonly http: HttpResponse | HttpFailure };

export function createCall(transport: TransportOptions): Call {
  const { baseUrl, key, limiter, redactor, fetch, onRequest } = transport;
  const formatMessage = createMessageFormatter(redactor.text);

  return async (kind, prefix, endpoint, params, options = {}) => {
    const {
      signal,
      lane,
      beforeSend,
      timeout,
      maxRetries = transport.maxRetries,
      headers,
    } = checkCallOptions(options);
    const init = headers === undefined ? {} : { headers: readHeaders(headers) };
    const timeoutMs = timeout ?? transport.timeoutMs;
    const url = new URL(`${baseUrl}${prefix}${endpoint}`);
    url.searchParams.set('key', key);
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const createError = createErrorFactory(endpoint, kind === 'change', redactor);
    const dedupeKey =
      kind === 'read' ? `${url.href} ${timeoutMs} ${JSON.stringify(init.headers ?? [])}` : undefined;

    /** A request that was sent may have arrived. */
    let sent = false;
    const attempt = (number: number): Promise<Attempt<Read>> =>
      limiter.run(
        async (call) => {
          sent = true;
          const report = observeRequest(onRequest, endpoint, number);
          const { signal, responseStarted: onResponseStarted } = call;
          const http = await exchange(url, init, { signal, timeoutMs, fetch, onResponseStarted });
          // The upload address may contain the key, so it isn't redacted.
          const result = parseResponse(http, formatMessage, kind === 'fresh' ? undefined : redactor.data);
          report(http.status, result.ok ? null : result.code);
          const response = http.complete ? (http.response ?? null) : null;
          const end = { result: { ...result, http }, response };
          if (result.ok) return { ...end, repeat: null };
          const retryAfterMs = http.complete ? (http.retryAfterMs ?? null) : null;
          if (result.code === 'rate-limited') {
            call.rateLimited(retryAfterMs ?? 0);
            sent = result.isUncertain;
            return { ...end, repeat: result.isUncertain ? null : { retryAfterMs } };
          }
          const isPassing =
            result.code === 'network' ||
            (result.code === 'invalid-response' && repeatedStatuses.includes(result.status ?? 0));
          return { ...end, repeat: isPassing && kind !== 'change' ? { retryAfterMs } : null };
        },
        { signal, lane, dedupeKey, beforeSend },
      );

    let result: Read;
    try {
      result = await sendRepeatedly(url, maxRetries, signal, attempt);
    } catch (cause) {
      if (!signal?.aborted) throw cause;
      throw createError('aborted', sentences.aborted, { isUncertain: sent, cause });
    }
    if (result.http.complete) options[onResponse]?.(result.http);
    if (result.ok) return new ApiResponse(result, createError, formatMessage);
    throw createError(result.code, result.sentence, result);
  };
}

const callOptions = [
  'signal',
  'lane',
  'timeout',
  'maxRetries',
  'headers',
  'beforeSend',
] as const satisfies (keyof ChangeOptions)[];

/**
 * @param more names of further options
 * @throws {TypeError}
 */
export function checkCallOptions(options: ChangeOptions, more: readonly string[] = []): ChangeOptions {
  rejectUnknownOptions(options, [...more, ...callOptions], 'A call');
  const { signal, lane, timeout, maxRetries } = options;
  requireSignal(signal);
  requireRetries(maxRetries);
  requireDuration(timeout, 'timeout');
  if (lane !== undefined && !isLane(lane))
    throw new TypeError(`lane must be one of these: ${laneNames.join(', ')}.`);
  return options;
}

/** A list, so that equal headers are equal as JSON. The error doesn't quote them, because they may be secret. */
function readHeaders(headers: RequestInit['headers']): [string, string][] {
  try {
    return [...new Headers(headers)];
  } catch {
    throw new TypeError('headers must be valid HTTP names and values.');
  }
}

export function createErrorFactory(endpoint: string, isChange: boolean, redactor: Redactor): CreateApiError {
  return (code, sentence, { msg = null, status = null, isUncertain = false, cause } = {}) =>
    new ApiError(code, redactor.text(sentence), {
      endpoint,
      msg: msg || null,
      status,
      mayHaveTakenEffect: isChange && isUncertain,
      cause: code === 'aborted' ? redactor.reason(cause) : redactor.error(cause),
    });
}
