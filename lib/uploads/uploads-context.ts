import type { AccountStatus } from '../accounts/account-status.ts';
import type { Calls, Capabilities, FileEntry } from '../api/index.ts';
import type { FolderRef } from '../folders/folder.ts';
import type { EpochMs, Random } from '../timing/units.ts';
import type { UploadStore } from './storage/upload-store.ts';

/** The part of the API client that uploads use. */
export interface UploadsClient {
  readonly capabilities: Pick<Capabilities, 'canSetTitleWhenSending' | 'hasEncodings'>;
  readonly account: Pick<Calls['account'], 'info'>;
  readonly remoteUploads: Pick<
    Calls['remoteUploads'],
    'add' | 'list' | 'status' | 'slots' | 'restartErrors' | 'clearErrors' | 'clearAll' | 'delete'
  >;
  readonly uploads: Pick<Calls['uploads'], 'server'>;
  readonly folders: Pick<Calls['folders'], 'list'>;
  readonly files: Pick<
    Calls['files'],
    'info' | 'check' | 'list' | 'iterate' | 'move' | 'rename' | 'encodings'
  >;
}

export type ListedFile = Pick<FileEntry, 'fileCode' | 'title' | 'folderId' | 'uploaded'>;

export interface UploadsContext {
  readonly store: UploadStore;
  clientFor(accountId: string): Promise<UploadsClient | null>;
  readonly accountStatus: AccountStatus;
  clock(): EpochMs;
  random: Random;
  sleep(milliseconds: number): Promise<void>;
  newId(): string;
  isOnline(): boolean;
  /** Web Locks that pages hold (`local-file.ts`). */
  listHeldLocks(): Promise<ReadonlySet<string>>;
  /** Work waits until then after the browser's start. Null: it can start now. */
  getStartTimeMs(work: 'send' | 'poll'): Promise<number | null>;
  hasHostPermission(address: string): Promise<boolean>;
  /** Known folder names by id. */
  nameFolders(accountId: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Call when the service no longer has a folder.
   * @returns the folder for links that a rule placed, or null
   */
  onFolderGone(accountId: string, folderId: string): Promise<FolderRef | null>;
  /** A link is due that this browser fetches. */
  onFetchDue(): void;
  /** Something that pages show has changed. `hasEvents`: events can be delivered. */
  onChange(hasEvents: boolean): void;
  /** A poll shows that the service responds, or something is ready to be sent. Reschedules waiting work. */
  onReachable(): void;
}
