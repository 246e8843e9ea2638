/**
 * One account of a service in virtual time (`fake-time.ts`), with configurable rules. It knows nothing about how Linkhaul works: it carries
 * out requests, applies one fault to each, and records what took effect. Models send 70,000 requests to it, which would take the local
 * service a minute. They also need a clock and deviations that the local service doesn't have.
 */
import {
  ApiError,
  type ApiErrorFacts,
  type ChangeOptions,
  type Client,
  type FileEntry,
  type FileQuery,
  getCapabilities,
  type Lane,
  type NewUpload,
} from '../../lib/api/index.ts';
import { exchange, type Fault } from './fake-network.ts';
import type { FakeTime } from './fake-time.ts';

export interface ServiceRules extends ListRules {
  readonly slots: number;
  /** Refuses a link while all slots are in use. */
  readonly fullMessage: string;
  readonly transferMs: number;
  /** Time between a transfer's disappearance from the list and the appearance of its file. */
  readonly gapMs: number;
  readonly echo: 'as-sent' | 'decoded' | 'trimmed';
  /** Refuses an address that is already in its queue. */
  readonly refusesQueued: boolean;
  readonly filtersFiles: boolean;
  /** Lists of files from the last minutes contain all files. */
  readonly ignoresMinutes: boolean;
  /** Whether responses include the service's time. */
  readonly tellsTime: boolean;
  /** How far the clock that dates files is behind. */
  readonly filesLagMs: number;
  /** Lists deleted files. */
  readonly listsDeleted: boolean;
  /** Accepts a title with a link. Otherwise the title can be set later. */
  readonly takesTitles: boolean;
  /** Rewrites titles like real services do. Otherwise keeps them. */
  readonly rewritesTitles: boolean;
  /** Whether listings include each file's folder. */
  readonly reportsFolders: boolean;
  /** Puts links into the root, whatever folder was requested. */
  readonly ignoresFolders: boolean;
  /** Response for an unknown folder. `all-files`: folder lists are refused, file lists contain the files of all folders. */
  readonly unknownFolder: 'refusal' | 'root' | 'all-files';
  /** How long an upload request waits in the limiter before it leaves. */
  readonly limiterMs: number;
  /** Time between two requests that leave. */
  readonly spacingMs: number;
  /** How much longer the readings for the send record take. */
  readonly asideMs: number;
  readonly perPage: number;
  /** Every second one of these can't be read in the `queue` lane, which searches them for evidence. */
  readonly unreadable: 'nothing' | 'transfers' | 'files';
  /** Every n-th list of transfers is empty, whatever exists. 0: none. */
  readonly emptyListEvery: number;
  /**
   * `single`: transfers can't be listed, only read one by one. `none`: no call about transfers returns a usable response. `empty`: the list
   * is always empty.
   */
  readonly reports: 'list' | 'single' | 'none' | 'empty';
  /** How long a transfer is listed without its code. */
  readonly unnamedMs: number;
  /** Finished transfers stay in the list, in a state with a name of the service's own. */
  readonly keepsFinished: boolean;
  /** `original`, `first`: cloning creates nothing and returns the code of the original or of the first clone. */
  readonly clonesAs: 'new' | 'original' | 'first';
  /** File info fails for every second file. */
  readonly failsAtFiles: boolean;
}

/** How lists deviate (docs/http-api.md, "Lists"). Only over HTTP (`fake-http.ts`), because `lib/api` handles this. */
interface ListRules {
  /** The reported page count. Undefined: not reported. */
  readonly totalPages?: ((truth: number) => unknown) | undefined;
  readonly total?: ((truth: number) => unknown) | undefined;
  /** The response beyond the last page. */
  readonly beyond?: 'nothing' | 'last' | 'first' | 'from-the-start' | 'refusal' | undefined;
  readonly maxPerPage?: number | undefined;
  /** Number of entries of a page that are repeated on the next one. */
  readonly overlap?: number | undefined;
  readonly oldestFirst?: boolean | undefined;
  readonly ignoresCreated?: boolean | undefined;
  /** How the dates of files are written. They are still compared by the service's clock. */
  readonly writeDate?: ((date: string) => unknown) | undefined;
  /** Truncates a folder's files to this number. */
  readonly maxInFolder?: number | undefined;
  /** Ids of additional folders in a folder's list. */
  readonly alsoInside?: ((folderId: string) => readonly string[]) | undefined;
}

