/** A service with a strict sliding window behind an unreliable network, on a virtual clock. */
import type { Limiter } from '../../../../lib/api/index.ts';
import type { FakeTime } from '../../fake-time.ts';

export type CallContext = Parameters<Parameters<Limiter['run']>[0]>[0];

/** Milliseconds to the service and back, and whether the response gets lost. */
export interface Trip {
  readonly out: number;
  readonly back: number;
  readonly lost?: boolean;
  /** How often the browser resends the request before it reports that the response was lost. */
  readonly repeats?: number;
}

/** One request and its arrivals: first its own, then the browser's repeats. */
export interface FakeRequest {
  readonly arrivals: number[];
  /** Its loss was reported to the sender. */
  failed: boolean;
  /** Requests that had started when this one got its context, and whether their repeats were known then. */
  readonly before: readonly { readonly request: FakeRequest; readonly isFailureKnown: boolean }[];
}

export class FakeWindowService {
  readonly #clock: FakeTime;
  readonly #perSecond: number;
  readonly arrivals: number[] = [];
  readonly refusals: number[] = [];
  readonly requests: FakeRequest[] = [];

  constructor(clock: FakeTime, perSecond = 10) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** A call that makes one request. Resolves to whether it was served. Rejects if the response is lost. */
  request({ out, back, lost = false, repeats = 0 }: Trip): (context: CallContext) => Promise<boolean> {
    return async ({ responseStarted, rateLimited }) => {
      const before = this.requests.map((each) => ({ request: each, isFailureKnown: each.failed }));
      const request: FakeRequest = { arrivals: [], failed: false, before };
      this.requests.push(request);
      await this.#clock.wait(out);
      const served = this.#arrive(request);
      await this.#clock.wait(back);
      if (lost) {
        for (let i = 0; i < repeats; i++) {
          this.#arrive(request);
          await this.#clock.wait(1);
        }
        request.failed = true;
        throw new Error('The answer was lost.');
      }
      responseStarted();
      if (!served) rateLimited();
      return served;
    };
  }

  /** The most arrivals in any sliding second. */
  get mostInASecond(): number {
    return mostWithin(this.arrivals, 1_000);
  }

  #arrive(request: FakeRequest): boolean {
    const now = this.#clock.now();
    this.arrivals.push(now);
    request.arrivals.push(now);
    const served = this.arrivals.filter((at) => at > now - 1_000).length <= this.#perSecond;
    if (!served) this.refusals.push(now);
    return served;
  }
}

/** The most times in any window of this length: [t, t + duration). */
export function mostWithin(times: readonly number[], duration: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  let most = 0;
  let first = 0;
  for (const [index, time] of sorted.entries()) {
    while ((sorted[first] ?? time) <= time - duration) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
