/**
 * The HTTP API of docs/http-api.md as typed calls, for the extension and for scripts. It promises:
 * - Each request goes through the limiter of its key. It is retried only if nothing was done or it is a read (`maxRetries`).
 * - A call ends in its declared type or in an `ApiError` with a stable `code` and no key, which says whether the call may have taken
 *   effect.
 * - The service's names, types and units end here: callers see camelCase, numbers or null, titles as plain text and absolute http(s)
 *   addresses.
 *
 * `lib/api`: a file for each noun in `resources/`, over one transport (`transport.ts`), with the limiter in `limiter/`. It uses no browser
 * API and no DOM, and runs in Node unchanged. Other folders import only this file, except that pages and workers without a client import
 * `address.ts`, `clean-text.ts`, `file-code.ts` and `retry-after.ts` directly.
 */
export { type AddressProblem, InvalidAddressError, isUnencrypted, parseServiceAddress } from './address.ts';
export type { ApiPromise, ClientCalls, Listing, RawResponse } from './calls.ts';
export { cleanText } from './clean-text.ts';
export {
  type Calls,
  type Client,
  type ClientOptions,
  createCalls,
  createClient,
  type DetailCalls,
  type TreeCalls,
  type WaitCalls,
} from './client.ts';
export { getCapabilities, isDialectName } from './dialects/capabilities.ts';
export type { Capabilities, Dialect, DialectName, UploadForm } from './dialects/dialect.ts';
export { dialects } from './dialects/records.ts';
export { decodeEntities } from './entities.ts';
export * from './errors.ts';
export type { Fetch } from './http.ts';
export type { Lane } from './limiter/lanes.ts';
export { type Clock, createLimiter, type Limiter, type LimiterOptions } from './limiter/limiter.ts';
export type { LimiterState, LimiterStore } from './limiter/limiter-store.ts';
export type { Logger, LogLevel, LogOptions } from './log.ts';
export type { FileContent, PostExchange, PostRequest, SendFileOptions, UploadProgress } from './post-file.ts';
export { probeService, type ServiceProbe } from './probe-service.ts';
export type { AccountCalls, AccountInfo, DailyReport, ReportRange } from './resources/account-calls.ts';
export {
  type EnsuredFolder,
  type EnsureOptions,
  findOrCreateFolder,
  isSameName,
} from './resources/ensure-folder.ts';
export type {
  ClonedFile,
  DeletedFile,
  Encoding,
  FileCalls,
  FileImages,
  FilePage,
  FileQuery,
  FileStatus,
  ListSummary,
} from './resources/file-calls.ts';
export type { FileEntry } from './resources/file-entry.ts';
export type { FileDetails, FileFacts, FileInfo, FoundFile, MissingFile } from './resources/file-info.ts';
export type { Folder, FolderCalls, FolderContents, NewFolder } from './resources/folder-calls.ts';
export { assertFolderExists } from './resources/folder-exists.ts';
export type {
  AddedUpload,
  NewUpload,
  RemoteUploadCalls,
  RemoteUploadSlots,
  ServiceMessage,
  Transfer,
  TransferList,
  TransferPhase,
} from './resources/remote-upload-calls.ts';
export type { Takedown, TakedownCalls, TakedownPage } from './resources/takedown-calls.ts';
export type { UntypedParams } from './resources/untyped-call.ts';
export type {
  FinishedFile,
  SentFile,
  UploadCalls,
  UploadOptions,
  UploadSource,
} from './resources/upload-calls.ts';
export type { WaitOptions } from './resources/wait-for-upload.ts';
export type { TreeEntry, TreeFile, TreeFolder } from './resources/walk-folders.ts';
export { sendFile } from './send-file.ts';
export type { CallOptions, ChangeOptions, OnRequest, SentRequest } from './transport.ts';
export type { UploadedFile } from './upload-response.ts';
