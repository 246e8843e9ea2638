/** What the parts of the work share: everything from outside, as arguments. */
import { ApiError, type Client, type FileEntry } from '../../api/index.ts';
import type { StoredJob } from '../job.ts';
import type { BulkStore } from '../store.ts';
import type { Desk } from './job-session.ts';

/** The calls of `lib/api`'s client that are made here. */
export interface BulkClient {
  readonly files: Pick<Client['files'], 'info' | 'list' | 'iterate' | 'rename' | 'move' | 'clone'>;
  readonly folders: Pick<Client['folders'], 'list' | 'create'>;
}

/**
 * Thousands of requests must stand in nobody's way: this lane leaves slots free for what somebody waits for, and lets
 * clicks, queued links and polling go first.
 */
export const lane = { lane: 'sync' } as const;

/** What became known of an account's files and folders; a `CatalogChange`. */
export interface Learned {
  readonly files?: readonly FileEntry[];
  readonly patches?: readonly {
    readonly fileCode: string;
    readonly title?: string | undefined;
    readonly folderId?: string | undefined;
  }[];
  readonly gone?: readonly string[];
  readonly folder?: { readonly id: string; readonly name: string; readonly parentId?: string };
}

export interface BulkContext {
  readonly store: BulkStore;
  /** Null where there is no such account, or no key for it, any more. */
  clientFor(accountId: string): Promise<BulkClient | null>;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
  online(): boolean;
  /** Hands on what became known, before it counts as done. It may come twice. */
  learn(accountId: string, learned: Learned): Promise<void>;
  /** Those of the codes that are known to belong to something else than a clone: a transfer of the outbox. */
  claimed(accountId: string, fileCodes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Something that a page shows has changed; up to ten times a second. */
  onChange(): void;
  /** A job has come to its end. Told again after a restart that came in between. */
  onEnd(job: StoredJob): Promise<void>;
  /** A fault of our own, which concerned one file: that has failed, the others go on. */
  onFault(fault: unknown): void;
}

/** A job that is being worked on. Each phase of it resolves to whether the next one may begin. */
export interface Go {
  readonly context: BulkContext;
  readonly desk: Desk;
  readonly client: BulkClient;
  /** How often a step has failed in this process although the service was there. */
  readonly tries: Map<number, number>;
}

/** What an error says. One that is none of `lib/api`'s is a fault of our own: nothing is known then. */
export function readFailure(error: unknown): {
  code: string;
  msg: string | null;
  mayHaveTakenEffect: boolean;
} {
  return error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };
}

const forGood: ReadonlySet<string> = new Set(['refused', 'not-found', 'unexpected']);

/** Whether the same request may well be answered otherwise another time. */
export function isTransient({ code }: { readonly code: string }): boolean {
  return !forGood.has(code);
}
