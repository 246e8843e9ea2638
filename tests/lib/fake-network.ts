/**
 * One request on fake time with one fault: what of it takes effect, and which error of the client comes back. For models of long
 * times; the real client, browser and service meet faults in `tests/e2e` and `tests/soak`.
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
} from '../../lib/api/index.ts';
import type { FakeTime } from './fake-time.ts';

/** `before` and `after`: its effect. */
export type NetworkFault =
  | 'none'
  | 'slow'
  | 'reset-before'
  | 'reset-after'
  | 'html-before'
  | 'html-after'
  | 'hang'
  | 'hang-after'
  | 'late' // the client gave up, and some seconds later it takes effect
  | 'rate-limited'
  | 'quota';

const timeoutMs = 25_000;

export interface FakeRequest<T> {
  readonly endpoint: string;
  /** Whether it changes something. */
  readonly changes: boolean;
  readonly carryOut: () => T;
}

/** Makes an error of the client for a request. */
export const createFailure =
  (fault: string, { endpoint, changes }: Pick<FakeRequest<unknown>, 'endpoint' | 'changes'>) =>
  (
    Class: new (sentence: string, facts: ApiErrorFacts) => ApiError,
    isUncertain: boolean,
    msg: string | null = null,
  ): ApiError =>
    new Class(fault, { endpoint, msg, status: null, mayHaveTakenEffect: isUncertain && changes });

/** The answer after the request's way to the service, or the error. */
export async function exchange<T>(time: FakeTime, fault: NetworkFault, request: FakeRequest<T>): Promise<T> {
  const failure = createFailure(fault, request);
  const { carryOut } = request;
  switch (fault) {
    case 'none':
    case 'slow': {
      const result = carryOut();
      await time.wait(40);
      return result;
    }
    case 'reset-before':
      throw failure(NetworkError, true);
    case 'reset-after':
      ignoreRefusal(carryOut);
      throw failure(NetworkError, true);
    case 'html-before':
      throw failure(InvalidResponseError, true);
    case 'html-after':
      ignoreRefusal(carryOut);
      throw failure(InvalidResponseError, true);
    case 'hang':
      await time.wait(timeoutMs);
      throw failure(TimeoutError, true);
    case 'hang-after':
      ignoreRefusal(carryOut);
      await time.wait(timeoutMs);
      throw failure(TimeoutError, true);
    case 'late':
      time.setTimer(timeoutMs + 6_000, () => ignoreRefusal(carryOut));
      await time.wait(timeoutMs);
      throw failure(TimeoutError, true);
    case 'rate-limited':
      throw failure(RateLimitedError, false, 'Too Many Requests');
    case 'quota':
      throw failure(QuotaExceededError, false, 'limit reached: 10 per day');
  }
}

/** Carries out a request whose answer, or refusal, is lost. */
export function ignoreRefusal(carryOut: () => unknown): void {
  try {
    carryOut();
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof NotFoundError)) throw error;
  }
}
