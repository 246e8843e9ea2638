/** The dependencies that the parts of the uploads domain share. */
import type { AccountStatus } from '../accounts/account-status.ts';
import type { Calls, Capabilities, FileEntry } from '../api/index.ts';
import type { FolderRef } from '../folders/folder.ts';
import type { UploadStore } from './storage/upload-store.ts';

/** The calls of `lib/api`'s client that uploads make. */
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
  /** Null where there is no such account (any more). */
  clientFor(accountId: string): Promise<UploadsClient | null>;
  readonly accountStatus: AccountStatus;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  sleep(milliseconds: number): Promise<void>;
  newId(): string;
  isOnline(): boolean;
  /** Names of the locks that pages hold (`local-file.ts`). */
  listHeldLocks(): Promise<ReadonlySet<string>>;
  /** Earliest start after the browser's start, milliseconds since the epoch; null: now. */
  getStartTimeMs(work: 'send' | 'poll'): Promise<number | null>;
  /** Whether the browser lets the extension reach the host of an address. */
  mayReach(address: string): Promise<boolean>;
  /** Names of folders by id, as far as they are known. */
  nameFolders(accountId: string): Promise<ReadonlyMap<string, string>>;
  /** A folder is gone at the service. Gives the one for links that nobody chose it for; null: there is none. */
  onFolderGone(accountId: string, folderId: string): Promise<FolderRef | null>;
  /** Called when a link is due that this browser fetches. */
  onFetchDue(): void;
  /** Called when something that pages show has changed; `hasEvents`: events are to be delivered. */
  onChange(hasEvents: boolean): void;
  /** Called when a poll shows that the service answers, or that something is ready to be sent: what waits is scheduled anew. */
  onReachable(): void;
}
