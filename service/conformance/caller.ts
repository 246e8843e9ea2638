/**
 * Calls an API over HTTP and nothing else, never faster than the documented 10 requests a second unless told so. What has the
 * key in it follows no redirect: the next host would get it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { dateTime, exactly, expect, expectShape, objectWith, text } from './shapes.ts';

const REQUESTS_PER_WINDOW = 10;
const WINDOW_MS = 1000;
const MARGIN_MS = 100;

export type Body = Record<string, unknown>;
export type Answer = { httpStatus: number; contentType: string; body: Body };
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

export type CallerOptions = {
  baseUrl: string;
  key: string;
  /** Stay within 10 requests a second. Default true. */
  paced?: boolean;
  /** Default: the global one. */
  fetch?: Fetch;
};

export class Caller {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly #key: string;
  readonly #paced: boolean;
  readonly #answered: number[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor({ baseUrl, key, paced = true, fetch: send = fetch }: CallerOptions) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.fetch = send;
    this.#key = key;
    this.#paced = paced;
  }

  /** The answer to a GET of `path` with `params` and the key. @throws Error when it is no JSON object. */
  get(path: string, params: Record<string, string> = {}): Promise<Answer> {
    return this.bare(path, { key: this.#key, ...params });
  }

  /** Like `get`, with the parameters as they are: no key is added. */
  bare(path: string, params: Record<string, string>): Promise<Answer> {
    return this.#inTurn(() => this.#get(path, params));
  }

  /** The `result` of a call that must succeed, in an envelope as described. */
  async result(path: string, params: Record<string, string> = {}): Promise<unknown> {
    const answer = await this.get(path, params);
    expectSuccess(path, answer);
    return answer.body['result'];
  }

  /** Calls all `paths` at once, regardless of the limit, with nothing in the second before and after; says how long it took. */
  async burst(paths: readonly string[]): Promise<{ answers: Answer[]; tookMs: number }> {
    return this.#inTurn(async () => {
      await sleep(WINDOW_MS + MARGIN_MS);
      const started = performance.now();
      const answers = await Promise.all(paths.map((path) => this.#get(path, { key: this.#key })));
      const tookMs = performance.now() - started;
      await sleep(WINDOW_MS + MARGIN_MS);
      return { answers, tookMs };
    });
  }

  /** POSTs a form to an upload address, with `key` in both places (docs/http-api.md, "Authentication"). */
  async upload(address: string, fields: { file?: File }, key: string = this.#key): Promise<Answer> {
    const form = new FormData();
    form.set('api_key', key);
    if (fields.file) form.set('file', fields.file);
    const url = new URL(address);
    url.search = url.search === '' ? encodeURIComponent(key) : `${url.search}&${encodeURIComponent(key)}`;
    return read(address, await this.fetch(url.href, { method: 'POST', body: form, redirect: 'manual' }));
  }

  /** An address of an answer: absolute, or a path relative to `{base_url}`. */
  resolve(address: string): string {
    return URL.canParse(address) ? address : `${this.baseUrl}/${address.replace(/^\/+/, '')}`;
  }

  async #get(path: string, params: Record<string, string>): Promise<Answer> {
    const address = `${this.baseUrl}${path}?${new URLSearchParams(params)}`;
    return read(path, await this.fetch(address, { redirect: 'manual' }));
  }

  /** One call after another, each when fewer than 10 were answered within the last second. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const call = this.#turn.then(async () => {
      const oldest = this.#paced ? this.#answered.at(-REQUESTS_PER_WINDOW) : undefined;
      if (oldest !== undefined) await sleep(Math.max(0, oldest + WINDOW_MS + 5 - performance.now()));
      try {
        return await work();
      } finally {
        this.#answered.push(performance.now());
      }
    });
    this.#turn = call.then(
      () => undefined,
      () => undefined,
    );
    return call;
  }
}

const success = objectWith({ msg: text, server_time: dateTime, status: exactly(200) });

/** @throws Error unless an answer is a success, in an envelope as described. */
export function expectSuccess(where: string, { body, contentType }: Answer): void {
  expectShape(`${where}: the envelope`, body, success);
  expect(contentType.includes('json'), `${where}: the content type is "${contentType}"`);
}

async function read(where: string, response: Response): Promise<Answer> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new Error(`${where} redirects, which is not followed: the next host would get the key`);
  }
  const text = await response.text();
  const contentType = response.headers.get('content-type') ?? '';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`${where} answers HTTP ${response.status} with no JSON: ${text.slice(0, 200)}`);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Error(`${where} answers with no JSON object: ${text.slice(0, 200)}`);
  }
  return { httpStatus: response.status, contentType, body: body as Body };
}
