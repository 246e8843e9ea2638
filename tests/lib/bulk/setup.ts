/**
 * A small world for bulk work: a service with files and folders that follows rules of its own.
 *
 * Nothing in here knows how the work is done: it only carries out requests, and keeps what became of every file.
 */
import {
  type ApiError,
  type ApiErrorFacts,
  type ChangeOptions,
  type FileEntry,
  type FileInfo,
  InvalidResponseError,
  NetworkError,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
  RefusedError,
  TimeoutError,
  UnauthorizedError,
} from '../../../lib/api/index.ts';
import type { BulkClient } from '../../../lib/bulk/run/context.ts';
import type { FakeTime } from '../fake-time.ts';

/** What befalls one request. */
export type Fault =
  | 'none'
  | 'slow'
  | 'reset-before'
  | 'reset-after'
  | 'html-before'
  | 'html-after'
  | 'hang'
  | 'hang-after'
  | 'late' // given up by the client, and carried out by the service some seconds later
  | 'rate-limited'
  | 'quota'
  | 'odd-words' // refused in words that nobody has seen yet
  | 'lie'; // the service says yes, and changes nothing

/** The rules of a service. */
export interface Rules {
  /** Rewrites titles as services do. */
  readonly rewrites: boolean;
  /** Says of every file in a listing where it is; else it leaves that out. */
  readonly tellsFolders: boolean;
  /**
   * How it answers for a folder that it does not know: it refuses, or shows the root's folders. Where this is left out it
   * refuses to list folders, and lists all files.
   */
  readonly unknownFolder?: 'refusal' | 'root';
}

export interface WorldFile {
  title: string;
  folderId: string;
  readonly mine: boolean;
}

const timeout = 25_000;

/** One account of a service. */
export class Service {
  /** In the order in which they came; listings show the newest first. */
  readonly files = new Map<string, WorldFile>();
  readonly folders = new Map<string, { name: string; parentId: string }>();
  /** Every clone that was ever made: original → copies. */
  readonly clones = new Map<string, string[]>();
  readonly requests: string[] = [];
  faults: Fault[] = [];
  /** Files about which the service is never reasonable. */
  readonly poisoned = new Set<string>();
  readonly refused = new Set<string>();
  /** Files that no listing shows, and what is said of them when they are asked for; null: nothing. */
  readonly unseen = new Map<string, string | null>();
  keyIsGood = true;
  /** False: it says that there is no root. */
  hasRoot = true;
  #count = 0;
  #nextTurn = 0;

  readonly time: FakeTime;
  readonly rules: Rules;
  constructor(time: FakeTime, rules: Rules) {
    this.time = time;
    this.rules = rules;
  }

  add(title: string, folderId: string, mine = true): string {
    this.#count += 1;
    const code = `code${String(this.#count).padStart(6, '0')}`;
    this.files.set(code, { title: this.#tidy(title), folderId, mine });
    return code;
  }

  addFolder(name: string, parentId = '0'): string {
    this.#count += 1;
    this.folders.set(String(this.#count), { name, parentId });
    return String(this.#count);
  }

  #tidy(title: string): string {
    const tidy = this.rules.rewrites ? title.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[._]/g, ' ') : title;
    return tidy.replace(/\s+/g, ' ').trim();
  }

  /** Waits for its turn, as every request does for the limiter. */
  async #turn({ beforeSend }: ChangeOptions = {}): Promise<void> {
    this.#nextTurn = Math.max(this.#nextTurn + 100, this.time.nowMs);
    await this.time.wait(this.#nextTurn - this.time.nowMs);
    await beforeSend?.();
  }

  /** A request: waits for its turn, travels, meets its fate, and comes back. */
  async #request<T>(what: string, carryOut: () => T, lie?: () => T, options?: ChangeOptions): Promise<T> {
    const changes = lie !== undefined;
    await this.#turn(options);
    const fault = this.faults.shift() ?? 'none';
    this.requests.push(what);
    const fail = (
      Class: new (sentence: string, facts: ApiErrorFacts) => ApiError,
      isUnsure: boolean,
      msg: string | null = null,
    ) => new Class(fault, { endpoint: what, msg, status: null, mayHaveTakenEffect: isUnsure && changes });
    await this.time.wait(fault === 'slow' ? 4_000 : 40);
    if (!this.keyIsGood) throw fail(UnauthorizedError, false, 'Wrong auth');
    switch (fault) {
      case 'none':
      case 'slow':
      case 'lie': {
        const result = fault === 'lie' && lie !== undefined ? lie() : carryOut();
        await this.time.wait(40);
        return result;
      }
      case 'reset-before':
        throw fail(NetworkError, true);
      case 'reset-after':
        this.#tryTo(carryOut);
        throw fail(NetworkError, true);
      case 'html-before':
        throw fail(InvalidResponseError, true);
      case 'html-after':
        this.#tryTo(carryOut);
        throw fail(InvalidResponseError, true);
      case 'hang':
        await this.time.wait(timeout);
        throw fail(TimeoutError, true);
      case 'hang-after':
        this.#tryTo(carryOut);
        await this.time.wait(timeout);
        throw fail(TimeoutError, true);
      case 'late':
        if (changes) this.time.setTimer(timeout + 6_000, () => this.#tryTo(carryOut));
        await this.time.wait(timeout);
        throw fail(TimeoutError, true);
      case 'rate-limited':
        throw fail(RateLimitedError, false, 'Too Many Requests');
      case 'quota':
        throw fail(QuotaExceededError, false, 'limit reached: 10 per day');
      case 'odd-words':
        throw fail(RefusedError, true, 'Come back when the moon is full');
    }
  }

  /** Carries something out whose answer nobody will hear, a refusal included. */
  #tryTo(carryOut: () => unknown): void {
    try {
      carryOut();
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof NotFoundError)) throw error;
    }
  }

