/** What the parts of the uploads domain share: everything from outside, as arguments. */
import type { Calls, FileEntry } from '../api/index.ts';
import type { UploadStore } from './store.ts';

/** The calls of `lib/api`'s client that uploads make. */
export interface UploadsClient {
  readonly remoteUploads: Pick<
    Calls['remoteUploads'],
    'add' | 'list' | 'status' | 'slots' | 'restartErrors' | 'clearErrors' | 'clearAll' | 'delete'
  >;
  readonly uploads: Pick<Calls['uploads'], 'server'>;
  readonly files: Pick<Calls['files'], 'info' | 'check' | 'list' | 'iterate' | 'move'>;
}

/** A file as lists show it. */
export type SeenFile = Pick<FileEntry, 'fileCode' | 'title' | 'folderId' | 'uploaded'>;

export interface UploadsContext {
  readonly store: UploadStore;
  /** Null where there is no such account (any more). */
  clientFor(accountId: string): Promise<UploadsClient | null>;
  /** Whether the browser lets Linkhaul talk to the account's service. */
  mayReach(accountId: string): Promise<boolean>;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
  online(): boolean;
  /** Names of the locks that pages hold (`files.ts`). */
  heldLocks(): Promise<ReadonlySet<string>>;
  /** When this may begin for the first time since the browser's start, milliseconds since the epoch; null: now. */
  startAtMs(work: 'send' | 'poll'): Promise<number | null>;
  /** Something that pages show has changed; `hasEvents`: and there are events to be delivered. */
  onChange(hasEvents: boolean): void;
}
