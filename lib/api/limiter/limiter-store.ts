import { isRecord } from '../envelope.ts';
import type { AdaptiveLimitState } from './adaptive-limit.ts';

/** The requests that a limiter has sent, as it remembers them. */
export interface LimiterState {
  /** When each used slot becomes free, in milliseconds since 1970. */
  readonly freeTimes: readonly number[];
  /** Null if the limit is full. */
  readonly adaptiveLimit: AdaptiveLimitState | null;
}

/** Stores the state: `storage.session` in the extension. */
export interface LimiterStore {
  /** Returns what was saved last. Anything invalid means a fresh start. */
  load(): Promise<unknown>;
  /** Awaited before each request is sent. Also called after a request without a response. */
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
