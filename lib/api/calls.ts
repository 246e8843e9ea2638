import type { HttpResponse } from './http.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redact.ts';
import { type CallOptions, onResponse } from './transport.ts';

/** The service's response, with its body read and the key redacted. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** The headers that the runtime exposes. */
  readonly headers: Headers;
  /** The body. */
  readonly text: string;
}

/** A promise of a value that also has the response. */
export interface ApiPromise<T> extends Promise<T> {
  /** If a call makes several requests, this is the last response, except the POST of a file; null if there was none. */
  withResponse(): Promise<{ readonly data: T; readonly response: RawResponse | null }>;
}

/** A list that is read as you iterate over it. */
export interface Listing<T, S> extends AsyncGenerator<T, S, undefined> {
  /** Null until the list has been read to the end. */
  readonly summary: S | null;
}

/** Adds `withResponse` to calls and `summary` to lists. */
export type ClientCalls<Calls> = {
  readonly [C in keyof Calls]: Calls[C] extends (...args: infer A) => Promise<infer T>
    ? (...args: A) => ApiPromise<T>
    : Calls[C] extends (...args: infer A) => AsyncGenerator<infer T, infer S, undefined>
      ? (...args: A) => Listing<T, S>
      : Calls[C];
};

/** The index of each call's options, its last argument. */
export type OptionsAt<Calls> = { readonly [C in keyof Calls]: LastIndex<Calls[C]> };

type LastIndex<C> = C extends (...args: infer A) => unknown
  ? Required<A> extends [...infer Others, unknown]
    ? Others['length']
    : never
  : never;

type AnyCall = (...args: readonly never[]) => unknown;

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
    // The call rejects anything but an object.
    if (options === undefined || (typeof options === 'object' && options !== null))
      args[at] = { ...options, [onResponse]: onAnswer } satisfies CallOptions;
    const running = (call as unknown as (...args: readonly unknown[]) => Promise<unknown> | AsyncGenerator)(
      ...args,
    );
    // `instanceof Promise` fails where a page replaces the global one, as zone.js does.
    if (Symbol.asyncIterator in running) return toListing(running, onError);
    // The same promise, so that an unhandled rejection is reported.
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

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function toRaw({ status, text, response }: HttpResponse, redact: (text: string) => string): RawResponse {
  const headers = new Headers();
  for (const [name, value] of response?.headers ?? []) {
    // Decoded by the search for the key, it may contain characters that no header allows.
    const shown = redact(value);
    headers.append(name, shown === value ? value : shown.replace(/[^ -~]+/g, encode));
  }
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
