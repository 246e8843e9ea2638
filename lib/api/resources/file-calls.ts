/** Files (docs/http-api.md, "Files"). */
import { optionalText, rejectUnknownOptions, requireCount, requireText } from '../arguments.ts';
import { classifyMessage } from '../classify-message.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { ApiError } from '../errors.ts';
import {
  type AddressBases,
  address,
  code,
  codeInAddress,
  count,
  createRecordReader,
  dateTime,
  percent,
  text,
  textOrNull,
} from '../fields.ts';
import { getPath, type Host } from '../host.ts';
import { paginate } from '../paginate.ts';
import type { CallOptions, ChangeOptions } from '../transport.ts';
import { emptyIfRefused } from './empty-list.ts';
import { type FileEntry, fileEntry, isInFolder } from './file-entry.ts';
import { createFileInfoReader, type FileFacts, type FileInfo } from './file-info.ts';
import { findEntry, readCode } from './find-entry.ts';

/** Selects files. */
export interface FileQuery {
  /** From 1. */
  readonly page?: number | undefined;
  /** Entries per page, at most 200. Default: the service's own. */
  readonly perPage?: number | undefined;
  /** "0" is the root. If omitted, all folders are listed, and copies go into the root. */
  readonly folderId?: string | undefined;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock: only files uploaded after it. */
  readonly createdAfter?: string | undefined;
  /** Only files uploaded in the last minutes, by the service's clock. */
  readonly createdWithinMinutes?: number | undefined;
}

/** One page of a list. */
export interface FilePage {
  /** The files on this page. */
  readonly files: FileEntry[];
  /** The service's count, which is unreliable. Use `iterate` to read all files. */
  readonly totalPages: number | null;
  /** The service's count of files on all pages. */
  readonly total: number | null;
  /** Unreadable entries, which are left out. If there are any, an unlisted file may still exist. */
  readonly skipped: number;
}

/** What is known about a list once it has been read to the end. */
export interface ListSummary {
  /** Number of unreadable entries. */
  readonly skipped: number;
  /** Whether every entry was readable and their number matches the service's count, which may be wrong. */
  readonly isComplete: boolean;
}

/** The status of a file. */
export interface FileStatus {
  /** The requested code. */
  readonly fileCode: string;
  /** The service's own word; empty if it sends none. */
  readonly status: string;
  /** Whether the word is "Active", the only documented one (docs/http-api.md, "File status"), or missing. */
  readonly active: boolean;
}

/** A file's images. */
export interface FileImages extends Pick<FileFacts, 'title' | 'singleImage' | 'splashImage'> {
  /** The requested code. */
  readonly fileCode: string;
  /** Absolute address of the small image. */
  readonly thumbImage: string | null;
}

/** A copy of a file. */
export interface ClonedFile extends Pick<FileFacts, 'protectedDownload' | 'protectedEmbed'> {
  /** The code of the copy. */
  readonly fileCode: string;
  /** Absolute address of the player page. */
  readonly embedUrl: string | null;
  /** Absolute address of the download page. */
  readonly downloadUrl: string | null;
}

/** A file that the host is encoding for its player, in one quality. */
export interface Encoding {
  /** The file's code. */
  readonly fileCode: string;
  /** Plain text, with HTML entities decoded. */
  readonly title: string;
  /** The service's own word for the quality. */
  readonly quality: string | null;
  /** The service's own word for the state. */
  readonly status: string;
  /** Percent; null if unknown. */
  readonly progress: number | null;
  /** Absolute address of the file's page. */
  readonly link: string | null;
}

/** A file that was deleted. */
export interface DeletedFile {
  /** The file's former code. */
  readonly fileCode: string;
  /** Plain text, with HTML entities decoded. */
  readonly title: string;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone. */
  readonly deletedOn: string | null;
  /** The service's own word. */
  readonly deletedBy: string | null;
  /** Seconds between the deletion and the response. */
  readonly deletedSecondsAgo: number | null;
}

