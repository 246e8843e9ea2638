const maxWaitMs = 24 * 60 * 60 * 1000;

/**
 * The wait that a response asks for (RFC 9110, "Retry-After"), at most a day; null if none. Dates are relative to the response's `Date`.
 */
export function readRetryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, maxWaitMs);
  const waitMs = parseHttpDate(value) - (parseHttpDate(headers.get('date')) || Date.now());
  return waitMs > 0 ? Math.min(waitMs, maxWaitMs) : null;
}

/** HTTP has three date formats, one without a time zone. NaN for anything else. */
const parseHttpDate = (value: string | null): number =>
  /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i.test(value ?? '')
    ? Date.parse(`${value?.replace(/ GMT$/, '')} GMT`)
    : NaN;
