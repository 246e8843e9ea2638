/** File details, many at a time (docs/http-api.md, "File info"). */
import type { ApiResponse } from '../api-response.ts';
import type { JsonRecord } from '../envelope.ts';
import { address, count, createRecordReader, dateTime, type FieldTable, flag, text } from '../fields.ts';
import type { Call, CallOptions } from '../transport.ts';
import { findEntry } from './find-entry.ts';

/** The service's entry for one code. */
export type FileInfo = FoundFile | MissingFile;

export interface FoundFile extends FileDetails {
  readonly found: true;
  readonly fileCode: string;
}

export interface MissingFile {
  readonly found: false;
  readonly fileCode: string;
  /** The service's own words, such as "Not found or not your file"; null where its answer passes over this code. */
  readonly msg: string | null;
}

export interface FileDetails extends FileFacts {
  readonly views: number | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone; null where it was never viewed. */
  readonly lastView: string | null;
}

/** What is told of a file in detail, of one that was just uploaded too. */
export interface FileFacts {
  readonly title: string;
  /** Bytes. */
  readonly size: number | null;
  /** Seconds. */
  readonly length: number | null;
  readonly canPlay: boolean | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone. */
  readonly uploaded: string | null;
  /** Absolute addresses. */
  readonly singleImage: string | null;
  readonly splashImage: string | null;
  readonly protectedEmbed: string | null;
  readonly protectedDownload: string | null;
}

/** Codes that one request may ask for (docs/http-api.md, "Lists"). */
const batchSize = 50;

/** @returns one entry for each code, in the order of the codes, each code once */
export async function fetchFileInfo(
  call: Call,
  baseUrl: string,
  fileCodes: readonly string[],
  options?: CallOptions,
): Promise<FileInfo[]> {
  const codes = [...new Set(fileCodes)];
  const batches = Array.from({ length: Math.ceil(codes.length / batchSize) }, (_, index) =>
    codes.slice(index * batchSize, (index + 1) * batchSize),
  );
  const infos = await Promise.all(batches.map((batch) => fetchBatch(call, baseUrl, batch, options)));
  return infos.flat();
}

async function fetchBatch(
  call: Call,
  baseUrl: string,
  codes: readonly string[],
  options: CallOptions | undefined,
): Promise<FileInfo[]> {
  const answer = await call('read', 'file/info', { file_code: codes.join(',') }, options);
  const entries = answer.readRecords();
  return codes.map((fileCode) => readInfo(answer, baseUrl, entries, fileCode, codes.length === 1));
}

function readInfo(
  answer: ApiResponse,
  baseUrl: string,
  entries: readonly JsonRecord[],
  fileCode: string,
  isSingle: boolean,
): FileInfo {
  const entry = findEntry(entries, fileCode, isSingle);
  const failure = entry && answer.findFailure(entry);
  const details = failure === null ? fileDetails(baseUrl)(entry) : null;
  return details ? { found: true, fileCode, ...details } : { found: false, fileCode, msg: failure };
}

export const fileFacts = (baseUrl: string): FieldTable<FileFacts> => ({
  title: [text, 'title', 'file_title', 'name'],
  size: [count, 'size'],
  length: [count, 'length'],
  canPlay: [flag, 'canplay'],
  uploaded: [dateTime, 'uploaded'],
  singleImage: [address(baseUrl), 'single_img'],
  splashImage: [address(baseUrl), 'splash_img'],
  protectedEmbed: [address(baseUrl), 'protected_embed'],
  protectedDownload: [address(baseUrl), 'protected_dl', 'protected_download'],
});

const fileDetails = (baseUrl: string) =>
  createRecordReader<FileDetails>({
    ...fileFacts(baseUrl),
    views: [count, 'views'],
    lastView: [dateTime, 'last_view'],
  });
