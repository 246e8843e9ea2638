/**
 * `lib/api/dialects`: how a family of hosts names its calls, parameters and fields. Each dialect is one record, which the rest of `lib/api`
 * reads without asking for its name. To add one, write its record, and add it to `dialectNames`, `records.ts` and `capabilities.ts`.
 *
 * All dialects share the envelope (`msg`, `server_time`, `status`, `result`) and the parameter `key`. The readers in `lib/api` accept
 * numbers in strings, and dates and flags in any spelling.
 */

export const dialectNames = ['document', 'sibling'] as const;
/** `document`: docs/http-api.md. `sibling`: docs/http-api.md, "The sibling dialect". */
export type DialectName = (typeof dialectNames)[number];

/** The record of one dialect. */
export interface Dialect {
  /** The dialect's name. */
  readonly name: DialectName;
  /** Between base address and path: `/api/`, or `/` if calls are directly below the base address. */
  readonly prefix: string;
  /** Null if the hosts lack the call, which is then refused without a request. */
  readonly calls: { readonly [N in CallName]: Endpoint<CallParams[N]> | null };
  /** The names of fields in responses. */
  readonly fields: FieldNames;
  /** The form for uploading a file. */
  readonly upload: UploadForm;
  /** The pages of a file. */
  readonly pages: PagePaths;
  /** Fields of `account/info` that only this dialect has, for `detect-dialect.ts`. */
  readonly marks: readonly string[];
  /** What its hosts can do. */
  readonly capabilities: Capabilities;
}

/** Paths of a file's pages, with `CODE` for its code, the usual one first. Responses contain the actual one. */
export interface PagePaths {
  readonly player: readonly [string, ...string[]];
  readonly download: readonly [string, ...string[]];
}

export interface Endpoint<Param extends string = string> {
  /** Below the prefix. */
  readonly path: string;
  /** The host's name for each parameter. The client drops parameters that have none. */
  readonly params?: Readonly<Partial<Record<Param, string>>>;
  /** Sent with each call, by the host's names. The caller's parameters take precedence. */
  readonly fixed?: Readonly<Record<string, string | number>>;
}

/** The calls of the client, with their possible parameters. */
export interface CallParams {
  'account.info': never;
  /** `days`: the last days. `from`, `to`: `YYYY-MM-DD`. */
  'account.reports': 'days' | 'from' | 'to';
  'takedowns.list': 'page' | 'perPage' | 'hours';
  'uploads.server': never;
  'remoteUploads.add': 'url' | 'folderId' | 'title';
  'remoteUploads.list': never;
  'remoteUploads.status': 'fileCode';
  'remoteUploads.slots': never;
  'remoteUploads.restartErrors': never;
  'remoteUploads.clearErrors': never;
  'remoteUploads.clearAll': never;
  'remoteUploads.delete': 'fileCode';
  'folders.create': 'name' | 'parentId';
  'folders.rename': 'folderId' | 'name';
  'folders.move': 'folderId' | 'parentId';
  /** `onlyFolders`: 1 or 0. `withFiles`: 1 or undefined. */
  'folders.list': 'folderId' | 'onlyFolders' | 'withFiles';
  /** `created`: a time, or a number of minutes. */
  'files.list': 'page' | 'perPage' | 'folderId' | 'created';
  'files.check': 'fileCode';
  'files.info': 'fileCode';
  'files.images': 'fileCode';
  'files.rename': 'fileCode' | 'title';
  'files.move': 'fileCode' | 'folderId';
  'files.clone': 'fileCode' | 'folderId';
  'files.delete': 'fileCode';
  'files.deleted': 'hours';
  'files.encodings': 'fileCode';
  'files.search': 'term';
}
export type CallName = keyof CallParams;

/** The host's names for each field, the usual one first. Without names, the field is null. */
type Names<Field extends string> = { readonly [F in Field]: readonly string[] };

