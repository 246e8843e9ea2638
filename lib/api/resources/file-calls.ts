/** Files (docs/http-api.md, "Files"). The API has no way to delete one. */
import { optionalText, requireCount, requireText } from '../arguments.ts';
import { classifyMessage } from '../classify-message.ts';
import { address, codeInAddress, count, createRecordReader, text } from '../fields.ts';
import { paginate } from '../paginate.ts';
import type { Call, CallOptions, ChangeOptions } from '../transport.ts';
import { type FileEntry, fileEntry, isInFolder } from './file-entry.ts';
import { createFileInfoReader, type FileFacts, type FileInfo, fileFacts } from './file-info.ts';
import { findEntry } from './find-entry.ts';

/** Which files. */
export interface FileQuery {
  /** From 1. */
  readonly page?: number | undefined;
  /** Entries, 200 at most; the service's own default where it is not given. */
  readonly perPage?: number | undefined;
  /** "0" is the root. Without it all folders are listed, and copies go into the root. */
  readonly folderId?: string | undefined;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock: files uploaded after it. */
  readonly createdAfter?: string | undefined;
  /** Files uploaded in the last so many minutes, by the service's clock. */
  readonly createdWithinMinutes?: number | undefined;
}

/** One page of a list. */
export interface FilePage {
  /** The files on this page. */
  readonly files: FileEntry[];
  /** As the service counts them, which is not reliable: use `iterate` to see all. */
  readonly totalPages: number | null;
  /** Files on all pages, as the service counts them. */
  readonly total: number | null;
  /** Entries that could not be read and are left out: with any, a file that is not listed may be there all the same. */
  readonly skipped: number;
}

/** The result of `iterate`: entries on all pages that could not be read. */
export type FileListSummary = Pick<FilePage, 'skipped'>;

/** Whether a file is there. */
export interface FileStatus {
  /** The code that was asked for. */
  readonly fileCode: string;
  /** The service's own word. */
  readonly status: string;
  /** Whether that word is "Active", the only one described (docs/http-api.md, "File status"). */
  readonly active: boolean;
}

/** A file's images. */
export interface FileImages extends Pick<FileFacts, 'title' | 'singleImage' | 'splashImage'> {
  /** The code that was asked for. */
  readonly fileCode: string;
  /** Absolute address of the small image. */
  readonly thumbImage: string | null;
}

/** A copy of a file. */
export interface ClonedFile extends Pick<FileFacts, 'protectedDownload' | 'protectedEmbed'> {
  /** The new file. */
  readonly fileCode: string;
  /** Absolute address of the player page. */
  readonly embedUrl: string | null;
  /** Absolute address of the download page. */
  readonly downloadUrl: string | null;
}

const pageCounts = createRecordReader<Omit<FilePage, 'files' | 'skipped'>>({
  totalPages: [count, 'total_pages', 'pages'],
  total: [count, 'results_total'],
});

/** Entries on one page (docs/http-api.md, "Limits"). */
const maxPerPage = 200;

const timePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** The account's files. The API has no way to delete one. */
export interface FileCalls {
  /** One page of the account's files; with a folder, only those in it: a service may ignore one that it does not know. */
  list(query?: FileQuery, options?: CallOptions): Promise<FilePage>;
  /** All files that the query is about, page by page as they are read, each once. Rejects with the code `aborted` on abort. */
  iterate(
    query?: Omit<FileQuery, 'page'>,
    options?: CallOptions,
  ): AsyncGenerator<FileEntry, FileListSummary, undefined>;
  /** Whether a file is there (docs/http-api.md, "File status"). Rejects with the code `not-found` where it is not. */
  check(fileCode: string, options?: CallOptions): Promise<FileStatus>;
  /** Details of files in the codes' order, 50 a request; `found: false`: unknown or failed. Rejects if none can be asked for. */
  info(fileCodes: string | readonly string[], options?: CallOptions): Promise<FileInfo[]>;
  /** Addresses of a file's images (docs/http-api.md, "File images"). Rejects with the code `not-found` where it is unknown. */
  images(fileCode: string, options?: CallOptions): Promise<FileImages>;
  /** Done when the service says so; it may say so and change nothing, so read back what matters. */
  rename(fileCode: string, title: string, options?: ChangeOptions): Promise<void>;
  /** Into another folder; "0" is the root. Like `rename`, read back what matters. */
  move(fileCode: string, folderId: string, options?: ChangeOptions): Promise<void>;
  /** Copies a file, one's own or another account's, into a folder or the root (docs/http-api.md, "Clone file"). */
  clone(fileCode: string, to?: Pick<FileQuery, 'folderId'>, options?: ChangeOptions): Promise<ClonedFile>;
  /** Files whose title matches. Whatever is no list of files, such as "true", is no match (docs/http-api.md, "Search"). */
  search(term: string, options?: CallOptions): Promise<FileEntry[]>;
}

