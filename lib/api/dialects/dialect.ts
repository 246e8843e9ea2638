/**
 * What one family of hosts calls things. Each dialect is one declarative record beside this file; nothing else in the project
 * asks which dialect it is dealing with.
 */

/** `document`: docs/http-api.md. `sibling`: docs/http-api.md, "The sibling dialect". */
export type DialectName = 'document' | 'sibling';

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
  /** The host has a call for a file's state; otherwise `files.check` goes by `files.info`. */
  readonly canCheckFile: boolean;
  /** The host has a call for a file's images; otherwise `files.images` goes by `files.info`. */
  readonly hasImages: boolean;
  /** `files.encodings` works: encoding is a stage after arrival. */
  readonly hasEncodings: boolean;
  /** `files.deleted` works. */
  readonly hasDeletedList: boolean;
  /** `files.info` says how many bytes a file has. */
  readonly hasFileSizes: boolean;
  /** Reports are asked for by first and last day; otherwise only the last so many days are. */
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
