/** How long a response asks to wait. */
import { afterEach, expect, it, vi } from 'vitest';
import { readRetryAfterMs } from '../../../lib/api/retry-after.ts';

afterEach(() => vi.useRealTimers());

const date = 'Thu, 26 Nov 2026 12:00:00 GMT';

it.each([
  ['30', date, 30_000],
  ['0', date, 0],
  ['Thu, 26 Nov 2026 12:01:00 GMT', date, 60_000],
  ['Thursday, 26-Nov-26 12:01:00 GMT', date, 60_000],
  ['Thu Nov 26 12:01:00 2026', date, 60_000],
  ['Thu, 26 Nov 2026 12:01:00 GMT', null, 60_000 - 7_000],
  ['Thu, 26 Nov 2026 12:01:00 GMT', 'yesterday', 60_000 - 7_000],
  ['Thu, 26 Nov 2026 12:00:00 GMT', date, null],
  ['Thu, 26 Nov 2026 11:00:00 GMT', date, null],
  ['Thu, 26 Nov 2126 12:00:00 GMT', date, 86_400_000],
  ['99999999999999999999', date, 86_400_000],
  ['-5', date, null],
  ['1.5', date, null],
  ['soon', date, null],
  ['', date, null],
  [null, date, null],
])('%s, sent at %s', (retryAfter, sentAt, waitMs) => {
  // If the response has a date, our clock may be an hour ahead of the service's.
  vi.useFakeTimers({ now: Date.parse(date) + (sentAt === date ? 3_600_000 : 7_000) });
  const headers = {
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
    ...(sentAt && { date: sentAt }),
  };
  expect(readRetryAfterMs(new Headers(headers))).toBe(waitMs);
});
