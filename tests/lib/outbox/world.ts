/**
 * A small world for the outbox and the watch: virtual time, a service that follows rules of its own, and a process that
 * can die at every point at which it waits for anything.
 *
 * Nothing in here knows how the outbox works: it only carries out requests, keeps what was stored, and counts what
 * arrived.
 */
import {
  type ApiError,
  type ApiErrorFacts,
  InvalidResponseError,
  NetworkError,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
  RefusedError,
  TimeoutError,
} from '../../../lib/api/index.ts';

/** Virtual milliseconds; nothing happens but by `advance`. */
export class Time {
  now = 1_700_000_000_000;
  #timers: { at: number; order: number; fire: () => void }[] = [];
  #count = 0;

  after(milliseconds: number, fire: () => void): void {
    this.#count += 1;
    this.#timers.push({ at: this.now + Math.max(0, milliseconds), order: this.#count, fire });
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Fires everything that is due until then, letting all that follows from each timer settle before the next. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await settled();
    for (;;) {
      this.#timers.sort((a, b) => a.at - b.at || a.order - b.order);
      const [next] = this.#timers;
      if (next === undefined || next.at > end) break;
      this.#timers.shift();
      this.now = Math.max(this.now, next.at);
      next.fire();
      await settled();
    }
    this.now = end;
  }
}

/** Everything that can go on without time passing has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

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
  | 'quota';

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

  /** Somebody else's link, from another device. */
  addForeign(url: string): void {
    this.#start(url, 'somebody else’s', '0', false);
  }

  /** A file that was in the account before anything else happened. */
  addOldFile(title: string): void {
    this.#files.push({ fileCode: this.#code(), title, visibleAt: this.time.now - 30 * 24 * 3_600_000 });
  }

  client() {
    const refuse = (msg: string) =>
      new RefusedError('Refused', { endpoint: 'upload/url', msg, status: 400, mayHaveTakenEffect: false });
    const slots = () => ({ totalSlots: this.rules.slots, usedSlots: this.#active().length });
    return {
      remoteUploads: {
        add: ({ url, title, folderId = '0' }: { url: string; title?: string; folderId?: string }) =>
          this.request('upload/url', () => {
            if (url.includes('forbidden')) throw refuse('This host is not allowed');
            const isQueued = this.#active().some((transfer) => transfer.url === url);
            if (this.rules.refusesQueued && isQueued) throw refuse('This URL is already in your queue');
            if (this.#active().length >= this.rules.slots) throw refuse('No free slots');
            const fileCode = this.#start(url, title ?? null, folderId, url.includes('failing'));
            this.taken.set(url, [...(this.taken.get(url) ?? []), fileCode]);
            return { fileCode, ...slots() };
          }),
        list: () =>
          this.request('urlupload/list', () => {
            this.#finish();
            return this.#transfers.map(({ fileCode, url, folderId, startedAt, failsAfter }) => {
              const isOver = this.time.now - startedAt >= this.rules.duration;
              const bytesDownloaded = Math.min(1_000, this.time.now - startedAt);
              const status = failsAfter && isOver ? ('error' as const) : ('working' as const);
              return {
                ...{ fileCode, remoteUrl: this.#echo(url), folderId, status, phase: status },
                ...{ bytesTotal: 1_000, bytesDownloaded },
              };
            });
          }),
        slots: () => this.request('urlupload/slots', slots),
      },
      files: {
        list: ({ createdAfter }: { perPage?: number; createdAfter?: string }) =>
          this.request('file/list', () => {
            const files = createdAfter !== undefined && this.rules.filtersFiles ? [] : this.#visible(0);
            return { files: files.slice(0, 1) };
          }),
        iterate: ({ createdWithinMinutes }: { createdWithinMinutes: number }) => {
          const since = this.rules.filtersFiles ? this.time.now - createdWithinMinutes * 60_000 : 0;
          const service = this;
          return (async function* () {
            yield* await service.request('file/list', () => service.#visible(since));
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

/** Thrown nowhere: a process that has died never goes on. */
const forever = new Promise<never>(() => {});

/** A process: it can be told to die at the n-th point at which it waits. */
export class Life {
  alive = true;
  #points = 0;
  #diesAt: number;
  readonly #onDeath: () => void;
  constructor(diesAt: number, onDeath: () => void) {
    this.#diesAt = diesAt;
    this.#onDeath = onDeath;
  }

  /** From now on it does not die by itself. */
  spare(): void {
    this.#diesAt = Number.POSITIVE_INFINITY;
  }

  die(): void {
    if (!this.alive) return;
    this.alive = false;
    this.#onDeath();
  }

  /** A point at which the process may die; the dead never get beyond one. */
  async point(): Promise<void> {
    if (this.alive) {
      this.#points += 1;
      if (this.#points === this.#diesAt) this.die();
    }
    if (!this.alive) await forever;
  }

  /** The same object, each of whose methods is preceded and followed by a point. */
  guard<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value === 'object' && value !== null) return this.guard(value);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const call = () => value.apply(object, args) as unknown;
          return name === 'iterate' ? this.#guardIteration(call) : this.#guardCall(call);
        };
      },
    });
  }

  async #guardCall(call: () => unknown): Promise<unknown> {
    await this.point();
    try {
      return await call();
    } finally {
      await this.point();
    }
  }

  async *#guardIteration(call: () => unknown): AsyncGenerator<unknown> {
    await this.point();
    for await (const value of call() as AsyncIterable<unknown>) {
      await this.point();
      yield value;
    }
    await this.point();
  }
}
