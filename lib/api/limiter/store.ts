/** What the limiter remembers across the death of its worker, in times of the machine's clock. */
import * as v from 'valibot';

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
  /** Called, and awaited, before each sending. */
  save(state: LimiterState): Promise<void>;
}

const finite = v.pipe(v.number(), v.finite());

const stateSchema = v.object({
  freeTimes: v.pipe(v.array(finite), v.maxLength(1_000)),
  pace: v.nullable(v.object({ limit: finite, pausedUntil: finite, strikes: finite })),
});

export function readState(loaded: unknown): LimiterState | null {
  const read = v.safeParse(stateSchema, loaded);
  return read.success ? read.output : null;
}
