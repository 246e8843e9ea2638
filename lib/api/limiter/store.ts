/** What the limiter remembers across the death of its worker, in times of the machine's clock. */
import { isRecord } from '../envelope.ts';

export interface LimiterState {
  /** When each used slot is free again, milliseconds since 1970. */
  readonly freeTimes: readonly number[];
  /** What is left of the last 429; null where the pace is whole. */
  readonly pace: { readonly limit: number; readonly pausedUntil: number; readonly strikes: number } | null;
}

/** Where the state is kept: `storage.session` in the extension. */
export interface LimiterStore {
  /** Whatever was saved last; anything else, also nothing, is taken for a fresh start. */
  load(): Promise<unknown>;
  /** Called, and awaited, before each sending; also called after a request without an answer. */
  save(state: LimiterState): Promise<void>;
}

export function readState(loaded: unknown): LimiterState | null {
  if (!isRecord(loaded)) return null;
  const { freeTimes, pace } = loaded;
  if (!Array.isArray(freeTimes) || freeTimes.length > 1_000 || !freeTimes.every(isNumber)) return null;
  if (pace === null) return { freeTimes, pace };
  if (!isRecord(pace)) return null;
  const { limit, pausedUntil, strikes } = pace;
  const isWhole = isNumber(limit) && isNumber(pausedUntil) && isNumber(strikes);
  return isWhole ? { freeTimes, pace: { limit, pausedUntil, strikes } } : null;
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
