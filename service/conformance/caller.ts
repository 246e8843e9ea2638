/** Calls an API at 10 requests a second at most. Redirects aren't followed, because the next host would get the key. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DialectName, type Operations, operations } from './operations.ts';
import { dateTime, exactly, expectShape, objectWith, text } from './shapes.ts';

const requestsPerWindow = 10;
const windowMs = 1000;
const marginMs = 100;
const defaultTimeoutMs = 30_000;
const maxResponseBytes = 32 * 2 ** 20;

export const successEnvelope = objectWith({ msg: text, server_time: dateTime, status: exactly(200) });

export type Body = Record<string, unknown>;
export interface ApiResponse {
  httpStatus: number;
  contentType: string;
  body: Body;
}
export type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

interface CallerOptions {
  baseUrl: string;
  key: string;
  dialect?: DialectName; // default "document"
  paced?: boolean; // default true: within 10 requests a second
  /** For a whole response. Default 30,000. */
  timeoutMs?: number;
  fetch?: Fetch;
}

export class Caller {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly #key: string;
  readonly #form: Operations['form'];
  readonly #paced: boolean;
  /** Counts responses, because an earlier run may have ended just before this one. */
  readonly #respondedAt: number[] = [];
  readonly #createdAt = performance.now();
  #turn: Promise<void> = Promise.resolve();

  constructor(options: CallerOptions) {
    const { timeoutMs = defaultTimeoutMs, fetch: send = fetch } = options;
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.fetch = async (address, init) => {
      try {
        return await send(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        throw explain(new URL(address).pathname, error);
      }
    };
    this.#key = options.key;
    this.#form = operations[options.dialect ?? 'document'].form;
    this.#paced = options.paced ?? true;
  }

  /** @throws Error if the response isn't a JSON object. */
  get(path: string, params: Record<string, string> = {}): Promise<ApiResponse> {
    return this.bare(path, { key: this.#key, ...params });
  }

  bare(path: string, params: Record<string, string>): Promise<ApiResponse> {
    return this.#inTurn(() => this.#get(path, params));
  }

  /** @throws Error unless the call succeeds with a documented envelope. */
  async result(path: string, params: Record<string, string> = {}): Promise<unknown> {
    const response = await this.get(path, params);
    expectSuccess(path, response);
    return response.body['result'];
  }

  /** Runs `work` after a second without calls. Its `callAll` calls all `paths` at once, regardless of the limit. */
  async afterQuiet<T>(
    work: (callAll: (paths: readonly string[]) => Promise<ApiResponse[]>) => Promise<T>,
  ): Promise<T> {
    return this.#inTurn(async () => {
      const last = this.#respondedAt.at(-1) ?? this.#createdAt;
      await sleep(Math.max(0, last + windowMs + marginMs - performance.now()));
      return work((paths) => Promise.all(paths.map((path) => this.#get(path, { key: this.#key }))));
    });
  }

  /** Puts the `key` wherever the dialect expects it. */
  async upload(
    address: string,
    { files, fields = {} }: { files: readonly File[]; fields?: Record<string, string> },
    key: string = this.#key,
  ): Promise<ApiResponse> {
    const form = new FormData();
    form.set(this.#form.keyField, key);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const file of files) form.append('file', file);
    const url = new URL(address);
    if (this.#form.isKeyInQuery) {
      url.search = url.search === '' ? encodeURIComponent(key) : `${url.search}&${encodeURIComponent(key)}`;
    }
    return read(url.pathname, await this.fetch(url.href, { method: 'POST', body: form, redirect: 'manual' }));
  }

  /** Relative addresses are relative to `{base_url}`. */
  resolve(address: string): string {
    return URL.canParse(address) ? address : `${this.baseUrl}/${address.replace(/^\/+/, '')}`;
  }

  async #get(path: string, params: Record<string, string>): Promise<ApiResponse> {
    const address = `${this.baseUrl}${path}?${new URLSearchParams(params)}`;
    try {
      return await read(path, await this.fetch(address, { redirect: 'manual' }));
    } finally {
      this.#respondedAt.push(performance.now());
    }
  }

  /** One after another, and only while fewer than 10 responses arrived within the last second. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const call = this.#turn.then(async () => {
      const oldest = this.#paced ? this.#respondedAt.at(-requestsPerWindow) : undefined;
      if (oldest !== undefined) await sleep(Math.max(0, oldest + windowMs + 5 - performance.now()));
      return work();
    });
    this.#turn = call.then(
      () => undefined,
      () => undefined,
    );
    return call;
  }
}

/** @throws Error unless the response is a success with a documented envelope. */
export function expectSuccess(where: string, { body }: ApiResponse): void {
  expectShape(`${where}: the envelope`, body, successEnvelope);
}

/** @throws Error if the response is larger than 32 MiB or doesn't end in time. */
export async function readText(where: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxResponseBytes) throw new Error('the response is larger than 32 MiB');
      chunks.push(chunk);
    }
  } catch (error) {
    throw explain(where, error);
  }
  return Buffer.concat(chunks).toString();
}

/** Names the failed request without its query, which contains the key. */
function explain(where: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${where}: ${error}`);
  if (error.name === 'TimeoutError') return new Error(`${where}: the response took too long`);
  const { cause } = error;
  return new Error(`${where}: ${cause instanceof Error ? cause.message : error.message}`, { cause: error });
}

async function read(where: string, response: Response): Promise<ApiResponse> {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new Error(
      `${where} redirects. Redirects are not followed, because the next host would get the key`,
    );
  }
  const text = await readText(where, response);
  const contentType = response.headers.get('content-type') ?? '';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`${where} responds with HTTP ${response.status} and no JSON: ${text.slice(0, 200)}`);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Error(`${where} does not respond with a JSON object: ${text.slice(0, 200)}`);
  }
  return { httpStatus: response.status, contentType, body: body as Body };
}
