import type { JsonRecord } from '../envelope.ts';
import { code, createRecordReader } from '../fields.ts';

/** Null if the record names no file. */
export const readCode = createRecordReader<{ readonly fileCode: string }>({
  fileCode: [code, 'filecode', 'file_code'],
});

/** The entry with this code. `isSingle`: one file was requested, so a single entry without a code counts too. */
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