/** `resources/` documents the meaning and units. */
interface FieldNames {
  readonly account: Names<
    | 'email'
    | 'login'
    | 'balance'
    | 'storageUsed'
    | 'storageLeft'
    | 'isPremium'
    | 'premiumExpires'
    | 'filesTotal'
  >;
  readonly report: Names<'day' | 'views' | 'downloads' | 'profitViews' | 'profitTotal'>;
  readonly takedown: Names<
    | 'fileCode'
    | 'folderId'
    | 'protectedDownload'
    | 'protectedEmbed'
    | 'reportedOn'
    | 'disabledOn'
    | 'deletesOn'
    | 'deletesInSeconds'
  >;
  /** A remote upload. `progress` is in percent. */
  readonly transfer: Names<
    | 'fileCode'
    | 'remoteUrl'
    | 'status'
    | 'bytesTotal'
    | 'bytesDownloaded'
    | 'progress'
    | 'created'
    | 'folderId'
  >;
  /** Beside `result` in `remoteUploads.slots` and `remoteUploads.add`. */
  readonly slots: Names<'totalSlots' | 'usedSlots' | 'freeSlots'>;
  /** Beside `result` in `remoteUploads.add`. */
  readonly added: Names<'title'>;
  readonly folder: Names<'folderId' | 'name' | 'code'>;
  readonly fileEntry: Names<
    | 'fileCode'
    | 'title'
    | 'downloadUrl'
    | 'singleImage'
    | 'canPlay'
    | 'length'
    | 'views'
    | 'uploaded'
    | 'isPublic'
    | 'folderId'
  >;
  /** Beside the files of a list. */
  readonly filePage: Names<'totalPages' | 'total'>;
  readonly fileInfo: Names<FileFactName | 'views' | 'lastView' | 'folderId'>;
  readonly fileStatus: Names<'status'>;
  readonly fileImages: Names<'title' | 'singleImage' | 'thumbImage' | 'splashImage'>;
  readonly clonedFile: Names<
    'fileCode' | 'embedUrl' | 'downloadUrl' | 'protectedDownload' | 'protectedEmbed'
  >;
  readonly encoding: Names<'fileCode' | 'title' | 'quality' | 'status' | 'progress' | 'link'>;
  readonly deletedFile: Names<'fileCode' | 'title' | 'deletedOn' | 'deletedBy' | 'deletedSecondsAgo'>;
}

type FileFactName =
  | 'title'
  | 'size'
  | 'length'
  | 'canPlay'
  | 'uploaded'
  | 'singleImage'
  | 'splashImage'
  | 'protectedEmbed'
  | 'protectedDownload';

/** The form of a POST to an upload address. */
export interface UploadForm {
  /** Form fields for the key. */
  readonly keyFields: readonly string[];
  /** Form field for the file. */
  readonly fileField: string;
  /** Appended to the query of the address, without a name. */
  readonly isKeyInQuery: boolean;
  /** Form field for the folder; null if the file is moved after it has arrived. */
  readonly folderField: string | null;
  /** Form field for the title; null if the file is renamed after it has arrived. */
  readonly titleField: string | null;
  /** The file's code is read under any known name. */
  readonly fields: Names<FileFactName | 'downloadUrl'>;
}

/** What hosts of a dialect can do. The interface offers only what works. */
export interface Capabilities {
  /** A link is sent with its title. Otherwise the file is renamed after it has arrived. */
  readonly canSetTitleWhenSending: boolean;
  /** A file is sent with its folder and title. Otherwise it is moved and renamed after it has arrived. */
  readonly canPlaceOwnFiles: boolean;
  /** `files.delete` works. */
  readonly canDeleteFiles: boolean;
  /** `folders.move` works. */
  readonly canMoveFolders: boolean;
  /** The host has a call for a file's status. Otherwise `files.check` uses the call of `files.info`. */
  readonly canCheckFile: boolean;
  /** The host has a call for a file's images. Otherwise `files.images` uses the call of `files.info`. */
  readonly hasImages: boolean;
  /** Files have protected links besides their normal ones. */
  readonly hasProtectedLinks: boolean;
  /** `files.encodings` works: files are encoded after they arrive. */
  readonly hasEncodings: boolean;
  /** `files.deleted` works. */
  readonly hasDeletedList: boolean;
  /** `files.info` returns file sizes. */
  readonly hasFileSizes: boolean;
  /** Reports can be requested by first and last day. Otherwise `account.reports` requests enough recent days and filters them. */
  readonly hasReportRange: boolean;
  /** The unit in which transfers report their progress. */
  readonly reportsProgress: 'bytes' | 'percent';
  /** `remoteUploads.slots` returns total and used slots, or only the number of free ones. */
  readonly slots: 'total' | 'free';
  /** Takedowns are listed page by page, or for the last hours. */
  readonly takedowns: 'pages' | 'hours';
  /** What the player accepts in the query of its address. */
  readonly playerOptions: { readonly poster: boolean; readonly subtitles: boolean };
}
