/** When the premium ends, as far as it can be known. Pure. */
import { parseDate } from '../../files/details/details-model.ts';

/**
 * The service's clock has no zone (docs/http-api.md, "Values"), so that its times are certain to a day only. `over`: wherever
 * on earth its clock stands. `ending`: in some zones already over, in others not. `near`: within a week. `unknown`: the service
 * gives no time.
 */
type PremiumState = 'unknown' | 'over' | 'ending' | 'near' | 'running';

export interface Premium {
  readonly state: PremiumState;
  /** Seconds of the service's wall clock, counted as if in UTC; null where `state` is `unknown`. */
  readonly endsAtSeconds: number | null;
}

const hourSeconds = 3600;
/** Offsets of the westernmost and easternmost time zones. */
const maxBehindSeconds = 12 * hourSeconds;
const maxAheadSeconds = 14 * hourSeconds;
const nearSeconds = 7 * 24 * hourSeconds;

/** @param expires as the client gives it; @param nowMs milliseconds since the epoch */
export function getPremium(expires: string | null, nowMs: number): Premium {
  const endsAtSeconds = parseDate(expires);
  return {
    state: endsAtSeconds === null ? 'unknown' : getPremiumState(endsAtSeconds - nowMs / 1000),
    endsAtSeconds,
  };
}

/** @param left seconds, if the service's clock stood in UTC */
function getPremiumState(secondsLeft: number): PremiumState {
  if (secondsLeft < -maxBehindSeconds) return 'over';
  if (secondsLeft <= maxAheadSeconds) return 'ending';
  return secondsLeft <= nearSeconds ? 'near' : 'running';
}
