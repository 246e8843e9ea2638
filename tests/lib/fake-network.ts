/**
 * Sends one request in fake time with one fault, which decides what takes effect and which client error the caller gets. For models of long
 * periods. The real client, browser and service meet faults in `tests/e2e` and `tests/soak`.
 */
import { ApiError, type ApiErrorCode } from '../../lib/api/index.ts';
import type { FakeTime } from './fake-time.ts';

/** `before` and `after` are relative to the request's effect. */
export const networkFaults = [
  ...(['slow', 'reset-before', 'reset-after', 'html-before', 'html-after', 'hang', 'hang-after'] as const),
  'late', // the client gave up, and the request takes effect some seconds later
  ...(['rate-limited', 'quota'] as const),
] as const;

/**
 * The browser repeats a request after the connection broke. The first arrival takes effect (`late`: some seconds later), and the response
 * belongs to the second.
 */
export const repeats = [
  ...(['repeat-limited', 'repeat-limited-late', 'repeat-quota'] as const),
  ...(['repeat-full', 'repeat-busy', 'repeat-queued'] as const),
] as const;

/** The browser repeats a request and both arrivals take effect. The response to the second arrives, or none. */
export const duplicateFaults = ['duplicate-answered', 'duplicate-unanswered'] as const;

export type Fault =
  | 'none'
  | 'denied' // with a working account, so that `lib/api` can tell this from a rejected key
  | 'odd-words' // refused with an unknown message
  | 'no-effect' // the service confirms a move, rename or deletion but changes nothing
  | (typeof networkFaults)[number]
  | (typeof repeats)[number]
  | (typeof duplicateFaults)[number];

const timeoutMs = 25_000;
/** Time between the two arrivals of a repeated request. */
const repeatMs = 500;

export interface FakeRequest<T> {
  readonly endpoint: string;
  readonly changes: boolean;
  readonly carryOut: () => T;
}

/** Refusals in the service's words. */
const refusals = {
  'odd-words': 'Come back when the moon is full',
  'repeat-full': 'No free slots',
  'repeat-busy': 'No upload server available',
  'repeat-queued': 'This URL is already in your queue',
};

/** The response or the error, after the request's delay. */
export async function exchange<T>(
  time: FakeTime,
  fault: Fault,
  { endpoint, changes, carryOut }: FakeRequest<T>,
): Promise<T> {
  const fail = (code: ApiErrorCode, isUncertain: boolean, msg: string | null = null): never => {
    throw new ApiError(code, fault, {
      endpoint,
      msg,
      status: null,
      mayHaveTakenEffect: isUncertain && changes,
    });
  };
  await time.wait(fault === 'slow' ? 4_000 : 40);
  switch (fault) {
    case 'none':
    case 'slow':
    case 'no-effect':
      break;
    case 'denied':
      return fail('invalid-response', false);
    case 'odd-words':
      return fail('refused', true, refusals[fault]);
    // The service refuses the second arrival with the same words as the first.
    case 'repeat-full':
    case 'repeat-busy':
    case 'repeat-queued':
      carryOut();
      return fail('refused', false, refusals[fault]);
    case 'reset-before':
      return fail('network', true);
    case 'reset-after':
      ignoreRefusal(carryOut);
      return fail('network', true);
    case 'html-before':
      return fail('invalid-response', true);
    case 'html-after':
      ignoreRefusal(carryOut);
      return fail('invalid-response', true);
    case 'hang':
      await time.wait(timeoutMs);
      return fail('timeout', true);
    case 'hang-after':
      ignoreRefusal(carryOut);
      await time.wait(timeoutMs);
      return fail('timeout', true);
    case 'late':
      time.setTimer(() => ignoreRefusal(carryOut), timeoutMs + 6_000);
      await time.wait(timeoutMs);
      return fail('timeout', true);
    case 'rate-limited':
      return fail('rate-limited', false, 'Too Many Requests');
    case 'repeat-limited':
      ignoreRefusal(carryOut);
      return fail('rate-limited', false, 'Too Many Requests');
    case 'repeat-limited-late':
      time.setTimer(() => ignoreRefusal(carryOut), 3_000);
      return fail('rate-limited', false, 'Too Many Requests');
    case 'quota':
      return fail('quota-exceeded', false, 'limit reached: 10 per day');
    case 'repeat-quota':
      ignoreRefusal(carryOut);
      return fail('quota-exceeded', false, 'limit reached: 10 per day');
    case 'duplicate-answered':
      ignoreRefusal(carryOut);
      await time.wait(repeatMs);
      break;
    case 'duplicate-unanswered':
      ignoreRefusal(carryOut);
      await time.wait(repeatMs);
      ignoreRefusal(carryOut);
      return fail('network', true);
  }
  const result = carryOut();
  await time.wait(40);
  return result;
}

/** Carries out a request whose response or refusal is lost. */
function ignoreRefusal(carryOut: () => unknown): void {
  try {
    carryOut();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