export const plainRules: ServiceRules = {
  slots: 3,
  fullMessage: 'No free slots',
  transferMs: 60_000,
  gapMs: 0,
  echo: 'as-sent',
  refusesQueued: false,
  filtersFiles: true,
  ignoresMinutes: false,
  tellsTime: true,
  filesLagMs: 0,
  rewritesTitles: false,
  takesTitles: true,
  listsDeleted: false,
  reportsFolders: true,
  ignoresFolders: false,
  unknownFolder: 'all-files',
  limiterMs: 0,
  spacingMs: 0,
  asideMs: 0,
  perPage: 1_000,
  unreadable: 'nothing',
  emptyListEvery: 0,
  reports: 'list',
  unnamedMs: 0,
  keepsFinished: false,
  clonesAs: 'new',
  failsAtFiles: false,
};

export interface FakeFile {
  /** Null: the service doesn't report it. */
  size: number | null;
  title: string;
  folderId: string;
  readonly isOwn: boolean;
  readonly visibleAtMs: number;
  /** `YYYY-MM-DD HH:MM:SS`. */
  uploaded: string;
}

interface Transfer {
  readonly fileCode: string;
  readonly url: string;
  readonly title: string;
  readonly folderId: string;
  fails: boolean;
  startedAtMs: number;
}

type FakeCalls<Group> = { readonly [Name in keyof Group]?: (...given: never[]) => unknown };

/** A client with fake functions for only the calls that a test uses. */
export const fakeClient = (
  calls: { readonly [Group in Exclude<keyof Client, 'capabilities'>]?: FakeCalls<Client[Group]> } & {
    readonly capabilities?: Client['capabilities'];
  },
): Client => ({ capabilities: getCapabilities(), ...calls }) as unknown as Client;

const reads: ReadonlySet<string> = new Set([
  ...['account/info', 'urlupload/list', 'urlupload/status', 'urlupload/slots', 'upload/server'],
  ...['file/list', 'file/info', 'file/check', 'file/deleted', 'folder/list'],
]);
const unknownFileMsg = 'Not found or not your file';

export class FakeService {
  /** In order of arrival. Lists show the newest first. */
  readonly files = new Map<string, FakeFile>();
  readonly folders = new Map<string, { name: string; parentId: string }>();
  /** Upload requests that took effect, by address: the file codes that each created, or two if it created a duplicate. */
  readonly taken = new Map<string, string[][]>();
  /** All clones ever made: original → copies. */
  readonly clones = new Map<string, string[]>();
  /** File codes, in order. */
  readonly deleted: string[] = [];
  /** Without reads of the clock. */
  readonly requests: { readonly endpoint: string; readonly atMs: number; readonly hasFailed: boolean }[] = [];
  /** Faults for the next requests, one each. Reads of the clock don't count. */
  faults: Fault[] = [];
  /** Faults for all later requests to these endpoints. */
  readonly lastingFaults: Record<string, Fault> = {};
  /** Files missing from lists, with the message of file info. Null: no message. */
  readonly unseen = new Map<string, string | null>();
  /** Files that file info skips although lists contain them. */
  readonly passedOver = new Set<string>();
  /** Over HTTP: the request that always fails, such as "folder 3" or "page 2". */
  failsAt: string | null = null;
  /** Over HTTP: how links are refused. Null: accepted. */
  linkRefusal: { readonly status: number; readonly msg: string } | null = null;
  /** Over HTTP: the next response to these requests. */
  readonly nextAnswers = new Map<string, object>();
  isKeyGood = true;
  /** False: requests for the root are refused. */
  hasRoot = true;
  /** Returns a session with each upload address. */
  needsSession = false;
  readonly rules: ServiceRules;
  readonly #time: FakeTime;
  #client: Client | undefined;
  #count = 0;
  #nextLeaveMs = 0;
  #transfers: Transfer[] = [];
  #finished: Transfer[] = [];
  #lists = 0;

  constructor(time: FakeTime, rules: Partial<ServiceRules> = {}) {
    this.#time = time;
    this.rules = { ...plainRules, ...rules };
  }

