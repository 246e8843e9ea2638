/**
 * Keeps the catalog in sync with the account at the service. Clock, random numbers, writer and client are arguments, so this runs without a
 * browser.
 *
 * The first full sync reads everything in the `sync` lane, files first. It resumes after a restart, a stop or an outage. Later, an
 * incremental sync runs when a page is opened or a transfer has ended, and a folder is refreshed when it is opened. Details that listings
 * lack are read once the user asks for them (`details-pass.ts`). A daily full sync while a page is open finds removed files. They leave the
 * catalog only when the service calls them unknown.
 *
 * `lib/catalog/sync`: the full sync, the incremental sync, the refresh of one folder, and details. For the background only.
 */

import type { FileInfo } from '../../api/index.ts';
import { rootId } from '../../folders/folder.ts';
import { incrementalSync } from '../../timing/policies.ts';
import { isGivenUp } from '../../timing/retry.ts';
import { runForEachAccount } from '../../timing/run-for-each-account.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { CatalogChange, CatalogDelta, FilePatch } from '../change.ts';
import type { CatalogWriter } from '../storage/writer.ts';
import { AccountSync, type ChangeUrgency, noDelta, type SyncClient } from './account-sync.ts';
import { createDetailsPass, type DetailsOptions } from './details-pass.ts';
import { refreshFolder } from './folder-refresh.ts';
import { syncIncrementally } from './incremental-sync.ts';
import { createSyncScheduler, type SchedulerOptions } from './sync-scheduler.ts';
import { readSyncState, type SyncState } from './sync-state.ts';
import { fetchInfo, readPlayers } from './verify.ts';

export type { SyncClient } from './account-sync.ts';

const freshForMs = 60_000;

interface SyncOptions extends SchedulerOptions, DetailsOptions {
  readonly writer: CatalogWriter;
  readonly accountIds: () => Promise<readonly string[]>;
  /** Null if the account no longer exists. */
  readonly clientFor: (accountId: string) => Promise<SyncClient | null>;
  /** `soon`: more changes will follow. */
  readonly onChange: (urgency: ChangeUrgency) => void;
  /** The service was asked for these files at `sinceMs`, and returned this. */
  readonly onSeen?: ((accountId: string, files: readonly FilePatch[], sinceMs: EpochMs) => void) | undefined;
  /** Files were listed or read, so the location of their pages may have changed. */
  readonly onListed: (accountId: string) => void;
  /** `run` or `runDetails` has something to do. */
  readonly onWork: () => void;
}

/** A file that an upload has just produced. */
export interface Arrival {
  readonly accountId: string;
  readonly fileCode: string;
  /** Null: the file appears once the service lists it. */
  readonly title: string | null;
  readonly folderId: string;
}

export type Sync = ReturnType<typeof createSync>;

