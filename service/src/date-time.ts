/** Times inside the service are whole seconds since 1970; dates are spelled as docs/http-api.md, "Values", has them, in UTC. */

const daySeconds = 86_400;

/** Milliseconds since 1970, with microseconds as the fraction; never going back while the process lives. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** `YYYY-MM-DD HH:MM:SS` of a time in seconds. */
export function dateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD` of a time in seconds. */
export function day(seconds: number): string {
  return dateTime(seconds).slice(0, 10);
}

/** The day `count` days after `from` (`YYYY-MM-DD`); before it when negative. */
export function addDays(from: string, count: number): string {
  return day(Date.parse(`${from}T00:00:00Z`) / 1000 + count * daySeconds);
}

/** True for a `YYYY-MM-DD` that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && day(time / 1000) === text;
}

/** The time in seconds of `YYYY-MM-DD HH:MM:SS`, or `undefined` when it is no such thing. */
export function parseDateTime(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text);
  if (!match?.[1] || !isDay(match[1])) return undefined;
  const time = Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(time) ? undefined : time / 1000;
}