  #own(code: string, what: string): WorldFile {
    const facts = { endpoint: what, status: null };
    if (this.poisoned.has(code))
      throw new InvalidResponseError('A failure of the service', {
        ...{ ...facts, msg: null, mayHaveTakenEffect: true },
      });
    if (this.refused.has(code))
      throw new RefusedError('Refused', { ...facts, msg: 'This file is locked', mayHaveTakenEffect: false });
    const file = this.files.get(code);
    if (file?.mine !== true && what !== 'file/clone') throw this.#missing(what);
    if (file === undefined) throw this.#missing(what);
    return file;
  }

  #missing(what: string) {
    const msg = 'Not found or not your file';
    return new NotFoundError('No', { endpoint: what, msg, status: 404, mayHaveTakenEffect: false });
  }

  #knows(folderId: string): boolean {
    return folderId === '0' ? this.hasRoot : this.folders.has(folderId);
  }

  #entries(folderId: string | undefined): FileEntry[] {
    const known = folderId === undefined || this.#knows(folderId);
    if (!known && this.rules.unknownFolder === 'refusal') throw this.#missing('file/list');
    const all = [...this.files].toReversed().filter(([code, { mine }]) => mine && !this.unseen.has(code));
    // A folder that is not known is no filter at all; `lib/api` leaves out what says that it stands elsewhere.
    return all
      .filter(([, file]) => folderId === undefined || file.folderId === folderId || !known)
      .filter(([, file]) => known || !this.rules.tellsFolders || file.folderId === folderId)
      .map(([fileCode, file]) => ({
        ...{ fileCode, title: file.title, downloadUrl: null, singleImage: null, canPlay: true },
        ...{ length: 10, views: 0, uploaded: null, isPublic: true },
        folderId: this.rules.tellsFolders ? file.folderId : null,
      }));
  }

  client(): BulkClient {
    const service = this;
    return {
      files: {
        rename: (code, title, options) =>
          this.#request(
            'file/rename',
            () => {
              this.#own(code, 'file/rename').title = this.#tidy(title);
            },
            () => {},
            options,
          ),
        move: (code, folderId, options) =>
          this.#request(
            'file/move',
            () => {
              const file = this.#own(code, 'file/move');
              if (!this.#knows(folderId)) throw this.#missing('file/move');
              file.folderId = folderId;
            },
            () => {},
            options,
          ),
        clone: (code, { folderId = '0' } = {}, options) => {
          const make = () => {
            const { title } = this.#own(code, 'file/clone');
            const copy = this.add(title, folderId);
            this.clones.set(code, [...(this.clones.get(code) ?? []), copy]);
            return {
              ...{ fileCode: copy, embedUrl: null, downloadUrl: null },
              ...{ protectedDownload: null, protectedEmbed: null },
            };
          };
          return this.#request('file/clone', make, make, options);
        },
        info: (codes) =>
          this.#request('file/info', () =>
            [codes].flat().map((fileCode): FileInfo => {
              const file = this.files.get(fileCode);
              const said = this.unseen.get(fileCode);
              if (said !== undefined) return { found: false, fileCode, msg: said };
              if (file?.mine !== true) return { found: false, fileCode, msg: 'Not found or not your file' };
              return {
                ...{ found: true, fileCode, title: file.title, size: 1, length: 10, views: 0 },
                ...{ uploaded: null, lastView: null, canPlay: true, singleImage: null, splashImage: null },
                ...{ protectedEmbed: null, protectedDownload: null },
              };
            }),
          ),
        list: () =>
          this.#request('file/list', () => ({ files: [], totalPages: null, total: null, skipped: 0 })),
        iterate: ({ folderId } = {}) =>
          (async function* () {
            for (let page = 0; ; page += 1) {
              const files = await service.#request('file/list', () =>
                service.#entries(folderId).slice(page * 5, page * 5 + 5),
              );
              if (files.length === 0) return { skipped: 0 };
              yield* files;
            }
          })(),
      },
      folders: {
        list: (folderId) =>
          this.#request('folder/list', () => {
            const showsRoot = this.rules.unknownFolder === 'root' && !this.#knows(folderId);
            if (!showsRoot && !this.#knows(folderId)) throw this.#missing('folder/list');
            const parent = showsRoot ? '0' : folderId;
            const inside = [...this.folders].filter(([, { parentId }]) => parentId === parent);
            const folders = inside.map(([id, { name }]) => ({ folderId: id, name, code: null }));
            return { folders, files: [] };
          }),
        create: ({ name, parentId = '0' }) => {
          const make = () => ({ folderId: this.addFolder(name, parentId) });
          return this.#request('folder/create', make, make);
        },
      },
    };
  }
}
