/** What the parts of the uploads domain share: everything from outside, as arguments. */
import type { Lane, Transfer } from '../api/index.ts';
import type { UploadStore } from './store.ts';
import type { VerifyClient } from './tracking/verify.ts';

/** The calls of `lib/api`'s client that uploads make. */
export interface UploadsClient extends VerifyClient {
  readonly remoteUploads: {
    add(
      link: { url: string; folderId?: string; title?: string },
      options: {
        lane: 'queue';
        /** Awaited when the request may leave, right before it does; where it rejects, the request never leaves. */
        beforeLeaving: () => Promise<void>;
      },
    ): Promise<{
      readonly fileCode: string;
      readonly totalSlots: number | null;
      readonly usedSlots: number | null;
    }>;
    list(options: { lane: Lane }): Promise<TransferListing>;
    slots(options: {
      lane: 'queue';
    }): Promise<{ readonly totalSlots: number | null; readonly usedSlots: number | null }>;
    restartErrors(options: { lane: 'interactive' }): Promise<{ readonly msg: string }>;
    clearErrors(options: { lane: 'interactive' }): Promise<{ readonly msg: string }>;
    clearAll(options: { lane: 'interactive' }): Promise<{ readonly msg: string }>;
    delete(fileCode: string, options: { lane: 'interactive' }): Promise<unknown>;
  };
  readonly files: VerifyClient['files'] & {
    /** One page. */
    list(
      query: { perPage?: number; createdAfter?: string },
      options: { lane: Lane },
    ): Promise<{ readonly files: readonly SeenFile[]; readonly skipped: number }>;
    /** All pages. In the end it returns how many entries could not be read. */
    iterate(
      query: { createdWithinMinutes: number },
      options: { lane: Lane },
    ): AsyncGenerator<SeenFile, { readonly skipped: number }, undefined>;
  };
}

/** A transfer as the service lists it. */
export type ListedTransfer = Pick<
  Transfer,
  'fileCode' | 'remoteUrl' | 'status' | 'phase' | 'bytesTotal' | 'bytesDownloaded' | 'folderId' | 'created'
>;

/** The transfers that could be read; `skipped`: how many could not. */
export type TransferListing = readonly ListedTransfer[] & { readonly skipped: number };

export interface SeenFile {
  readonly fileCode: string;
  readonly title: string;
  /** Null where the service does not say. */
  readonly folderId: string | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock. */
  readonly uploaded: string | null;
}

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
  /** When this may begin for the first time since the browser's start, milliseconds since the epoch; null: now. */
  startAtMs(work: 'send' | 'poll'): Promise<number | null>;
  /** Something that pages show has changed; `hasEvents`: and there are events to be delivered. */
  onChange(hasEvents: boolean): void;
}
