/**
 * Tracks transfers from acceptance to a verified end. One list call serves all transfers of an account, and nothing is polled while nothing
 * is active. A transfer that left the list is done once its file was seen, and vanished after several searches without it.
 *
 * The list is optional. If calls about transfers fail while the account responds, uploads are followed by their files.
 *
 * `lib/uploads/tracking`: from `accepted` to `done`. Internal to `lib/uploads`.
 */
import { isBackoffEnded, isBlocked } from '../../accounts/account-backoff.ts';
import { ApiError, type Lane, readFailure, type Transfer } from '../../api/index.ts';
import type { StoredValue } from '../../storage/stored.ts';
import { repeatTimeoutMs } from '../../timing/policies.ts';
import { earliest } from '../../timing/retry.ts';
import { createCoalescedRunner } from '../../timing/serial-queue.ts';
import type { EpochMs } from '../../timing/units.ts';
import { commitChanges } from '../changes.ts';
import {
  createNoListing,
  isEmptyList,
  type ListOutage,
  type ListOutages,
  type NamedTransfer,
  nameTransfers,
  type TransferListing,
} from '../transfer-listing.ts';
import type { FoundFile } from '../transitions.ts';
import { isMoving, isToBeDeleted, isUnlisted, trackedStates, type Upload } from '../upload.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';
import { isDue, isUnreachable } from '../waits.ts';
import { settleIntents } from './intents.ts';
import { isIncomplete, judgeFile, seemsFinished } from './judge-file.ts';
import { placeFiles } from './place-files.ts';
import { calculateListRetryMs, calculateNextPollMs, type PollNeed, type PollState } from './poll-interval.ts';
import { measureProgress, type Tracking } from './progress.ts';
import { reconcile } from './reconcile.ts';
import { createDuplicateSearch } from './search-duplicates.ts';
import { searchFiles } from './search-files.ts';
import { createEncodingWatch } from './watch-encodings.ts';

/** `isWatched`: a page is open. */
type PollTimes = Pick<PollNeed, 'isWatched' | 'shortestMs'>;

interface FailedPoll {
  readonly accountId: string;
  readonly error: ApiError;
}

const maxProgress = 2_000;
/** Codes in one request. */
const verifyBatchSize = 50;
/** For what takes one request each: moves, renames, and transfers of a service without a list. */
const singleBatchSize = 20;
/** After this many failures and no success, a poll asks for no more single transfers. */
const maxUnreported = 3;
/** About 40 s in vain (`fileSearch`). Services place the file of a transfer that has ended sooner. */
const lateSearches = 3;

export type Tracker = ReturnType<typeof createTracker>;

