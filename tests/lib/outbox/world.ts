/**
 * A small world for the outbox and the watch: a service that follows rules of its own, in virtual time (`time.ts`), for a
 * process that can die at every point at which it waits for anything (`life.ts`).
 *
 * Nothing in here knows how the outbox works: it only carries out requests, keeps what was stored, and counts what
 * arrived.
 */
import {
  type ApiError,
  type ApiErrorFacts,
  InvalidResponseError,
  type Lane,
  NetworkError,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
  RefusedError,
  TimeoutError,
} from '../../../lib/api/index.ts';
import type { Time } from '../time.ts';

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
  | Repeat;

/**
 * The browser repeats a request whose connection broke, and tells nobody: the first arrival has its effect (or some
 * seconds later), and the answer is what the service says to the second.
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

/** The rules of a service. */
export interface Rules {
  readonly slots: number;
  /** Milliseconds that a transfer takes. */
  readonly duration: number;
  /** Milliseconds between a transfer's disappearance from the list and the file's appearance. */
  readonly gap: number;
  readonly echo: 'as-sent' | 'decoded' | 'trimmed';
  /** Refuses an address that is in its queue. */
  readonly refusesQueued: boolean;
  readonly filtersFiles: boolean;
  /** Takes titles as offered, or rewrites them as services do. */
  readonly rewritesTitles: boolean;
  /** Milliseconds that a request waits for its turn in the limiter before it leaves. */
  readonly turn: number;
  /** Of these, every other one cannot be read where the outbox looks for evidence. */
  readonly unreadable: 'nothing' | 'transfers' | 'files';
}

interface Transfer {
  readonly fileCode: string;
  readonly url: string;
  readonly title: string;
  readonly folderId: string;
  readonly startedAt: number;
  readonly failsAfter: boolean;
}

const timeout = 25_000;

/** One account of a service. */
export class Service {
  /** The truth: everything that ever took effect, by address. */
  readonly taken = new Map<string, string[]>();
  readonly requests: { readonly what: string; readonly at: number }[] = [];
  faults: Fault[] = [];
  #count = 0;
  #transfers: Transfer[] = [];
  readonly #files: { fileCode: string; title: string; visibleAt: number }[] = [];

  readonly time: Time;
  readonly rules: Rules;
  constructor(time: Time, rules: Rules) {
    this.time = time;
    this.rules = rules;
  }

