/** Parses `YYYY-MM-DD HH:MM:SS` to seconds on the service's clock. Null if it isn't a date. */
export function parseDate(text: string | null | undefined): number | null {
  if (!text) return null;
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? null : at / 1000;
}