const pageCounts = ({ fields: { filePage: names } }: Dialect) =>
  createRecordReader<Omit<FilePage, 'files' | 'skipped'>>({
    totalPages: [count, ...names.totalPages],
    total: [count, ...names.total],
  });

/** Entries per page (docs/http-api.md, "Limits"). */
const maxPerPage = 200;

const timePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** The account's files. */
export interface FileCalls {
  /** One page of the account's files. Leaves out files of other folders, because a service may ignore an unknown folder. */
  list(query?: FileQuery, options?: CallOptions): Promise<FilePage>;
  /** Yields each matching file once, page by page. Rejects with the code `aborted` on abort. */
  iterate(
    query?: Omit<FileQuery, 'page'>,
    options?: CallOptions,
  ): AsyncGenerator<FileEntry, ListSummary, undefined>;
  /** Checks whether a file exists (docs/http-api.md, "File status"). Rejects with the code `not-found` if it doesn't. */
  check(fileCode: string, options?: CallOptions): Promise<FileStatus>;
  /**
   * Details of files, in the order of the codes, 50 per request. `found: false`: the file is unknown or its request failed. Rejects if
   * every request fails.
   */
  info(fileCodes: string | readonly string[], options?: CallOptions): Promise<FileInfo[]>;
  /** Addresses of a file's images (docs/http-api.md, "File images"). Rejects with the code `not-found` if the file is unknown. */
  images(fileCode: string, options?: CallOptions): Promise<FileImages>;
  /** Renames a file. The service may report success and change nothing, so read back what matters. */
  rename(fileCode: string, title: string, options?: ChangeOptions): Promise<void>;
  /** Moves a file into another folder; "0" is the root. As with `rename`, read back what matters. */
  move(fileCode: string, folderId: string, options?: ChangeOptions): Promise<void>;
  /** Copies a file, yours or another account's, into a folder or the root (docs/http-api.md, "Clone file"). */
  clone(fileCode: string, to?: Pick<FileQuery, 'folderId'>, options?: ChangeOptions): Promise<ClonedFile>;
  /**
   * Deletes files for good, one request each, if the host can (`canDeleteFiles`). Stops at the first failure, with `mayHaveTakenEffect` if
   * earlier files are already deleted.
   */
  delete(fileCodes: string | readonly string[], options?: ChangeOptions): Promise<void>;
  /** Files deleted in the last hours, if the host lists them (`hasDeletedList`). */
  deleted(
    since?: {
      /** Default: the host's own. */
      readonly hours?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<DeletedFile[]>;
  /** Files that are being encoded, or one of them, if the host reports it (`hasEncodings`). */
  encodings(fileCode?: string, options?: CallOptions): Promise<Encoding[]>;
  /** Files with a matching title. A result that isn't a list, such as "true", means no match (docs/http-api.md, "Search"). */
  search(term: string, options?: CallOptions): Promise<FileEntry[]>;
}

export const fileCalls = (host: Host, bases: AddressBases): FileCalls => {
  const readFileInfo = createFileInfoReader(host, bases);

  /** One empty response proves nothing. */
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
      perPage: requireCount(perPage, 'perPage', maxPerPage),
      folderId: optionalText(folderId, 'folderId'),
      created: createdParam(query),
    };
    let counts: Pick<FilePage, 'totalPages' | 'total'> = { totalPages: null, total: null };
    const { entries: files, skipped } = await emptyIfRefused(async () => {
      const { answer, dialect } = await host.ask('read', 'files.list', params, options);
      counts = answer.readResultFields(pageCounts(dialect));
      return answer.readList(fileEntry(dialect, bases), { inside: 'files' });
    });
    return { files, skipped, ...counts };
  }

