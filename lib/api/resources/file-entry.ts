/** The file as lists show it (docs/http-api.md, "File entry"). */
import { address, code, count, createRecordReader, flag, id, type RecordReader } from '../fields.ts';
import { type FileFacts, fileFacts } from './file-info.ts';

/** A file in a list. */
export interface FileEntry
  extends Pick<FileFacts, 'title' | 'singleImage' | 'canPlay' | 'length' | 'uploaded'> {
  /** Names the file in every call. */
  readonly fileCode: string;
  /** Absolute address of the download page; its host may differ from the service's. */
  readonly downloadUrl: string | null;
  /** Views so far. */
  readonly views: number | null;
  /** Whether others see it; null where the service does not say. */
  readonly isPublic: boolean | null;
  /** "0" is the root; null where the service does not say. */
  readonly folderId: string | null;
}

export function fileEntry(baseUrl: string): RecordReader<FileEntry> {
  const { title, singleImage, canPlay, length, uploaded } = fileFacts(baseUrl);
  return createRecordReader<FileEntry>({
    fileCode: [code, 'file_code', 'filecode'],
    title,
    downloadUrl: [address(baseUrl), 'download_url', 'link'],
    singleImage,
    canPlay,
    length,
    views: [count, 'views'],
    uploaded,
    isPublic: [flag, 'public'],
    folderId: [id, 'fld_id', 'folder_id'],
  });
}

/** A service may ignore a folder that it does not know and list the whole account (docs/http-api.md, "Lists"). */
export const isInFolder = (entry: FileEntry, folderId: string): boolean =>
  entry.folderId === null || entry.folderId === folderId;
