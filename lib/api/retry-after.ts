const maxWaitMs = 24 * 60 * 60 * 1000;

/** Milliseconds that an answer asks to wait (RFC 9110, "Retry-After"), a day at most; null: none. Dates are by its `Date`. */
export function readRetryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, maxWaitMs);
  const waitMs = parseHttpDate(value) - (parseHttpDate(headers.get('date')) || Date.now());
  return waitMs > 0 ? Math.min(waitMs, maxWaitMs) : null;
}

/** Milliseconds since the epoch of any of the three forms of HTTP, of which one names no zone; NaN for others. */
const parseHttpDate = (value: string | null): number =>
  /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i.test(value ?? '')
    ? Date.parse(`${value?.replace(/ GMT$/, '')} GMT`)
    : NaN;
