/** The limiter's state across restarts of the worker, in wall-clock times. */
import { isRecord } from '../envelope.ts';
import type { AdaptiveLimitState } from './adaptive-limit.ts';

/** What a limiter remembers of what it has sent. */
export interface LimiterState {
  /** When each used slot becomes free, milliseconds since 1970. */
  readonly freeTimes: readonly number[];
  /** Null where the limit is full. */
  readonly adaptiveLimit: AdaptiveLimitState | null;
}

/** Where the state is kept: `storage.session` in the extension. */
export interface LimiterStore {
  /** The state saved last; anything else, also nothing, counts as a fresh start. */
  load(): Promise<unknown>;
  /** Called, and awaited, before each sending; also called after a request without an answer. */
  save(state: LimiterState): Promise<void>;
}

export function readLimiterState(loaded: unknown): LimiterState | null {
  if (!isRecord(loaded)) return null;
  const { freeTimes, adaptiveLimit } = loaded;
  if (!Array.isArray(freeTimes) || freeTimes.length > 1_000 || !freeTimes.every(isNumber)) return null;
  if (adaptiveLimit === null) return { freeTimes, adaptiveLimit };
  if (!isRecord(adaptiveLimit)) return null;
  const { limit, pausedUntil, rateLimitedCount } = adaptiveLimit;
  const isValid = isNumber(limit) && isNumber(pausedUntil) && isNumber(rateLimitedCount);
  return isValid ? { freeTimes, adaptiveLimit: { limit, pausedUntil, rateLimitedCount } } : null;
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
