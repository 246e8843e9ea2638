/** Checks callers' arguments. A mistake is a `TypeError`. */

export function requireText(value: string, name: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(`${name} must be a text that is not empty.`);
  return value;
}

export const optionalText = (value: string | undefined, name: string): string | undefined =>
  value === undefined ? undefined : requireText(value, name);

export function requireDay(value: string, name: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new TypeError(`${name} must be a day like 2026-01-31.`);
  return value;
}

export function requireCount(
  value: number | undefined,
  name: string,
  highest = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1 && value <= highest)) {
    throw new TypeError(`${name} must be a whole number from 1 to ${highest}.`);
  }
  return value;
}

export function requireRetries(value: number | undefined): void {
  if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0))
    throw new TypeError('maxRetries must be a whole number of at least 0.');
}

/** A misspelt option would otherwise be ignored. @throws {TypeError} */
export function rejectUnknownOptions(options: object, known: readonly string[], taker: string): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${taker} takes an object with ${known.join(', ')}.`);
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const plain = (text: string) => text.replace(/[_-]/g, '').toLowerCase();
    const meant = known.find((each) => plain(each) === plain(name));
    const hint = meant === undefined ? `It takes ${known.join(', ')}.` : `Is “${meant}” meant?`;
    throw new TypeError(`${taker} takes no option “${name}”. ${hint}`);
  }
}

/** Accepts signals of another realm. */
export function requireSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw new TypeError('signal must be an AbortSignal.');
}

/** Accepts `Infinity`. */
export function requireDuration(value: number | undefined, name: string): number | undefined {
  if (value !== undefined && !(typeof value === 'number' && value > 0))
    throw new TypeError(`${name} must be a number of milliseconds greater than 0.`);
  return value;
}
