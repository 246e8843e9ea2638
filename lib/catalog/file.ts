/** Files and folders as the catalog knows them. */

export interface CatalogFile {
  readonly fileCode: string;
  readonly title: string;
  /** "0" is the root. */
  readonly folderId: string;
  /**
   * Seconds of the service's own wall clock, counted as if it stood in UTC: good for sorting, filtering and drawing with
   * `timeZone: 'UTC'`, never to be subtracted from any other clock. Null where the service gives no date, or zeros.
   */
  readonly uploaded: number | null;
  /** Seconds. */
  readonly length: number | null;
  readonly views: number | null;
  /** Bytes; lists do not tell it, so it is known only where details were read. */
  readonly size: number | null;
  readonly canPlay: boolean | null;
  readonly isPublic: boolean | null;
}

/** Addresses are long and seldom wanted, so they are read only for the files in sight. */
export interface FileAddresses {
  /** Absolute; null where the service has none. */
  readonly image: string | null;
  readonly download: string | null;
}

export interface CatalogFolder {
  readonly id: string;
  readonly name: string;
  /** "0" for what stands in the root. */
  readonly parentId: string;
  /** The code of the folder's public page. */
  readonly code: string | null;
}

/** How much of the account the catalog holds, for the pages to show. */
export interface SyncStanding {
  /** `never`: nothing was read yet. `first`: the first walk is under way. `complete`: it has ended at least once. */
  readonly phase: 'never' | 'first' | 'complete';
  /** The user stopped it; it goes on when told to. */
  readonly stopped: boolean;
  readonly files: number;
  readonly folders: number;
  /** What the service says there is, which is not reliable: for a progress bar only. */
  readonly filesExpected: number | null;
  /** Folders found but not yet looked into. */
  readonly foldersLeft: number;
  /** Milliseconds since the epoch, our clock: when the last sync began that has agreed with the service. */
  readonly syncedAt: number | null;
  /** Files are missing because they could not be read from the disk; the next full sync brings them back. */
  readonly damaged: boolean;
  /** `ApiError.code` of what keeps it from going on; null where nothing does. */
  readonly problem: string | null;
}
