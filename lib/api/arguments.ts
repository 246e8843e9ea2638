/** Checks of callers' arguments: a mistake is a `TypeError`. */

/** A code, identifier or text that the service requires. */
export function requireText(value: string, name: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(`${name} must be a text that is not empty.`);
  return value;
}

/** A calendar day, `YYYY-MM-DD`. */
export function requireDay(value: string, name: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new TypeError(`${name} must be a day like 2026-01-31.`);
  return value;
}

/** A whole number, clamped to the range. */
export function clampInteger(value: number | undefined, lowest: number, highest: number): number | undefined {
  return value === undefined || Number.isNaN(value)
    ? undefined
    : Math.min(Math.max(Math.trunc(value), lowest), highest);
}
