/**
 * The sync: keeps the catalog in agreement with the account at the service.
 *
 * It promises: everything is read once, in the `sync` lane, files first; after the worker's death, a stop or an outage it
 * goes on where it was, because what was read and how far are stored together. Later, what is new is asked for when
 * somebody looks or a transfer has ended, and nothing is asked otherwise; what a folder holds is asked for when it is
 * opened. What disappeared is found by a walk a day, while somebody looks, and is taken out only once the service
 * itself calls it unknown. It needs no browser: clock, chance, writer and client are arguments.
 *
 * One sync for each catalog: the background is its only owner. Pages read the catalog and act by message.
 */
import type { FileInfo } from '../../api/index.ts';
import type { CatalogChange, CatalogDelta, CatalogWriter } from '../change.ts';
import type { SyncedCatalogWriter } from '../storage/writer.ts';
import { AccountSync, type Haste, nothing, type SyncClient } from './account-sync.ts';
import { lookInto } from './folder-refresh.ts';
import { readNews } from './incremental-sync.ts';
import { readState, type SyncState } from './state.ts';
import { ask } from './verify.ts';
import { createWork, type WorkOptions } from './work.ts';

export type { Haste, SyncClient } from './account-sync.ts';

/** What was seen is believed for so long, milliseconds. */
const fresh = 60_000;

export interface SyncOptions extends WorkOptions {
  readonly writer: SyncedCatalogWriter;
  readonly accountIds: () => Promise<readonly string[]>;
  /** Null where there is no such account (any more). */
  readonly clientFor: (accountId: string) => Promise<SyncClient | null>;
  /** The catalog of an account has changed; `soon`: one of many changes. */
  readonly onChange: (haste: Haste) => void;
  /** There is something to do for `run`. */
  readonly onWork: () => void;
}

/** A file that a transfer has just brought. */
export interface Arrival {
  readonly accountId: string;
  readonly fileCode: string;
  /** Null: the file is shown only once the service has listed it. */
  readonly title: string | null;
  readonly folderId: string;
}

/** As a writer, it is for what Linkhaul changes itself: no listing that was under way can take that back. */
export interface Sync extends CatalogWriter {
  /**
   * A page shows a folder (null: all files): looks into it, and for what is new, unless that was done in the last minute.
   * Begins the first walk, and the daily one. Service troubles are in the standing.
   */
  visit(accountId: string, folderId: string | null): Promise<void>;
  /** Looks into a folder and for what is new now. @throws {ApiError} */
  refresh(accountId: string, folderId: string | null): Promise<void>;
  /** What the service says of a file now; null where there is no such account. @throws {ApiError} */
  info(accountId: string, fileCode: string): Promise<FileInfo | null>;
  /** Nothing is read by itself until `resume`, also after a restart; a folder that is opened is still looked into. */
  stop(accountId: string): Promise<void>;
  resume(accountId: string): Promise<void>;
  /** Reads the whole account again, also where the sync was stopped. */
  startFullSync(accountId: string): Promise<void>;
  /** The account has another key: what it could not do with the old one, it tries again. */
  mended(accountId: string): Promise<void>;
  /** Shows the file at once, and asks for the rest of it with the next `run`. */
  arrived(file: Arrival): Promise<void>;
  /**
   * Does what is to be done, the accounts side by side; resolves when that is done or has to wait.
   *
   * @returns when to call again, milliseconds since the epoch; null: after the next `onWork`, or when a page is opened
   */
  run(): Promise<number | null>;
}

