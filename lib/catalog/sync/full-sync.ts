/**
 * Reads a whole account: all pages of files, all folders, then the info of each file that wasn't seen. Failures are retried last, so that
 * one bad page or folder doesn't block the rest.
 */

import { ApiError, type FilePage, type FolderContents, isApiError } from '../../api/index.ts';
import { rootId } from '../../folders/folder.ts';
import { fullSyncItem, fullSyncRequests } from '../../timing/policies.ts';
import { isGivenUp } from '../../timing/retry.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { AccountSync, SyncClient } from './account-sync.ts';
import { listParents } from './folder-tree.ts';
import { laterDate, newestDate } from './incremental-sync.ts';
import { listPage } from './list-page.ts';
import type { SyncState } from './sync-state.ts';
import { batchSize, verifyFiles } from './verify.ts';

/** As many as the limit allows in a second, so a response may take that long. */
const maxInFlight = 10;
const perPage = 200;
/** Requested ahead if the service gives no page count. */
const prefetchPages = 5;
/** Ends the sync of a service that returns new entries endlessly, at 2,000,000 files. */
const maxPages = 10_000;

type Item =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'folder'; readonly id: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

export type FullSync = ReturnType<typeof createFullSync>;

/** One for each full sync and worker. */
export function createFullSync(account: AccountSync) {
  const { accountStatus, writer, clock } = account.parts;
  let nextPage = account.state.fullSync?.page ?? 1;
  let nextFolder = account.state.fullSync?.listedFolders ?? 0;
  /** Read before an earlier page. */
  const readPages = new Set<number>();
  /** Since the last interruption, during which new uploads can shift files by pages. */
  const seenCodes = new Set<string>();
  const retries: Item[] = [];
  /** Tried again in the next run. */
  const failed: Item[] = [];
  const inFlight = new Map<Item, Promise<void>>();
  /** Folders with subfolders, according to the catalog. */
  let parents: Promise<ReadonlySet<string>> | null = null;
  let failuresInRow = 0;
  let blockingError: unknown = null;
  let lastError: unknown = null;

  async function readPage(page: number): Promise<void> {
    try {
      await account.fetchAndSave(
        (client) => listPage(client, { page, perPage }, account.backgroundOptions, () => mayHaveFiles(page)),
        (answer) => {
          const isNew = answer.files.some(({ fileCode }) => !seenCodes.has(fileCode));
          for (const { fileCode } of answer.files) seenCodes.add(fileCode);
          const change = { files: answer.files, pass: account.state.pass };
          return { change, step: pageStep(page, answer, !isNew || page >= maxPages) };
        },
        'soon',
      );
    } catch (error) {
      if (!isApiError(error, 'refused', 'not-found') || !isUnexpected(page)) throw error;
      await skip({ kind: 'page', page });
    }
  }

  const isUnexpected = (page: number) => page > (account.state.fullSync?.pagesExpected ?? 1);

  /** Unless a count says that the files end before this page. */
  function mayHaveFiles(page: number): boolean {
    const { filesExpected, fullSync } = account.state;
    const isBeyond = page > (fullSync?.pagesExpected ?? maxPages);
    return page > 1 && !isBeyond && seenCodes.size < (filesExpected ?? Number.POSITIVE_INFINITY);
  }

  /** @param isBeyond the previous page was the last */
  function pageStep(page: number, { files, total, totalPages }: Partial<FilePage>, isBeyond: boolean) {
    readPages.add(page);
    return (state: SyncState): SyncState => {
      const { fullSync } = state;
      if (fullSync === null) return state;
      let next = fullSync.page;
      while (readPages.delete(next)) next += 1;
      const end = isBeyond ? Math.min(page, fullSync.end ?? page) : fullSync.end;
      const newest = newestDate(files ?? [], fullSync.newest, clock());
      const maxFiles = Math.max(total ?? 0, fullSync.maxFiles);
      const filesExpected = total ?? state.filesExpected;
      const pagesExpected = totalPages ?? fullSync.pagesExpected;
      return {
        ...state,
        filesExpected,
        fullSync: { ...fullSync, page: next, end, pagesExpected, maxFiles, newest },
      };
    };
  }

  /** One response proves nothing. A folder that isn't found, or lacks its known subfolders, is listed again. */
  async function listSubfolders(folders: SyncClient['folders'], id: string): Promise<FolderContents> {
    const list = () => folders.list(id, { onlyFolders: true }, account.backgroundOptions);
    const answer = await list().catch((error: unknown) => {
      if (isApiError(error, 'not-found')) return list();
      throw error;
    });
    if (answer.folders.length > 0) return answer;
    parents ??= writer.folders(account.id).then(listParents);
    return id === rootId || (await parents).has(id) ? list() : answer;
  }

  async function readFolder(id: string): Promise<void> {
    const { tree } = account;
    try {
      await account.fetchAndSave(
        ({ folders }) => listSubfolders(folders, id),
        (answer) => {
          const folders = tree.accept(id, answer.folders);
          return {
            change: { listed: { folderId: id, folders } },
            step: tree.addListing(id, folders),
            isMinor: true,
          };
        },
        'soon',
      );
    } catch (error) {
      if (!isApiError(error, 'not-found') || id === rootId) throw error;
      // The folder is gone, so list its parent again.
      await skip({ kind: 'folder', id });
      retries.push({ kind: 'folder', id: tree.getParentId(id) });
    }
  }

  async function readItem(item: Item): Promise<unknown> {
    if (item.kind === 'page') return readPage(item.page);
    if (item.kind === 'folder') return readFolder(item.id);
    return verifyFiles(account, item.codes, account.backgroundOptions, 'soon');
  }

  async function skip(item: Item): Promise<void> {
    if (item.kind === 'page')
      await account.save({ step: pageStep(item.page, {}, isUnexpected(item.page)) }, 'soon');
    if (item.kind === 'folder') await account.save({ step: account.tree.addListing(item.id, []) }, 'soon');
  }

  /** Null: nothing to start for now. */
  function nextItem(): Item | null {
    const { fullSync } = account.state;
    if (fullSync === null) return null;
    const root = nextFolder === 0 ? nextFolderItem(fullSync.folders.slice(0, 1)) : null;
    if (root !== null) return root;
    // Beyond the page count, one page at a time.
    const isLikely =
      nextPage <= (fullSync.pagesExpected ?? (fullSync.page > 1 ? fullSync.page + prefetchPages : 0));
    const mayAsk = fullSync.end === null ? isLikely || !isReadingPages() : nextPage < fullSync.end;
    if (mayAsk) {
      nextPage += 1;
      return { kind: 'page', page: nextPage - 1 };
    }
    // The first page has the count, and files come before folders.
    if (fullSync.page === 1 && fullSync.end === null && isReadingPages()) return null;
    return nextFolderItem(fullSync.folders) ?? nextRetry(fullSync.end);
  }

  const isReadingPages = () => [...inFlight.keys()].some(({ kind }) => kind === 'page');

  function nextFolderItem(folders: readonly string[]): Item | null {
    while (nextFolder < folders.length) {
      const id = folders[nextFolder];
      nextFolder += 1;
      if (id !== undefined && !account.tree.isListed(id)) return { kind: 'folder', id };
    }
    return null;
  }

  function nextRetry(end: number | null): Item | null {
    const item = retries.shift();
    if (item?.kind === 'page' && end !== null && item.page >= end) return nextRetry(end);
    return item ?? null;
  }

  function start(item: Item): void {
    const done = readItem(item).then(
      () => {
        failuresInRow = 0;
      },
      async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code === 'aborted') {
          retries.push(item);
          blockingError ??= error;
          return;
        }
        failuresInRow += 1;
        const isAccounts = await accountStatus.reportFailure(account.id, error);
        if (isAccounts || isGivenUp(fullSyncRequests, failuresInRow)) blockingError ??= error;
        if (isAccounts || !(await countFailure(item))) failed.push(item);
        else await skip(item);
        lastError = error;
      },
    );
    inFlight.set(
      item,
      done.finally(() => inFlight.delete(item)),
    );
  }

  /**
   * Stored, because the worker may end between two attempts.
   * @returns whether to give up
   */
  async function countFailure(item: Item): Promise<boolean> {
    const name = JSON.stringify(item);
    const count = (account.state.fullSync?.failures[name] ?? 0) + 1;
    const step = ({ fullSync, ...state }: SyncState): SyncState => ({
      ...state,
      fullSync: fullSync && { ...fullSync, failures: { ...fullSync.failures, [name]: count } },
    });
    await account.save({ step }, 'soon');
    return isGivenUp(fullSyncItem, count);
  }

  /** @returns false if it was paused */
  async function drain(mayContinue: () => boolean): Promise<boolean> {
    for (;;) {
      while (blockingError === null && mayContinue() && inFlight.size < maxInFlight) {
        const item = nextItem();
        if (item === null) break;
        start(item);
      }
      if (inFlight.size > 0) await Promise.race(inFlight.values());
      else if (blockingError !== null) throw blockingError;
      else if (failed.length > 0) throw lastError;
      else return mayContinue();
    }
  }

  async function queueUnseen(): Promise<void> {
    const codes = await writer.unseen(account.id, account.state.pass);
    for (let at = 0; at < codes.length; at += batchSize)
      retries.push({ kind: 'codes', codes: codes.slice(at, at + batchSize) });
  }

  /**
   * Continues the full sync, and completes it.
   * @throws {ApiError} what blocks it for now. Everything read so far is stored
   */
  return async (mayContinue: () => boolean): Promise<void> => {
    seenCodes.clear();
    retries.push(...failed.splice(0));
    failuresInRow = 0;
    blockingError = null;
    const isDone = await drain(mayContinue);
    if (isDone) await queueUnseen();
    const isOver = isDone && (await drain(mayContinue));
    await account.save({ step: isOver ? completed(clock()) : (state) => state }, 'now');
  };
}

const completed =
  (nowMs: EpochMs) =>
  (state: SyncState): SyncState => ({
    ...state,
    phase: 'complete',
    // Stop was clicked too late.
    isStopped: false,
    fullSync: null,
    fullSyncedAtMs: nowMs,
    syncedAtMs: state.incrementalFailures > 0 ? nowMs : state.syncedAtMs,
    isDamaged: false,
    // Files that were removed meanwhile have shifted others to pages that were already read.
    needsFullSync: state.phase === 'first' && (state.filesExpected ?? 0) < (state.fullSync?.maxFiles ?? 0),
    newest: laterDate(state.newest, state.fullSync?.newest ?? null),
    needsIncrementalSync: true,
  });
