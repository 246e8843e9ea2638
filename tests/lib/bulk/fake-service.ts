/** A fake of the client that bulk work gets, in memory and on fake time: it carries out requests, and fails as the script says. */
import {
  type ChangeOptions,
  type FileEntry,
  type FileInfo,
  InvalidResponseError,
  NotFoundError,
  RefusedError,
  UnauthorizedError,
} from '../../../lib/api/index.ts';
import type { BulkClient } from '../../../lib/bulk/run/context.ts';
import { createFailure, exchange, type NetworkFault } from '../fake-network.ts';
import type { FakeTime } from '../fake-time.ts';

/** What happens to one request. */
export type Fault =
  | NetworkFault
  | 'odd-words' // refused with an unknown message
  | 'no-effect'; // the service says yes, and changes nothing

/** The rules of a service. */
export interface Rules {
  /** Whether it rewrites titles. */
  readonly rewrites: boolean;
  /** Whether listings name each file's folder. */
  readonly reportsFolders: boolean;
  /**
   * How it answers for a folder that it does not know: it refuses, or shows the root's folders. Where this is left out it
   * refuses to list folders, and lists all files.
   */
  readonly unknownFolder?: 'refusal' | 'root';
}

export interface FakeFile {
  title: string;
  folderId: string;
  readonly mine: boolean;
}

/** One account of a service. */
export class FakeService {
  /** In the order in which they came; listings show the newest first. */
  readonly files = new Map<string, FakeFile>();
  readonly folders = new Map<string, { name: string; parentId: string }>();
  /** Every clone that was ever made: original → copies. */
  readonly clones = new Map<string, string[]>();
  readonly requests: string[] = [];
  faults: Fault[] = [];
  /** Files for which each request fails. */
  readonly broken = new Set<string>();
  readonly refused = new Set<string>();
  /** Files missing from listings, with file info's message for them; null: no message. */
  readonly unseen = new Map<string, string | null>();
  keyIsGood = true;
  /** False: requests for the root are refused. */
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
    this.files.set(code, { title: this.#normalize(title), folderId, mine });
    return code;
  }

  addFolder(name: string, parentId = '0'): string {
    this.#count += 1;
    this.folders.set(String(this.#count), { name, parentId });
    return String(this.#count);
  }

  #normalize(title: string): string {
    const normalized = this.rules.rewrites
      ? title.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[._]/g, ' ')
      : title;
    return normalized.replace(/\s+/g, ' ').trim();
  }

  /** One request each 100 ms, like the limiter. */
  async #turn({ beforeSend }: ChangeOptions = {}): Promise<void> {
    this.#nextTurn = Math.max(this.#nextTurn + 100, this.time.nowMs);
    await this.time.wait(this.#nextTurn - this.time.nowMs);
    await beforeSend?.();
  }

  /** @param pretend answers without effect; given for requests that change something */
  async #request<T>(what: string, carryOut: () => T, pretend?: () => T, options?: ChangeOptions): Promise<T> {
    const changes = pretend !== undefined;
    await this.#turn(options);
    const fault = this.faults.shift() ?? 'none';
    this.requests.push(what);
    const failure = createFailure(fault, { endpoint: what, changes });
    await this.time.wait(fault === 'slow' ? 4_000 : 40);
    if (!this.keyIsGood) throw failure(UnauthorizedError, false, 'Wrong auth');
    if (fault === 'odd-words') throw failure(RefusedError, true, 'Come back when the moon is full');
    const request = { endpoint: what, changes };
    if (fault !== 'no-effect') return exchange(this.time, fault, { ...request, carryOut });
    return exchange(this.time, 'none', { ...request, carryOut: pretend ?? carryOut });
  }

  #own(code: string, what: string): FakeFile {
    const facts = { endpoint: what, status: null };
    if (this.broken.has(code))
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
      .filter(([, file]) => known || !this.rules.reportsFolders || file.folderId === folderId)
      .map(([fileCode, file]) => ({
        ...{ fileCode, title: file.title, downloadUrl: null, singleImage: null, canPlay: true },
        ...{ length: 10, views: 0, uploaded: null, isPublic: true },
        folderId: this.rules.reportsFolders ? file.folderId : null,
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
              this.#own(code, 'file/rename').title = this.#normalize(title);
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
