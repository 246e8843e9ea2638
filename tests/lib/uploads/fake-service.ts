/**
 * One account of a service in virtual time (`fake-time.ts`), by rules of its own. It knows nothing of how uploads work: it
 * carries out requests, applies one fault to each, and keeps what took effect.
 */
import {
  type ChangeOptions,
  type FileQuery,
  type Lane,
  NetworkError,
  type NewUpload,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
  RefusedError,
} from '../../../lib/api/index.ts';
import type { ListedFile, UploadsClient } from '../../../lib/uploads/context.ts';
import { createFailure, exchange, ignoreRefusal, type NetworkFault } from '../fake-network.ts';
import type { FakeTime } from '../fake-time.ts';
import { fakeClient } from './fake-client.ts';

/** What happens to one request. */
export type Fault = NetworkFault | Repeat | TwinFault;

/**
 * The browser repeats a request whose connection broke. The first arrival takes effect (`late`: some seconds later), and
 * the answer is that to the second.
 */
export type Repeat =
  | 'repeat-limited'
  | 'repeat-limited-late'
  | 'repeat-quota'
  | 'repeat-full'
  | 'repeat-busy'
  | 'repeat-queued';
export const repeats: readonly Repeat[] = [
  'repeat-limited',
  'repeat-limited-late',
  'repeat-quota',
  'repeat-full',
  'repeat-busy',
  'repeat-queued',
];

/** The browser repeats a request and both arrivals take effect; the answer to the second comes, or none. */
export type TwinFault = 'twin-answered' | 'twin-unanswered';
export const twinFaults: readonly TwinFault[] = ['twin-answered', 'twin-unanswered'];

export interface ServiceRules {
  readonly slots: number;
  /** Milliseconds that a transfer takes. */
  readonly transferMs: number;
  /** Milliseconds between a transfer's disappearance from the list and its file's appearance. */
  readonly gapMs: number;
  readonly echo: 'as-sent' | 'decoded' | 'trimmed';
  /** Refuses an address that is in its queue. */
  readonly refusesQueued: boolean;
  readonly filtersFiles: boolean;
  /** Titles are rewritten as services do, or kept. */
  readonly rewritesTitles: boolean;
  /** Milliseconds for which a request waits in the limiter before it leaves. */
  readonly limiterMs: number;
  /** Every other one of these cannot be read by the `queue` lane, which searches them for evidence. */
  readonly unreadable: 'nothing' | 'transfers' | 'files';
}

interface Transfer {
  readonly fileCode: string;
  readonly url: string;
  readonly title: string;
  readonly folderId: string;
  readonly startedAtMs: number;
  readonly fails: boolean;
}

interface StoredFile {
  readonly fileCode: string;
  readonly title: string;
  readonly folderId: string;
  readonly visibleAtMs: number;
}

/** Milliseconds between the two arrivals of a repeated request. */
const repeatMs = 500;

export class FakeService {
  /** Every request for an upload that took effect, by address: the file codes that it made, two where it made a twin. */
  readonly taken = new Map<string, string[][]>();
  readonly requests: { readonly endpoint: string; readonly atMs: number }[] = [];
  /** For the next requests, one each. */
  faults: Fault[] = [];
  /** For every request to these endpoints after those. */
  readonly lastingFaults: Record<string, Fault> = {};
  readonly rules: ServiceRules;
  readonly #time: FakeTime;
  #codes = 0;
  #transfers: Transfer[] = [];
  #files: StoredFile[] = [];

  constructor(time: FakeTime, rules: ServiceRules) {
    this.#time = time;
    this.rules = rules;
  }

  /** A transfer that another device starts. */
  addForeign(url: string): void {
    this.#start(url, 'somebody else’s', '0');
  }

  /** A file from long ago. */
  addOldFile(title: string): void {
    this.#addFile(title, this.#time.nowMs - 30 * 24 * 3_600_000);
  }

  /** A file that somebody has just uploaded. */
  addFreshFile(title: string): void {
    this.#addFile(title, this.#time.nowMs);
  }

  /** The folders of the transfers, in order. */
  folders(): readonly string[] {
    return this.#transfers.map(({ folderId }) => folderId);
  }

  /** File codes that `taken` holds for an address. */
  codesOf(url: string): readonly string[] {
    return (this.taken.get(url) ?? []).flat();
  }

  /** What became of a file code. */
  outcomeOf(fileCode: string): 'running' | 'failed' | 'file' | 'nothing' {
    this.#finish();
    const transfer = this.#transfers.find((each) => each.fileCode === fileCode);
    if (transfer !== undefined) return this.#hasEnded(transfer) ? 'failed' : 'running';
    return this.#files.some((file) => file.fileCode === fileCode) ? 'file' : 'nothing';
  }

  /** Whether a move has an effect; the answer is yes in any case. */
  movesFiles = true;

