/** One line of the activity: what Linkhaul did, where, and how it ended. */

export type ActivityKind =
  | 'sent' // the service took the link
  | 'done' // the file is there, verified
  | 'failed' // the transfer failed, or vanished without a file
  | 'refused' // the service refused the link
  | 'unsure' // whether the service took it cannot be proven
  | 'cancelled' // the user took it out of the outbox, or deleted the transfer
  | 'moved' // work on files has ended: they are in another folder,
  | 'renamed' // have other titles,
  | 'cloned' // or copies
  | 'undone'; // such work was taken back

export interface ActivityEntry {
  /** Ascending; given by the store. */
  readonly id: number;
  /** Milliseconds since the epoch, this machine's clock. */
  readonly at: number;
  readonly kind: ActivityKind;
  readonly accountId: string;
  /** Empty for work on files. */
  readonly url: string;
  readonly title: string | null;
  readonly folderId: string;
  readonly folderName: string | null;
  readonly fileCode: string | null;
  /** The service's own words, where it said any. */
  readonly msg: string | null;
  /** Only for work on files: how many came out as asked, and how many did not. */
  readonly files?: { readonly done: number; readonly failed: number } | undefined;
  /**
   * What the entry is about, unique among all entries: news that is told twice (after a restart) makes one entry. Null
   * where nothing can be told twice.
   */
  readonly ref: string | null;
}

/** An entry before the store has given it its id. */
export type NewEntry = Omit<ActivityEntry, 'id'>;
