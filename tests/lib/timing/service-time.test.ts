import { expect, it } from 'vitest';
import { toServiceSeconds } from '../../../lib/timing/service-time.ts';

it('the service’s times are read as if they were UTC, and other text isn’t read', () => {
  expect(toServiceSeconds('1970-01-01 00:01:00')).toBe(60);
  for (const none of ['', null, undefined, '0000-00-00 00:00:00', 'yesterday', '5', '2026-02-31 25:00:00'])
    expect(toServiceSeconds(none)).toBeNull();
});