  /** @returns the file's code */
  addFile(
    title: string,
    {
      folderId = '0',
      isOwn = true,
      visibleAtMs = this.#time.nowMs,
      fileCode = this.#newCode(),
      uploaded = formatDate(visibleAtMs - this.rules.filesLagMs),
      size = 1_000,
    }: Partial<FakeFile & { fileCode: string }> = {},
  ): string {
    this.files.set(fileCode, { title: this.#normalize(title), folderId, isOwn, visibleAtMs, uploaded, size });
    return fileCode;
  }

  addFolder(name: string, parentId = '0'): string {
    this.#count += 1;
    this.folders.set(String(this.#count), { name, parentId });
    return String(this.#count);
  }

  /**
   * Starts a transfer, like another device.
   * @returns its file code
   */
  addTransfer(url: string, title = 'somebody else’s', folderId = '0'): string {
    const fileCode = this.#newCode();
    const [startedAtMs, fails] = [this.#time.nowMs, url.includes('failing')];
    this.#transfers.push({ fileCode, url, title, folderId, startedAtMs, fails });
    return fileCode;
  }

  transferFolders(): readonly string[] {
    return this.#transfers.map(({ folderId }) => folderId);
  }

  codesOf(url: string): readonly string[] {
    return (this.taken.get(url) ?? []).flat();
  }

  has(fileCode: string): boolean {
    this.#finish();
    return this.files.has(fileCode) || this.#transfers.some((transfer) => transfer.fileCode === fileCode);
  }

  hasFailed(fileCode: string): boolean {
    return this.#transfers.some(
      (transfer) => transfer.fileCode === fileCode && transfer.fails && this.#hasEnded(transfer),
    );
  }

  knows(folderId: string): boolean {
    return folderId === '0' ? this.hasRoot : this.folders.has(folderId);
  }

  listFolders(folderId: string): { folderId: string; name: string; code: null }[] {
    const isRoot = this.rules.unknownFolder === 'root' && !this.knows(folderId);
    const parent = isRoot ? '0' : this.#known(folderId);
    return [...this.folders].flatMap(([id, { name, parentId }]) =>
      parentId === parent ? [{ folderId: id, name, code: null }] : [],
    );
  }

  countRequests(endpoint?: string): number {
    return this.requests.filter((request) => endpoint === undefined || request.endpoint === endpoint).length;
  }

  /** Always the same, like an account's. What was seen of a folder is remembered with it. */
  client(): Client {
    this.#client ??= this.#createClient();
    return this.#client;
  }

  #createClient(): Client {
    const slots = () => ({ freeSlots: Math.max(0, this.rules.slots - this.#active().length) });
    const { takesTitles: canSetTitleWhenSending, listsDeleted: hasDeletedList } = this.rules;
    return fakeClient({
      capabilities: { ...getCapabilities(), canSetTitleWhenSending, hasDeletedList },
      account: {
        probe: () => this.#request('account/info', () => undefined),
        info: () =>
          this.#readAside('account/info', () => ({
            serverTime: this.rules.tellsTime ? formatDate(this.#time.nowMs) : null,
          })),
      },
      remoteUploads: {
        add: ({ url, title, folderId = '0' }: NewUpload, options: ChangeOptions) => {
          const made: string[] = [];
          const add = () => {
            if (this.linkRefusal !== null) throw missing(this.linkRefusal.msg);
            const fileCode = this.#take(url, this.rules.takesTitles ? (title ?? null) : null, folderId);
            if (made.length === 0) this.taken.set(url, [...(this.taken.get(url) ?? []), made]);
            made.push(fileCode);
            return { fileCode, ...slots() };
          };
          return this.#request('upload/url', add, options);
        },
        list: ({ lane }: { lane: Lane }) =>
          this.#request('urlupload/list', () => {
            this.#mustReport('list', 'empty');
            return this.#listTransfers(lane);
          }),
        status: (fileCode: string, { lane }: { lane: Lane }) =>
          this.#request('urlupload/status', () => {
            this.#mustReport('list', 'single');
            return this.#describeTransfers(lane).find((each) => each.askedAs === fileCode) ?? null;
          }),
        slots: () =>
          this.#request('urlupload/slots', () => {
            this.#mustReport('list', 'single');
            return slots();
          }),
        restartErrors: () =>
          this.#request('urlupload/actions', () => {
            for (const transfer of this.#transfers) {
              if (transfer.fails && this.#hasEnded(transfer))
                Object.assign(transfer, { fails: false, startedAtMs: this.#time.nowMs });
            }
            return { msg: 'OK' };
          }),
        clearErrors: () => this.#clear((transfer) => transfer.fails && this.#hasEnded(transfer)),
        clearAll: () => this.#clear(() => true),
        delete: (fileCode: string) => this.#clear((transfer) => transfer.fileCode === fileCode),
      },
      uploads: { server: () => this.#request('upload/server', () => this.#nameUploadAddress()) },
      files: {
        rename: (code: string, title: string, options: ChangeOptions) => {
          const rename = () => void Object.assign(this.#own(code), { title: this.#normalize(title) });
          return this.#request('file/rename', rename, options);
        },
        move: (code: string, folderId: string, options: ChangeOptions) => {
          const move = () => void Object.assign(this.#own(code), { folderId: this.#known(folderId) });
          return this.#request('file/move', move, options);
        },
        clone: (code: string, { folderId = '0' }: { folderId?: string } = {}, options: ChangeOptions) => {
          const clone = () => {
            const { title } = this.files.get(code) ?? this.#own(code);
            const { clonesAs } = this.rules;
            const [[first] = []] = this.clones.values();
            if (clonesAs === 'original') return { fileCode: code };
            if (clonesAs === 'first' && first !== undefined) return { fileCode: first };
            const fileCode = this.addFile(title, { folderId });
            this.clones.set(code, [...(this.clones.get(code) ?? []), fileCode]);
            return { fileCode };
          };
          return this.#request('file/clone', clone, options);
        },
        delete: (code: string, options: ChangeOptions) => {
          const remove = () => {
            this.#own(code);
            this.files.delete(code);
            this.deleted.push(code);
          };
          return this.#request('file/delete', remove, options);
        },
        deleted: () => this.#request('file/deleted', () => this.deleted.map((fileCode) => ({ fileCode }))),
        info: (codes: readonly string[]) =>
          this.#request('file/info', () => codes.map((fileCode) => this.#info(fileCode))),
        check: (fileCode: string) => {
          const check = () => ({ active: this.#own(fileCode) !== undefined });
          return this.#request('file/check', check);
        },
        list: ({ createdAfter, createdWithinMinutes, perPage }: FileQuery) => {
          const isPast = createdAfter !== undefined && this.rules.filtersFiles;
          const query = { createdWithinMinutes };
          const list = () => ({ files: isPast ? [] : this.#listFiles(query).slice(0, perPage), skipped: 0 });
          return createdWithinMinutes === undefined
            ? this.#request('file/list', list)
            : this.#readAside('file/list', list);
        },
        iterate: (query: FileQuery, { lane }: { lane: Lane }) => this.#iterate(query, lane),
      },
      folders: {
        list: (folderId: string) =>
          this.#request('folder/list', () => ({ folders: this.listFolders(folderId), files: [] })),
        create: ({ name, parentId }: { name: string; parentId?: string }, options: ChangeOptions) =>
          this.#request('folder/create', () => ({ folderId: this.addFolder(name, parentId) }), options),
      },
    });
  }

  /** Sends a request and its response, with the next fault. */
  async #request<T>(endpoint: string, carryOut: () => T, { beforeSend }: ChangeOptions = {}): Promise<T> {
    const { limiterMs, spacingMs } = this.rules;
    const waitedMs = endpoint === 'upload/url' ? limiterMs : 0;
    this.#nextLeaveMs = Math.max(this.#nextLeaveMs, this.#time.nowMs);
    const leaveMs = this.#nextLeaveMs + waitedMs;
    this.#nextLeaveMs += spacingMs;
    if (leaveMs > this.#time.nowMs) await this.#time.wait(leaveMs - this.#time.nowMs);
    await beforeSend?.();
    const fault = this.faults.shift() ?? this.lastingFaults[endpoint] ?? 'none';
    const request = { endpoint, atMs: this.#time.nowMs, hasFailed: false };
    this.requests.push(request);
    const isIgnored = fault === 'no-effect' && /move|rename|delete/.test(endpoint);
    return exchange(this.#time, fault, {
      endpoint,
      changes: !reads.has(endpoint),
      carryOut: () => {
        if (!this.isKeyGood) throw new ApiError('unauthorized', 'No', facts('Wrong auth'));
        return isIgnored ? (undefined as T) : carryOut();
      },
    }).catch((error: unknown) => {
      request.hasFailed = true;
      throw error;
    });
  }

  /** Reads something for the send record that is irrelevant to tests. Consumes no fault. */
  async #readAside<T>(endpoint: string, carryOut: () => T): Promise<T> {
    if (this.rules.asideMs > 0) await this.#time.wait(this.rules.asideMs);
    const fault = this.lastingFaults[endpoint] ?? 'none';
    return exchange(this.#time, fault, { endpoint, changes: false, carryOut });
  }

  /** @param reports the values of `reports` for which the call has a response */
  #mustReport(...reports: readonly ServiceRules['reports'][]): void {
    if (!reports.includes(this.rules.reports))
      throw new ApiError('invalid-response', 'A web page', facts('', 404));
  }

  #take(url: string, title: string | null, folderId: string): string {
    const refusal = (msg: string) => new ApiError('refused', 'Refused', facts(msg));
    if (url.includes('forbidden')) throw refusal('This host is not allowed');
    if (url.includes('denied')) throw new ApiError('invalid-response', 'No', facts('', 403));
    if (url.includes('used-up'))
      throw new ApiError('quota-exceeded', 'No', facts('Daily limit for this site reached'));
    if (url.includes('taken-oddly')) {
      this.addTransfer(url, 'taken', folderId);
      throw new ApiError('refused', 'Odd', { ...facts('Odd', 600), mayHaveTakenEffect: true });
    }
    if (url.includes('put-off')) throw refusal('Server busy, try again later');
    const isQueued = this.#active().some((transfer) => transfer.url === url);
    if (this.rules.refusesQueued && isQueued) throw refusal('This URL is already in your queue');
    if (this.#active().length >= this.rules.slots) throw refusal(this.rules.fullMessage);
    const location = this.rules.ignoresFolders ? '0' : folderId;
    return this.addTransfer(url, title ?? new URL(url).pathname.split('/').at(-1), location);
  }

  #listTransfers(lane: Lane) {
    const { emptyListEvery, reports } = this.rules;
    this.#lists += 1;
    const isEmpty = reports === 'empty' || (emptyListEvery > 0 && this.#lists % emptyListEvery === 0);
    return isEmpty ? Object.assign([], { skipped: 0 }) : this.#describeTransfers(lane);
  }

  #describeTransfers(lane: Lane) {
    this.#finish();
    const { keepsFinished } = this.rules;
    const all = [...this.#transfers, ...(keepsFinished ? this.#finished : [])];
    const readable = all.filter(({ fileCode }) => this.#isReadable('transfers', fileCode, lane));
    const listed = readable.map((transfer) => {
      const { fileCode, url, folderId, startedAtMs } = transfer;
      const isUnnamed = this.#time.nowMs - startedAtMs < this.rules.unnamedMs;
      const moving = isUnnamed ? 'pending' : 'working';
      const running = transfer.fails && this.#hasEnded(transfer) ? 'error' : moving;
      const phase = this.#finished.includes(transfer) ? 'unknown' : running;
      const share = Math.min(1, (this.#time.nowMs - startedAtMs) / this.rules.transferMs);
      const bytesDownloaded = Math.round(1_000 * share);
      return {
        fileCode: isUnnamed ? null : fileCode,
        askedAs: fileCode,
        remoteUrl: this.#echo(url),
        folderId,
        phase,
        status: phase === 'unknown' ? 'finished' : phase,
        created: formatDate(startedAtMs),
        bytesTotal: 1_000,
        bytesDownloaded,
      };
    });
    return Object.assign(listed, { skipped: all.length - readable.length });
  }

  /** Newest first. */
  #listFiles({ folderId, createdWithinMinutes: minutes }: FileQuery): FileEntry[] {
    const { unknownFolder, reportsFolders, filtersFiles, ignoresMinutes, filesLagMs } = this.rules;
    this.#finish();
    const isKnown = folderId === undefined || this.knows(folderId);
    if (!isKnown && unknownFolder === 'refusal') throw missing('There is no such folder');
    // An unknown folder doesn't filter. `lib/api` leaves out entries that name another folder.
    const isFiltered = isKnown || reportsFolders;
    const { nowMs } = this.#time;
    const sinceMs = filtersFiles && !ignoresMinutes && minutes !== undefined ? nowMs - minutes * 60_000 : 0;
    const entries: FileEntry[] = [];
    for (const [fileCode, file] of this.files) {
      if (!file.isOwn || this.unseen.has(fileCode)) continue;
      if (file.visibleAtMs > nowMs || file.visibleAtMs - filesLagMs < sinceMs) continue;
      if (isFiltered && folderId !== undefined && file.folderId !== folderId) continue;
      entries.push({
        fileCode,
        title: file.title,
        uploaded: file.uploaded,
        length: 10,
        views: 0,
        isPublic: true,
        folderId: reportsFolders ? file.folderId : null,
        canPlay: true,
        downloadUrl: null,
        singleImage: null,
      });
    }
    return entries.reverse();
  }

  async *#iterate(query: FileQuery, lane: Lane): AsyncGenerator<FileEntry, { skipped: number }, undefined> {
    const { perPage } = this.rules;
    let skipped = 0;
    for (let from = 0; ; from += perPage) {
      const page = await this.#request('file/list', () => this.#listFiles(query).slice(from, from + perPage));
      const readable = page.filter(({ fileCode }) => this.#isReadable('files', fileCode, lane));
      skipped += page.length - readable.length;
      yield* readable;
      if (page.length < perPage) return { skipped };
    }
  }

  #info(fileCode: string) {
    this.#finish();
    const file = this.files.get(fileCode);
    const msg = this.passedOver.has(fileCode) ? null : this.unseen.get(fileCode);
    if (msg !== undefined) return { found: false, fileCode, msg, error: null };
    const isThere = file?.isOwn === true && file.visibleAtMs <= this.#time.nowMs;
    if (!isThere) return { found: false, fileCode, msg: unknownFileMsg, error: null };
    if (this.rules.failsAtFiles && /[13579]$/.test(fileCode))
      return {
        found: false,
        fileCode,
        msg: null,
        error: new ApiError('invalid-response', '500', facts('Error', 500)),
      };
    // Hosts that take no title report the folder.
    const location = this.rules.takesTitles ? {} : { folderId: file.folderId };
    return { found: true, fileCode, title: file.title, size: file.size, length: 10, views: 0, ...location };
  }

  #clear(isCleared: (transfer: Transfer) => boolean): Promise<{ msg: string }> {
    return this.#request('urlupload/actions', () => {
      this.#transfers = this.#transfers.filter((transfer) => !isCleared(transfer));
      this.#finished = this.#finished.filter((transfer) => !isCleared(transfer));
      return { msg: 'OK' };
    });
  }

  #nameUploadAddress(): string {
    if (!this.needsSession) return 'https://upload.example/1';
    const facts = { endpoint: 'upload/server', msg: null, status: null, mayHaveTakenEffect: false };
    throw Object.assign(new ApiError('refused', 'A session', facts), { needsSession: true });
  }

  #isReadable(kind: ServiceRules['unreadable'], fileCode: string, lane: Lane): boolean {
    return lane !== 'queue' || this.rules.unreadable !== kind || !/[13579]$/.test(fileCode);
  }

  #own(code: string): FakeFile {
    this.#finish();
    const file = this.files.get(code);
    if (file?.isOwn !== true || file.visibleAtMs > this.#time.nowMs) throw missing(unknownFileMsg);
    return file;
  }

  #known(folderId: string): string {
    if (!this.knows(folderId)) throw missing('There is no such folder');
    return folderId;
  }

  #newCode(): string {
    this.#count += 1;
    return `code${String(this.#count).padStart(6, '0')}`;
  }