  /** A request: travels, meets its fate, and comes back. */
  async request<T>(what: string, carryOut: () => T): Promise<T> {
    const fault = this.faults.shift() ?? 'none';
    this.requests.push({ what, at: this.time.now });
    const fail = (
      Class: new (sentence: string, facts: ApiErrorFacts) => ApiError,
      unsure: boolean,
      msg: string | null,
    ) =>
      new Class(fault, {
        endpoint: what,
        msg,
        status: null,
        mayHaveTakenEffect: unsure && what === 'upload/url',
      });
    await this.time.wait(fault === 'slow' ? 4_000 : 40);
    switch (fault) {
      case 'none':
      case 'slow': {
        const result = carryOut();
        await this.time.wait(40);
        return result;
      }
      case 'reset-before':
        throw fail(NetworkError, true, null);
      case 'reset-after':
        this.#tryTo(carryOut);
        throw fail(NetworkError, true, null);
      case 'html-before':
        throw fail(InvalidResponseError, true, null);
      case 'html-after':
        this.#tryTo(carryOut);
        throw fail(InvalidResponseError, true, null);
      case 'hang':
        await this.time.wait(timeout);
        throw fail(TimeoutError, true, null);
      case 'hang-after':
        this.#tryTo(carryOut);
        await this.time.wait(timeout);
        throw fail(TimeoutError, true, null);
      case 'late':
        this.time.after(timeout + 6_000, () => this.#tryTo(carryOut));
        await this.time.wait(timeout);
        throw fail(TimeoutError, true, null);
      case 'rate-limited':
        throw fail(RateLimitedError, false, 'Too Many Requests');
      case 'quota':
        throw fail(QuotaExceededError, false, 'limit reached: 10 per day');
      case 'repeat-limited':
        this.#tryTo(carryOut);
        throw fail(RateLimitedError, false, 'Too Many Requests');
      case 'repeat-limited-late':
        this.time.after(3_000, () => this.#tryTo(carryOut));
        throw fail(RateLimitedError, false, 'Too Many Requests');
      case 'repeat-quota':
        this.#tryTo(carryOut);
        throw fail(QuotaExceededError, false, 'limit reached: 10 per day');
      // What the service refuses at the first arrival, it refuses at the second in the same words.
      case 'repeat-full':
        carryOut();
        throw fail(RefusedError, false, 'No free slots');
      case 'repeat-busy':
        carryOut();
        throw fail(RefusedError, false, 'No upload server available');
      case 'repeat-queued':
        carryOut();
        throw fail(RefusedError, false, 'This URL is already in your queue');
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

  /** The entries that can be read. */
  #readable<T extends { readonly fileCode: string }>(what: Rules['unreadable'], entries: readonly T[]): T[] {
    return entries.filter(({ fileCode }) => this.rules.unreadable !== what || !/[13579]$/.test(fileCode));
  }

  /** Somebody else's link, from another device. */
  addForeign(url: string): void {
    this.#start(url, 'somebody else’s', '0', url.includes('failing'));
  }

  /** A file that was in the account before anything else happened. */
  addOldFile(title: string): void {
    this.#files.push({ fileCode: this.#code(), title, visibleAt: this.time.now - 30 * 24 * 3_600_000 });
  }

  /** A file that somebody has just uploaded. */
  addFreshFile(title: string): void {
    this.#files.push({ fileCode: this.#code(), title, visibleAt: this.time.now });
  }

  /** The folders of the transfers, in order. */
  folders(): readonly string[] {
    return this.#transfers.map(({ folderId }) => folderId);
  }

  client() {
    const refuse = (msg: string) =>
      new RefusedError('Refused', { endpoint: 'upload/url', msg, status: 400, mayHaveTakenEffect: false });
    const slots = () => ({ totalSlots: this.rules.slots, usedSlots: this.#active().length });
    return {
      remoteUploads: {
        add: async (
          { url, title, folderId = '0' }: { url: string; title?: string; folderId?: string },
          { beforeLeaving }: { beforeLeaving: () => Promise<void> },
        ) => {
          await this.time.wait(this.rules.turn);
          await beforeLeaving();
          return this.request('upload/url', () => {
            if (url.includes('forbidden')) throw refuse('This host is not allowed');
            const isQueued = this.#active().some((transfer) => transfer.url === url);
            if (this.rules.refusesQueued && isQueued) throw refuse('This URL is already in your queue');
            if (this.#active().length >= this.rules.slots) throw refuse('No free slots');
            const fileCode = this.#start(url, title ?? null, folderId, url.includes('failing'));
            this.taken.set(url, [...(this.taken.get(url) ?? []), fileCode]);
            return { fileCode, ...slots() };
          });
        },
        list: ({ lane }: { lane: Lane }) =>
          this.request('urlupload/list', () => {
            this.#finish();
            const all = this.#transfers;
            // What the watch makes of entries that cannot be read is another story.
            const readable = lane === 'outbox' ? this.#readable('transfers', all) : all;
            const list = readable.map(({ fileCode, url, folderId, startedAt, failsAfter }) => {
              const isOver = this.time.now - startedAt >= this.rules.duration;
              const bytesDownloaded = Math.min(1_000, this.time.now - startedAt);
              const status = failsAfter && isOver ? ('error' as const) : ('working' as const);
              return {
                ...{ fileCode, remoteUrl: this.#echo(url), folderId, status, phase: status },
                ...{ bytesTotal: 1_000, bytesDownloaded },
              };
            });
            return Object.assign(list, { skipped: all.length - readable.length });
          }),
        slots: () => this.request('urlupload/slots', slots),
      },
      files: {
        list: ({ createdAfter }: { perPage?: number; createdAfter?: string }) =>
          this.request('file/list', () => {
            const files = createdAfter !== undefined && this.rules.filtersFiles ? [] : this.#visible(0);
            return { files: files.slice(0, 1), skipped: 0 };
          }),
        iterate: ({ createdWithinMinutes }: { createdWithinMinutes: number }) => {
          const since = this.rules.filtersFiles ? this.time.now - createdWithinMinutes * 60_000 : 0;
          const service = this;
          return (async function* () {
            const all = await service.request('file/list', () => service.#visible(since));
            const readable = service.#readable('files', all);
            yield* readable;
            return { skipped: all.length - readable.length };
          })();
        },
        info: (codes: readonly string[]) =>
          this.request('file/info', () =>
            codes.map((fileCode) => {
              const file = this.#visible(0).find((each) => each.fileCode === fileCode);
              if (file === undefined) return { fileCode, found: false } as const;
              return { fileCode, found: true, title: file.title, size: 1_000 } as const;
            }),
          ),
        check: (fileCode: string) =>
          this.request('file/check', () => {
            if (this.#visible(0).some((file) => file.fileCode === fileCode)) return { active: true };
            throw new NotFoundError('No', {
              endpoint: 'file/check',
              msg: null,
              status: 404,
              mayHaveTakenEffect: false,
            });
          }),
      },
    };
  }

  /** What became of a file code. */
  fate(fileCode: string): 'running' | 'failed' | 'file' | 'nothing' {
    this.#finish();
    const transfer = this.#transfers.find((each) => each.fileCode === fileCode);
    if (transfer !== undefined) {
      return transfer.failsAfter && this.time.now - transfer.startedAt >= this.rules.duration
        ? 'failed'
        : 'running';
    }
    return this.#files.some((file) => file.fileCode === fileCode) ? 'file' : 'nothing';
  }

  #code(): string {
    this.#count += 1;
    return `code${this.#count}`;
  }

  #start(url: string, title: string | null, folderId: string, failsAfter: boolean): string {
    const fileCode = this.#code();
    const name = title ?? new URL(url).pathname.split('/').at(-1) ?? '';
    this.#transfers.push({ fileCode, url, title: name, folderId, startedAt: this.time.now, failsAfter });
    return fileCode;
  }

  /** Finished transfers turn into files; failed ones stay in the list and give their slot back. */
  #finish(): void {
    const isDone = ({ startedAt, failsAfter }: Transfer) =>
      !failsAfter && this.time.now - startedAt >= this.rules.duration;
    for (const { fileCode, title, startedAt } of this.#transfers.filter(isDone)) {
      const shown = this.rules.rewritesTitles ? title.replace(/\.\w+$/, '').replace(/[._]/g, ' ') : title;
      this.#files.push({
        fileCode,
        title: shown,
        visibleAt: startedAt + this.rules.duration + this.rules.gap,
      });
    }
    this.#transfers = this.#transfers.filter((transfer) => !isDone(transfer));
  }

  #active(): readonly Transfer[] {
    this.#finish();
    return this.#transfers.filter(
      ({ startedAt, failsAfter }) => !failsAfter || this.time.now - startedAt < this.rules.duration,
    );
  }

  #visible(since: number) {
    this.#finish();
    return this.#files.filter(({ visibleAt }) => visibleAt <= this.time.now && visibleAt >= since);
  }

  #echo(url: string): string {
    if (this.rules.echo === 'as-sent') return url;
    return this.rules.echo === 'decoded' ? decodeURIComponent(url) : `${url} `;
  }
}
