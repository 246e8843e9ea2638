/** What all calls of a client have in common: the response beside the value, and the log. */
import type { HttpResponse } from './http.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redact.ts';
import { answered, type CallOptions } from './transport.ts';

/** A response as the service sent it, its body read; without the key, wherever it was. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** Its headers, as far as the runtime shows them. */
  readonly headers: Headers;
  /** Its body. */
  readonly text: string;
}

/** A promise of a value, with the response that it was read from. */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * The value beside the response. Where a call makes several requests, it is the last one that was answered, save the POST of a file;
   * null where it made none.
   */
  withResponse(): Promise<{ readonly data: T; readonly response: RawResponse | null }>;
}

/** A list that is read as it is looped over. */
export interface Listing<T, S> extends AsyncGenerator<T, S, undefined> {
  /** What is known of the list, once it was read to its end; null before. */
  readonly summary: S | null;
}

/** Calls with `withResponse`, and lists with `summary`. */
export type ClientCalls<Calls> = {
  readonly [C in keyof Calls]: Calls[C] extends (...args: infer A) => Promise<infer T>
    ? (...args: A) => ApiPromise<T>
    : Calls[C] extends (...args: infer A) => AsyncGenerator<infer T, infer S, undefined>
      ? (...args: A) => Listing<T, S>
      : Calls[C];
};

/** For each call of a noun, the index of its last argument, which takes its options. */
export type OptionsAt<Calls> = { readonly [C in keyof Calls]: LastIndex<Calls[C]> };

type LastIndex<C> = C extends (...args: infer A) => unknown
  ? Required<A> extends [...infer Others, unknown]
    ? Others['length']
    : never
  : never;

type AnyCall = (...args: readonly never[]) => unknown;

/** @param at where the call takes its options */
export function observeCall<F extends AnyCall>(
  name: string,
  call: F,
  at: number,
  { text: redact }: Redactor,
  log: Log | null,
): ClientCalls<{ call: F }>['call'] {
  const run = (...given: readonly unknown[]) => {
    const args = [...given];
    const options = args[at];
    let last: HttpResponse | null = null;
    const onAnswer = (http: HttpResponse) => {
      last = http;
      log?.answer(name, http.status, http.text);
    };
    // What is no object is left for the call to refuse.
    if (options === undefined || (typeof options === 'object' && options !== null))
      args[at] = { ...options, [answered]: onAnswer } satisfies CallOptions;
    const running = (call as unknown as (...args: readonly unknown[]) => unknown)(...args);
    if (!(running instanceof Promise)) return toListing(running as AsyncGenerator, onError);
    // What rejects is what the caller has, so that a rejection which nobody handles is seen.
    const result = log === null ? running : running.catch(onError);
    const withResponse = () => result.then((data) => ({ data, response: last && toRaw(last, redact) }));
    return Object.defineProperty(result, 'withResponse', { value: withResponse });
  };
  const onError = (error: unknown): never => {
    log?.failure(name, error);
    throw error;
  };
  return run as never;
}

/** @param nouns the calls of a client, by noun */
export function observeCalls<T extends object>(
  nouns: T,
  optionsAt: { readonly [N in keyof T]: OptionsAt<T[N]> },
  redactor: Redactor,
  log: Log | null,
): { readonly [N in keyof T]: ClientCalls<T[N]> } {
  const entries = Object.entries(nouns).map(([noun, calls]) => {
    const indices = optionsAt[noun as keyof T] as Readonly<Record<string, number>>;
    const observed = Object.entries(calls as Readonly<Record<string, AnyCall>>).map(([name, call]) => [
      name,
      observeCall(`${noun}.${name}`, call, indices[name] as number, redactor, log),
    ]);
    return [noun, Object.fromEntries(observed)];
  });
  return Object.fromEntries(entries);
}

function toRaw({ status, text, response }: HttpResponse, redact: (text: string) => string): RawResponse {
  const headers = new Headers();
  for (const [name, value] of response?.headers ?? []) headers.append(name, redact(value));
  return { status, headers, text: redact(text) };
}

function toListing<T, S>(
  entries: AsyncGenerator<T, S, undefined>,
  onError: (error: unknown) => never,
): Listing<T, S> {
  let summary: S | null = null;
  async function* read() {
    try {
      summary = yield* entries;
      return summary;
    } catch (error) {
      return onError(error);
    }
  }
  return Object.defineProperty(read(), 'summary', { get: () => summary }) as Listing<T, S>;
}
