import type { CallOptions } from '../transport.ts';
import type { FileCalls, FileQuery, ListSummary } from './file-calls.ts';
import { type FileInfo, maxCodes } from './file-info.ts';

export async function* iterateDetails(
  { iterate, info }: Pick<FileCalls, 'iterate' | 'info'>,
  query?: Omit<FileQuery, 'page'>,
  options?: CallOptions,
): AsyncGenerator<FileInfo, ListSummary, undefined> {
  const entries = iterate(query, options);
  for (;;) {
    const codes: string[] = [];
    let end: ListSummary | undefined;
    while (codes.length < maxCodes && end === undefined) {
      const { done, value } = await entries.next();
      if (done) end = value;
      else codes.push(value.fileCode);
    }
    if (codes.length > 0) yield* await info(codes, options);
    if (end !== undefined) return end;
  }
}
