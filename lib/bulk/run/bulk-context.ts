import type { AccountStatus } from '../../accounts/account-status.ts';
import type { Calls, FileEntry } from '../../api/index.ts';
import type { EpochMs, Random } from '../../timing/units.ts';
import type { BulkStore } from '../bulk-store.ts';
import type { StoredJob } from '../job.ts';
import type { BulkFailure, BulkFile, BulkFolder } from '../work.ts';

export interface BulkClient {
  readonly capabilities: Pick<Calls['capabilities'], 'hasDeletedList'>;
  readonly files: Pick<
    Calls['files'],
    'check' | 'info' | 'list' | 'iterate' | 'rename' | 'move' | 'clone' | 'delete' | 'deleted'
  >;
  readonly folders: Pick<Calls['folders'], 'list' | 'create'>;
}

/** Clicks, queued links and polls come first. */
export const lane = { lane: 'sync' } as const;

/** A `CatalogChange` as far as jobs make it. */
export interface CatalogUpdate {
  readonly files?: readonly FileEntry[];
  readonly patches?: readonly (Pick<BulkFile, 'fileCode'> & Partial<BulkFile>)[];
  readonly gone?: readonly string[];
  readonly folder?: BulkFolder;
}

export interface BulkContext {
  readonly store: BulkStore;
  readonly accountStatus: Pick<AccountStatus, 'check' | 'peek' | 'reportFailure' | 'reportAnswer'>;
  /** Null if the account or its key is gone. */
  clientFor(accountId: string): Promise<BulkClient | null>;
  clock(): EpochMs;
  random: Random;
  wait(milliseconds: number): Promise<void>;
  isOnline(): boolean;
  /** Called before the change counts as done, perhaps twice. */
  updateCatalog(accountId: string, learned: CatalogUpdate): Promise<void>;
  /** Codes that belong to an upload, and so aren't clones. */
  findClaimed(accountId: string, fileCodes: readonly string[]): Promise<ReadonlySet<string>>;
  /** A displayed value has changed. Called up to ten times a second. */
  onChange(): void;
  /** Called again if a restart comes before the end was stored. */
  onEnd(job: StoredJob): Promise<void>;
  /** An error of ours in one file's step. The step fails, and the others continue. */
  onFault(fault: unknown): void;
}

/** Whether repeating the request can succeed. */
export const isTransient = ({ code }: Pick<BulkFailure, 'code'>): boolean =>
  code !== 'refused' && code !== 'not-found' && code !== 'unexpected';

/** Larger folders aren't searched for a clone. */
const maxFolderFiles = 2_000;

/** Without subfolders. Null if there are too many, or some were unreadable. */
export async function listFolderFiles(
  client: BulkClient,
  folderId: string,
): Promise<readonly FileEntry[] | null> {
  const files: FileEntry[] = [];
  const entries = client.files.iterate({ folderId }, lane);
  for (;;) {
    const entry = await entries.next();
    if (entry.done) return entry.value.skipped === 0 ? files : null;
    if (files.length === maxFolderFiles) return null;
    files.push(entry.value);
  }
}
