/** The end of a premium period has no time zone. */
import { describe, expect, it } from 'vitest';
import { getPremium } from '../../../../components/accounts/overview/wording.ts';

const now = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('getPremium', () => {
  it.each([
    // Over even in the westernmost time zone.
    ['2026-11-19 23:59:59', 'over'],
    ['2026-11-20 00:00:00', 'ending'],
    ['2026-11-20 12:00:00', 'ending'],
    ['2026-11-21 02:00:00', 'ending'],
    // Not over even in the easternmost time zone.
    ['2026-11-21 02:00:01', 'near'],
    ['2026-11-27 12:00:00', 'near'],
    ['2026-11-27 12:00:01', 'running'],
    ['1970-01-01 00:00:00', 'over'],
    ['9999-12-31 23:59:59', 'running'],
  ])('%s', (expires, state) => {
    expect(getPremium(expires, now)).toEqual({ state, endsAtSeconds: Date.parse(`${expires}Z`) / 1000 });
  });

  it.each([null, '', 'never', '2026-02-31 25:00:00'])('is unknown without a time: %j', (expires) => {
    expect(getPremium(expires, now)).toEqual({ state: 'unknown', endsAtSeconds: null });
  });
});
