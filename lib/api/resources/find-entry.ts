/** Finds the entry of one file in an answer. */
import type { JsonRecord } from '../envelope.ts';
import { code, createRecordReader } from '../fields.ts';

/** The file that a record is about; null where it names none. */
export const readCode = createRecordReader<{ readonly fileCode: string }>({
  // Some give a list of one.
  fileCode: [(raw) => code(Array.isArray(raw) ? raw[0] : raw), 'filecode', 'file_code'],
});

/** The entry with this code; where a single file was asked for (`isSingle`), also a single entry without any code. */
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