  return {
    async list(query = {}, options) {
      rejectUnknownOptions(query, ['page', ...queryFields], 'files.list');
      const page = await fetchPage(query, options);
      return { ...page, files: page.files.filter((entry) => isWanted(entry, query)) };
    },

    async *iterate(query = {}, options) {
      rejectUnknownOptions(query, queryFields, 'files.iterate');
      let skipped = 0;
      let listed = 0;
      let found = 0;
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
      for await (const entry of paginate(
        getPath(host.dialect, 'files.list'),
        options?.signal,
        readPage,
        mayBeAll,
      )) {
        found += 1;
        if (isWanted(entry, query)) yield entry;
      }
      return { skipped, isComplete: skipped === 0 && found >= (total ?? 0) };
    },

    async check(fileCode, options) {
      const params = { fileCode: requireText(fileCode, 'fileCode') };
      const { answer, dialect } = await host.ask('read', 'files.check', params, options);
      const entry = findEntry(await answer.readRecords(), fileCode, true);
      // If the host uses the details call, a response without this file proves nothing.
      const isOwnCall = dialect.calls['files.check']?.path !== dialect.calls['files.info']?.path;
      const isNamed = entry !== null && (readCode(entry) !== null || fileTitle(dialect)(entry)?.title !== '');
      const isFailure = entry !== null && answer.findFailure(entry) !== null;
      if (!isOwnCall && !isNamed && !isFailure) throw answer.createUnusableError();
      if (entry === null) throw answer.createNotFoundError(null);
      const { status } = fileStatus(dialect)(entry) ?? { status: '' };
      if (
        classifyMessage(status) === 'not-found' ||
        /^(4\d\d|(file )?(was |is |has been )?(deleted|removed|gone))\W*$/i.test(status)
      )
        throw answer.createNotFoundError(status);
      return { fileCode, status, active: /^(active|ok|200)?$/i.test(status) };
    },

    async info(fileCodes, options) {
      const codes = typeof fileCodes === 'string' ? [fileCodes] : fileCodes;
      if (codes.some((fileCode) => requireText(fileCode, 'Each file code').includes(',')))
        throw new TypeError('A file code must not contain a comma.');
      return readFileInfo(codes, options);
    },

    async images(fileCode, options) {
      const params = { fileCode: requireText(fileCode, 'fileCode') };
      const { answer, dialect } = await host.ask('read', 'files.images', params, options);
      const entry = findEntry(await answer.readRecords(), fileCode, true);
      const failure = entry && answer.findFailure(entry);
      const images = failure === null ? fileImages(dialect, bases)(entry) : null;
      if (images === null) throw answer.createNotFoundError(failure);
      return { fileCode, ...images };
    },

    async rename(fileCode, title, options) {
      const params = { fileCode: requireText(fileCode, 'fileCode'), title: requireText(title, 'title') };
      const { answer } = await host.ask('change', 'files.rename', params, options);
      answer.assertConfirmed();
    },

    async move(fileCode, folderId, options) {
      const params = {
        fileCode: requireText(fileCode, 'fileCode'),
        folderId: requireText(folderId, 'folderId'),
      };
      const { answer } = await host.ask('change', 'files.move', params, options);
      answer.assertConfirmed();
    },

    async clone(fileCode, to = {}, options) {
      rejectUnknownOptions(to, ['folderId'], 'files.clone');
      const { folderId } = to;
      const params = {
        fileCode: requireText(fileCode, 'fileCode'),
        folderId: optionalText(folderId, 'folderId'),
      };
      const { answer, dialect } = await host.ask('change', 'files.clone', params, options);
      return answer.readOne(clonedFile(dialect, bases));
    },

    async delete(fileCodes, options) {
      const codes = (typeof fileCodes === 'string' ? [fileCodes] : fileCodes).map((fileCode) =>
        requireText(fileCode, 'Each file code'),
      );
      for (const [index, fileCode] of codes.entries()) {
        try {
          const { answer } = await host.ask('change', 'files.delete', { fileCode }, options);
          answer.assertConfirmed(true);
        } catch (error) {
          if (index === 0 || !(error instanceof ApiError)) throw error;
          throw new ApiError(error.code, `File ${index + 1} of ${codes.length} was not deleted.`, {
            ...error,
            mayHaveTakenEffect: true,
            cause: error,
          });
        }
      }
    },

    async deleted(since = {}, options) {
      rejectUnknownOptions(since, ['hours'], 'files.deleted');
      const { hours } = since;
      const params = { hours: requireCount(hours, 'hours') };
      const { answer, dialect } = await host.ask('read', 'files.deleted', params, options);
      const { entries } = await answer.readList(deletedFile(dialect));
      return entries;
    },

    async encodings(fileCode, options) {
      const params = { fileCode: optionalText(fileCode, 'fileCode') };
      const { answer, dialect } = await host.ask('read', 'files.encodings', params, options);
      const { entries } = await answer.readList(encoding(dialect, bases));
      return entries;
    },

    async search(term, options) {
      const params = { term: requireText(term, 'term') };
      const { answer, dialect } = await host.ask('read', 'files.search', params, options);
      const found = answer.readSearchResults(fileEntry(dialect, bases), 'files');
      // A host that ignores the title returns all files.
      const isList = dialect.calls['files.search']?.path === dialect.calls['files.list']?.path;
      return isList ? found.filter(({ title }) => hasWords(title, term)) : found;
    },
  };
};

