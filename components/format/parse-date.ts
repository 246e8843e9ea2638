/** `YYYY-MM-DD HH:MM:SS` as seconds on the service's clock, like `CatalogFile.uploaded`; null if the text is no date. */
export function parseDate(text: string | null | undefined): number | null {
  if (!text) return null;
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? null : at / 1000;
}
