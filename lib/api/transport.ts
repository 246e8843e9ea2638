/**
 * One call of the API: takes a slot of the limiter, sends, judges the answer, and turns every failure into a typed error
 * without the key.
 *
 * A call is one request at most. Nothing is repeated here, because nearly every GET of this API changes something, and
 * whether it may be sent again is for those to decide who know what it was for.
 */
import { Answer, type Fail } from './answer.ts';
import { createTidy, type Envelope, type Failure, judge, sentenceOf } from './envelope.ts';
import { errorClasses } from './errors.ts';
import { exchange, type Fetch } from './http.ts';
import type { Lane, Limiter } from './limiter.ts';
import type { Redactor } from './redact.ts';

/** The last argument of every call. */
export interface CallOptions {
  /** Cancels the call: while it waits for its slot nothing is sent, later the answer is not waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Priority class; `interactive` where none is named. */
  readonly lane?: Lane | undefined;
}

/** The last argument of a call that cannot safely be made twice. */
export interface CarefulOptions extends CallOptions {
  /**
   * Awaited when the limiter has given the request its slot, right before it leaves: the place to store that it does.
   * Where it rejects, nothing is sent, and the call rejects with the same.
   */
  readonly beforeLeaving?: (() => Promise<void>) | undefined;
}

/**
 * - `read`: changes nothing, so equal ones that are asked for at the same time share one request
 * - `fresh`: changes nothing, but each caller needs an answer of its own
 * - `change`: may change something at the service
 */
export type CallKind = 'read' | 'fresh' | 'change';

/** @throws {ApiError} */
export type Call = (
  kind: CallKind,
  endpoint: string,
  params: Readonly<Record<string, string | number | undefined>>,
  options: CarefulOptions | undefined,
) => Promise<Answer>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly limiter: Limiter;
  readonly redactor: Redactor;
  /** Milliseconds from sending to the last byte of the answer. */
  readonly timeout: number;
  readonly fetch?: Fetch | undefined;
}

export function createCall({ baseUrl, key, limiter, redactor, timeout, fetch }: TransportOptions): Call {
  const tidy = createTidy(redactor.text);

  return async (kind, endpoint, params, { signal, lane, beforeLeaving } = {}) => {
    const url = new URL(`${baseUrl}/api/${endpoint}`);
    url.searchParams.set('key', key);
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const fail = createFail(endpoint, kind === 'change', redactor);

    let sent = false;
    let judged: Envelope | Failure;
    try {
      judged = await limiter.run(
        async (flight) => {
          sent = true;
          const { signal, answered: onAnswered } = flight;
          const verdict = judge(await exchange({ url, signal, timeout, fetch, onAnswered }), tidy);
          if (!verdict.ok && verdict.code === 'rate-limited') flight.refused();
          return verdict;
        },
        { signal, lane, share: kind === 'read' ? url.href : undefined, beforeLeaving },
      );
    } catch (cause) {
      if (!signal?.aborted) throw cause;
      throw fail('aborted', sentenceOf('aborted'), { unsure: sent, cause });
    }
    if (judged.ok) return new Answer(judged, fail, tidy);
    throw fail(judged.code, judged.sentence, judged);
  };
}

/** @param effectful whether the call is one that changes something */
export function createFail(endpoint: string, effectful: boolean, redactor: Redactor): Fail {
  return (code, sentence, { msg = null, status = null, unsure = false, cause } = {}) =>
    new errorClasses[code](redactor.text(sentence), {
      endpoint,
      msg: msg || null,
      status,
      mayHaveTakenEffect: effectful && unsure,
      cause: redactor.error(cause),
    });
}
