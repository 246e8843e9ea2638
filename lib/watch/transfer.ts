/** What the watch knows of a transfer: the service's last report, and what Linkhaul made of it. */

/**
 * `pending`, `working`, `error` and `unknown` are read from the service's list, whose own word stays in `status`.
 * A transfer that left the list is `verifying` until file info or file check has answered: then it is `done`
 * (the file is there) or `gone` (neither a transfer nor a file).
 */
export type TransferPhase = 'pending' | 'working' | 'error' | 'unknown' | 'verifying' | 'done' | 'gone';

export interface WatchedTransfer {
  readonly accountId: string;
  readonly fileCode: string;
  /** The source address, as sent where Linkhaul sent it, else as the service echoes it. */
  readonly url: string;
  /** The file's title once it is known, else the title that was offered; null where there is neither. */
  readonly title: string | null;
  readonly folderId: string;
  /** Null where nobody told us the folder's name. */
  readonly folderName: string | null;
  /** The service's own word, kept as it is. */
  readonly status: string;
  readonly phase: TransferPhase;
  /** Bytes; null where unknown. */
  readonly bytesTotal: number | null;
  readonly bytesDownloaded: number | null;
  /** Measured between two looks; null until there were two. */
  readonly bytesPerSecond: number | null;
  /** Whether Linkhaul sent it (a transfer may come from elsewhere). */
  readonly ours: boolean;
  readonly private: boolean;
  /** Milliseconds since the epoch, this machine's clock. */
  readonly firstSeenAt: number;
  readonly changedAt: number;
  /** When it was proven done or gone; null while it runs. */
  readonly endedAt: number | null;
  /** When the progress was measured last; null while there was none. */
  readonly sampledAt: number | null;
  /** Only while verifying. */
  readonly verify: Verifying | null;
  /** Dismissed or deleted by the user: kept only until the service's list has forgotten it too. */
  readonly hidden: boolean;
  /** False while others (activity, notifications) have yet to be told how it ended. */
  readonly announced: boolean;
}

/** The search for the file of a transfer that left the list. */
export interface Verifying {
  /** What it was when it was last in the list. */
  readonly from: TransferPhase;
  /** How often neither file info nor file check knew it. */
  readonly misses: number;
  readonly nextAt: number;
}

/** Whether a transfer may still change by itself; an error waits for the user. */
export function isMoving({ phase, hidden }: Pick<WatchedTransfer, 'phase' | 'hidden'>): boolean {
  return !hidden && (phase === 'pending' || phase === 'working' || phase === 'unknown');
}

/** What tells transfers apart: codes belong to an account. */
export function transferKey({
  accountId,
  fileCode,
}: Pick<WatchedTransfer, 'accountId' | 'fileCode'>): string {
  return `${accountId}/${fileCode}`;
}
