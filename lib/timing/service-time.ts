import type { ServiceSeconds } from './units.ts';

/** `YYYY-MM-DD HH:MM:SS`, as `lib/api` reads all dates, in milliseconds. NaN for other text, or none. */
export const parseServiceTime = (text: string | null | undefined): number =>
  // Engines read other forms differently.
  /^\d{4}-\d\d-\d\d \d/.test(text ?? '') ? Date.parse(`${text?.replace(' ', 'T')}Z`) : Number.NaN;

/** The same in seconds. Null for other text, or none. */
export function toServiceSeconds(text: string | null | undefined): ServiceSeconds | null {
  const ms = parseServiceTime(text);
  return Number.isNaN(ms) ? null : ms / 1_000;
}
