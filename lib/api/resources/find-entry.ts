/** Finds the entry of one file in a response. */
import type { JsonRecord } from '../envelope.ts';
import { code, createRecordReader } from '../fields.ts';

/** The code of the file that a record is about; null if it has none. */
export const readCode = createRecordReader<{ readonly fileCode: string }>({
  // Some services send a list with one code.
  fileCode: [(raw) => code(Array.isArray(raw) ? raw[0] : raw), 'filecode', 'file_code'],
});

/** The entry with this code. If a single file was requested (`isSingle`), also a single entry without a code. */
export function findEntry(
  entries: readonly JsonRecord[],
  fileCode: string,
  isSingle: boolean,
): JsonRecord | null {
  const match = entries.find((record) => readCode(record)?.fileCode === fileCode);
  if (match) return match;
  const [only] = entries;
  return isSingle && entries.length === 1 && only && readCode(only) === null ? only : null;
}
