/** Tables as text, one row a line: which sign separates their fields. Pure. */

export interface Table {
  readonly delimiter: string;
  /** Undefined where the lines only look alike. */
  readonly columns?: number;
}

const delimiters = [',', ';', '|'];
const addressHead = /^["\s]*(?:\p{L}+[ _-])?(?:address|adresse|download|href|link|ur[il]|website)s?["\s]*$/iu;
const address = /(?:https?|ftp):\/\//i;
/** Characters; longer lines are no rows. */
const maxRow = 4_000;
/** Signs of a delimiter in each of the lines that only look alike: with one, most of them are texts or addresses. */
const minAlike = 2;
/** So many rows tell what a table looks like. */
const maxRead = 50;

/** Undefined where the lines have no fields. */
export function findTable(lines: readonly string[]): Table | undefined {
  const rows = lines.flatMap((line) => line.trim() || []).slice(0, maxRead);
  if (rows.length < 2 || rows.some((row) => row.length > maxRow)) return undefined;
  return delimiters
    .map((delimiter) => findByHead(rows, delimiter) ?? findByRows(rows, delimiter))
    .find((table) => table !== undefined);
}

/** A first line of names, one of which says that addresses are below. */
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

/** As many fields in each row, with an address in the same one, and words in another. */
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

/** The fields of a row, with their quotes. */
const splitRow = (row: string, delimiter: string): readonly string[] => withoutQuoted(row).split(delimiter);

/** Signs of the delimiter in a row beyond those between its fields. */
export const countSpare = ({ delimiter, columns }: Table, row: string): number =>
  columns === undefined || row.length > maxRow ? 0 : splitRow(row, delimiter).length - columns;

/** Quoted words stay, so that their field has some. */
const withoutQuoted = (row: string): string =>
  row.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[,;|]/g, ' '));
