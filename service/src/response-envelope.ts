/** The response envelope (docs/http-api.md, "Envelope"), and the refusals sent in it. */
import { dateTime } from './date-time.ts';

/** `envelope` adds the rest. */
export interface EndpointResult {
  msg?: string; // default "OK"
  result?: unknown;
  /** Top-level fields, placed before `result`. */
  extra?: Record<string, unknown>;
  serverTime?: 'first' | 'last' | 'none'; // default "first"
}

/** HTTP 200 with a `status` and a message in the envelope. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function envelope(endpointResult: EndpointResult, now: number): Record<string, unknown> {
  const { msg = 'OK', result, extra, serverTime = 'first' } = endpointResult;
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

/** Documented for a call over the rate limit ("Errors"). Its `status` is a string. */
export const tooManyRequests = { msg: 'Too Many Requests', status: '429' } as const;