  #normalize(title: string): string {
    const rewritten = this.rules.rewritesTitles
      ? title.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[._]/g, ' ')
      : title;
    return rewritten.replace(/\s+/g, ' ').trim();
  }

  #hasEnded({ startedAtMs }: Transfer): boolean {
    return this.#time.nowMs - startedAtMs >= this.rules.transferMs;
  }

  /** Finished transfers become files. Failed ones stay in the list and free their slot. */
  #finish(): void {
    const { transferMs, gapMs } = this.rules;
    const isDone = (transfer: Transfer) => !transfer.fails && this.#hasEnded(transfer);
    for (const transfer of this.#transfers.filter(isDone)) {
      const { fileCode, title, folderId, startedAtMs } = transfer;
      this.addFile(title, { fileCode, folderId, visibleAtMs: startedAtMs + transferMs + gapMs });
    }
    this.#finished.push(...this.#transfers.filter(isDone));
    this.#transfers = this.#transfers.filter((transfer) => !isDone(transfer));
  }

  #active(): readonly Transfer[] {
    this.#finish();
    return this.#transfers.filter((transfer) => !(transfer.fails && this.#hasEnded(transfer)));
  }

  #echo(url: string): string {
    if (this.rules.echo === 'as-sent') return url;
    return this.rules.echo === 'decoded' ? decodeURIComponent(url) : `${url} `;
  }
}

const facts = (msg: string, status = 400): ApiErrorFacts => ({
  endpoint: 'fake',
  msg,
  status,
  mayHaveTakenEffect: false,
});
const missing = (msg: string) => new ApiError('not-found', 'No', facts(msg, 404));

/** `YYYY-MM-DD HH:MM:SS`. */
export const formatDate = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
