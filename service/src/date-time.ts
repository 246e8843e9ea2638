/** Times in the service are whole seconds since 1970. Dates are UTC, in the formats of docs/http-api.md, "Values". */

export type EpochSeconds = number;
/** Milliseconds since 1970. */
export type EpochMs = number;

const daySeconds = 86_400;

/** The fraction has microseconds. Never goes back while the process lives. */
export function preciseNow(): EpochMs {
  return performance.timeOrigin + performance.now();
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** `YYYY-MM-DD HH:MM:SS` */
export function dateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD` */
export function day(seconds: number): string {
  return dateTime(seconds).slice(0, 10);
}

export function addDays(from: string, count: number): string {
  return day(Date.parse(`${from}T00:00:00Z`) / 1000 + count * daySeconds);
}

/** Whether `text` is a `YYYY-MM-DD` that exists in the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && day(time / 1000) === text;
}

/** Parses `YYYY-MM-DD HH:MM:SS`. Returns `undefined` for anything else. */
export function parseDateTime(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text);
  if (!match?.[1] || !isDay(match[1])) return undefined;
  const time = Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(time) ? undefined : time / 1000;
}
