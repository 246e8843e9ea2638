/** What the checks share: callers, and the few things that many of them need, made once when first asked for. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './caller.ts';
import { expect } from './shapes.ts';

export type ContextOptions = {
  baseUrl: string;
  key: string;
  /** Key of a second account, to clone across. */
  otherKey?: string;
  /** Address of a small file that the service can fetch in a moment. */
  sourceUrl?: string;
  /** Address of a file that takes the service some seconds to fetch. */
  slowSourceUrl?: string;
  /** Also check clear_all, which empties the account's queue. */
  mayClearAll?: boolean;
};

/** One statement of docs/http-api.md, checked. */
export type Check = {
  /** Section of docs/http-api.md. */
  section: string;
  name: string;
  run(context: Context): Promise<void>;
};

/** Thrown by a check that cannot be made with the options given. */
export class SkippedCheckError extends Error {
  override readonly name = 'SkippedCheckError';
}

const CLIP = new URL('../sample/sample.webm', import.meta.url);
const ARRIVAL_MS = 60_000;
const POLL_MS = 250;

export class Context {
  readonly api: Caller;
  readonly options: ContextOptions;
  #folder: Promise<string> | undefined;
  #upload: Promise<Record<string, unknown>> | undefined;
  #names = 0;

  constructor(options: ContextOptions) {
    this.options = options;
    this.api = new Caller(options.baseUrl, options.key);
  }

  /** A name that nothing in the account has yet. */
  name(what: string): string {
    this.#names += 1;
    return `conformance ${what} ${Date.now()} ${this.#names}`;
  }

  /** Id of a folder in the root that belongs to this run. */
  folder(): Promise<string> {
    this.#folder ??= this.newFolder();
    return this.#folder;
  }

  async newFolder(params: Record<string, string> = {}): Promise<string> {
    const result = await this.api.result('/api/folder/create', { name: this.name('folder'), ...params });
    const id = field(result, 'fld_id');
    expect(typeof id === 'string', 'folder/create gives no fld_id');
    return id;
  }

  /** The upload result entry of a clip that belongs to this run. */
  upload(): Promise<Record<string, unknown>> {
    this.#upload ??= this.#uploadClip();
    return this.#upload;
  }

  /** Code of that clip. */
  async file(): Promise<string> {
    return String((await this.upload())['filecode']);
  }

  source(kind: 'sourceUrl' | 'slowSourceUrl'): string {
    const address = this.options[kind];
    if (address === undefined) throw new SkippedCheckError(`needs an address to fetch (${kind})`);
    // Another one each time: an address that is already queued may be refused.
    return `${address}?${encodeURIComponent(this.name('source'))}`;
  }

  /** Adds a remote upload and returns its code. */
  async addRemote(url: string, params: Record<string, string> = {}): Promise<string> {
    const result = await this.api.result('/api/upload/url', { url, ...params });
    return String(field(result, 'filecode'));
  }

  /** Waits until `look` gives something. */
  async eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const end = performance.now() + ARRIVAL_MS;
    for (;;) {
      const value = await look();
      if (value !== undefined) return value;
      expect(performance.now() < end, `${what} did not happen within ${ARRIVAL_MS / 1000} s`);
      await sleep(POLL_MS);
    }
  }

  async #uploadClip(): Promise<Record<string, unknown>> {
    const address = await this.api.result('/api/upload/server');
    const clip = new Blob([await readFile(CLIP)], { type: 'video/webm' });
    const { body } = await this.api.upload(String(address), 'conformance_clip.webm', clip);
    const [entry] = list(body['result']);
    expect(entry !== undefined, `the upload answers ${JSON.stringify(body)}`);
    return entry;
  }
}

/** A field of something that should be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The objects of something that should be an array of them. */
export function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
