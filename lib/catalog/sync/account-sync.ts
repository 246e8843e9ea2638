/** The sync of one account: its state, and the only way to change state and catalog. */

import type { AccountStatus } from '../../accounts/account-status.ts';
import type { CallOptions, Calls } from '../../api/index.ts';
import { createSerialQueue } from '../../timing/serial-queue.ts';
import type { EpochMs } from '../../timing/units.ts';
import { type CatalogChange, type CatalogDelta, type FilePatch, listSeen } from '../change.ts';
import type { CatalogFolder } from '../file.ts';
import type { CatalogWriter } from '../storage/writer.ts';
import { FolderTree } from './folder-tree.ts';
import { OwnChanges } from './own-changes.ts';
import type { SyncState } from './sync-state.ts';

export interface SyncClient {
  readonly account: Pick<Calls['account'], 'info'>;
  readonly files: Pick<Calls['files'], 'list' | 'info' | 'check'>;
  readonly folders: Pick<Calls['folders'], 'list'>;
}

interface SyncUpdate {
  readonly change?: CatalogChange;
  readonly step?: ((state: SyncState) => SyncState) | undefined;
  /** The state may be stored later. Some requests are then repeated after a restart. */
  readonly isMinor?: boolean;
}

/** How soon pages are told, because a full sync makes many changes. */
export type ChangeUrgency = 'now' | 'soon';

interface AccountDependencies {
  readonly writer: CatalogWriter;
  readonly client: SyncClient;
  readonly accountStatus: Pick<AccountStatus, 'reportFailure' | 'reportAnswer'>;
  readonly clock: () => EpochMs;
  readonly onChange: (urgency: ChangeUrgency) => void;
  /** The service was asked for these files at `sinceMs`, and returned this. */
  readonly onSeen: (files: readonly FilePatch[], sinceMs: EpochMs) => void;
  /** A write failed, so this object no longer matches storage and must be replaced. */
  readonly onLost: () => void;
}

export const noDelta: CatalogDelta = { added: 0, removed: 0 };

const minorStoreIntervalMs = 1_000;

export class AccountSync {
  readonly id: string;
  readonly parts: AccountDependencies;
  state: SyncState;
  failures: number;
  retryAtMs: EpochMs;
  /** Found by the running full sync. */
  tree: FolderTree;
  /** By folder id. Empty string: all files. */
  readonly refreshedAtMs = new Map<string, number>();
  readonly #own = new OwnChanges();
  #stopping = new AbortController();
  #storedAtMs = Number.NEGATIVE_INFINITY;
  readonly #writeInOrder = createSerialQueue();
  /** Nothing more is requested or written. */
  isClosed = false;

  constructor(
    id: string,
    parts: AccountDependencies,
    state: SyncState,
    folders: ReadonlyMap<string, CatalogFolder>,
  ) {
    this.id = id;
    this.parts = parts;
    this.state = state;
    this.failures = state.retry?.failures ?? 0;
    this.retryAtMs = state.retry?.atMs ?? 0;
    this.tree = new FolderTree(state.fullSync, folders);
  }

  /** For requests that no user waits for. */
  get backgroundOptions(): CallOptions {
    return { lane: 'sync', signal: this.#stopping.signal };
  }

  /** Aborts the requests of the sync lane. */
  interrupt(): void {
    this.#stopping.abort();
    this.#stopping = new AbortController();
  }

  /** Discards responses that arrive later. */
  close(): void {
    this.isClosed = true;
    this.interrupt();
  }

  /** Writes both in one transaction, in order. Nothing is written after a failed write, because later writes may depend on it. */
  save({ change = {}, step, isMinor = false }: SyncUpdate, urgency: ChangeUrgency): Promise<CatalogDelta> {
    if (step) this.state = step(this.state);
    const state = step && this.state;
    const written = this.#writeInOrder(() => this.#write(change, state, isMinor));
    written.then(
      () => this.parts.onChange(urgency),
      () => {
        this.close();
        this.parts.onLost();
      },
    );
    return written;
  }

  async #write(change: CatalogChange, state: SyncState | undefined, isMinor: boolean): Promise<CatalogDelta> {
    if (this.isClosed) return noDelta;
    const { writer, clock } = this.parts;
    const isStored = state !== undefined && !(isMinor && clock() - this.#storedAtMs < minorStoreIntervalMs);
    if (isStored) this.#storedAtMs = clock();
    return writer.apply(this.id, change, isStored ? state : undefined);
  }

  /** Saves the response without undoing what Linkhaul changed meanwhile. Clears the problem. */
  async fetchAndSave<T>(
    request: (client: SyncClient) => Promise<T>,
    updateFrom: (answer: T) => SyncUpdate,
    urgency: ChangeUrgency,
  ): Promise<{ readonly answer: T; readonly delta: CatalogDelta }> {
    const listingId = this.#own.beginListing();
    const sinceMs = this.parts.clock();
    try {
      const answer = await request(this.parts.client);
      this.failures = 0;
      await this.parts.accountStatus.reportAnswer(this.id, false);
      const { change = {}, step, isMinor = false } = updateFrom(answer);
      const recovered = (state: SyncState) => ({ ...(step?.(state) ?? state), problem: null, retry: null });
      const update = this.state.problem === null ? { step, isMinor } : { step: recovered };
      const merged = this.#own.applyTo(change, listingId);
      const seen = listSeen(merged);
      if (seen.length > 0) this.parts.onSeen(seen, sinceMs);
      return { answer, delta: await this.save({ ...update, change: merged }, urgency) };
    } finally {
      this.#own.endListing(listingId);
    }
  }

  /** For Linkhaul's own changes. */
  change(change: CatalogChange): Promise<CatalogDelta> {
    this.#own.record(change);
    return this.save({ change }, 'now');
  }
}
