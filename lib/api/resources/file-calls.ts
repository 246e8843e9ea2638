/** Files (docs/http-api.md, "Files"). */
import { optionalText, requireCount, requireKnown, requireText } from '../arguments.ts';
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
import { type FileEntry, fileEntry, isInFolder } from './file-entry.ts';
import { createFileInfoReader, type FileFacts, type FileInfo } from './file-info.ts';
import { findEntry, readCode } from './find-entry.ts';

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

/** What is known of a list once it was read to its end. */
export interface ListSummary {
  /** Entries that could not be read. */
  readonly skipped: number;
  /** Whether every entry could be read, and there were as many as the service counts; it may miscount. */
  readonly isComplete: boolean;
}

/** Whether a file is there. */
export interface FileStatus {
  /** The code that was asked for. */
  readonly fileCode: string;
  /** The service's own word; empty where it has none. */
  readonly status: string;
  /** Whether that word is "Active", the only one described (docs/http-api.md, "File status"), or there is none. */
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

/** A file that the host encodes for its player, in one quality. */
export interface Encoding {
  /** The file. */
  readonly fileCode: string;
  /** Plain text, HTML entities decoded. */
  readonly title: string;
  /** The service's own word for the quality. */
  readonly quality: string | null;
  /** The service's own word for the state. */
  readonly status: string;
  /** Percent; null where the service does not say. */
  readonly progress: number | null;
  /** Absolute address of the file's page. */
  readonly link: string | null;
}

/** A file that is no longer there. */
export interface DeletedFile {
  /** Named the file. */
  readonly fileCode: string;
  /** Plain text, HTML entities decoded. */
  readonly title: string;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock, no zone. */
  readonly deletedOn: string | null;
  /** The service's own word. */
  readonly deletedBy: string | null;
  /** Seconds since then, as of the answer. */
  readonly deletedSecondsAgo: number | null;
}

const pageCounts = ({ fields: { filePage: names } }: Dialect) =>
  createRecordReader<Omit<FilePage, 'files' | 'skipped'>>({
    totalPages: [count, ...names.totalPages],
    total: [count, ...names.total],
  });

/** Entries on one page (docs/http-api.md, "Limits"). */
const maxPerPage = 200;

const timePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** The account's files. */
export interface FileCalls {
  /** One page of the account's files; with a folder, only those in it: a service may ignore one that it does not know. */
  list(query?: FileQuery, options?: CallOptions): Promise<FilePage>;
  /** All files that the query is about, page by page as they are read, each once. Rejects with the code `aborted` on abort. */
  iterate(
    query?: Omit<FileQuery, 'page'>,
    options?: CallOptions,
  ): AsyncGenerator<FileEntry, ListSummary, undefined>;
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
  /**
   * Deletes files for good, one request each, where the host can (`canDeleteFiles`). It ends with the first that fails:
   * `mayHaveTakenEffect` is then true where others are gone already.
   */
  delete(fileCodes: string | readonly string[], options?: ChangeOptions): Promise<void>;
  /** Files that were deleted in the last so many hours, where the host lists them (`hasDeletedList`). */
  deleted(
    since?: {
      /** The host's own default where it is not given. */
      readonly hours?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<DeletedFile[]>;
  /** Files that are being encoded, or one of them, where the host says so (`hasEncodings`). */
  encodings(fileCode?: string, options?: CallOptions): Promise<Encoding[]>;
  /** Files whose title matches. Whatever is no list of files, such as "true", is no match (docs/http-api.md, "Search"). */
  search(term: string, options?: CallOptions): Promise<FileEntry[]>;
}

export const fileCalls = (host: Host, bases: AddressBases): FileCalls => {
  const readFileInfo = createFileInfoReader(host, bases);

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
      perPage: requireCount(perPage, 'perPage', maxPerPage),
      folderId: optionalText(folderId, 'folderId'),
      created: createdParam(query),
    };
    const { answer, dialect } = await host.ask('read', 'files.list', params, options);
    const { entries: files, skipped } = await answer.readList(fileEntry(dialect, bases), {
      inside: 'files',
    });
    return { files, skipped, ...answer.readResultFields(pageCounts(dialect)) };
  }

  return {
    async list(query = {}, options) {
      requireKnown(query, ['page', ...queryFields], 'files.list');
      const page = await fetchPage(query, options);
      return { ...page, files: page.files.filter((entry) => isWanted(entry, query)) };
    },

    async *iterate(query = {}, options) {
      requireKnown(query, queryFields, 'files.iterate');
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
      // Where details are asked, an answer that passes over the file proves nothing.
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
        throw new TypeError('A file code has no comma.');
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
      requireKnown(to, ['folderId'], 'files.clone');
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
      requireKnown(since, ['hours'], 'files.deleted');
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
      // A host that ignores the title answers with all files.
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

/** Whether a title has all words of a search, in any order; letters with and without marks are the same. */
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
