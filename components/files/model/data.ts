/** Where the Files screens get what they show: the page around them reads it. */
import type { BulkFailure, BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import type { TakedownRecord } from '../../../lib/catalog/takedown-record.ts';
import type { FolderShortlist } from '../../../lib/folders/folder.ts';
import type { Problem } from '../../../lib/protocol.ts';
import type { Settings } from '../../../lib/settings/settings.ts';
import type { ReadAddresses } from './useAddresses.ts';

export interface FilesData {
  /** The account's catalog, kept up to date while it is shown; null: not read yet. A hook. */
  readonly useCatalog: (accountId: string) => Snapshot | null;
  /** Why it cannot be read; null where it can. */
  readonly catalogProblem: Problem | null;
  readonly addresses: ReadAddresses;
  /** Null until they have been read for the first time. */
  readonly settings: Settings | null;
  /** The folders of the current account that are offered without asking. */
  readonly shortlist: FolderShortlist;
  /** Which files of the current account are reported for takedown. */
  readonly takedowns: TakedownRecord;
  /** Work on many files of the account, oldest first, kept up to date while it is shown. A hook. */
  readonly useJobs: (accountId: string) => readonly BulkJob[];
  /** What of a job did not come out as asked so far. */
  readonly readFailures: (jobId: string) => Promise<readonly BulkFailure[]>;
}
