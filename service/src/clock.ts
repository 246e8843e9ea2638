/** Time: wall-clock milliseconds with their fraction, never going back while the process lives. */

/** Milliseconds since 1970, with microseconds as the fraction. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Whole seconds since 1970. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
