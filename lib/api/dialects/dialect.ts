/**
 * `lib/api/dialects`: what one family of hosts calls things. Each dialect is one declarative record, which the rest of `lib/api` reads:
 * nothing asks for its name. A third one is a third record, its name in `dialectNames`, and its entry in `records.ts` and
 * `capabilities.ts`.
 *
 * The envelope (`msg`, `server_time`, `status`, `result`) and the parameter `key` are the same in all of them, and so are the values:
 * the readers in `lib/api` take numbers in strings, dates and flags in any spelling.
 */

export const dialectNames = ['document', 'sibling'] as const;
/** `document`: docs/http-api.md. `sibling`: docs/http-api.md, "The sibling dialect". */
export type DialectName = (typeof dialectNames)[number];

/** The record of one dialect. */
export interface Dialect {
  /** Its name. */
  readonly name: DialectName;
  /** Between the base address and the path of a call: `/api/`, or `/` where calls are right below the base address. */
  readonly prefix: string;
  /** Each call of the client. Null where the hosts have none: it is refused without a request. */
  readonly calls: { readonly [N in CallName]: Endpoint<CallParams[N]> | null };
  /** What it calls the fields of its answers. */
  readonly fields: FieldNames;
  /** How it takes a file. */
  readonly upload: UploadForm;
  /** Where a file can be seen. */
  readonly pages: PagePaths;
  /** Fields of `account/info` that hosts of no other dialect send: a hint for `detect-dialect.ts`. */
  readonly marks: readonly string[];
  /** What its hosts can do. */
  readonly capabilities: Capabilities;
}

/** Paths of a file's pages, with `CODE` for its code, the usual form first. Hosts name the right one in their answers. */
export interface PagePaths {
  readonly player: readonly [string, ...string[]];
  readonly download: readonly [string, ...string[]];
}

/** One call. */
export interface Endpoint<Param extends string = string> {
  /** Below the prefix. */
  readonly path: string;
  /** The host's name of each parameter that it takes; the client drops all others. */
  readonly params?: Readonly<Partial<Record<Param, string>>>;
  /** Sent with each call, under the host's names, save where the caller gives the parameter. */
  readonly fixed?: Readonly<Record<string, string | number>>;
}

/** The calls of the client, with the parameters that they may have. */
export interface CallParams {
  'account.info': never;
  /** `days`: the last so many. `from`, `to`: `YYYY-MM-DD`. */
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
  /** `onlyFolders`: 1 or 0. `withFiles`: 1, or not given. */
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

/** Under which names the hosts send each field, the usual name first. An empty list: they don't, and it is null. */
type Names<Field extends string> = { readonly [F in Field]: readonly string[] };

/** The fields of each record that is read; `resources/` says what they mean, and in which units they are. */
export interface FieldNames {
  /** `account/info`. */
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
  /** A remote upload. `progress`: percent. */
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
  /** Beside `result`, of `remoteUploads.slots` and `remoteUploads.add`. */
  readonly slots: Names<'totalSlots' | 'usedSlots' | 'freeSlots'>;
  /** Beside `result`, of `remoteUploads.add`. */
  readonly added: Names<'title'>;
  readonly folder: Names<'folderId' | 'name' | 'code'>;
  /** A file in a list. */
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

/** The POST of a file to an upload address. */
export interface UploadForm {
  /** Form fields for the key. */
  readonly keyFields: readonly string[];
  /** The form field for the file. */
  readonly fileField: string;
  /** The key is appended to the query of the address, too, without a name. */
  readonly isKeyInQuery: boolean;
  /** The form field for the folder; null: the file is moved once it has arrived. */
  readonly folderField: string | null;
  /** The form field for the title; null: the file is renamed once it has arrived. */
  readonly titleField: string | null;
  /** The fields of the file in the answer, whose code is read under any name. */
  readonly fields: Names<FileFactName | 'downloadUrl'>;
}

/** What hosts of a dialect can do, for the interface: it offers only what works. */
export interface Capabilities {
  /** A link is sent with its title; otherwise the file is renamed after it has arrived. */
  readonly canSetTitleWhenSending: boolean;
  /** A file is sent with its folder and title; otherwise it is moved and renamed after it has arrived. */
  readonly canPlaceOwnFiles: boolean;
  /** `files.delete` works. */
  readonly canDeleteFiles: boolean;
  /** `folders.move` works. */
  readonly canMoveFolders: boolean;
  /** The host has a call for a file's state; otherwise `files.check` says what `files.info` does. */
  readonly canCheckFile: boolean;
  /** The host has a call for a file's images; otherwise `files.images` says what `files.info` does. */
  readonly hasImages: boolean;
  /** Files have protected links beside their own. */
  readonly hasProtectedLinks: boolean;
  /** `files.encodings` works: encoding is a stage after arrival. */
  readonly hasEncodings: boolean;
  /** `files.deleted` works. */
  readonly hasDeletedList: boolean;
  /** `files.info` says how many bytes a file has. */
  readonly hasFileSizes: boolean;
  /** Reports are asked for by first and last day; otherwise `account.reports` picks the days out of the last so many. */
  readonly hasReportRange: boolean;
  /** What a transfer reports of its progress. */
  readonly reportsProgress: 'bytes' | 'percent';
  /** What `remoteUploads.slots` gives: all and used ones, or only how many are free. */
  readonly slots: 'total' | 'free';
  /** How takedowns are listed: all of them page by page, or those of the last so many hours. */
  readonly takedowns: 'pages' | 'hours';
  /** What the player takes in the query of its address. */
  readonly playerOptions: { readonly poster: boolean; readonly subtitles: boolean };
}
