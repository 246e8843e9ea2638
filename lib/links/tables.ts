/** Tables as text, one row per line: finds the delimiter of their fields. Pure. */

export interface Table {
  readonly delimiter: string;
  /** Undefined if there is no header and the lines only look alike. */
  readonly columns?: number;
}

const delimiters = [',', ';', '|'];
const addressHead = /^["\s]*(?:\p{L}+[ _-])?(?:address|adresse|download|href|link|ur[il]|website)s?["\s]*$/iu;
const address = /(?:https?|ftp):\/\//i;
const maxRow = 4_000;
/** A table without a header must have more fields per row. Most lines with one delimiter are texts or addresses. */
const minAlike = 2;
const maxRead = 50;

/** Undefined if the lines have no fields. */
export function findTable(lines: readonly string[]): Table | undefined {
  const rows = lines.flatMap((line) => line.trim() || []).slice(0, maxRead);
  if (rows.length < 2 || rows.some((row) => row.length > maxRow)) return undefined;
  return delimiters
    .map((delimiter) => findByHead(rows, delimiter) ?? findByRows(rows, delimiter))
    .find((table) => table !== undefined);
}

/** A header that names addresses. */
function findByHead([head = '', ...rows]: readonly string[], delimiter: string): Table | undefined {
  const names = head.split(delimiter);
  const isHead =
    names.length > 1 &&
    names.every((name) => /^["\s]*[\p{L}\p{M}\p{N}_ ()-]{1,30}["\s]*$/u.test(name)) &&
    names.some((name) => addressHead.test(name));
  return isHead && rows.some((row) => row.includes(delimiter))
    ? { delimiter, columns: names.length }
    : undefined;
}

/** Every row has the same number of fields, an address in the same field, and words in another. */
function findByRows(rows: readonly string[], delimiter: string): Table | undefined {
  const fields = rows.map((row) => splitRow(row, delimiter));
  const [first = []] = fields;
  const column = first.findIndex((field) => address.test(field));
  const isAlike = fields.every(
    (row) =>
      row.length === first.length &&
      row.length > minAlike &&
      row.every((field, at) => address.test(field) === (at === column)) &&
      row.some((field, at) => at !== column && /^["\s]*\p{L}{2,}[^/=]*$/u.test(field)),
  );
  return isAlike && column !== -1 ? { delimiter } : undefined;
}

const splitRow = (row: string, delimiter: string): readonly string[] => withoutQuoted(row).split(delimiter);

/** Delimiters in a row beyond those between its fields. */
export const countSpare = ({ delimiter, columns }: Table, row: string): number =>
  columns === undefined || row.length > maxRow ? 0 : splitRow(row, delimiter).length - columns;

/** Keeps quoted words, so that their field isn't empty. */
const withoutQuoted = (row: string): string =>
  row.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[,;|]/g, ' '));
