/** What all checks share: callers, and a folder and a file that are created on first use. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, Caller, expectSuccess, type Fetch } from './caller.ts';
import { type DialectName, type Operations, operations, type Request } from './operations.ts';
import { either, exactly, expect, expectShape, filledText, number, objectWith } from './shapes.ts';

export interface ContextOptions {
  baseUrl: string;
  key: string;
  dialect?: DialectName; // default "document"
  otherKey?: string;
  /** Where the service reaches a sample site (src/sample-site.ts), without a trailing slash. */
  sourceSite?: string;
  /** The same site for the suite itself. Default: `sourceSite`. */
  localSite?: string;
  /**
   * The account has reports for the last 30 days, more than 500 takedowns, and more than 200 files of all ages. Default
   * false.
   */
  prepared?: boolean;
  /** Call the transfer actions, which affect transfers that the suite didn't add. Default false. */
  mayChangeQueue?: boolean;
  /** The player reads its options in the browser, where HTTP doesn't show them. Default false. */
  scriptedPlayer?: boolean;
  paced?: boolean; // default true: within 10 requests a second
  /** How long a transfer may take to reach the expected state. Default 60,000. */
  arrivalMs?: number;
  timeoutMs?: number;
  fetch?: Fetch;
}

type Entry = Record<string, unknown>;
type Run = ((context: Context) => Promise<void>) & { isInferred?: true };

export interface Check {
  section: string;
  name: string;
  /** The document only infers the statement, so a difference is noted and doesn't fail. */
  isInferred?: boolean;
  run: Run;
}

export const section = (section: string, runs: Record<string, Run>): Check[] =>
  Object.entries(runs).map(([name, run]) => ({ section, name, isInferred: run.isInferred ?? false, run }));

export const inferred = (run: Run): Run => Object.assign(run, { isInferred: true } as const);

/** A difference that the document leaves open. */
export class NotedError extends Error {
  override readonly name = 'NotedError';
}

/** The check can't run with these options or this account. */
export class SkippedCheckError extends Error {
  override readonly name = 'SkippedCheckError';
}

const sampleClip = new URL('../sample/sample.webm', import.meta.url);
const defaultArrivalMs = 60_000;
const pollMs = 250;
const unpacedPollMs = 20;

export class Context {
  readonly api: Caller;
  readonly options: ContextOptions;
  readonly #operations: Operations;
  #folder: Promise<string> | undefined;
  #upload: Promise<Entry> | undefined;
  /** Distinguishes the names of this run. */
  readonly #run = randomUUID().slice(0, 8);
  #names = 0;
  #transfers: { code: string; url: string }[] = [];

  constructor(options: ContextOptions) {
    this.options = options;
    this.#operations = operations[options.dialect ?? 'document'];
    this.api = new Caller(options);
  }

  other(): Caller {
    const { otherKey } = this.options;
    if (otherKey === undefined)
      throw new SkippedCheckError('needs the key of a second account (--other-key)');
    return new Caller({ ...this.options, key: otherKey });
  }

  /** Unused in the account. */
  name(what: string): string {
    this.#names += 1;
    return `conformance ${what} ${this.#run} ${this.#names}`;
  }

  folder(): Promise<string> {
    this.#folder ??= this.newFolder();
    return this.#folder;
  }

  async newFolder(params: Record<string, string> = {}): Promise<string> {
    const result = await this.api.result('/api/folder/create', { name: this.name('folder'), ...params });
    expectShape('the new folder', result, objectWith({ fld_id: either(filledText, number) }));
    return String(field(result, 'fld_id'));
  }

  /** Of a clip that was uploaded for this run. */
  upload(): Promise<Entry> {
    this.#upload ??= this.#uploadClip();
    return this.#upload;
  }

  async file(): Promise<string> {
    return String((await this.upload())['filecode']);
  }

  /** A clone of the uploaded clip, which a check can change. */
  async newClone(params: Record<string, string> = {}): Promise<string> {
    const result = await this.api.result('/api/file/clone', { file_code: await this.file(), ...params });
    return String(field(result, 'filecode'));
  }