export function createSync(options: SyncOptions): Sync {
  const { writer, accountIds, clientFor, clock, onChange, onWork } = options;
  const accounts = new Map<string, Promise<AccountSync | null>>();
  const { work, beginWalk, failed } = createWork(options);

  function open(id: string): Promise<AccountSync | null> {
    const known = accounts.get(id);
    if (known) return known;
    const opened = load(id);
    accounts.set(id, opened);
    // Without an account, or without a store, it is to be tried again.
    const forget = () => accounts.get(id) === opened && accounts.delete(id);
    opened.then((account) => account === null && forget(), forget);
    return opened;
  }

  async function load(id: string): Promise<AccountSync | null> {
    const client = await clientFor(id);
    if (client === null) return null;
    const [state, known, damaged] = await Promise.all([
      writer.state(id),
      writer.folders(id),
      writer.isDamaged(id),
    ]);
    const account = new AccountSync(id, {
      state: readState(state),
      known,
      parts: { writer, client, clock, onChange, onLost: () => accounts.delete(id) },
    });
    // A full sync that is under way has passed over what is missing now.
    if (damaged) await set(account, { damaged, walk: null, walkedAt: null });
    return account;
  }

  async function close(id: string): Promise<void> {
    // One that could not be opened has nothing to close.
    const account = await accounts.get(id)?.catch(() => null);
    accounts.delete(id);
    account?.close();
  }

  /** Looks for what the page wants to see. @param isForced however lately that was done */
  async function look(account: AccountSync, folderId: string | null, isForced: boolean): Promise<void> {
    const name = folderId ?? '';
    const isFresh = Math.abs(clock() - (account.lookedAt.get(name) ?? 0)) < fresh;
    if (isFresh && !isForced) return;
    account.lookedAt.set(name, clock());
    try {
      await lookInto(account, folderId ?? '0', folderId !== null);
    } catch (error) {
      account.lookedAt.delete(name);
      throw error;
    }
  }

  async function set(account: AccountSync, change: Partial<SyncState>): Promise<void> {
    await account.save({ step: (state) => ({ ...state, ...change }) }, 'now');
  }

  return {
    async visit(id, folderId) {
      const account = await open(id);
      if (account === null) return;
      const { phase, syncedAt } = account.state;
      if (phase === 'never') await beginWalk(account);
      const isOld = syncedAt === null || Math.abs(clock() - syncedAt) > fresh;
      if (phase === 'complete' && isOld) await set(account, { newsIsDue: true });
      // Who looks wants to see it now, not after the next pause.
      account.retryAt = 0;
      onWork();
      await look(account, folderId, false).catch((error) => failed(account, error));
      // An answer may have shown that what kept it from going on is over.
      if (account.state.problem === null) onWork();
    },

    async refresh(id, folderId) {
      const account = await open(id);
      if (account === null) return;
      if (account.state.phase === 'never') await beginWalk(account);
      // The first walk brings what is new by itself.
      const isComplete = account.state.phase === 'complete';
      try {
        await Promise.all([look(account, folderId, true), isComplete && readNews(account, 'interactive')]);
      } catch (error) {
        await failed(account, error);
        throw error;
      }
      account.retryAt = 0;
      onWork();
    },

    async info(id, fileCode) {
      const account = await open(id);
      if (account === null) return null;
      const { problem } = account.state;
      const [info = null] = await ask(account, [fileCode], { lane: 'interactive' }, 'now');
      // The answer has shown that what kept it from going on is over.
      if (problem !== null) onWork();
      return info;
    },

    async stop(id) {
      const account = await open(id);
      // What ended in the moment of the click is not to be stopped: nobody could resume it.
      if (account === null || account.state.phase === 'complete') return;
      const stopped = set(account, { stopped: true });
      account.interrupt();
      await stopped;
    },

    async resume(id) {
      const account = await open(id);
      if (account === null) return;
      await set(account, { stopped: false, ...noProblem(account) });
      onWork();
    },

    async startFullSync(id) {
      await close(id);
      await writer.reload(id);
      const account = await open(id);
      if (account === null) return;
      await set(account, { stopped: false, ...noProblem(account) });
      await beginWalk(account);
      onWork();
    },

    async mended(id) {
      await close(id);
      const account = await open(id);
      if (account === null || account.state.phase === 'never') return;
      await set(account, noProblem(account));
      onWork();
    },

    async arrived({ accountId, fileCode, title, folderId }) {
      const account = await open(accountId);
      if (account === null || account.state.phase === 'never') return;
      const isKnown = title === null || (await writer.files(accountId, [fileCode])).length > 0;
      const files = isKnown ? [] : [{ ...unlisted, fileCode, title, folderId }];
      const step = (state: SyncState) => ({ ...state, newsIsDue: state.phase === 'complete' });
      await account.save({ change: { files }, step }, 'now');
      onWork();
    },

    async run() {
      const opened = await Promise.all((await accountIds()).map(open));
      const works = await Promise.allSettled(opened.map((account) => account && work(account)));
      // What went wrong with one account kept no other from its work.
      const fault = works.find((each) => each.status === 'rejected');
      if (fault) throw fault.reason;
      const times = works.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []));
      return times.length > 0 ? Math.min(...times) : null;
    },

    async apply(id: string, change: CatalogChange): Promise<CatalogDelta> {
      const account = await open(id);
      // Where nothing was read there is nothing to change.
      if (account === null || account.state.phase === 'never') return nothing;
      return account.change(change);
    },

    async removeAccount(id) {
      await close(id);
      await writer.removeAccount(id);
      onChange('now');
    },
  };
}

/** What kept the account from being read is over, or is to be tried again at once. */
function noProblem(account: AccountSync): Pick<SyncState, 'problem' | 'retry'> {
  account.failures = 0;
  account.retryAt = 0;
  return { problem: null, retry: null };
}

/** What a listing would show beside title and folder, and shows soon. */
const unlisted = {
  downloadUrl: null,
  singleImage: null,
  canPlay: null,
  length: null,
  views: null,
  uploaded: null,
  isPublic: null,
} as const;
