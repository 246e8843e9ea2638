/** What the checks share: callers, and a folder and a file that are created on first use. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Caller, expectSuccess, type Fetch } from './caller.ts';
import { type DialectName, type Operations, operations, type Request } from './operations.ts';
import { either, exactly, expect, expectShape, filledText, number, objectWith } from './shapes.ts';

export interface ContextOptions {
  baseUrl: string;
  key: string;
  /** Default "document". */
  dialect?: DialectName;
  /** Key of a second account, to clone across. */
  otherKey?: string;
  /** Address of a sample site (src/sample-site.ts) that the service can reach, without a slash at the end. */
  sourceSite?: string;
  /** Address of the same site for the suite itself. Default: `sourceSite`. */
  localSite?: string;
  /** It has reports of each of the last 30 days, more than 500 takedowns and 200 files of all ages. Default false. */
  prepared?: boolean;
  /** Call the transfer actions, which can restart and remove transfers that the suite did not add. Default false. */
  mayChangeQueue?: boolean;
  /** The player reads its options in the browser, where HTTP does not show them. Default false. */
  scriptedPlayer?: boolean;
  /** Stay within 10 requests a second. Default true. */
  paced?: boolean;
  /** How long a transfer may take to get where a check expects it. Default 60,000. */
  arrivalMs?: number;
  /** How long an answer may take, to its last byte. Default 30,000. */
  timeoutMs?: number;
  fetch?: Fetch;
}

type Entry = Record<string, unknown>;
type Run = ((context: Context) => Promise<void>) & { isInferred?: true };

/** One statement of docs/http-api.md, checked. */
export interface Check {
  section: string;
  name: string;
  /** The statement is marked as inferred there: what differs from it is noted, and is no failure. */
  isInferred?: boolean;
  run: Run;
}

/** The checks of a section of docs/http-api.md, by name. */
export const section = (section: string, runs: Record<string, Run>): Check[] =>
  Object.entries(runs).map(([name, run]) => ({ section, name, isInferred: run.isInferred ?? false, run }));

export const inferred = (run: Run): Run => Object.assign(run, { isInferred: true } as const);

/** Thrown by a check that finds what differs from the document and is left open by it. */
export class NotedError extends Error {
  override readonly name = 'NotedError';
}