  async newRootClone(): Promise<string> {
    const file_code = await this.newClone();
    await this.api.result(...this.#operations.moveFile(file_code, '0'));
    return file_code;
  }

  async clip(): Promise<File> {
    return new File([await readFile(sampleClip)], 'conformance_clip.webm', { type: 'video/webm' });
  }

  async info(file_code: string): Promise<Entry> {
    const [entry] = list(await this.api.result('/api/file/info', { file_code }));
    expect(entry !== undefined, 'file info is empty');
    return entry;
  }

  async codesIn(fld_id: string): Promise<unknown[]> {
    const result = await this.api.result(...this.#operations.listFolder(fld_id));
    return list(field(result, 'files')).map((file) => file['file_code']);
  }

  siteFile(name: string): string {
    const { sourceSite } = this.options;
    if (sourceSite === undefined) {
      throw new SkippedCheckError('needs a sample site that the service can reach (--site-url)');
    }
    return `${sourceSite}/${name}`;
  }

  /** Different each time, because a service may refuse an address that is already queued. */
  source(name: string): string {
    return `${this.siteFile(name)}?${encodeURIComponent(this.name('source'))}`;
  }

  /** `address` is the one that the service uses. */
  async readSiteFile(address: string): Promise<string> {
    const { sourceSite = '', localSite = sourceSite } = this.options;
    expect(address.startsWith(sourceSite), `${address} is not part of ${sourceSite}`);
    return (await fetch(localSite + address.slice(sourceSite.length))).text();
  }

  /** Returns the code of a remote upload, which is removed after the check. */
  async addRemote(url: string, params: Record<string, string> = {}): Promise<string> {
    const title = this.#operations.titleTransfer(this.name('transfer'));
    const response = await this.api.get('/api/upload/url', { url, ...title, ...params });
    this.trackTransfer(response, url);
    if (response.body['status'] !== 200 && (await this.#areSlotsTaken()))
      throw new SkippedCheckError('needs an account with more free slots');
    expectSuccess('/api/upload/url', response);
    return String(readAdded(response));
  }

  async #areSlotsTaken(): Promise<boolean> {
    const { request, isFull } = this.#operations.slots;
    return isFull((await this.api.get(...request)).body);
  }

  /** Removes the transfer in a response of /api/upload/url after the check. */
  trackTransfer(response: ApiResponse, url: string): void {
    const code = readAdded(response);
    if (typeof code === 'string') this.#transfers.push({ code, url });
  }

  /** Only if `mayChangeQueue` allows it. Never throws. */
  async removeTransfers(): Promise<void> {
    if (!this.options.mayChangeQueue) return;
    for (const { code: delete_code } of this.#transfers.splice(0)) {
      try {
        await this.act({ delete_code });
      } catch {}
    }
  }

  /** Call before the source of the transfers stops. Returns how many are left. */
  async finishTransfers(): Promise<number> {
    const { arrivalMs = defaultArrivalMs } = this.options;
    const end = performance.now() + arrivalMs;
    while (this.#transfers.length > 0 && performance.now() < end) {
      await sleep(pollMs);
      try {
        const queued = await this.listTransferCodes();
        this.#transfers = this.#transfers.filter(({ code }) => queued.includes(code));
      } catch {
        break;
      }
    }
    return this.#transfers.length;
  }

  async listTransferCodes(): Promise<unknown[]> {
    return (await this.#list(this.#operations.listTransfers)).map(({ code }) => code);
  }

  async transfer(file_code: string): Promise<Entry | undefined> {
    const entries = await this.#list(this.#operations.findTransfer(file_code));
    return entries.find(({ code }) => code === file_code)?.entry;
  }

  /** Finds a transfer whose entry has no code yet by its address. */
  async #list([path, params]: Request) {
    return list(await this.api.result(path, params)).map((entry) => {
      const isSame = ({ url }: { url: string }) => spell(url) === spell(entry['remote_url']);
      return { entry, code: entry['file_code'] || this.#transfers.find(isSame)?.code };
    });
  }

  async act(params: Record<string, string>): Promise<Entry> {
    this.requireQueueChanges();
    const [path, base] = this.#operations.actions;
    return (await this.api.get(path, { ...base, ...params })).body;
  }

  /** Some actions affect all transfers of the account. */
  requireQueueChanges(): void {
    if (!this.options.mayChangeQueue) {
      throw new SkippedCheckError(
        'could restart or remove other transfers of the account (needs --change-queue)',
      );
    }
  }

  async eventually<T>(what: string, poll: () => Promise<T | undefined>): Promise<T> {
    const { arrivalMs = defaultArrivalMs, paced = true } = this.options;
    const end = performance.now() + arrivalMs;
    for (;;) {
      const value = await poll();
      if (value !== undefined) return value;
      expect(performance.now() < end, `${what} did not happen within ${arrivalMs / 1000} s`);
      await sleep(paced ? pollMs : unpacedPollMs);
    }
  }

  /** To a new upload address, with its session if it has one. */
  async send(
    files: readonly File[],
    fields: Record<string, string> = {},
    key?: string,
  ): Promise<ApiResponse> {
    const response = await this.api.get('/api/upload/server');
    expectSuccess('/api/upload/server', response);
    const { result, sess_id } = response.body;
    const session = typeof sess_id === 'string' ? { sess_id } : {};
    return this.api.upload(String(result), { files, fields: { ...session, ...fields } }, key);
  }

  /** Returns the files' entries. The upload must succeed. */
  async sendFiles(files: readonly File[], fields: Record<string, string> = {}): Promise<Entry[]> {
    const { body } = await this.send(files, fields);
    expectShape('the upload', body, objectWith({ status: exactly(200) }));
    return list(this.#operations.readUploads(body));
  }

  async #uploadClip(): Promise<Entry> {
    const [entry] = await this.sendFiles([await this.clip()]);
    expect(entry !== undefined, 'the response to the upload has no entry');
    return entry;
  }
}

/** Some services return addresses decoded. */
function spell(address: unknown): string {
  try {
    return decodeURIComponent(new URL(String(address)).href);
  } catch {
    return String(address);
  }
}

/** Some services return the code in an array. */
export function readAdded({ body: { result } }: Pick<ApiResponse, 'body'>): unknown {
  return field(Array.isArray(result) ? result[0] : result, 'filecode');
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function list(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
