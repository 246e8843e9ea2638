/**
 * Uploads: anything on its way into an account, from the click to the verified file.
 *
 * No upload is lost or sent twice, not even across restarts: each step is stored before it takes effect, and nothing is resent blindly.
 * Evidence settles a missing response, or else the user does. The clock, random numbers, stores and client are arguments, so this runs
 * without a browser.
 *
 * `lib/uploads`: the record (`upload.ts`), its state machine (`transitions.ts`), its stores (`storage/`), and two parts that don't import
 * each other: `requests/` and `tracking/`. The background owns the one instance. Pages act by message, and import types, pure functions and
 * `read-uploads.ts`.
 */

import type { AccountBackoff } from '../accounts/account-backoff.ts';
import type { AccountFolder } from '../folders/folder.ts';
import type { StoredValue } from '../storage/stored.ts';
import { answerCheck } from '../timing/policies.ts';
import { isGivenUp } from '../timing/retry.ts';
import type { EpochMs } from '../timing/units.ts';
import {
  type AddOptions,
  type AddResult,
  createAdder,
  createWatchedStore,
  type Destination,
  type DraftWithDestination,
  type UploadDraft,
} from './add-uploads.ts';
import { applyAction, commitChanges, type Removal } from './changes.ts';
import { createCleanup } from './cleanup.ts';
import { noUpload } from './event.ts';
import { createEventLog } from './event-log.ts';
import {
  allowRedirect,
  beginFetch,
  endFetch,
  findOrphans,
  retryReachable,
  routeFetch,
} from './fetch-uploads.ts';
import { beginFile, endFile, type FileResult } from './file-uploads.ts';
import { createNoteBaseline } from './note-baseline.ts';
import { noteFiles, type SeenFile } from './note-files.ts';
import type { Redirect } from './redirects.ts';
import { getDismissal, removeUploads, restoreRemoved } from './removals.ts';
import { reorder } from './requests/reorder.ts';
import { createRequestRunner } from './requests/request-runner.ts';
import type { FetchResult } from './source-fetch.ts';
import { createTransferChanges } from './tracking/change-transfers.ts';
import { measureProgress, type Tracking } from './tracking/progress.ts';
import { createTracker } from './tracking/tracker.ts';
import { isAllowed, type UploadAction } from './transitions.ts';
import { createUndoSends } from './undo-sends.ts';
import {
  attentionStates,
  mayReroute,
  toSourceFailure,
  trackedStates,
  type Upload,
  type UploadChoice,
  type Via,
} from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

export interface FileProgress {
  readonly id: string;
  /** All of a file whose progress is unknown while it is sent. */
  readonly bytesDone: number;
  /** Null if unknown. */
  readonly bytesTotal: number | null;
}

