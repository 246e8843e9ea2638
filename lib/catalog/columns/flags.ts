/** The flags of files, as bits of one column. A flag is one line here, which is used to read, store, merge and filter it. */
import { mapColumns, type NumberColumn } from './number-columns.ts';

/** One bit for "known" and one for "true". */
export const flagBits = { canPlay: [1, 2], isPublic: [4, 8] } as const;

export type Flag = keyof typeof flagBits;
export const flagNames = Object.keys(flagBits) as readonly Flag[];

export function mapFields<N, F>(
  readNumber: (column: NumberColumn) => N,
  readFlag: (flag: Flag) => F,
): Record<NumberColumn, N> & Record<Flag, F> {
  const values = mapColumns(readNumber) as Record<NumberColumn, N> & Record<Flag, F>;
  for (const flag of flagNames) values[flag] = readFlag(flag);
  return values;
}
