/** File details, many per request (docs/http-api.md, "File info"). */
import type { ApiResponse } from '../api-response.ts';
import { classifyMessage } from '../classify-message.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { JsonRecord } from '../envelope.ts';
import { ApiError, isAccountError, isApiError } from '../errors.ts';
import {
  type AddressBases,
  address,
  count,
  createRecordReader,
  dateTime,
  dateTimeOrText,
  type FieldTable,
  flag,
  id,
  isEmptyDate,
  type RecordReader,
  text,
} from '../fields.ts';
import type { Host } from '../host.ts';
import { createPhraseFinder, readWords } from '../phrases.ts';
import type { CallOptions } from '../transport.ts';
import { findEntry, readCode } from './find-entry.ts';
import { probeAccount } from './probe.ts';

/** The details of one code, or why there are none. */
export type FileInfo = FoundFile | MissingFile;

/** A file that exists. */
export interface FoundFile extends FileDetails {
  /** Distinguishes it from a `MissingFile`. */
  readonly found: true;
  /** The requested code. */
  readonly fileCode: string;
}

/** A file that the service doesn't know, or whose request failed. */
export interface MissingFile {
  /** Distinguishes it from a `FoundFile`. */
  readonly found: false;
  /** The requested code. */
  readonly fileCode: string;
  /** The service's own words, such as "Not found or not your file"; null if its response leaves out this code. */
  readonly msg: string | null;
  /** Why the request for this file failed although the account works. The file may exist. */
  readonly error: ApiError | null;
}

/** The details of a file. */
export interface FileDetails extends FileFacts {
  /** Views so far. */
  readonly views: number | null;
  /**
   * `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone, or the service's own words; null if there is none (see `neverViewed`).
   */
  readonly lastView: string | null;
  /** "0" is the root; null if unknown. */
  readonly folderId: string | null;
  /** Whether nobody has viewed it; null if unknown. */
  readonly neverViewed: boolean | null;
}

/** What is already known of a file after its upload. */
export interface FileFacts {
  /** Plain text, with HTML entities decoded. Services drop the extension and turn "_" and "." into spaces. */
  readonly title: string;
  /** Bytes. */
  readonly size: number | null;
  /** Seconds. */
  readonly length: number | null;
  /** Whether the player can play it; null if unknown. */
  readonly canPlay: boolean | null;
  /** `YYYY-MM-DD HH:MM:SS` by the service's clock, without a zone. */
  readonly uploaded: string | null;
  /** Absolute address of the image. */
  readonly singleImage: string | null;
  /** Absolute address of the large image. */
  readonly splashImage: string | null;
  /** Absolute address of the protected player page. */
  readonly protectedEmbed: string | null;
  /** Absolute address of the protected download page. */
  readonly protectedDownload: string | null;
}

/** Per request, if the service accepts lists (docs/http-api.md, "Lists"). */
export const maxCodes = 50;

/** A list that fails is halved. Once codes of a failed list work one by one, lists are no longer used. */
export function createFileInfoReader(host: Host, bases: AddressBases) {
  let codesPerRequest = maxCodes;

  /** @throws {ApiError} if the account, the connection or the service is the reason */
  return async (fileCodes: readonly string[], options?: CallOptions): Promise<FileInfo[]> => {
    const infos = await readEach([...new Set(fileCodes)]);
    // If the call worked for other files, a refusal means that the file is unknown. If it worked for none, the host may lack the call.
    const hasAnswered = infos.some((info) => info.found || info.msg !== null);
    const isUnknown = (error: ApiError) =>
      hasAnswered ? isOfFile(error) : infos.length === 1 && isAboutFile(error);
    return infos.map((info) =>
      !info.found && info.error && isUnknown(info.error) ? toUnknown(info.fileCode, info.error) : info,
    );

    async function readEach(codes: readonly string[]): Promise<FileInfo[]> {
      if (codesPerRequest === 1) return Promise.all(codes.map(readOne));
      const infos: FileInfo[] = [];
      for (let at = 0; at < codes.length; at += maxCodes)
        infos.push(...(await readList(codes.slice(at, at + maxCodes))));
      return infos;
    }

    async function readList(codes: readonly string[]): Promise<FileInfo[]> {
      const [only] = codes;
      if (codes.length === 1 && only !== undefined) return [await readOne(only)];
      const listed = await ask(codes);
      if (!(listed instanceof ApiError)) {
        const answered = await Promise.all(
          listed.map((info) => (isOmitted(info) ? readOne(info.fileCode) : info)),
        );
        if (answered.some((info, at) => info.found && listed[at]?.found === false)) codesPerRequest = 1;
        return answered;
      }
      const middle = Math.floor(codes.length / 2);
      const infos = await readEach(codes.slice(0, middle));
      infos.push(...(await readEach(codes.slice(middle))));
      if (codes.length === 2 && infos.every(({ found }) => found)) codesPerRequest = 1;
      return infos;
    }

    async function readOne(fileCode: string): Promise<FileInfo> {
      const answer = await ask([fileCode]);
      if (!(answer instanceof ApiError)) return answer[0] as FileInfo;
      return { found: false, fileCode, msg: null, error: answer };
    }

    /** @returns the error if it is about the requested files */
    async function ask(codes: readonly string[]): Promise<readonly FileInfo[] | ApiError> {
      try {
        const params = { fileCode: codes.join(',') };
        const { answer, dialect } = await host.ask('read', 'files.info', params, options);
        const entries = await answer.readRecords();
        const read = fileDetails(dialect, bases);
        return codes.map((fileCode) => readInfo(answer, read, entries, fileCode, codes.length === 1));
      } catch (error) {
        if (!(error instanceof ApiError) || isAccountError(error)) throw error;
        // After a denial, the account has already been probed.
        if (!isApiError(error.cause, 'unauthorized') && !isApiError(error, 'not-found', 'refused')) {
          await probeAccount(host, options).catch(() => {
            throw error;
          });
        }
        return error;
      }
    }
  };
}

