/**
 * The walk through a whole account: all pages of files, then all folders, then a question about each file that was not
 * seen. Many requests are under way at once, what is done is stored together with what it brought, and what fails is
 * tried again after everything else, so that one bad page or folder holds nothing up.
 */
import { ApiError, type FilePage } from '../../api/index.ts';
import type { AccountSync } from './account-sync.ts';
import { later, newestOf } from './incremental-sync.ts';
import type { SyncState } from './state.ts';
import { batchSize, verify } from './verify.ts';

/** Requests under way: as many as the limit lets leave in a second, so that answers may take that long. */
const width = 10;
const perPage = 200;
/** Pages that are asked for ahead where the service does not say how many there are. */
const guess = 5;
/** A service that invents new entries for ever must not keep anybody for ever: 2,000,000 files. */
const maxPages = 10_000;
/** Failures in a row after which the trouble is not that of one page or folder. */
const patience = 3;
/** Times that the same thing may fail while the service answers others, before the walk goes on without it. */
const tries = 8;

type Item =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'folder'; readonly id: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Errors that say nothing about the one page or folder that was asked for. */
const general: readonly string[] = ['network', 'rate-limited', 'quota-exceeded', 'unauthorized', 'aborted'];

export interface Walker {
  /**
   * Goes on with the walk of the account's state while it may, and ends it there when all is done.
   *
   * @throws {ApiError} what keeps it from going on for now; what was read until then is stored
   */
  run(mayGoOn: () => boolean): Promise<void>;
}

