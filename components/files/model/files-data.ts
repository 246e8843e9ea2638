/** The data of the Files screens, read by the page around them. */
import type { BulkFailure, BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { TakedownRecord } from '../../../lib/catalog/takedown-record.ts';
import type { FolderShortlist } from '../../../lib/folders/folder.ts';
import type { Problem } from '../../../lib/protocol.ts';
import type { Settings } from '../../../lib/settings/settings.ts';
import type { ReadAddresses } from './useAddresses.ts';

export interface FilesData {
  /** Hook: the account's catalog, live; null before the first reading. */
  readonly useCatalog: (accountId: string) => Snapshot | null;
  /** Why the catalog cannot be read, or null. */
  readonly catalogProblem: Problem | null;
  readonly addresses: ReadAddresses;
  /** Null before the first reading. */
  readonly settings: Settings | null;
  /** Default, pinned and recent folders of the current account. */
  readonly shortlist: FolderShortlist;
  /** Takedowns of the current account. */
  readonly takedowns: TakedownRecord;
  /** The window is a private one. */
  readonly isPrivate: boolean;
  /** Hook: the account's bulk jobs, oldest first, live. */
  readonly useJobs: (accountId: string) => readonly BulkJob[];
  /** Failures of a job so far. */
  readonly readFailures: (jobId: string) => Promise<readonly BulkFailure[]>;
}