/** Thrown by a check that cannot be made with the options given. */
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
  /** Makes its names differ from those of other runs. */
  readonly #run = randomUUID().slice(0, 8);
  #names = 0;
  /** Transfers that the suite added and has not removed. */
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

  /** A name that nothing in the account has yet. */
  name(what: string): string {
    this.#names += 1;
    return `conformance ${what} ${this.#run} ${this.#names}`;
  }

  /** Id of a folder in the root that belongs to this run. */
  folder(): Promise<string> {
    this.#folder ??= this.newFolder();
    return this.#folder;
  }

  async newFolder(params: Record<string, string> = {}): Promise<string> {
    const result = await this.api.result('/api/folder/create', { name: this.name('folder'), ...params });
    expectShape('the new folder', result, objectWith({ fld_id: either(filledText, number) }));
    return String(field(result, 'fld_id'));
  }

  /** The upload result entry of a clip that belongs to this run. */
  upload(): Promise<Entry> {
    this.#upload ??= this.#uploadClip();
    return this.#upload;
  }

  async file(): Promise<string> {
    return String((await this.upload())['filecode']);
  }

  /** Code of a clone of that clip, which a check may change. */
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

  /** Like `siteFile`, another address each time: one that is already queued may be refused. */
  source(name: string): string {
    return `${this.siteFile(name)}?${encodeURIComponent(this.name('source'))}`;
  }

  /** Reads a file of the sample site, by the address that the service has for it. */
  async readSiteFile(address: string): Promise<string> {
    const { sourceSite = '', localSite = sourceSite } = this.options;
    expect(address.startsWith(sourceSite), `${address} is not below ${sourceSite}`);
    return (await fetch(localSite + address.slice(sourceSite.length))).text();
  }

  /** Adds a remote upload, which is removed after the check, and returns its code. */
  async addRemote(url: string, params: Record<string, string> = {}): Promise<string> {
    const title = this.#operations.titleTransfer(this.name('transfer'));
    const answer = await this.api.get('/api/upload/url', { url, ...title, ...params });
    this.trackTransfer(answer, url);
    if (answer.body['status'] !== 200 && (await this.#areSlotsTaken()))
      throw new SkippedCheckError('needs an account with more free slots');
    expectSuccess('/api/upload/url', answer);
    return String(readAdded(answer));
  }

  async #areSlotsTaken(): Promise<boolean> {
    const { request, isFull } = this.#operations.slots;
    return isFull((await this.api.get(...request)).body);
  }

  /** Has the transfer of `url` that an answer of /api/upload/url names removed after the check. */
  trackTransfer(answer: Answer, url: string): void {
    const code = readAdded(answer);
    if (typeof code === 'string') this.#transfers.push({ code, url });
  }

  /** Removes the transfers that were added, where `mayChangeQueue` allows it. Never throws. */
  async removeTransfers(): Promise<void> {
    if (!this.options.mayChangeQueue) return;
    for (const { code: delete_code } of this.#transfers.splice(0)) {
      try {
        await this.act({ delete_code });
      } catch {
        // The check has its verdict already.
      }
    }
  }

  /** Waits until the transfers that were not removed are files, before their source goes away. Returns how many are left. */
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

  /** Entries of a list of transfers. A code that the list does not have yet is that of the transfer with its address. */
  async #list([path, params]: Request) {
    return list(await this.api.result(path, params)).map((entry) => {
      const isSame = ({ url }: { url: string }) => spell(url) === spell(entry['remote_url']);
      return { entry, code: entry['file_code'] || this.#transfers.find(isSame)?.code };
    });
  }

  /** Calls the transfer actions and returns the body. */
  async act(params: Record<string, string>): Promise<Entry> {
    this.requireQueueChanges();
    const [path, base] = this.#operations.actions;
    return (await this.api.get(path, { ...base, ...params })).body;
  }

  /** Some actions are about all transfers of the account. */
  requireQueueChanges(): void {
    if (!this.options.mayChangeQueue) {
      throw new SkippedCheckError('could restart or remove other transfers of the account (--change-queue)');
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

  /** Sends files to a new upload address, with the session that it comes with. */
  async send(files: readonly File[], fields: Record<string, string> = {}, key?: string): Promise<Answer> {
    const answer = await this.api.get('/api/upload/server');
    expectSuccess('/api/upload/server', answer);
    const { result, sess_id } = answer.body;
    const session = typeof sess_id === 'string' ? { sess_id } : {};
    return this.api.upload(String(result), { files, fields: { ...session, ...fields } }, key);
  }

  /** The entries of an upload that must succeed. */
  async sendFiles(files: readonly File[], fields: Record<string, string> = {}): Promise<Entry[]> {
    const { body } = await this.send(files, fields);
    expectShape('the upload', body, objectWith({ status: exactly(200) }));
    return list(this.#operations.readUploads(body));
  }

  async #uploadClip(): Promise<Entry> {
    const [entry] = await this.sendFiles([await this.clip()]);
    expect(entry !== undefined, 'the upload answers without an entry');
    return entry;
  }
}

/** One spelling of an address, which some services decode. */
function spell(address: unknown): string {
  try {
    return decodeURIComponent(new URL(String(address)).href);
  } catch {
    return String(address);
  }
}

/** The code of a new transfer. Some services answer an array of one. */
export function readAdded({ body: { result } }: Pick<Answer, 'body'>): unknown {
  return field(Array.isArray(result) ? result[0] : result, 'filecode');
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function list(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}
