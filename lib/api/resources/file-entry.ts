/** The file as lists show it (docs/http-api.md, "File entry"). */
import {
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

/** A file in a list. */
export interface FileEntry {
  /** Names the file in every call. */
  readonly fileCode: string;
  /** Plain text, HTML entities decoded; services drop the extension and turn "_" and "." into spaces. */
  readonly title: string;
  /** Absolute address of the download page; its host may differ from the service's. */
  readonly downloadUrl: string | null;
  /** Absolute address of the one image. */
  readonly singleImage: string | null;
  /** Whether the player plays it; null where the service does not say. */
  readonly canPlay: boolean | null;
  /** Seconds. */
  readonly length: number | null;
  /** Views so far. */
  readonly views: number | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone. */
  readonly uploaded: string | null;
  /** Whether others see it; null where the service does not say. */
  readonly isPublic: boolean | null;
  /** "0" is the root; null where the service does not say. */
  readonly folderId: string | null;
}

export function fileEntry(baseUrl: string): RecordReader<FileEntry> {
  return createRecordReader<FileEntry>({
    fileCode: [code, 'file_code', 'filecode'],
    title: [text, 'title', 'file_title', 'name'],
    downloadUrl: [address(baseUrl), 'download_url', 'link'],
    singleImage: [address(baseUrl), 'single_img'],
    canPlay: [flag, 'canplay'],
    length: [count, 'length'],
    views: [count, 'views'],
    uploaded: [dateTime, 'uploaded'],
    isPublic: [flag, 'public'],
    folderId: [id, 'fld_id', 'folder_id'],
  });
}

/** A service may ignore a folder that it does not know and list the whole account (docs/http-api.md, "Lists"). */
export function isInFolder(entry: FileEntry, folderId: string): boolean {
  return entry.folderId === null || entry.folderId === folderId;
}
