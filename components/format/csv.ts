export const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed();

/** With its line break. */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvField).join(',')}\r\n`;

/** The apostrophe keeps spreadsheets from running a text as a formula. */
function csvField(value: string | number | null): string {
  if (value === null || typeof value === 'number') return `${value ?? ''}`;
  const text = oneLine(value);
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",;']/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Also full-width signs, and signs after invisible characters, which spreadsheets may change on import. */
const isFormula = (text: string): boolean =>
  /^[=+\-−@]/u.test(text.replace(/^[\p{Cf}\p{DI}]+/u, '').normalize('NFKC'));