/** One walker for each walk and life of the worker. */
export function createWalker(account: AccountSync): Walker {
  const { client, writer, clock } = account.parts;
  let nextPage = account.state.walk?.page ?? 1;
  let nextFolder = account.state.walk?.looked ?? 0;
  /** Pages that were read although one before them was not. */
  const read = new Set<number>();
  /** Files seen since the last interruption: in a longer one, new uploads may move all the others by pages. */
  const seen = new Set<string>();
  const again: Item[] = [];
  const failedNow = new Set<Item>();
  const failures = new Map<Item, number>();
  const underWay = new Map<Item, Promise<void>>();
  let failuresInRow = 0;
  let trouble: unknown = null;

  async function readPage(page: number): Promise<void> {
    try {
      await account.learn(
        ({ files }) => files.list({ page, perPage }, account.unhurried),
        (answer) => {
          const isNew = answer.files.some(({ fileCode }) => !seen.has(fileCode));
          for (const { fileCode } of answer.files) seen.add(fileCode);
          const change = { files: answer.files, pass: account.state.pass };
          return { change, step: turned(page, answer, !isNew || page >= maxPages) };
        },
        'soon',
      );
    } catch (error) {
      const isRefused = error instanceof ApiError && (error.code === 'refused' || error.code === 'not-found');
      if (!isRefused || !isUnexpected(page)) throw error;
      await leaveOut({ kind: 'page', page });
    }
  }

  /** Whether a page lies beyond those that the service speaks of. */
  const isUnexpected = (page: number) => page > (account.state.walk?.pagesExpected ?? 1);

  /** A page was read. `isBeyond`: it shows that the one before was the last. */
  function turned(page: number, { files, total, totalPages }: Partial<FilePage>, isBeyond: boolean) {
    read.add(page);
    return (state: SyncState): SyncState => {
      const { walk } = state;
      if (walk === null) return state;
      let next = walk.page;
      while (read.delete(next)) next += 1;
      const end = isBeyond ? Math.min(page, walk.end ?? page) : walk.end;
      const newest = newestOf(files ?? [], walk.newest, clock());
      const mostFiles = Math.max(total ?? 0, walk.mostFiles);
      const filesExpected = total ?? state.filesExpected;
      const pagesExpected = totalPages ?? walk.pagesExpected;
      return {
        ...state,
        filesExpected,
        walk: { ...walk, page: next, end, pagesExpected, mostFiles, newest },
      };
    };
  }

  async function readFolder(id: string): Promise<void> {
    const { tree } = account;
    try {
      await account.learn(
        ({ folders }) => folders.list(id, { onlyFolders: true }, account.unhurried),
        (answer) => {
          const folders = tree.accept(id, answer.folders);
          return {
            change: { listed: { folderId: id, folders } },
            step: tree.add(id, folders),
            isMinor: true,
          };
        },
        'soon',
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not-found' || id === '0') throw error;
      // It was there a moment ago: the folder that it was in has changed.
      await leaveOut({ kind: 'folder', id });
      again.push({ kind: 'folder', id: tree.parentOf(id) });
    }
  }

  const work = async (item: Item): Promise<unknown> => {
    if (item.kind === 'page') return readPage(item.page);
    if (item.kind === 'folder') return readFolder(item.id);
    return verify(account, item.codes, account.unhurried, 'soon');
  };

  async function leaveOut(item: Item): Promise<void> {
    if (item.kind === 'page')
      await account.save({ step: turned(item.page, {}, isUnexpected(item.page)) }, 'soon');
    if (item.kind === 'folder') await account.save({ step: account.tree.add(item.id, []) }, 'soon');
  }

  /** What comes next; null where nothing does for now. */
  function take(): Item | null {
    const { walk } = account.state;
    if (walk === null) return null;
    const root = nextFolder === 0 ? takeFolder(walk.folders.slice(0, 1)) : null;
    if (root !== null) return root;
    // Beyond the pages that the service speaks of, one after the other.
    const isLikely = nextPage <= (walk.pagesExpected ?? (walk.page > 1 ? walk.page + guess : 0));
    const mayAsk = walk.end === null ? isLikely || !isReadingPages() : nextPage < walk.end;
    if (mayAsk) {
      nextPage += 1;
      return { kind: 'page', page: nextPage - 1 };
    }
    // Before the first page nobody knows how many there are, and they come first.
    if (walk.page === 1 && walk.end === null && isReadingPages()) return null;
    return takeFolder(walk.folders) ?? takeAgain(walk.end);
  }

  const isReadingPages = () => [...underWay.keys()].some(({ kind }) => kind === 'page');

  function takeFolder(folders: readonly string[]): Item | null {
    while (nextFolder < folders.length) {
      const id = folders[nextFolder];
      nextFolder += 1;
      if (id !== undefined && !account.tree.hasLooked(id)) return { kind: 'folder', id };
    }
    return null;
  }

  function takeAgain(end: number | null): Item | null {
    const item = again.shift();
    if (item?.kind === 'page' && end !== null && item.page >= end) return takeAgain(end);
    return item ?? null;
  }

  function start(item: Item): void {
    const done = work(item).then(
      () => {
        failuresInRow = 0;
      },
      (error: unknown) => {
        again.push(item);
        failedNow.add(item);
        failuresInRow += 1;
        const isItsOwn = error instanceof ApiError && !general.includes(error.code);
        if (!isItsOwn || failuresInRow >= patience) trouble ??= error;
      },
    );
    underWay.set(
      item,
      done.finally(() => underWay.delete(item)),
    );
  }

  /** Counts what failed, unless the service fails as a whole, and leaves out what has failed too often. */
  async function judgeFailures(): Promise<void> {
    const isUp = await client.files.list({ perPage: 1 }, account.unhurried).catch(() => null);
    if (isUp === null) return;
    for (const item of failedNow) {
      const count = (failures.get(item) ?? 0) + 1;
      failures.set(item, count);
      if (count < tries || !again.includes(item)) continue;
      again.splice(again.indexOf(item), 1);
      await leaveOut(item);
    }
  }

  /** Does all there is to do. @returns false where it may not go on */
  async function workOff(mayGoOn: () => boolean): Promise<boolean> {
    for (;;) {
      while (trouble === null && mayGoOn() && underWay.size < width) {
        const item = take();
        if (item === null) break;
        start(item);
      }
      if (underWay.size > 0) await Promise.race(underWay.values());
      else if (trouble !== null) throw trouble;
      else return mayGoOn();
    }
  }

  async function askForUnseen(): Promise<void> {
    const codes = await writer.unseen(account.id, account.state.pass);
    for (let at = 0; at < codes.length; at += batchSize)
      again.push({ kind: 'codes', codes: codes.slice(at, at + batchSize) });
  }

  async function walk(mayGoOn: () => boolean): Promise<void> {
    const isDone = await workOff(mayGoOn);
    if (isDone) await askForUnseen();
    const isOver = isDone && (await workOff(mayGoOn));
    await account.save({ step: isOver ? ended(clock()) : (state) => state }, 'now');
  }

  return {
    async run(mayGoOn) {
      seen.clear();
      failedNow.clear();
      failuresInRow = 0;
      trouble = null;
      try {
        await walk(mayGoOn);
      } catch (error) {
        if (error instanceof ApiError && !general.includes(error.code)) await judgeFailures();
        throw error;
      }
    },
  };
}

const ended =
  (now: number) =>
  (state: SyncState): SyncState => ({
    ...state,
    phase: 'complete',
    // A click on Stop that came too late, when nothing was left to be stopped or resumed.
    stopped: false,
    walk: null,
    walkedAt: now,
    damaged: false,
    // Files that went while the first walk was on its way have drawn others to pages that had been read.
    walkIsDue: state.phase === 'first' && (state.filesExpected ?? 0) < (state.walk?.mostFiles ?? 0),
    newest: later(state.newest, state.walk?.newest ?? null),
    newsIsDue: true,
  });
