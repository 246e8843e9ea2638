/** A file as lists show it (docs/http-api.md, "File entry"). */
import type { Dialect } from '../dialects/dialect.ts';
import {
  type AddressBases,
  address,
  code,
  count,
  createRecordReader,
  dateTime,
  flag,
  id,
  type RecordReader,
  text,
} from '../fields.ts';
import type { FileFacts } from './file-info.ts';

/** A file in a list. */
export interface FileEntry
  extends Pick<FileFacts, 'title' | 'singleImage' | 'canPlay' | 'length' | 'uploaded'> {
  /** Identifies the file in every call. */
  readonly fileCode: string;
  /** Absolute address of the download page. Its host may differ from the service's. */
  readonly downloadUrl: string | null;
  /** Views so far. */
  readonly views: number | null;
  /** Whether others can see it; null if unknown. */
  readonly isPublic: boolean | null;
  /** "0" is the root; null if unknown. */
  readonly folderId: string | null;
}

export const fileEntry = (
  { fields: { fileEntry: names } }: Dialect,
  { baseUrl, pagesUrl }: AddressBases,
): RecordReader<FileEntry> =>
  createRecordReader<FileEntry>({
    fileCode: [code, ...names.fileCode],
    title: [text, ...names.title],
    downloadUrl: [address(pagesUrl), ...names.downloadUrl],
    singleImage: [address(baseUrl), ...names.singleImage],
    canPlay: [flag, ...names.canPlay],
    length: [count, ...names.length],
    views: [count, ...names.views],
    uploaded: [dateTime, ...names.uploaded],
    isPublic: [flag, ...names.isPublic],
    folderId: [id, ...names.folderId],
  });

/** A service may ignore an unknown folder and list the whole account (docs/http-api.md, "Lists"). */
export const isInFolder = (entry: FileEntry, folderId: string): boolean =>
  entry.folderId === null || entry.folderId === folderId;