const queryFields = [
  'perPage',
  'folderId',
  'createdAfter',
  'createdWithinMinutes',
] as const satisfies (keyof FileQuery)[];

function createdParam({ createdAfter, createdWithinMinutes }: FileQuery): string | number | undefined {
  if (createdAfter === undefined) return requireCount(createdWithinMinutes, 'createdWithinMinutes');
  if (!timePattern.test(createdAfter)) {
    throw new TypeError('createdAfter must be a time like 2026-01-31 12:00:00.');
  }
  return createdAfter;
}

const isWanted = (entry: FileEntry, { folderId }: FileQuery): boolean =>
  folderId === undefined || isInFolder(entry, folderId);

/** In any order. Ignores case and diacritics. */
function hasWords(title: string, term: string): boolean {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const folded = fold(title);
  return fold(term)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => folded.includes(word));
}

const fileStatus = ({ fields: { fileStatus: names } }: Dialect) =>
  createRecordReader<{ readonly status: string }>({ status: [text, ...names.status] });

const fileTitle = ({ fields: { fileInfo: names } }: Dialect) =>
  createRecordReader<{ readonly title: string }>({ title: [text, ...names.title] });

const fileImages = ({ fields: { fileImages: names } }: Dialect, { baseUrl }: AddressBases) =>
  createRecordReader<Omit<FileImages, 'fileCode'>>({
    title: [text, ...names.title],
    singleImage: [address(baseUrl), ...names.singleImage],
    thumbImage: [address(baseUrl), ...names.thumbImage],
    splashImage: [address(baseUrl), ...names.splashImage],
  });

const clonedFile = ({ fields: { clonedFile: names } }: Dialect, { pagesUrl }: AddressBases) =>
  createRecordReader<ClonedFile>({
    fileCode: [codeInAddress(pagesUrl), ...names.fileCode],
    embedUrl: [address(pagesUrl), ...names.embedUrl],
    downloadUrl: [address(pagesUrl), ...names.downloadUrl],
    protectedDownload: [address(pagesUrl), ...names.protectedDownload],
    protectedEmbed: [address(pagesUrl), ...names.protectedEmbed],
  });

const encoding = ({ fields: { encoding: names } }: Dialect, { pagesUrl }: AddressBases) =>
  createRecordReader<Encoding>({
    fileCode: [code, ...names.fileCode],
    title: [text, ...names.title],
    quality: [textOrNull, ...names.quality],
    status: [text, ...names.status],
    progress: [percent, ...names.progress],
    link: [address(pagesUrl), ...names.link],
  });

const deletedFile = ({ fields: { deletedFile: names } }: Dialect) =>
  createRecordReader<DeletedFile>({
    fileCode: [code, ...names.fileCode],
    title: [text, ...names.title],
    deletedOn: [dateTime, ...names.deletedOn],
    deletedBy: [textOrNull, ...names.deletedBy],
    deletedSecondsAgo: [count, ...names.deletedSecondsAgo],
  });
