/**
 * Tracking: follows transfers from the moment the service took the link to an end that is proven.
 *
 * One list call serves any number of transfers; nothing is asked when nothing moves; a transfer that left the list is not
 * called done before its file was seen, nor vanished before it was looked for several times.
 */
import { ApiError, type Lane, type Transfer } from '../../api/index.ts';
import { rootFolder } from '../../folders/folder.ts';
import type { Stored } from '../../storage/stored.ts';
import { createLatest } from '../../timing/turns.ts';
import { expectedTitle } from '../address.ts';
import { commit } from '../changes.ts';
import type { SeenFile, UploadsClient, UploadsContext } from '../context.ts';
import { moveIntoFolder } from '../files.ts';
import type { FoundFile } from '../transitions.ts';
import { findTwinFiles } from '../twins.ts';
import { isMoving, type Upload } from '../upload.ts';
import { nextPollMs, type PollNeed, type PollState, twinsDelayMs } from './poll-interval.ts';
import { nextProgress, type Tracking } from './progress.ts';
import { reconcile } from './reconcile.ts';
import { nextSearchMs, searchFiles } from './verify.ts';

/** A poll that the service did not answer; the next one is due at `nextPollMs`. */
export interface FailedPoll {
  readonly accountId: string;
  readonly error: ApiError;
}

export interface Tracker {
  /**
   * Polls one account now, or every account in which something may have changed. A call during a poll makes one more, so
   * that its answer is never older than the call.
   *
   * @returns the polls that failed
   */
  poll(accountId?: string, lane?: Lane): Promise<readonly FailedPoll[]>;
  /** When to poll next, milliseconds since the epoch; null: nothing moves. `isWatched`: a page is open. */
  nextPollMs(state: Pick<PollNeed, 'isWatched' | 'shortestMs'>): Promise<number | null>;
}

/** Files that are searched for twins; of an account that gains more in the time, the newest. */
const mostFiles = 2_000;
/** Progress is kept for so many transfers; the rest move without a bar. */
const mostProgress = 2_000;
/** Uploads whose files are searched for, moved and stored together. */
const verifiedAtOnce = 20;