export interface UploadCounts {
  /** Queued, or active at the service. */
  readonly moving: number;
  readonly attention: number;
}

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(options: UploadsContext & { readonly tracking: StoredValue<Tracking> }) {
  const { tracking, ...given } = options;
  /** Resolved at the next change. */
  const waiting = new Set<() => void>();
  const { store, watchNames } = createWatchedStore(given.store);
  const context: UploadsContext = {
    ...given,
    store,
    onChange(hasEvents) {
      given.onChange(hasEvents);
      for (const wake of waiting) wake();
      waiting.clear();
    },
  };
  const { accountStatus, clock, onChange } = context;
  const adder = createAdder(context, watchNames);
  const noteBaseline = createNoteBaseline(context);
  const tracker = createTracker(context, tracking, resumeAfterOutage);
  const { showsTransfers, listOutages } = tracker;
  const transfers = createTransferChanges(context, tracker);
  const runner = createRequestRunner(context, { noteBaseline, showsTransfers, listOutages });

  const readUploads = async (ids: readonly string[]) =>
    (await store.transact('read', (tx) => Promise.all(ids.map(tx.get)))).filter(
      (upload) => upload !== undefined,
    );

  async function tryApply(id: string, action: UploadAction): Promise<boolean> {
    return (await applyAction(context, id, action)) !== undefined;
  }

  const readUpload = (id: string) => store.transact('read', (tx) => tx.get(id));

  /** Refuses links from private windows, which must leave nothing on disk. */
  async function startFetches(queued: readonly Upload[]): Promise<void> {
    const failure = toSourceFailure('private');
    for (const { id } of queued.filter((upload) => upload.private))
      await tryApply(id, { type: 'refuse', failure });
    context.onFetchDue();
  }

  const forgetProgress = (id: string) =>
    tracking.update(({ files: { [id]: _, ...files }, ...rest }) => ({ ...rest, files }));

  async function resumeAfterOutage(accountId: string): Promise<void> {
    await accountStatus.endBackoff(accountId, ['network', 'service']);
    await commitChanges(context, 'write', async (tx, changes) => {
      for (const upload of await tx.listInStates(accountId, ['uncertain']))
        if ((upload.uncertainty?.nextCheckAtMs ?? null) !== null)
          await changes.applyAction(tx, upload, { type: 'scheduleCheck', atMs: clock(), after: 'early' });
    });
    context.onReachable();
  }

  async function addToDestinations(
    drafts: readonly DraftWithDestination[],
    options: AddOptions = {},
  ): Promise<AddResult> {
    const result = await adder.add(drafts, options);
    if (result.added.length > 0) onChange(false);
    const fetched = result.added.filter(({ via }) => via);
    if (fetched.length > 0) await startFetches(fetched);
    return result;
  }

  return {
    resumeAfterOutage,
    /** Finds duplicates and appends the rest to the queues of their accounts, in this order. The next `run` sends them. */
    addToDestinations,
    add: (drafts: readonly UploadDraft[], to: Destination, options?: AddOptions): Promise<AddResult> =>
      addToDestinations(
        drafts.map((draft) => ({ ...draft, to })),
        options,
      ),
    findArrived: adder.findArrived,

    /** Sets the title read from the page, and ends the wait for it. False if the upload was already sent. */
    setTitle: (id: string, title: string | null) => tryApply(id, { type: 'setTitle', title }),
    /**
     * Removes waiting and refused uploads, and archives ended and unreported ones.
     * @returns these. The others are gone or in progress
     */
    removeAll: (ids: readonly string[], removal?: Removal) =>
      removeUploads(context, ids, getDismissal, removal),
    /** False if it is gone or in progress. */
    async remove(id: string, removal?: Removal): Promise<boolean> {
      return (await this.removeAll([id], removal)).has(id);
    },
    undoSends: createUndoSends(context, transfers),
    /** It was too late to replace these. */
    keepReplaced: (ids: readonly string[]) =>
      commitChanges(context, 'write', async (tx) => {
        for (const upload of await Promise.all(ids.map((id) => tx.get(id))))
          if (upload?.replacedBy) await tx.put({ ...upload, replacedBy: undefined });
      }),
    read: readUploads,
    /** Resolves to `arrived` once all files exist, or to null when `signal` aborts. */
    async waitForArrival(ids: readonly string[], signal: AbortSignal): Promise<'arrived' | null> {
      for (;;) {
        const { promise: change, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        signal.addEventListener('abort', () => resolve());
        if (signal.aborted) return null;
        const uploads = await readUploads(ids);
        if (uploads.length === ids.length && uploads.every(({ arrivedAtMs }) => arrivedAtMs !== null))
          return 'arrived';
        await change;
      }
    },
    /** Waits a few seconds for pending requests, polls, and reads the uploads. */
    async readAnswered(ids: readonly string[]): Promise<readonly Upload[]> {
      let uploads = await readUploads(ids);
      for (
        let tries = 1;
        !isGivenUp(answerCheck, tries) && uploads.some(({ state }) => state === 'sending');
        tries += 1
      ) {
        await context.sleep(answerCheck.firstMs);
        uploads = await readUploads(ids);
      }
      const moving = uploads.filter(({ state }) => trackedStates.some((each) => each === state));
      const accountIds = new Set(moving.map(({ accountId }) => accountId));
      await Promise.all([...accountIds].map((accountId) => tracker.poll(accountId, 'interactive')));
      return accountIds.size > 0 ? readUploads(ids) : uploads;
    },
    /** Archives an account's done uploads, and those that left it. All, or none if storage fails. */
    clearFinished: (accountId: string, removal: Removal) =>
      commitChanges(context, 'write', async (tx, changes) => {
        const done = await tx.listInStates(accountId, ['done']);
        const former = (await tx.listFormer(accountId)).filter(({ state }) => state === 'done');
        await changes.keepRemoved(tx, removal, [...done, ...former]);
        for (const upload of [...done, ...former]) await changes.applyAction(tx, upload, { type: 'archive' });
      }),
    restore: (removalId: string) => restoreRemoved(context, removalId),
    /**
     * Queues a waiting, refused, failed or vanished upload for the next `run`. A vanished one is searched for first.
     *
     * @param via who fetches its link from now on
     * @param follow a site that its fetch may be redirected to
     */
    async retry(id: string, via?: Via, follow?: string): Promise<boolean> {
      if (follow !== undefined) await allowRedirect(context, id, follow);
      const failed = await readUpload(id);
      if (failed?.state === 'failed') return transfers.retryTransfer(failed, via === 'browser');
      const upload = await applyAction(context, id, { type: 'retry', via });
      if (upload?.state === 'verifying') await tracker.poll(upload.accountId, 'interactive');
      else if (upload?.via) await startFetches([upload]);
      if (upload) await accountStatus.endBackoff(upload.accountId, null);
      return upload !== undefined;
    },
    /**
     * Moves a waiting, refused, failed or vanished link to another account. First a failed transfer is deleted, and a vanished file
     * searched for.
     *
     * @returns `duplicate`: that account has the link. `gone`: the upload is in progress, or no longer exists
     */
    async reroute(id: string, to: AccountFolder): Promise<'done' | 'duplicate' | 'gone'> {
      const result = await commitChanges(context, 'durable', async (tx, changes) => {
        const upload = await tx.get(id);
        if (!upload || !mayReroute(upload, to.accountId)) return 'gone';
        const { state, fileCode, failure, accountId } = upload;
        if (state !== 'failed' && !isAllowed(state, 'reroute')) return 'gone';
        if ((await changes.findTarget(tx, upload, [to])) === null) return 'duplicate';
        if (state === 'failed' || fileCode !== null) {
          const checked =
            state === 'failed' ? upload : await changes.applyAction(tx, upload, { type: 'checkAgain' });
          if (checked) await changes.applyAction(tx, checked, { type: 'intend', intent: 'reroute', to });
          return { accountId };
        }
        const order = (await tx.getLastOrder(to.accountId)) + 1;
        const why = { reason: 'user', msg: failure?.msg ?? null } as const;
        await changes.applyAction(tx, upload, { type: 'reroute', to, order, ...why });
        return 'done';
      });
      if (typeof result === 'string') return result;
      await transfers.pollForDeletion(result.accountId);
      return 'done';
    },
    sendAgain: (id: string) => tryApply(id, { type: 'sendAgain' }),
    /** Searches in the next `run` for evidence of an uncertain upload, or now for the file of another one. */
    async checkAgain(id: string): Promise<boolean> {
      const upload = await applyAction(context, id, { type: 'checkAgain' });
      if (upload && upload.state !== 'uncertain') await tracker.poll(upload.accountId, 'interactive');
      return upload !== undefined;
    },
    noteFiles: (accountId: string, files: readonly SeenFile[], sinceMs?: EpochMs) =>
      noteFiles(context, accountId, files, sinceMs),
    /**
     * Changes folders or titles of uploads that haven't arrived: all, or none if it fails. Retries those refused for their folder.
     *
     * @returns the uploads before the change, including those whose file has arrived. Missing ones are left out
     */
    choose: (choices: readonly UploadChoice[]): Promise<readonly Upload[]> =>
      commitChanges(context, 'write', async (tx, changes) => {
        const known: Upload[] = [];
        for (const { id, ...choice } of choices) {
          const before = await tx.get(id);
          const canChoose = before && isAllowed(before.state, 'choose');
          if (!before || (!canChoose && before.arrivedAtMs === null)) continue;
          known.push(before);
          if (!canChoose) continue;
          const chosen = await changes.applyAction(tx, before, { type: 'choose', ...choice });
          if (choice.folder && chosen?.state === 'refused' && chosen.failure?.code === 'folder-gone')
            await changes.applyAction(tx, chosen, { type: 'retry' });
        }
        return known;
      }),
    /** @param beforeId null: to the end */
    async reorder(accountId: string, ids: readonly string[], beforeId: string | null): Promise<void> {
      await commitChanges(context, 'write', async (tx, changes) => {
        const queue = await tx.listInStates(accountId, ['queued', 'deferred']);
        for (const [id, order] of reorder(queue, ids, beforeId)) {
          const upload = queue.find((each) => each.id === id);
          if (upload !== undefined) await changes.applyAction(tx, upload, { type: 'setOrder', order });
        }
      });
    },
    /** Stops sending until `resume`, across restarts. Completes requests that have left. */
    pause: () => runner.setPaused(true),
    resume: () => runner.setPaused(false),

    beginFile: (id: string) => beginFile(context, id, noteBaseline),
    async endFile(id: string, result: FileResult): Promise<void> {
      await forgetProgress(id);
      await endFile(context, id, result);
    },
    beginFetch: (id: string) => beginFetch(context, id),
    routeFetch: (id: string, redirected: string | null, redirect: Redirect | null) =>
      routeFetch(context, id, redirected, redirect),
    async endFetch(id: string, result: FetchResult): Promise<string | null> {
      await forgetProgress(id);
      return endFetch(context, id, result);
    },
    retryReachable: () => retryReachable(context),
    findOrphans: (ids: readonly string[], keepsRefused?: boolean) => findOrphans(context, ids, keepsRefused),
    /** On disk, only whole percents are stored. */
    async reportFileProgress(samples: readonly FileProgress[]): Promise<void> {
      const nowMs = clock();
      await tracking.update(({ files, ...rest }) => {
        const measured = samples.map(({ id, bytesDone: bytesDownloaded, bytesTotal }) => [
          id,
          measureProgress(files[id], { bytesDownloaded, bytesTotal }, nowMs),
        ]);
        return { ...rest, files: { ...files, ...Object.fromEntries(measured) } };
      });
      await commitChanges(context, 'write', async (tx, changes) => {
        for (const { id, bytesDone: bytes } of samples) {
          const upload = await tx.get(id);
          const percent = (done: number) => Math.floor((100 * done) / (upload?.sizeBytes || 1));
          if (upload?.state === 'sending' && percent(upload.sentBytes ?? 0) !== percent(bytes))
            await changes.applyAction(tx, upload, { type: 'recordSent', bytes });
        }
        changes.markChanged();
      });
    },

    getTransfer: transfers.getTransfer,
    deleteTransfer: transfers.deleteTransfer,
    removeDuplicate: transfers.removeDuplicate,
    restartFailed: transfers.restartFailed,
    clearFailed: transfers.clearFailed,
    clearAll: transfers.clearAll,

    /** Adds an event if the account has uploads. */
    async recordBlocked({ accountId, reason, failure }: AccountBackoff): Promise<void> {
      await commitChanges(context, 'write', async (tx, changes) => {
        if (!(await tx.listAccountIds()).includes(accountId)) return;
        const msg = failure?.msg ?? null;
        const about = { atMs: changes.nowMs, kind: 'blocked', accountId, code: reason, msg } as const;
        await changes.addEvent(tx, { ...noUpload, ...about });
      });
    },
    /** Their links are no duplicates any more. */
    async markFilesDeleted(accountId: string, fileCodes: readonly string[]): Promise<void> {
      await commitChanges(context, 'write', async (tx, changes) => {
        for (const fileCode of fileCodes) {
          const upload = await tx.findByFileCode(accountId, fileCode);
          if (upload && isAllowed(upload.state, 'forgetFile'))
            await changes.applyAction(tx, upload, { type: 'forgetFile' });
        }
      });
    },
    listClaimed: (accountId: string, fileCodes: readonly string[]): Promise<ReadonlySet<string>> =>
      store.transact('read', async (tx) => {
        const holders = await Promise.all(fileCodes.map((code) => tx.findByFileCode(accountId, code)));
        return new Set(fileCodes.filter((_, at) => holders[at] && holders[at].source !== 'external'));
      }),
    countUploads: (options: { readonly withPrivate?: boolean } = {}): Promise<UploadCounts> =>
      store.transact('read', async (tx) => {
        const accountIds = await tx.listAccountIds();
        const sum = async (states: readonly Upload['state'][]) => {
          const counts = await Promise.all(
            accountIds.flatMap((id) => states.map((state) => tx.count(id, state, options))),
          );
          return counts.reduce((total, count) => total + count, 0);
        };
        return {
          moving: await sum(['queued', 'deferred', 'sending', 'accepted', 'running']),
          attention: await sum(attentionStates),
        };
      }),

    /** `run` and `poll`: call at startup, after each of the above, when the browser is online again, and at the time they return. */
    run: runner.run,
    poll: tracker.poll,
    nextPollMs: tracker.getNextPollMs,
    pollDue: tracker.pollDue,
    /** The host is encoding these files, according to `listed`. Each poll asks again. */
    watchEncodings: tracker.watchEncodings,

    ...createEventLog(store),
    ...createCleanup(context, tracking),
  };
}
