/** The response envelope (docs/http-api.md, "Envelope") and the refusals that travel in it. */
import { dateTime } from './date-time.ts';

/** What an endpoint answers; everything else of the envelope is added by `envelope`. */
export type Answer = {
  /** Default "OK". */
  msg?: string;
  /** Absent for calls whose envelope carries none. */
  result?: unknown;
  /** Further fields at the top level, before `result`. */
  extra?: Record<string, string>;
  /** The folder list places `server_time` after `result`. */
  serverTimeLast?: boolean;
};

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
  const { msg = 'OK', result, extra } = answer;
  const payload = result === undefined ? {} : { result };
  if (answer.serverTimeLast) return { msg, status: 200, ...extra, ...payload, server_time: dateTime(now) };
  return { msg, server_time: dateTime(now), status: 200, ...extra, ...payload };
}

export function refusalEnvelope(refusal: Refusal, now: number): Record<string, unknown> {
  return { msg: refusal.message, server_time: dateTime(now), status: refusal.status };
}

/** The documented body of a call over the rate limit ("Errors"); its `status` is a string. */
export const TOO_MANY_REQUESTS = { msg: 'Too Many Requests', status: '429' } as const;