export function createSync(options: SyncOptions) {
  const { writer, accountIds, clientFor, clock, accountStatus, onChange, onListed, onSeen, onWork } = options;
  const accounts = new Map<string, Promise<AccountSync | null>>();
  const { syncAccount, beginFullSync, recordFailure } = createSyncScheduler(options);
  const detailsPass = createDetailsPass(options);

  function openAccount(id: string): Promise<AccountSync | null> {
    const known = accounts.get(id);
    if (known) return known;
    const opened = load(id);
    accounts.set(id, opened);
    // The next call retries a missing account or a failed load.
    const forget = () => accounts.get(id) === opened && accounts.delete(id);
    opened.then((account) => account === null && forget(), forget);
    return opened;
  }

  async function load(id: string): Promise<AccountSync | null> {
    const client = await clientFor(id);
    if (client === null) return null;
    const [state, folders, isDamaged] = await Promise.all([
      writer.state(id),
      writer.folders(id),
      writer.isDamaged(id),
    ]);
    const parts = {
      writer,
      client,
      clock,
      accountStatus,
      onChange(urgency: ChangeUrgency) {
        onChange(urgency);
        onListed(id);
      },
      onSeen: (files: readonly FilePatch[], sinceMs: EpochMs) => onSeen?.(id, files, sinceMs),
      onLost: () => accounts.delete(id),
    };
    const account = new AccountSync(id, parts, readSyncState(state), folders);
    // The running full sync has already passed the missing files.
    if (isDamaged) await setState(account, { isDamaged, fullSync: null, fullSyncedAtMs: null });
    return account;
  }

  async function closeAccount(id: string): Promise<void> {
    // A failed load leaves nothing to close.
    const account = await accounts.get(id)?.catch(() => null);
    accounts.delete(id);
    account?.close();
  }

  async function refreshNow(account: AccountSync, folderId: string | null): Promise<void> {
    const name = folderId ?? '';
    account.refreshedAtMs.set(name, clock());
    try {
      await refreshFolder(account, folderId ?? rootId, folderId !== null);
    } catch (error) {
      account.refreshedAtMs.delete(name);
      throw error;
    }
  }

  async function setState(account: AccountSync, change: Partial<SyncState>): Promise<void> {
    await account.save({ step: (state) => ({ ...state, ...change }) }, 'now');
  }

  return {
    /**
     * A page shows a folder (null: all files). Refreshes it and reads new uploads, at most once a minute. Starts the first and the daily
     * full sync. Failures are in the sync status.
     */
    async visit(id: string, folderId: string | null): Promise<void> {
      const account = await openAccount(id);
      if (account === null) return;
      const { phase, syncedAtMs, incrementalFailures } = account.state;
      if (phase === 'never') await beginFullSync(account);
      const isOld = syncedAtMs === null || clock() - syncedAtMs > freshForMs;
      const isTried = !isGivenUp(incrementalSync, incrementalFailures);
      if (phase === 'complete' && isOld && isTried) await setState(account, { needsIncrementalSync: true });
      // The user is looking, so skip the backoff.
      account.retryAtMs = 0;
      onWork();
      const refreshedAtMs = account.refreshedAtMs.get(folderId ?? '') ?? 0;
      const isStale = clock() - refreshedAtMs >= freshForMs;
      if (isStale) await refreshNow(account, folderId).catch((error) => recordFailure(account, error));
      // A response may have cleared the problem.
      if (account.state.problem === null) onWork();
    },

    /** Refreshes a folder and reads new uploads now. @throws {ApiError} */
    async refresh(id: string, folderId: string | null): Promise<void> {
      const account = await openAccount(id);
      if (account === null) return;
      if (account.state.phase === 'never') await beginFullSync(account);
      // The first full sync includes new uploads.
      const isComplete = account.state.phase === 'complete';
      try {
        await Promise.all([
          refreshNow(account, folderId),
          isComplete && syncIncrementally(account, 'interactive'),
        ]);
      } catch (error) {
        await recordFailure(account, error);
        throw error;
      }
      account.retryAtMs = 0;
      onWork();
    },

    /**
     * Null if the account no longer exists.
     * @throws {ApiError}
     */
    async info(id: string, fileCode: string): Promise<FileInfo | null> {
      const account = await openAccount(id);
      if (account === null) return null;
      const { problem } = account.state;
      const [info = null] = await fetchInfo(account, [fileCode], { lane: 'interactive' }, 'now');
      // The response has cleared the problem.
      if (problem !== null) onWork();
      return info;
    },

    /**
     * Like `info` for many files, behind everything else.
     * @throws {ApiError}
     */
    async infos(id: string, fileCodes: readonly string[]): Promise<readonly FileInfo[] | null> {
      const account = await openAccount(id);
      return account && fetchInfo(account, fileCodes, account.backgroundOptions, 'soon');
    },

    /** Takes file details that others have read, even if nobody has opened the catalog. */
    async learn(id: string, infos: readonly FileInfo[]): Promise<void> {
      const players = readPlayers(infos);
      const account = players.length > 0 ? await openAccount(id) : null;
      await account?.save({ change: { players } }, 'soon');
    },

    /** Stops the first full sync until `resume`, across restarts. Opened folders are still refreshed. */
    async stop(id: string): Promise<void> {
      const account = await openAccount(id);
      // It may have ended just before the click.
      if (account === null || account.state.phase === 'complete') return;
      const stopped = setState(account, { isStopped: true });
      account.interrupt();
      await stopped;
    },

    async resume(id: string): Promise<void> {
      const account = await openAccount(id);
      if (account === null) return;
      await setState(account, { isStopped: false, ...noProblem(account) });
      onWork();
    },

    /** Even if the sync was stopped. */
    async startFullSync(id: string): Promise<void> {
      await closeAccount(id);
      await writer.reload(id);
      const account = await openAccount(id);
      if (account === null) return;
      // A full sync includes new uploads.
      await setState(account, { isStopped: false, needsIncrementalSync: false, ...noProblem(account) });
      await beginFullSync(account);
      onWork();
    },

    /** Retries what failed with the old key. */
    async credentialsChanged(id: string): Promise<void> {
      await closeAccount(id);
      const account = await openAccount(id);
      if (account === null || account.state.phase === 'never') return;
      await setState(account, noProblem(account));
      onWork();
    },

    /** Shows the file at once. The next `run` reads its details. */
    async addArrival({ accountId, fileCode, title, folderId }: Arrival): Promise<void> {
      const account = await openAccount(accountId);
      if (account === null || account.state.phase === 'never') return;
      const isKnown = title === null || (await writer.files(accountId, [fileCode])).length > 0;
      const files = isKnown ? [] : [{ ...unlisted, fileCode, title, folderId }];
      const needsIncrementalSync = account.state.phase === 'complete';
      await account.save({ change: { files }, step: (state) => ({ ...state, needsIncrementalSync }) }, 'now');
      onWork();
    },

    /** @returns when to call again. Null: after the next `onWork` */
    async run(): Promise<number | null> {
      return runForEachAccount(await accountIds(), async (id) => {
        const account = await openAccount(id);
        if (account === null) return null;
        const { phase } = account.state;
        const nextMs = await syncAccount(account);
        // Details wait for the end of the first full sync.
        if (phase !== 'complete' && account.state.phase === 'complete') onWork();
        return nextMs;
      });
    },

    /**
     * Starts to read the details of all files, which listings lack.
     *
     * @param days also read files again that nobody has viewed for this many days
     * @param isResumed also if the user has stopped it
     */
    async readDetails(id: string, days: number | null, isResumed: boolean): Promise<void> {
      const account = await openAccount(id);
      if (account === null) return;
      await detailsPass.ask(account, days, isResumed);
      onWork();
    },

    async stopDetails(id: string): Promise<void> {
      const account = await openAccount(id);
      if (account !== null) await detailsPass.stop(account);
    },

    /**
     * Reads details that are due. `run` doesn't wait for it.
     * @returns like `run`
     */
    async runDetails(): Promise<number | null> {
      return runForEachAccount(await accountIds(), async (id) => {
        const account = await openAccount(id);
        return account && detailsPass.read(account);
      });
    },

    /** Null if the account no longer exists. */
    async state(id: string): Promise<SyncState | null> {
      return (await openAccount(id))?.state ?? null;
    },

    /** Writes one of Linkhaul's own changes, which running listings can't undo. */
    async apply(id: string, change: CatalogChange): Promise<CatalogDelta> {
      const account = await openAccount(id);
      if (account === null || account.state.phase === 'never') return noDelta;
      return account.change(change);
    },

    async removeAccount(id: string): Promise<void> {
      await closeAccount(id);
      await writer.removeAccount(id);
      onChange('now');
    },
  };
}

function noProblem(account: AccountSync): Pick<SyncState, 'problem' | 'retry'> {
  account.failures = 0;
  account.retryAtMs = 0;
  return { problem: null, retry: null };
}

/** Only listings have these. */
const unlisted = {
  downloadUrl: null,
  singleImage: null,
  canPlay: null,
  length: null,
  views: null,
  uploaded: null,
  isPublic: null,
} as const;