const isOmitted = (info: FileInfo): boolean => !info.found && info.msg === null && info.error === null;

const saysInvalid = createPhraseFinder(['bad request', 'invalid|unknown|wrong|incorrect']);
const saysFile = createPhraseFinder(['file|files|video|videos|code|codes']);
const saysGone = createPhraseFinder(['blocked|deleted|disabled|expired|gone|removed']);

/** The file is gone, unless the message is about something else, such as a busy server. */
const isOfFile = ({ code, status, msg }: ApiError): boolean =>
  code === 'not-found' ||
  (code === 'refused' && status === 400 && (msg === null || saysInvalid(readWords(msg))));

/** "Not found" alone may be about the call. */
const isAboutFile = ({ code, msg }: ApiError): boolean =>
  code === 'not-found' && msg !== null && saysFile(readWords(msg));

const toUnknown = (fileCode: string, { msg, message }: ApiError): MissingFile => ({
  found: false,
  fileCode,
  msg: msg ?? message,
  error: null,
});

function readInfo(
  answer: ApiResponse,
  read: RecordReader<FileDetails>,
  entries: readonly JsonRecord[],
  fileCode: string,
  isSingle: boolean,
): FileInfo {
  const entry = findEntry(entries, fileCode, isSingle);
  const failure = entry && answer.findFailure(entry);
  const details = read(entry);
  if (failure === null && details?.title === '' && entry && readCode(entry) === null)
    return { found: false, fileCode, msg: null, error: null };
  if (details && (failure === null || isStateOfFile(failure, details)))
    return { found: true, fileCode, ...details };
  // A server error says nothing about the file, and a file that the service names is gone only if the service says so.
  const isNamed = details !== null && details.title !== '';
  if (failure === null || !(/^5\d\d$/.test(failure) || (isNamed && !isGone(failure))))
    return { found: false, fileCode, msg: failure, error: null };
  const status = /^\d+$/.test(failure) ? Number(failure) : null;
  const facts = { endpoint: 'file/info', msg: null, status, mayHaveTakenEffect: false };
  const error = new ApiError('invalid-response', `The service failed (${failure}) at this file.`, facts);
  return { found: false, fileCode, msg: null, error };
}

/** In characters. A longer status is a sentence. */
const maxStateLength = 40;

/** A file in a state such as "Processing" exists. */
const isStateOfFile = (status: string, { title }: FileDetails): boolean =>
  title !== '' &&
  status.length <= maxStateLength &&
  classifyMessage(status) === null &&
  !/^5\d\d\b/.test(status) &&
  !isGone(status);

const isGone = (status: string): boolean =>
  classifyMessage(status) === 'not-found' || /^4\d\d\b/.test(status) || saysGone(readWords(status));

export const fileFacts = (
  { baseUrl, pagesUrl }: AddressBases,
  names: Pick<Dialect['fields']['fileInfo'], keyof FileFacts>,
): FieldTable<FileFacts> => ({
  title: [text, ...names.title],
  size: [count, ...names.size],
  length: [count, ...names.length],
  canPlay: [flag, ...names.canPlay],
  uploaded: [dateTime, ...names.uploaded],
  singleImage: [address(baseUrl), ...names.singleImage],
  splashImage: [address(baseUrl), ...names.splashImage],
  protectedEmbed: [address(pagesUrl), ...names.protectedEmbed],
  protectedDownload: [address(pagesUrl), ...names.protectedDownload],
});

const fileDetails = ({ fields: { fileInfo: names } }: Dialect, bases: AddressBases) =>
  createRecordReader<FileDetails>({
    ...fileFacts(bases, names),
    views: [count, ...names.views],
    lastView: [dateTimeOrText, ...names.lastView],
    neverViewed: [isEmptyDate, ...names.lastView],
    folderId: [id, ...names.folderId],
  });
