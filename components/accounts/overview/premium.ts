/** When the premium ends, as far as it can be known. Pure. */
import { parseDate } from '../../files/details/details-model.ts';

/**
 * The service's clock has no zone (docs/http-api.md, "Values"), so that its times are certain to a day only. `over`: wherever
 * on earth its clock stands. `ending`: in some zones already over, in others not. `near`: within a week.
 */
type PremiumState = 'over' | 'ending' | 'near' | 'running';

const hourSeconds = 3600;
/** Offsets of the westernmost and easternmost time zones. */
const maxBehindSeconds = 12 * hourSeconds;
const maxAheadSeconds = 14 * hourSeconds;
const nearSeconds = 7 * 24 * hourSeconds;

/**
 * `endsAtSeconds`: of the service's wall clock, counted as if in UTC.
 *
 * @param expires as the client gives it
 */
export function getPremium(expires: string | null, nowMs: number) {
  const endsAtSeconds = parseDate(expires);
  const state: PremiumState | 'unknown' =
    endsAtSeconds === null ? 'unknown' : getPremiumState(endsAtSeconds - nowMs / 1000);
  return { state, endsAtSeconds };
}

/** @param secondsLeft, if the service's clock stood in UTC */
function getPremiumState(secondsLeft: number): PremiumState {
  if (secondsLeft < -maxBehindSeconds) return 'over';
  if (secondsLeft <= maxAheadSeconds) return 'ending';
  return secondsLeft <= nearSeconds ? 'near' : 'running';
}
