/** The response envelope (docs/http-api.md, "Envelope") and the refusals that travel in it. */
import { dateTime } from './date-time.ts';

/** What an endpoint answers; everything else of the envelope is added by `envelope`. */
export interface Answer {
  /** Default "OK". */
  msg?: string;
  /** Absent for calls whose envelope carries none. */
  result?: unknown;
  /** Further fields at the top level, before `result`. */
  extra?: Record<string, unknown>;
  /** Where `server_time` is. Default "first". */
  serverTime?: 'first' | 'last' | 'none';
}

/** A call that the service refuses: `status` and a sentence in the envelope, inside HTTP 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The body of an answer given at `now` (seconds since 1970). */
export function envelope(answer: Answer, now: number): Record<string, unknown> {
  const { msg = 'OK', result, extra, serverTime = 'first' } = answer;
  const payload = result === undefined ? extra : { ...extra, result };
  const time = { server_time: dateTime(now) };
  return {
    msg,
    ...(serverTime === 'first' && time),
    status: 200,
    ...payload,
    ...(serverTime === 'last' && time),
  };
}

export function refusalEnvelope(refusal: Refusal, now: number): Record<string, unknown> {
  return { msg: refusal.message, server_time: dateTime(now), status: refusal.status };
}

/** The documented body of a call over the rate limit ("Errors"); its `status` is a string. */
export const tooManyRequests = { msg: 'Too Many Requests', status: '429' } as const;
