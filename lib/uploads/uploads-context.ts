/** The dependencies shared by all parts of the uploads domain. */

import type { AccountStatus } from '../accounts/account-status.ts';
import type { Calls, Capabilities, FileEntry } from '../api/index.ts';
import type { FolderRef } from '../folders/folder.ts';
import type { EpochMs, Random } from '../timing/units.ts';
import type { UploadStore } from './storage/upload-store.ts';

/** The calls of `lib/api`'s client that uploads use. */
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
  /** Null if there is no such account. */
  clientFor(accountId: string): Promise<UploadsClient | null>;
  readonly accountStatus: AccountStatus;
  clock(): EpochMs;
  random: Random;
  sleep(milliseconds: number): Promise<void>;
  newId(): string;
  isOnline(): boolean;
  /** Names of the locks that pages hold (`local-file.ts`). */
  listHeldLocks(): Promise<ReadonlySet<string>>;
  /** Earliest start after the browser's start. Null: now. */
  getStartTimeMs(work: 'send' | 'poll'): Promise<number | null>;
  /** Whether the browser allows requests to the host of an address. */
  hasHostPermission(address: string): Promise<boolean>;
  /** Names of folders by id, as far as known. */
  nameFolders(accountId: string): Promise<ReadonlyMap<string, string>>;
  /** Call when a folder is gone at the service. Returns the folder for links that were placed by a rule. Null: there is none. */
  onFolderGone(accountId: string, folderId: string): Promise<FolderRef | null>;
  /** Called when a link is due that this browser fetches. */
  onFetchDue(): void;
  /** Called when something that pages show has changed. `hasEvents`: there are events to deliver. */
  onChange(hasEvents: boolean): void;
  /** Called when a poll shows that the service responds, or when something is ready to be sent. Waiting work is then rescheduled. */
  onReachable(): void;
}