export const fileCalls = (call: Call, baseUrl: string): FileCalls => {
  const file = fileEntry(baseUrl);
  const readFileInfo = createFileInfoReader(call, baseUrl);

  /** One empty answer proves nothing: where files are expected, it is asked for again. */
  async function fetchPage(
    query: FileQuery,
    options: CallOptions | undefined,
    isExpected = (query.page ?? 1) === 1 && query.createdAfter === undefined,
  ): Promise<FilePage> {
    const read = await fetchOnce(query, options);
    return isExpected && read.files.length + read.skipped === 0 ? fetchOnce(query, options) : read;
  }

  async function fetchOnce(query: FileQuery, options: CallOptions | undefined): Promise<FilePage> {
    const { page, perPage, folderId } = query;
    const params = {
      page: requireCount(page, 'page'),
      per_page: requireCount(perPage, 'perPage', maxPerPage),
      fld_id: optionalText(folderId, 'folderId'),
      created: createdParam(query),
    };
    const answer = await call('read', 'file/list', params, options);
    const { entries: files, skipped } = await answer.readList(file, { inside: 'files' });
    return { files, skipped, ...answer.readResultFields(pageCounts) };
  }

  return {
    async list(query = {}, options) {
      const page = await fetchPage(query, options);
      return { ...page, files: page.files.filter((entry) => isWanted(entry, query)) };
    },

    async *iterate(query = {}, options) {
      let skipped = 0;
      let listed = 0;
      let total: number | null = null;
      const readPage = async (page: number) => {
        const isExpected = page > 1 && (total === null || listed < total);
        const read = await fetchPage({ perPage: maxPerPage, ...query, page }, options, isExpected);
        skipped += read.skipped;
        listed += read.files.length + read.skipped;
        total = read.total ?? total;
        return read.files;
      };
      const mayBeAll = () => total === null || listed >= total;
      for await (const entry of paginate('file/list', options?.signal, readPage, mayBeAll)) {
        if (isWanted(entry, query)) yield entry;
      }
      return { skipped };
    },

    async check(fileCode, options) {
      const params = { file_code: requireText(fileCode, 'fileCode') };
      const answer = await call('read', 'file/check', params, options);
      const entry = findEntry(await answer.readRecords(), fileCode, true);
      if (entry === null) throw answer.createNotFoundError(null);
      const { status } = fileStatus(entry) ?? { status: '' };
      if (classifyMessage(status) === 'not-found' || /^4\d\d$/.test(status))
        throw answer.createNotFoundError(status);
      return { fileCode, status, active: /^(active|ok|200)$/i.test(status) };
    },

    async info(fileCodes, options) {
      const codes = typeof fileCodes === 'string' ? [fileCodes] : fileCodes;
      if (codes.some((fileCode) => requireText(fileCode, 'Each file code').includes(',')))
        throw new TypeError('A file code has no comma.');
      return readFileInfo(codes, options);
    },

    async images(fileCode, options) {
      const params = { file_code: requireText(fileCode, 'fileCode') };
      const answer = await call('read', 'file/image', params, options);
      const entry = findEntry(await answer.readRecords(), fileCode, true);
      const failure = entry && answer.findFailure(entry);
      const images = failure === null ? fileImages(baseUrl)(entry) : null;
      if (images === null) throw answer.createNotFoundError(failure);
      return { fileCode, ...images };
    },

    async rename(fileCode, title, options) {
      const params = { file_code: requireText(fileCode, 'fileCode'), title: requireText(title, 'title') };
      const answer = await call('change', 'file/rename', params, options);
      answer.assertConfirmed();
    },

    async move(fileCode, folderId, options) {
      const file_code = requireText(fileCode, 'fileCode');
      const params = { file_code, fld_id: requireText(folderId, 'folderId') };
      const answer = await call('change', 'file/move', params, options);
      answer.assertConfirmed();
    },

    async clone(fileCode, { folderId } = {}, options) {
      const file_code = requireText(fileCode, 'fileCode');
      const params = { file_code, fld_id: optionalText(folderId, 'folderId') };
      const answer = await call('change', 'file/clone', params, options);
      return answer.readOne(clonedFile(baseUrl));
    },

    async search(term, options) {
      const params = { search_term: requireText(term, 'term') };
      const answer = await call('read', 'search/videos', params, options);
      return answer.readSearchResults(file, 'files');
    },
  };
};

function createdParam({ createdAfter, createdWithinMinutes }: FileQuery): string | number | undefined {
  if (createdAfter === undefined) return requireCount(createdWithinMinutes, 'createdWithinMinutes');
  if (!timePattern.test(createdAfter)) {
    throw new TypeError('createdAfter must be a time like 2026-01-31 12:00:00.');
  }
  return createdAfter;
}

const isWanted = (entry: FileEntry, { folderId }: FileQuery): boolean =>
  folderId === undefined || isInFolder(entry, folderId);

const fileStatus = createRecordReader<{ readonly status: string }>({ status: [text, 'status'] });

function fileImages(baseUrl: string) {
  const { title, singleImage, splashImage } = fileFacts(baseUrl);
  const thumbImage = [address(baseUrl), 'thumb_img'] as const;
  return createRecordReader<Omit<FileImages, 'fileCode'>>({ title, singleImage, thumbImage, splashImage });
}

const clonedFile = (baseUrl: string) =>
  createRecordReader<ClonedFile>({
    fileCode: [codeInAddress(baseUrl), 'filecode', 'file_code', 'url'],
    embedUrl: [address(baseUrl), 'embed_url'],
    downloadUrl: [address(baseUrl), 'download_url', 'url'],
    protectedDownload: [address(baseUrl), 'protected_download', 'protected_dl'],
    protectedEmbed: [address(baseUrl), 'protected_embed'],
  });
