/** Calls an API over HTTP and nothing else, never faster than the documented 10 requests a second. */
import { setTimeout as sleep } from 'node:timers/promises';

const REQUESTS_PER_WINDOW = 10;
const WINDOW_MS = 1000;

export type Body = Record<string, unknown>;
export type Answer = { httpStatus: number; contentType: string; body: Body };

export class Caller {
  readonly baseUrl: string;
  readonly #key: string;
  readonly #answered: number[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.#key = key;
  }

  /** The answer to a GET of `path` with `params` and the key. @throws Error when it is no JSON object. */
  get(path: string, params: Record<string, string> = {}): Promise<Answer> {
    return this.#paced(() => this.#fetch(path, { key: this.#key, ...params }));
  }

  /** Like `get`, with the parameters as they are: no key is added. */
  bare(path: string, params: Record<string, string>): Promise<Answer> {
    return this.#paced(() => this.#fetch(path, params));
  }

  /** The `result` of a call that must succeed. */
  async result(path: string, params: Record<string, string> = {}): Promise<unknown> {
    const { body } = await this.get(path, params);
    if (body['status'] !== 200) throw new Error(`${path} answers ${JSON.stringify(body)}`);
    return body['result'];
  }

  /** `count` calls at once, regardless of the limit; then waits until the window is empty again. */
  async burst(path: string, count: number): Promise<Answer[]> {
    return this.#paced(async () => {
      const answers = await Promise.all(
        Array.from({ length: count }, () => this.#fetch(path, { key: this.#key })),
      );
      await sleep(WINDOW_MS + 100);
      return answers;
    });
  }

  /** POSTs a file to an upload address, with the key in both places (docs/http-api.md, "Authentication"). */
  async upload(address: string, fileName: string, content: Blob): Promise<Answer> {
    const form = new FormData();
    form.set('api_key', this.#key);
    form.set('file', content, fileName);
    const response = await fetch(`${address}?${this.#key}`, { method: 'POST', body: form });
    return read(address, response);
  }

  async #fetch(path: string, params: Record<string, string>): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}${path}?${new URLSearchParams(params)}`);
    return read(path, response);
  }

  /** One call after another, each when fewer than 10 were answered within the last second. */
  #paced<T>(work: () => Promise<T>): Promise<T> {
    const call = this.#turn.then(async () => {
      const oldest = this.#answered.at(-REQUESTS_PER_WINDOW);
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

async function read(where: string, response: Response): Promise<Answer> {
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