export function createTracker(context: UploadsContext, tracking: Stored<Tracking>): Tracker {
  const { store, clock, random, clientFor, onChange } = context;

  async function pollNow(accountId: string, lane: Lane): Promise<readonly FailedPoll[]> {
    const client = await clientFor(accountId);
    if (client === null) return [];
    const startedAtMs = clock();
    try {
      const listed = await client.remoteUploads.list({ lane });
      const { ids, hasChanges } = await commit(context, 'write', async (tx, changes) => ({
        ids: await reconcile(tx, changes, { accountId, listed, startedAtMs }),
        hasChanges: changes.hasChanges,
      }));
      if (listed.length > 0) {
        await measure(accountId, listed, ids);
        onChange(false);
      }
      const verified = await verify(accountId, client);
      await searchTwins(accountId, client);
      await setPollState(accountId, (state) => ({
        ...{ ...state, failures: 0, polledAtMs: clock(), share: random() },
        changedAtMs: hasChanges || verified > 0 ? clock() : state.changedAtMs,
      }));
      return [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await setPollState(accountId, (state) => ({
        ...state,
        failures: state.failures + 1,
        polledAtMs: clock(),
        share: random(),
      }));
      return [{ accountId, error }];
    }
  }
  const pollOnce = createLatest(pollNow);

  function setPollState(accountId: string, change: (state: PollState) => PollState): Promise<Tracking> {
    return tracking.update(({ polls, ...rest }) => ({
      ...rest,
      polls: [...polls.filter((each) => each.accountId !== accountId), change(stateOf(polls, accountId))],
    }));
  }

  /** Stores how far the transfers are, and forgets those that are listed no more. */
  function measure(
    accountId: string,
    listed: readonly Transfer[],
    ids: ReadonlyMap<string, string>,
  ): Promise<Tracking> {
    const now = clock();
    return tracking.update(({ progress, ...rest }) => {
      const before = progress[accountId] ?? {};
      const measured = listed.flatMap((transfer) => {
        const id = ids.get(transfer.fileCode);
        return id === undefined || transfer.phase !== 'working'
          ? []
          : [[id, nextProgress(before[id], transfer, now)] as const];
      });
      return {
        ...rest,
        progress: { ...progress, [accountId]: Object.fromEntries(measured.slice(0, mostProgress)) },
      };
    });
  }

  /** Searches for the files of those that have left the list. */
  async function verify(accountId: string, client: UploadsClient): Promise<number> {
    const now = clock();
    const verifying = await store.transact('read', (tx) => tx.inStates(accountId, ['verifying']));
    const due = verifying.filter(({ verification }) => verification === null || verification.nextAtMs <= now);
    // What is found is stored soon, so that a death repeats little: files are moved one by one.
    for (let at = 0; at < due.length; at += verifiedAtOnce)
      await verifyAll(accountId, client, due.slice(at, at + verifiedAtOnce));
    return due.length;
  }

  async function verifyAll(accountId: string, client: UploadsClient, due: readonly Upload[]): Promise<void> {
    const files = await searchFiles(client, due);
    const stranded = await moveFiles(client, due, files);
    await noteArrivals(
      accountId,
      due.filter(({ fileCode }) => files.get(fileCode ?? '')),
    );
    await commit(context, 'write', async (tx, changes) => {
      for (const { id, fileCode } of due) {
        const upload = await tx.get(id);
        const file = files.get(fileCode ?? '');
        if (upload?.state !== 'verifying' || file === undefined) continue;
        const retryAtMs = nextSearchMs(upload, changes.nowMs);
        const isStranded = stranded.has(id);
        // A service may show late where a file is.
        if (file === null || (isStranded && retryAtMs !== null))
          await changes.apply(tx, upload, { type: 'miss', retryAtMs });
        else if (isStranded)
          await changes.apply(tx, upload, { type: 'find', file: { ...file, strandedIn: rootFolder } });
        else await changes.apply(tx, upload, { type: 'find', file });
      }
    });
  }

  /** Moves the user's own files into their folders. Gives the ids of those that are not there. */
  async function moveFiles(
    client: UploadsClient,
    due: readonly Upload[],
    files: ReadonlyMap<string, FoundFile | null>,
  ): Promise<ReadonlySet<string>> {
    const moving = due.filter(
      ({ source, fileCode, folder }) =>
        source === 'file' && folder.id !== rootFolder.id && files.get(fileCode ?? ''),
    );
    const stranded = new Set<string>();
    for (const [folderId, uploads] of Map.groupBy(moving, ({ folder }) => folder.id)) {
      const codes = uploads.flatMap(({ fileCode }) => fileCode ?? []);
      const there = await moveIntoFolder(client, codes, folderId);
      for (const { id, fileCode } of uploads) if (!there.has(fileCode ?? '')) stranded.add(id);
    }
    return stranded;
  }

  /** Twins have to be searched for; stored before the arrivals are, so that a death in between forgets no search. */
  async function noteArrivals(accountId: string, arrived: readonly Upload[]): Promise<void> {
    const times = arrived.flatMap(({ source, sentAtMs, createdAtMs }) =>
      source === 'link' ? [sentAtMs ?? createdAtMs] : [],
    );
    if (times.length === 0) return;
    await setPollState(accountId, (state) => ({
      ...state,
      twinsSinceMs: Math.min(state.twinsSinceMs ?? Number.POSITIVE_INFINITY, ...times),
    }));
  }

  /** Looks for twins among the newest files, once for all that has arrived meanwhile. */
  async function searchTwins(accountId: string, client: UploadsClient): Promise<void> {
    const { twinsSinceMs } = stateOf((await tracking.get()).polls, accountId);
    const now = clock();
    if (twinsSinceMs === null) return;
    const active = await store.transact('read', (tx) =>
      tx.inStates(accountId, ['queued', 'sending', 'accepted', 'running', 'verifying'], 1),
    );
    if (active.length > 0 && now - twinsSinceMs < twinsDelayMs) return;
    const createdWithinMinutes = Math.ceil(Math.max(0, now - twinsSinceMs) / 60_000) + 60;
    const files: SeenFile[] = [];
    for await (const file of client.files.iterate({ createdWithinMinutes }, { lane: 'polling' })) {
      files.push(file);
      if (files.length === mostFiles) break;
    }
    await commit(context, 'write', async (tx, changes) => {
      const claims = new Map<string, Upload>();
      for (const { fileCode } of files) {
        const holder = await tx.byFileCode(accountId, fileCode);
        if (holder === undefined) continue;
        claims.set(fileCode, holder);
        for (const twin of holder.twins) if (!twin.isTransfer) claims.set(twin.fileCode, holder);
      }
      const uncertain = await tx.inStates(accountId, ['sending', 'uncertain', 'deferred']);
      const wanted = uncertain.map(expectedTitle);
      for (const { upload, fileCode } of findTwinFiles(files, claims, wanted)) {
        const before = await tx.get(upload.id);
        const action = { type: 'addTwin', twin: { fileCode, isTransfer: false } } as const;
        if (before !== undefined) await changes.apply(tx, before, action);
      }
    });
    await setPollState(accountId, (state) => ({
      ...state,
      twinsSinceMs: state.twinsSinceMs === twinsSinceMs ? null : state.twinsSinceMs,
    }));
  }

  return {
    async poll(accountId, lane = 'polling') {
      const accountIds = accountId === undefined ? await busyAccounts() : [accountId];
      return (await Promise.all(accountIds.map((id) => pollOnce(id, lane)))).flat();
    },

    async nextPollMs({ isWatched, shortestMs = 0 }) {
      const { polls } = await tracking.get();
      const byAccount = await readTracked();
      const times = byAccount.flatMap(({ accountId, uploads, isSending }) => {
        const moving = uploads.filter(isMoving);
        const verifyTimes = uploads.flatMap(({ verification }) => verification?.nextAtMs ?? []);
        const at = nextPollMs({
          ...{ nowMs: clock(), isWatched, shortestMs, isSending, moving: moving.length },
          state: stateOf(polls, accountId),
          newestMs: moving.length === 0 ? null : Math.max(...moving.map(({ changedAtMs }) => changedAtMs)),
          verifyAtMs: verifyTimes.length === 0 ? null : Math.min(...verifyTimes),
        });
        return at === null ? [] : [at];
      });
      if (times.length === 0) return null;
      const startAtMs = isWatched ? null : await context.startAtMs('poll');
      return Math.max(startAtMs ?? 0, Math.min(...times));
    },
  };

  async function readTracked() {
    return store.transact('read', async (tx) => {
      const isPaused = (await tx.meta('paused')) === true;
      return Promise.all(
        (await tx.accountIds()).map(async (accountId) => {
          const uploads = await tx.inStates(accountId, ['accepted', 'running', 'verifying']);
          const backoff = await tx.backoff(accountId);
          const mayLeave = !isPaused && (backoff === undefined || backoff.untilMs === 0);
          return { accountId, uploads, isSending: mayLeave && (await tx.count(accountId, 'queued')) > 0 };
        }),
      );
    });
  }

  async function busyAccounts(): Promise<readonly string[]> {
    const [tracked, { polls }] = await Promise.all([readTracked(), tracking.get()]);
    const isBusy = ({ accountId, uploads }: (typeof tracked)[number]) =>
      uploads.length > 0 || stateOf(polls, accountId).twinsSinceMs !== null;
    return tracked.filter(isBusy).map(({ accountId }) => accountId);
  }
}

const stateOf = (polls: readonly PollState[], accountId: string): PollState =>
  polls.find((each) => each.accountId === accountId) ?? {
    ...{ accountId, polledAtMs: null, changedAtMs: null, failures: 0, twinsSinceMs: null },
  };
