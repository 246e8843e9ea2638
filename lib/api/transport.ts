/**
 * One call of the API: takes a slot of the limiter, sends, parses the response, and turns every failure into a typed error
 * without the key.
 *
 * A call is one request at most. Nothing is retried here: nearly every GET of this API changes something, so only the
 * caller can decide that.
 */
import { ApiResponse, type CreateApiError } from './api-response.ts';
import {
  createMessageFormatter,
  type Envelope,
  type Failure,
  getSentence,
  parseResponse,
} from './envelope.ts';
import { errorClasses } from './errors.ts';
import { exchange, type Fetch } from './http.ts';
import type { Lane, Limiter } from './limiter/limiter.ts';
import type { Redactor } from './redact.ts';

/** The last argument of every call. */
export interface CallOptions {
  /** Cancels the call: while it waits for its slot nothing is sent, later the answer is not waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Priority class; `interactive` where none is named. */
  readonly lane?: Lane | undefined;
}

/** The last argument of a call that cannot safely be made twice. */
export interface ChangeOptions extends CallOptions {
  /**
   * Awaited when the request has its slot, right before it is sent: the place to store that it is. Where it rejects,
   * nothing is sent, and the call rejects with the same reason.
   */
  readonly beforeSend?: (() => Promise<void>) | undefined;
}

/**
 * - `read`: changes nothing, so equal calls at the same time share one request
 * - `fresh`: changes nothing, but each caller needs its own answer
 * - `change`: may change something at the service
 */
type CallKind = 'read' | 'fresh' | 'change';

/** @throws {ApiError} */
export type Call = (
  kind: CallKind,
  endpoint: string,
  params: Readonly<Record<string, string | number | undefined>>,
  options: ChangeOptions | undefined,
) => Promise<ApiResponse>;

interface TransportOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly limiter: Limiter;
  readonly redactor: Redactor;
  /** Milliseconds from sending to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly fetch?: Fetch | undefined;
}

export function createCall({ baseUrl, key, limiter, redactor, timeoutMs, fetch }: TransportOptions): Call {
  const formatMessage = createMessageFormatter(redactor.text);

  return async (kind, endpoint, params, { signal, lane, beforeSend } = {}) => {
    const url = new URL(`${baseUrl}/api/${endpoint}`);
    url.searchParams.set('key', key);
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const createError = createErrorFactory(endpoint, kind === 'change', redactor);

    let sent = false;
    let result: Envelope | Failure;
    try {
      result = await limiter.run(
        async (job) => {
          sent = true;
          const { signal, responseStarted: onResponseStarted } = job;
          const parsed = parseResponse(
            await exchange({ url, signal, timeoutMs, fetch, onResponseStarted }),
            formatMessage,
            // Only the upload address may have the key in it.
            kind === 'fresh' ? undefined : redactor.data,
          );
          if (!parsed.ok && parsed.code === 'rate-limited') job.rateLimited();
          return parsed;
        },
        { signal, lane, dedupeKey: kind === 'read' ? url.href : undefined, beforeSend },
      );
    } catch (cause) {
      if (!signal?.aborted) throw cause;
      throw createError('aborted', getSentence('aborted'), { isUncertain: sent, cause });
    }
    if (result.ok) return new ApiResponse(result, createError, formatMessage);
    throw createError(result.code, result.sentence, result);
  };
}

/** @param isChange whether the call is one that changes something */
export function createErrorFactory(endpoint: string, isChange: boolean, redactor: Redactor): CreateApiError {
  return (code, sentence, { msg = null, status = null, isUncertain = false, cause } = {}) =>
    new errorClasses[code](redactor.text(sentence), {
      endpoint,
      msg: msg || null,
      status,
      mayHaveTakenEffect: isChange && isUncertain,
      cause: redactor.error(cause),
    });
}