/** @param onReachable called after a service's first response since it stopped responding */
export function createTracker(
  context: UploadsContext,
  tracking: StoredValue<Tracking>,
  onReachable: (accountId: string) => Promise<void>,
) {
  const { store, accountStatus, clock, random, clientFor, onChange } = context;
  const emptySince = new Map<string, number>();
  const encodings = createEncodingWatch(context, tracking);
  const duplicates = createDuplicateSearch(context, { get: readPollState, change: setPollState });

  /** Accounts whose list somebody waits for, whatever failed before. */
  const wanted = new Set<string>();

  async function pollNow(
    accountId: string,
    lane: Lane,
    need: PollTimes = { isWatched: false },
  ): Promise<readonly FailedPoll[]> {
    const isWanted = wanted.delete(accountId);
    const client = await clientFor(accountId);
    if (client === null) return [];
    const startedAtMs = clock();
    const known = { backoff: (await accountStatus.list()).get(accountId) };
    try {
      const state = await readPollState(accountId);
      // After a failed poll, the list shows whether the account responds again.
      const isListDue =
        isWanted || state.failures > 0 || calculateListRetryMs({ ...need, state }) <= startedAtMs;
      const noList = createNoListing(state.listOutage?.reports ?? 'unknown');
      const { listOutage } = state;
      const listing = isListDue
        ? listTransfers(accountId, client, lane, listOutage)
        : Promise.resolve(noList);
      // Its error counts below, unless the account fails first.
      listing.catch(() => {});
      // Files don't wait for a list that has failed before.
      const early = listOutage ? await verifyDue(accountId, client, noList) : 0;
      const listed = await listing;
      // The account was removed.
      if ((await clientFor(accountId)) === null) return [];
      if (listed.reports === undefined && !isEmptyList(listed) && state.showsTransfers !== true)
        await setPollState(accountId, (before) => ({ ...before, showsTransfers: true }));
      const { ids, hasChanges } = await commitChanges(context, 'write', async (tx, changes) => ({
        ids: await reconcile(tx, changes, accountId, listed, startedAtMs),
        hasChanges: changes.hasChanges,
      }));
      const { reports } = listed;
      const backoff = accountStatus.peek(accountId);
      if (backoff && isBlocked(backoff) && isListDue) {
        // The key works after all.
        await accountStatus.endBackoff(accountId, [backoff.reason], known);
        context.onReachable();
      }
      if (listed.length > 0) {
        await storeProgress(accountId, listed, ids);
        onChange(false);
      }
      // Stored before it proves that deleted transfers are gone.
      if (listOutage && reports === 'single')
        await setPollState(accountId, (before) => ({ ...before, listOutage: { ...listOutage, reports } }));
      if (isListDue) await settleIntents(context, accountId, client, listed, emptySince, state.failures > 0);
      const verified = early + (await verifyDue(accountId, client, listed));
      await duplicates.poll(accountId, client);
      await encodings.poll(accountId, client);
      await endPoll(accountId, null, hasChanges || verified > 0, (before) => {
        if (reports === undefined) return null;
        return isListDue ? addListFailure(before, startedAtMs, reports) : before;
      });
      return [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await accountStatus.reportFailure(accountId, readFailure(error));
      await endPoll(accountId, error.code, false);
      return [{ accountId, error }];
    }
  }
  const pollOnce = createCoalescedRunner(pollNow);

  /**
   * If the list fails twice while the account responds, asks for some active transfers instead.
   *
   * @throws ApiError if the account doesn't respond
   */
  async function listTransfers(
    accountId: string,
    client: UploadsClient,
    lane: Lane,
    outage: PollState['listOutage'],
  ): Promise<TransferListing> {
    try {
      const options = outage ? { lane, timeout: repeatTimeoutMs } : { lane };
      const listed = await client.remoteUploads.list(options);
      return isEmptyList(listed) && (await showsTransfers(accountId)) === false
        ? createNoListing('none')
        : await nameTransfers(store, accountId, listed);
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'unexpected' || failure.code === 'aborted') throw error;
      if (await accountStatus.reportFailure(accountId, failure, true)) throw error;
      return outage ? askForEach(accountId, client, lane, outage.reports) : createNoListing('unknown');
    }
  }

  /** Asks about a few uploads that are active, being verified or have an intent, from a random one on. */
  async function askForEach(
    accountId: string,
    client: UploadsClient,
    lane: Lane,
    before: ListOutage['reports'],
  ): Promise<TransferListing> {
    const tracked = await store.transact('read', (tx) => tx.listInStates(accountId, trackedStates));
    const moving = tracked.filter(
      (upload) =>
        // A transfer that was absent once may be listed again.
        (isMoving(upload) || upload.state === 'verifying' || upload.intent !== null) &&
        upload.source !== 'file',
    );
    const first = Math.floor(random() * moving.length);
    const asked = [...moving.slice(first), ...moving.slice(0, first)].filter(
      ({ fileCode }) => fileCode !== null,
    );
    if (asked.length === 0) return createNoListing(before);
    const listed: NamedTransfer[] = [];
    const absent = new Set<string>();
    const unreported = new Set<string>();
    let failures = 0;
    for (const { fileCode, intent } of asked.slice(0, singleBatchSize)) {
      if (fileCode === null || (listed.length === 0 && failures === maxUnreported)) break;
      let transfer: Transfer | null = null;
      try {
        transfer = await client.remoteUploads.status(fileCode, { lane, timeout: repeatTimeoutMs });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== 'not-found') {
          unreported.add(fileCode);
          failures += 1;
          if (error.code === 'timeout') break;
          continue;
        }
      }
      if (transfer !== null) listed.push({ ...transfer, fileCode });
      // Some services queue transfers where this call doesn't look.
      else (isToBeDeleted(intent) ? absent : unreported).add(fileCode);
    }
    const isAnswered = listed.length > 0 || (before === 'single' && failures === 0);
    // The service may not support this call.
    if (!isAnswered) return createNoListing('none');
    return Object.assign(listed, { skipped: 0, unnamed: [], reports: 'single' as const, absent, unreported });
  }

  const endPoll = (
    accountId: string,
    failureCode: PollState['failureCode'],
    hasChanges: boolean,
    toOutage = (before: PollState['listOutage']) => before,
  ) =>
    setPollState(accountId, (state) => ({
      ...state,
      failures: failureCode === null ? 0 : state.failures + 1,
      failureCode,
      listOutage: toOutage(state.listOutage),
      polledAtMs: clock(),
      share: random(),
      changedAtMs: hasChanges ? clock() : state.changedAtMs,
    }));

  async function readPollState(accountId: string): Promise<PollState> {
    return getPollState((await tracking.get()).polls, accountId);
  }

  async function setPollState(accountId: string, change: (state: PollState) => PollState): Promise<void> {
    let failureCode: unknown;
    let isReachableAgain = false;
    await tracking.update(({ polls, ...rest }) => {
      const before = getPollState(polls, accountId);
      const state = change(before);
      // Pages show when and why the last poll failed.
      failureCode = before.failureCode ?? state.failureCode;
      isReachableAgain = isUnreachable(before.failureCode) && !isUnreachable(state.failureCode);
      return { ...rest, polls: [...polls.filter((each) => each.accountId !== accountId), state] };
    });
    if (failureCode) onChange(false);
    if (isReachableAgain) await onReachable(accountId);
  }

  /** Drops the progress of transfers that aren't listed. */
  function storeProgress(
    accountId: string,
    listed: readonly NamedTransfer[],
    ids: ReadonlyMap<string, string>,
  ): Promise<Tracking> {
    const now = clock();
    return tracking.update(({ progress, ...rest }) => {
      const before = progress[accountId] ?? {};
      const measured = listed.flatMap((transfer) => {
        const id = ids.get(transfer.fileCode);
        return id === undefined || transfer.phase !== 'working'
          ? []
          : [[id, measureProgress(before[id], transfer, now)] as const];
      });
      return {
        ...rest,
        progress: { ...progress, [accountId]: Object.fromEntries(measured.slice(0, maxProgress)) },
      };
    });
  }

  async function verifyDue(
    accountId: string,
    client: UploadsClient,
    transfers: TransferListing,
  ): Promise<number> {
    const now = clock();
    const listed: Listed = {
      byCode: new Map(transfers.map((each) => [each.fileCode, each])),
      isKnown: transfers.reports === undefined || transfers.reports === 'single',
      isEmpty: transfers.reports === undefined && isEmptyList(transfers),
    };
    const tracked = await store.transact('read', (tx) => tx.listInStates(accountId, trackedStates));
    const due = tracked.filter(({ verification, fileCode }) =>
      verification === null ? seemsFinished(listed.byCode.get(fileCode ?? '')) : verification.nextAtMs <= now,
    );
    // In batches, so that a restart repeats little.
    const isPlaced = ({ source }: Upload) => source === 'file' || !client.capabilities.canSetTitleWhenSending;
    const sizeFor = (upload: Upload) => (isPlaced(upload) ? singleBatchSize : verifyBatchSize);
    for (const [size, all] of Map.groupBy(due, sizeFor))
      for (let at = 0; at < all.length; at += size)
        await verifyBatch(accountId, client, all.slice(at, at + size), listed);
    return due.length;
  }

  async function verifyBatch(
    accountId: string,
    client: UploadsClient,
    due: readonly Upload[],
    { byCode, isKnown: isListKnown, isEmpty }: Listed,
  ): Promise<void> {
    const results = await searchFiles(client, due, clock());
    const files = new Map<string, FoundFile | null>();
    for (const [fileCode, result] of results)
      if (!(result instanceof ApiError) && !(result && isIncomplete(result, byCode.get(fileCode))))
        files.set(fileCode, result);
    const placements = await placeFiles(context, client, due, files);
    const arrived = due.filter(({ fileCode }) => files.get(fileCode ?? ''));
    await duplicates.schedule(accountId, arrived);
    if (client.capabilities.hasEncodings) {
      const codes = arrived.flatMap(({ fileCode }) => fileCode ?? []);
      const encoded = codes.filter((code) => files.get(code)?.canPlay !== true);
      if (encoded.length > 0) await encodings.watch(accountId, encoded);
    }
    const mayHide = isEmpty && (await showsTransfers(accountId)) === undefined;
    let isHiding = false;
    const hasQueued = await commitChanges(context, 'write', async (tx, changes) => {
      let isQueued = false;
      for (const { id, fileCode, pendingChoice } of due) {
        const upload = await tx.get(id);
        if (upload === undefined || upload.fileCode !== fileCode) continue;
        const code = fileCode ?? '';
        const file = files.get(code);
        // Meanwhile the user chose another folder or title.
        const isOutdated = JSON.stringify(upload.pendingChoice) !== JSON.stringify(pendingChoice);
        const action = judgeFile(upload, {
          result: results.get(code),
          file,
          placement: isOutdated ? undefined : file && placements.get(code),
          transfer: byCode.get(code),
          // A local file has no transfer.
          isListKnown: isListKnown || upload.source === 'file',
          mayHide,
          nowMs: changes.nowMs,
        });
        if (action === null) continue;
        const isLate = isUnlisted(upload) && (upload.verification?.misses ?? 0) >= lateSearches;
        isHiding ||= mayHide && (action.type === 'followFile' || (file != null && isLate));
        const after = await changes.applyAction(tx, upload, action);
        isQueued ||= after?.state === 'queued';
      }
      return isQueued;
    });
    // The list left out an accepted upload although its file only arrived after three searches, or never.
    if (isHiding) await setPollState(accountId, (before) => ({ ...before, showsTransfers: false }));
    if (hasQueued) context.onReachable();
  }

  const showsTransfers = async (accountId: string): Promise<boolean | undefined> =>
    (await readPollState(accountId)).showsTransfers;

  const listOutages: ListOutages = {
    async get(accountId) {
      const state = await readPollState(accountId);
      const retryAtMs = calculateListRetryMs({ isWatched: false, state });
      return state.listOutage && { ...state.listOutage, retryAtMs };
    },
    report: (accountId, isRead) =>
      setPollState(accountId, (state) => ({
        ...state,
        listOutage: isRead ? null : addListFailure(state.listOutage, clock()),
      })),
  };

  return {
    watchEncodings: encodings.watch,
    showsTransfers,

    listOutages,

    /** Polls one account, or all that may have changed. A call during a poll starts another one, so no result is older than its call. */
    async poll(accountId?: string, lane: Lane = 'polling'): Promise<readonly FailedPoll[]> {
      const accountIds = accountId === undefined ? await listBusyAccounts() : [accountId];
      for (const id of accountIds) wanted.add(id);
      return (await Promise.all(accountIds.map((id) => pollOnce(id, lane)))).flat();
    },

    async pollDue(need: PollTimes): Promise<void> {
      const times = await listPollTimes(need);
      const due = times.filter(({ atMs }) => atMs <= clock());
      await Promise.all(due.map(({ accountId }) => pollOnce(accountId, 'polling', need)));
    },

    /** Null: nothing is active. */
    async getNextPollMs(need: PollTimes): Promise<number | null> {
      const times = await listPollTimes(need);
      if (times.length === 0) return null;
      const startAtMs = need.isWatched ? null : await context.getStartTimeMs('poll');
      return Math.max(startAtMs ?? 0, earliest(times.map(({ atMs }) => atMs)));
    },
  };

  async function listPollTimes(need: PollTimes) {
    const { polls } = await tracking.get();
    const byAccount = await readTracked();
    const nowMs = clock();
    return byAccount.flatMap(({ accountId, uploads, watched, isSending }) => {
      const moving = uploads.filter(isMoving);
      const startTimes = [
        ...moving.map(({ changedAtMs }) => changedAtMs),
        ...watched.map(({ sinceMs }) => sinceMs),
      ];
      const state = getPollState(polls, accountId);
      const isSilent = state.listOutage?.reports === 'none';
      const verifyTimes = uploads.flatMap((upload) => {
        const { verification, intent } = upload;
        if (verification === null) {
          if (intent !== null) return state.listOutage ? calculateListRetryMs({ ...need, state }) : nowMs;
          // If the service doesn't report it, its file is followed.
          return isSilent && isMoving(upload) ? nowMs : [];
        }
        return Math.max(verification.nextAtMs, nowMs);
      });
      const atMs = calculateNextPollMs({
        ...need,
        nowMs,
        isSending,
        moving: startTimes.length,
        state,
        newestMs: startTimes.length === 0 ? null : -earliest(startTimes.map((atMs) => -atMs)),
        verifyAtMs: verifyTimes.length === 0 ? null : earliest(verifyTimes),
      });
      return atMs === null ? [] : { accountId, atMs };
    });
  }

  async function readTracked() {
    const nowMs = clock();
    const backoffs = await accountStatus.list();
    const encoded = (await tracking.get()).encodings;
    const isAccountBlocked = (accountId: string) => {
      const backoff = backoffs.get(accountId);
      return backoff !== undefined && isBlocked(backoff);
    };
    return store.transact('read', async (tx) => {
      const isPaused = (await tx.getMeta('paused')) === true;
      return Promise.all(
        [...new Set([...(await tx.listAccountIds()), ...Object.keys(encoded)])]
          .filter((id) => !isAccountBlocked(id))
          .map(async (accountId) => {
            const tracked = await tx.listInStates(accountId, trackedStates);
            const uploads = tracked.filter(
              (upload) => isMoving(upload) || upload.verification !== null || upload.intent !== null,
            );
            const mayLeave = !isPaused && isBackoffEnded(backoffs.get(accountId));
            // Local files are sent outside the limit.
            const isLeaving = (upload: Upload) => upload.source === 'link' && isDue(upload, nowMs);
            const leaving = mayLeave ? await tx.listFirst(accountId, 'queued', isLeaving, 1) : [];
            const watched = Object.values(encoded[accountId] ?? {});
            return { accountId, uploads, watched, isSending: leaving.length > 0 };
          }),
      );
    });
  }

  async function listBusyAccounts(): Promise<readonly string[]> {
    const [tracked, { polls }] = await Promise.all([readTracked(), tracking.get()]);
    const isBusy = ({ accountId, uploads, watched }: (typeof tracked)[number]) =>
      uploads.length + watched.length > 0 || getPollState(polls, accountId).duplicateSearch !== null;
    return tracked.filter(isBusy).map(({ accountId }) => accountId);
  }
}

interface Listed {
  readonly byCode: ReadonlyMap<string, Transfer>;
  readonly isKnown: boolean;
  /** The service has a list, and it is empty. */
  readonly isEmpty: boolean;
}

const addListFailure = (
  before: ListOutage | null,
  askedAtMs: EpochMs,
  reports = before?.reports ?? 'unknown',
): ListOutage => ({ failures: (before?.failures ?? 0) + 1, askedAtMs, reports });

const getPollState = (polls: readonly PollState[], accountId: string): PollState =>
  polls.find((each) => each.accountId === accountId) ?? {
    accountId,
    polledAtMs: null,
    changedAtMs: null,
    failures: 0,
    failureCode: null,
    listOutage: null,
    duplicateSearch: null,
    share: 0,
  };
