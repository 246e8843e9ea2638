import type { ConnectedAccount } from '../../../lib/protocol.ts';
import { formatLocale } from '../../../lib/texts/intl.ts';
import { toServiceSeconds } from '../../../lib/timing/service-time.ts';
import { formatDay, formatMoment } from '../../format/service-dates.ts';
import { format, language, t } from '../../text.ts';

// The service doesn't name the currency, and every digit counts.
const balances = new Intl.NumberFormat(formatLocale(language, navigator.languages), {
  minimumFractionDigits: 2,
  maximumFractionDigits: 20,
});

/** Formats the text itself, because a number would lose digits. */
export const balanceText = (balance: string | null): string | null =>
  balance === null ? null : balances.format(balance as Intl.StringNumericLiteral);

/**
 * The service's clock has no time zone (docs/http-api.md, "Values"). `over`: ended in all zones. `ending`: in some. `near`: within a week.
 */
const premiumTexts = {
  over: ['account.premiumEnded', 'bad'],
  ending: ['account.premiumEnding', 'warn'],
  near: ['account.premiumEndsSoon', 'warn'],
  running: ['account.premiumUntil', 'normal'],
} as const;

export function premiumText(expires: string | null, nowMs: number) {
  const { state, endsAtSeconds } = getPremium(expires, nowMs);
  if (state === 'unknown') return null;
  const [key, tone] = premiumTexts[state];
  return { text: t(key, { date: formatDay(endsAtSeconds) }), tone, moment: formatMoment(endsAtSeconds) };
}

const hourSeconds = 3600;
const maxBehindSeconds = 12 * hourSeconds;
const maxAheadSeconds = 14 * hourSeconds;
const nearSeconds = 7 * 24 * hourSeconds;

/** `endsAtSeconds` is the service's wall-clock time, counted as UTC. */
export function getPremium(expires: string | null, nowMs: number) {
  const endsAtSeconds = toServiceSeconds(expires);
  const state = endsAtSeconds === null ? 'unknown' : getPremiumState(endsAtSeconds - nowMs / 1000);
  return { state, endsAtSeconds } as const;
}

function getPremiumState(secondsLeft: number): keyof typeof premiumTexts {
  if (secondsLeft < -maxBehindSeconds) return 'over';
  if (secondsLeft <= maxAheadSeconds) return 'ending';
  return secondsLeft <= nearSeconds ? 'near' : 'running';
}

export function slotsText(slots: ConnectedAccount['slots']) {
  const { usedSlots: used = null, totalSlots: total = null, freeSlots: free = null } = slots ?? {};
  if (used === null && total === null && free !== null)
    return {
      text: t('account.slotsFree', { free: format.number(free) }),
      tone: free > 0 ? 'normal' : 'warn',
    };
  if (used === null)
    return total === null
      ? null
      : { text: t('account.slotsTotal', { total: format.number(total) }), tone: 'normal' };
  if (total === null) return { text: t('account.slotsUsed', { used: format.number(used) }), tone: 'normal' };
  const text = t('account.slotsOf', { used: format.number(used), total: format.number(total) });
  return { text, tone: used < total ? 'normal' : 'warn' };
}