  /** Takes a file as its upload address does: it lies in the root. */
  receive(title: string): string {
    const fileCode = `own-${this.#files.length}`;
    this.#files.push({ fileCode, title, folderId: '0', visibleAtMs: this.#time.nowMs });
    return fileCode;
  }

  /** Id of the folder that a file is in. */
  folderOf(fileCode: string): string | undefined {
    return this.#files.find((file) => file.fileCode === fileCode)?.folderId;
  }

  client(): UploadsClient {
    const slots = () => ({ totalSlots: this.rules.slots, usedSlots: this.#active().length });
    return fakeClient({
      remoteUploads: {
        add: async ({ url, title, folderId = '0' }: NewUpload, { beforeSend }: ChangeOptions) => {
          await this.#time.wait(this.rules.limiterMs);
          await beforeSend?.();
          const made: string[] = [];
          return this.#request('upload/url', () => {
            const fileCode = this.#take(url, title ?? null, folderId);
            if (made.length === 0) this.taken.set(url, [...(this.taken.get(url) ?? []), made]);
            made.push(fileCode);
            return { fileCode, ...slots() };
          });
        },
        list: ({ lane }: { lane: Lane }) => this.#request('urlupload/list', () => this.#list(lane)),
        slots: () => this.#request('urlupload/slots', slots),
        restartErrors: () =>
          this.#request('urlupload/actions', () => {
            this.#transfers = this.#transfers.map((each) =>
              each.fails && this.#hasEnded(each)
                ? { ...each, fails: false, startedAtMs: this.#time.nowMs }
                : each,
            );
            return { msg: 'OK' };
          }),
        clearErrors: () => this.#clear((transfer) => transfer.fails && this.#hasEnded(transfer)),
        clearAll: () => this.#clear(() => true),
        delete: (fileCode: string) => this.#clear((transfer) => transfer.fileCode === fileCode),
      },
      uploads: { server: () => this.#request('upload/server', () => 'https://upload.example/1') },
      files: {
        move: (fileCode: string, folderId: string) =>
          this.#request('file/move', () => {
            if (!this.movesFiles) return;
            this.#files = this.#files.map((file) =>
              file.fileCode === fileCode ? { ...file, folderId } : file,
            );
          }),
        list: ({ createdAfter }: FileQuery) =>
          this.#request('file/list', () => {
            const files = createdAfter !== undefined && this.rules.filtersFiles ? [] : this.#visible(0);
            return { files: files.slice(0, 1).map(seen), skipped: 0 };
          }),
        iterate: (query: FileQuery, { lane }: { lane: Lane }) =>
          this.#iterate(query.createdWithinMinutes ?? null, lane),
        info: (codes: readonly string[]) =>
          this.#request('file/info', () =>
            codes.map((fileCode) => {
              const file = this.#visible(0).find((each) => each.fileCode === fileCode);
              if (file === undefined) return { fileCode, found: false } as const;
              return { fileCode, found: true, title: file.title, size: 1_000 } as const;
            }),
          ),
        check: (fileCode: string) =>
          this.#request('file/check', () => {
            if (this.#visible(0).some((file) => file.fileCode === fileCode)) return { active: true };
            const facts = { endpoint: 'file/check', msg: null, status: 404, mayHaveTakenEffect: false };
            throw new NotFoundError('No', facts);
          }),
      },
    });
  }

  /** A request on its way there and back, with the next fault. */
  async #request<T>(endpoint: string, carryOut: () => T): Promise<T> {
    const fault = this.faults.shift() ?? this.lastingFaults[endpoint] ?? 'none';
    this.requests.push({ endpoint, atMs: this.#time.nowMs });
    const request = { endpoint, changes: endpoint === 'upload/url', carryOut };
    const failure = createFailure(fault, request);
    const refusal = (msg: string) => failure(RefusedError, false, msg);
    await this.#time.wait(fault === 'slow' ? 4_000 : 40);
    switch (fault) {
      case 'repeat-limited':
        ignoreRefusal(carryOut);
        throw failure(RateLimitedError, false, 'Too Many Requests');
      case 'repeat-limited-late':
        this.#time.setTimer(3_000, () => ignoreRefusal(carryOut));
        throw failure(RateLimitedError, false, 'Too Many Requests');
      case 'repeat-quota':
        ignoreRefusal(carryOut);
        throw failure(QuotaExceededError, false, 'limit reached: 10 per day');
      // What the service refuses at the first arrival, it refuses at the second in the same words.
      case 'repeat-full':
        carryOut();
        throw refusal('No free slots');
      case 'repeat-busy':
        carryOut();
        throw refusal('No upload server available');
      case 'repeat-queued':
        carryOut();
        throw refusal('This URL is already in your queue');
      case 'twin-answered': {
        ignoreRefusal(carryOut);
        await this.#time.wait(repeatMs);
        const result = carryOut();
        await this.#time.wait(40);
        return result;
      }
      case 'twin-unanswered':
        ignoreRefusal(carryOut);
        await this.#time.wait(repeatMs);
        ignoreRefusal(carryOut);
        throw failure(NetworkError, true);
      default:
        return exchange(this.#time, fault, request);
    }
  }

  #take(url: string, title: string | null, folderId: string): string {
    const refusal = (msg: string) =>
      new RefusedError('Refused', { endpoint: 'upload/url', msg, status: 400, mayHaveTakenEffect: false });
    if (url.includes('forbidden')) throw refusal('This host is not allowed');
    const isQueued = this.#active().some((transfer) => transfer.url === url);
    if (this.rules.refusesQueued && isQueued) throw refusal('This URL is already in your queue');
    if (this.#active().length >= this.rules.slots) throw refusal('No free slots');
    return this.#start(url, title, folderId);
  }

  #list(lane: Lane) {
    this.#finish();
    const readable = lane === 'queue' ? this.#readable('transfers', this.#transfers) : this.#transfers;
    const listed = readable.map((transfer) => {
      const { fileCode, url, folderId, startedAtMs } = transfer;
      const phase = transfer.fails && this.#hasEnded(transfer) ? ('error' as const) : ('working' as const);
      return {
        ...{
          fileCode,
          remoteUrl: this.#echo(url),
          folderId,
          status: phase,
          phase,
          created: dateOf(startedAtMs),
        },
        ...{ bytesTotal: 1_000, bytesDownloaded: Math.min(1_000, this.#time.nowMs - startedAtMs) },
      };
    });
    return Object.assign(listed, { skipped: this.#transfers.length - readable.length });
  }

  async *#iterate(
    minutes: number | null,
    lane: Lane,
  ): AsyncGenerator<ListedFile, { skipped: number }, undefined> {
    const isFiltered = this.rules.filtersFiles && minutes !== null;
    const sinceMs = isFiltered ? this.#time.nowMs - minutes * 60_000 : 0;
    const all = await this.#request('file/list', () => this.#visible(sinceMs));
    const readable = lane === 'queue' ? this.#readable('files', all) : all;
    yield* readable.map(seen);
    return { skipped: all.length - readable.length };
  }

  #clear(isCleared: (transfer: Transfer) => boolean): Promise<{ msg: string }> {
    return this.#request('urlupload/actions', () => {
      this.#transfers = this.#transfers.filter((transfer) => !isCleared(transfer));
      return { msg: 'OK' };
    });
  }

  #readable<T extends { readonly fileCode: string }>(
    kind: ServiceRules['unreadable'],
    entries: readonly T[],
  ): readonly T[] {
    return entries.filter(({ fileCode }) => this.rules.unreadable !== kind || !/[13579]$/.test(fileCode));
  }

  #newCode(): string {
    this.#codes += 1;
    return `code${this.#codes}`;
  }

  #start(url: string, title: string | null, folderId: string): string {
    const fileCode = this.#newCode();
    const name = title ?? new URL(url).pathname.split('/').at(-1) ?? '';
    const [startedAtMs, fails] = [this.#time.nowMs, url.includes('failing')];
    this.#transfers.push({ fileCode, url, title: name, folderId, startedAtMs, fails });
    return fileCode;
  }

  #addFile(title: string, visibleAtMs: number): void {
    this.#files.push({ fileCode: this.#newCode(), title, folderId: '0', visibleAtMs });
  }

  #hasEnded({ startedAtMs }: Transfer): boolean {
    return this.#time.nowMs - startedAtMs >= this.rules.transferMs;
  }

  /** Finished transfers become files; failed ones stay in the list and free their slot. */
  #finish(): void {
    const { transferMs, gapMs, rewritesTitles } = this.rules;
    const isDone = (transfer: Transfer) => !transfer.fails && this.#hasEnded(transfer);
    for (const { fileCode, title, folderId, startedAtMs } of this.#transfers.filter(isDone)) {
      const shown = rewritesTitles ? title.replace(/\.\w+$/, '').replace(/[._]/g, ' ') : title;
      this.#files.push({ fileCode, title: shown, folderId, visibleAtMs: startedAtMs + transferMs + gapMs });
    }
    this.#transfers = this.#transfers.filter((transfer) => !isDone(transfer));
  }

  #active(): readonly Transfer[] {
    this.#finish();
    return this.#transfers.filter((transfer) => !(transfer.fails && this.#hasEnded(transfer)));
  }

  #visible(sinceMs: number): readonly StoredFile[] {
    this.#finish();
    return this.#files.filter(({ visibleAtMs }) => visibleAtMs <= this.#time.nowMs && visibleAtMs >= sinceMs);
  }

  #echo(url: string): string {
    if (this.rules.echo === 'as-sent') return url;
    return this.rules.echo === 'decoded' ? decodeURIComponent(url) : `${url} `;
  }
}

const seen = ({ fileCode, title, folderId, visibleAtMs }: StoredFile): ListedFile => ({
  ...{ fileCode, title, folderId, uploaded: dateOf(visibleAtMs) },
});

/** `YYYY-MM-DD HH:MM:SS`. */
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
