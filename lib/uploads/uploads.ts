/**
 * Uploads: everything that is on its way into an account, from the click to the verified file.
 *
 * No upload is lost and none is sent twice, whatever dies: each step is stored before it has an effect; an answer that
 * never came is settled by evidence and never by sending again blindly; whatever waits says why, and what cannot be proven
 * is the user's to decide. Nothing is called done before its file was seen. It needs no browser: clock, chance, stores and
 * client are arguments.
 *
 * One instance for each store: the background is its only owner. Pages read the stores and act by message.
 */
import type { Lane } from '../api/index.ts';
import type { FolderRef } from '../folders/folder.ts';
import type { Stored } from '../storage/stored.ts';
import { addressKey } from './address.ts';
import { apply, commit } from './changes.ts';
import type { UploadsClient, UploadsContext } from './context.ts';
import type { LoggedEvent, NewEvent } from './event.ts';
import { isBlocked, isEnded } from './sending/backoff.ts';
import { reorder } from './sending/reorder.ts';
import { createSendRunner } from './sending/run.ts';
import { uploadId } from './store.ts';
import type { Progress, Tracking } from './tracking/progress.ts';
import { createTracker, type FailedPoll } from './tracking/track.ts';
import { allows, type UploadAction } from './transitions.ts';
import { newUpload, openStates, trackedStates, type Upload, type WaitReason } from './upload.ts';

/** A link on its way in. */
export interface UploadDraft {
  /** Normalised by `URL`. */
  readonly url: string;
  /** Offered to the service as the file's title. */
  readonly title?: string | null | undefined;
}

/** Where links go: an account's folder; from a private window or not. */
export interface Destination {
  readonly accountId: string;
  readonly folder: FolderRef;
  readonly private: boolean;
}

export interface AddOptions {
  /** Also what is under way or in the account already. */
  readonly anyway?: boolean;
  /** Milliseconds for which the links wait for a `setTitle`. */
  readonly titleTimeoutMs?: number;
}

export interface AddResult {
  readonly added: readonly Upload[];
  /** Those that were not added, because the account has them under way or has their file. */
  readonly existing: readonly { readonly url: string; readonly upload: Upload }[];
}

export interface UploadsOptions extends Omit<UploadsContext, 'wait' | 'mayReach' | 'startAtMs'> {
  readonly wait?: UploadsContext['wait'];
  readonly mayReach?: UploadsContext['mayReach'];
  readonly startAtMs?: UploadsContext['startAtMs'];
  /** Polling and progress, in memory. */
  readonly tracking: Stored<Tracking>;
  /** Makes an id that was never used before. */
  readonly newId?: () => string;
}

/** How many uploads there are, for the badge. */
export interface UploadCounts {
  /** Queued, and moving at the service. */
  readonly moving: number;
  /** Refused, failed, vanished or uncertain, until the user has dealt with them. */
  readonly trouble: number;
}

export interface Uploads {
  /** Looks for duplicates and puts the rest at the end of the queue, in one transaction. They go out with the next `run`. */
  add(drafts: readonly UploadDraft[], to: Destination, options?: AddOptions): Promise<AddResult>;
  /** Gives a queued upload the title that was read from its page, and ends its wait for one. */
  setTitle(id: string, title: string | null): Promise<boolean>;
  /** Takes out what waits or was refused; puts away what has ended. False where it is gone or on its way. */
  remove(id: string): Promise<boolean>;
  /** Sends with the next `run` what waits, was refused or has vanished. */
  retry(id: string): Promise<boolean>;
  /** Sends an uncertain upload again: the user's decision, it may arrive twice. */
  sendAgain(id: string): Promise<boolean>;
  /** Looks for evidence of an uncertain upload again with the next `run`. */
  checkAgain(id: string): Promise<boolean>;
  /** Changes the folder of what waits or was refused; what was refused because its folder is gone goes out with that. */
  setFolder(id: string, folder: FolderRef): Promise<boolean>;
  /** Moves queued uploads of one account, in the order given, before another one (null: to the end). */
  reorder(accountId: string, ids: readonly string[], beforeId: string | null): Promise<void>;
  /** Nothing is sent until `resume`, also after a restart; what is under way is finished. */
  pause(): Promise<void>;
  resume(): Promise<void>;

  /** Deletes a transfer at the service. */
  deleteTransfer(id: string): Promise<boolean>;
  /** Deletes the second transfer of the same link, where it is still one; a file stays (the API has no call for it). */
  removeTwin(id: string, fileCode: string): Promise<boolean>;
  /** Actions on all transfers of an account; they give the service's own words. */
  restartFailed(accountId: string): Promise<{ readonly msg: string }>;
  clearFailed(accountId: string): Promise<{ readonly msg: string }>;
  clearAll(accountId: string): Promise<{ readonly msg: string }>;

  /** What waits for one of these reasons goes out with the next `run`. */
  endWait(accountId: string, reasons: readonly WaitReason[]): Promise<void>;
  /** The browser does not let Linkhaul talk to the account's service any more. */
  block(accountId: string, reason: 'permission'): Promise<void>;
  /** The catalog knows that these files are in the account no more: their links are no duplicates. */
  filesGone(accountId: string, fileCodes: readonly string[]): Promise<void>;
  /** Of these file codes, those that an upload has claimed. */
  claimed(accountId: string, fileCodes: readonly string[]): Promise<ReadonlySet<string>>;
  counts(): Promise<UploadCounts>;

  /**
   * Sends and settles everything that can be now, the accounts side by side. To be called at the start, after each of the
   * above, when the browser is online again, and at the time that it gives (milliseconds since the epoch; null: none).
   */
  run(): Promise<number | null>;
  /** Polls one account, or every one in which something may have changed. */
  poll(accountId?: string, lane?: Lane): Promise<readonly FailedPoll[]>;
  nextPollMs(state: { readonly isWatched: boolean }): Promise<number | null>;

  /**
   * Hands every event that was not delivered yet to `handle`, in order, and remembers that. After a death in between the
   * last ones come again, with the same ids.
   */
  deliver(handle: (event: LoggedEvent) => Promise<void>): Promise<void>;
  /** Writes down what is no upload's (a bulk job), once for each `ref`. */
  record(event: NewEvent): Promise<void>;
  /** Removes all events that were delivered. */
  clearEvents(): Promise<void>;

  /** Forgets an account and all its uploads. */
  removeAccount(accountId: string): Promise<void>;
  /** Removes whatever belongs to no account of these, and the oldest of what has ended. */
  sweep(accountIds: readonly string[]): Promise<void>;
}

/** Events that are kept as the activity. */
const eventsKept = 1_000;
/** Events that are read at a time, and so many more may be kept until the next trim. */
const eventsAtOnce = 100;
/** Ended uploads that are kept for each account. */
const endedKept = 5_000;

export function createUploads(options: UploadsOptions): Uploads {
  const { tracking, newId = () => crypto.randomUUID() } = options;
  const context: UploadsContext = {
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    mayReach: async () => true,
    startAtMs: async () => null,
    ...options,
  };
  const { store, clock, onChange } = context;
  const runner = createSendRunner(context);
  const tracker = createTracker(context, tracking);

  async function applied(id: string, action: UploadAction): Promise<boolean> {
    return (await apply(context, id, action)) !== undefined;
  }

  /** Applies an action to each upload of an account in these states that allows it. */
  async function applyToAll(
    accountId: string,
    states: readonly Upload['state'][],
    action: UploadAction,
  ): Promise<void> {
    await commit(context, 'write', async (tx, changes) => {
      for (const upload of await tx.inStates(accountId, states))
        if (allows(upload.state, action.type)) await changes.apply(tx, upload, action);
    });
  }

  const read = (id: string) => store.transact('read', (tx) => tx.get(id));

  async function clientOf(accountId: string): Promise<UploadsClient['remoteUploads'] | null> {
    return (await context.clientFor(accountId))?.remoteUploads ?? null;
  }

  /** One of the actions on all of an account's transfers, and a poll of what it did. */
  async function actOnAll(
    accountId: string,
    act: (calls: UploadsClient['remoteUploads']) => Promise<{ readonly msg: string }>,
    states: readonly Upload['state'][],
    action: UploadAction,
  ): Promise<{ readonly msg: string }> {
    const calls = await clientOf(accountId);
    if (calls === null) return { msg: '' };
    const { msg } = await act(calls);
    await applyToAll(accountId, states, action);
    await tracker.poll(accountId);
    return { msg };
  }

  async function endWait(accountId: string, reasons: readonly WaitReason[] | null): Promise<void> {
    const hasEnded = await store.transact('write', async (tx) => {
      const backoff = await tx.backoff(accountId);
      if (backoff === undefined || isEnded(backoff)) return false;
      if (reasons !== null && !reasons.includes(backoff.reason)) return false;
      // The next answer shows whether the reason is over.
      await tx.setBackoff({ ...backoff, untilMs: clock() });
      return true;
    });
    if (hasEnded) onChange(false);
  }

  return {
    async add(drafts, to, { anyway = false, titleTimeoutMs } = {}) {
      const { accountId } = to;
      const nowMs = clock();
      const result = await store.transact('durable', async (tx) => {
        const added: Upload[] = [];
        const existing: { url: string; upload: Upload }[] = [];
        let order = await tx.lastOrder(accountId);
        for (const { url, title = null } of drafts) {
          const key = addressKey(url);
          const same = anyway ? [] : await tx.byAddress(accountId, key);
          const duplicate = same.find(isPresent);
          if (duplicate !== undefined) {
            existing.push({ url, upload: duplicate });
            continue;
          }
          order += 1;
          const given = { ...to, url, title, order, addressKey: key, source: 'link' } as const;
          const upload = newUpload({ ...given, id: uploadId(to.private, newId()) }, nowMs);
          const wait =
            titleTimeoutMs === undefined
              ? null
              : ({ reason: 'title', untilMs: nowMs + titleTimeoutMs } as const);
          added.push({ ...upload, wait });
          await tx.put({ ...upload, wait });
        }
        return { added, existing };
      });
      if (result.added.length > 0) onChange(false);
      return result;
    },

    setTitle: (id, title) => applied(id, { type: 'setTitle', title }),
    async remove(id) {
      const upload = await read(id);
      if (upload === undefined) return false;
      if (allows(upload.state, 'remove')) return applied(id, { type: 'remove' });
      return !['done', 'vanished', 'failed'].includes(upload.state)
        ? false
        : applied(id, { type: 'archive' });
    },
    async retry(id) {
      const upload = await apply(context, id, { type: 'retry' });
      if (upload) await endWait(upload.accountId, null);
      return upload !== undefined;
    },
    sendAgain: (id) => applied(id, { type: 'sendAgain' }),
    checkAgain: (id) => applied(id, { type: 'checkAgain' }),
    async setFolder(id, folder) {
      const upload = await apply(context, id, { type: 'setFolder', folder });
      if (upload?.state === 'refused' && upload.failure?.code === 'not-found')
        return applied(id, { type: 'retry' });
      return upload !== undefined;
    },
    async reorder(accountId, ids, beforeId) {
      await commit(context, 'write', async (tx, changes) => {
        const queue = await tx.inStates(accountId, ['queued', 'deferred']);
        for (const [id, order] of reorder(queue, ids, beforeId)) {
          const upload = queue.find((each) => each.id === id);
          if (upload !== undefined) await changes.apply(tx, upload, { type: 'setOrder', order });
        }
      });
    },
    pause: () => runner.setPaused(true),
    resume: () => runner.setPaused(false),

    async deleteTransfer(id) {
      const upload = await read(id);
      const calls = upload && (await clientOf(upload.accountId));
      if (!calls || upload.fileCode === null || !allows(upload.state, 'archive')) return false;
      await calls.delete(upload.fileCode, { lane: 'interactive' });
      return applied(id, { type: 'archive' });
    },
    async removeTwin(id, fileCode) {
      const upload = await read(id);
      const twin = upload?.twins.find((each) => each.fileCode === fileCode);
      const calls = upload && (await clientOf(upload.accountId));
      if (!calls || twin === undefined) return false;
      if (twin.isTransfer) await calls.delete(fileCode, { lane: 'interactive' });
      return applied(id, { type: 'removeTwin', fileCode });
    },
    restartFailed: (accountId) =>
      actOnAll(accountId, (calls) => calls.restartErrors({ lane: 'interactive' }), ['failed'], {
        type: 'restart',
      }),
    async clearFailed(accountId) {
      // What has failed since the last poll would be taken for one that has vanished.
      await tracker.poll(accountId, 'interactive');
      const clear = (calls: UploadsClient['remoteUploads']) => calls.clearErrors({ lane: 'interactive' });
      return actOnAll(accountId, clear, ['failed'], { type: 'archive' });
    },
    clearAll: (accountId) =>
      actOnAll(accountId, (calls) => calls.clearAll({ lane: 'interactive' }), trackedStates, {
        type: 'archive',
      }),

    endWait,
    async block(accountId, reason) {
      await commit(context, 'write', async (tx, changes) => {
        const stored = await tx.backoff(accountId);
        if (stored !== undefined && isBlocked(stored)) return;
        await tx.setBackoff({ accountId, reason, untilMs: null, failures: 1, failure: null });
        changes.note();
      });
    },
    async filesGone(accountId, fileCodes) {
      await commit(context, 'write', async (tx, changes) => {
        for (const fileCode of fileCodes) {
          const upload = await tx.byFileCode(accountId, fileCode);
          if (upload && allows(upload.state, 'fileGone'))
            await changes.apply(tx, upload, { type: 'fileGone' });
        }
      });
    },
    claimed: (accountId, fileCodes) =>
      store.transact('read', async (tx) => {
        const holders = await Promise.all(fileCodes.map((code) => tx.byFileCode(accountId, code)));
        return new Set(fileCodes.filter((_, at) => holders[at] && holders[at].source !== 'elsewhere'));
      }),
    counts: () =>
      store.transact('read', async (tx) => {
        const accountIds = await tx.accountIds();
        const sum = async (states: readonly Upload['state'][]) => {
          const pairs = accountIds.flatMap((id) => states.map((state) => [id, state] as const));
          const counts = await Promise.all(pairs.map(([id, state]) => tx.count(id, state)));
          return counts.reduce((total, count) => total + count, 0);
        };
        return {
          moving: await sum(['queued', 'deferred', 'sending', 'accepted', 'running']),
          trouble: await sum(['refused', 'uncertain', 'failed', 'vanished']),
        };
      }),

    run: () => runner.run(),
    poll: (accountId, lane) => tracker.poll(accountId, lane),
    nextPollMs: (state) => tracker.nextPollMs(state),

    async deliver(handle) {
      for (;;) {
        const events = await store.transact('read', (tx) => tx.pendingEvents(eventsAtOnce));
        if (events.length === 0) return;
        for (const event of events) await handle(event);
        await store.transact('write', async (tx) => {
          await tx.markDelivered(events);
          await tx.trimEvents(eventsKept);
        });
      }
    },
    async record(event) {
      await commit(context, 'write', (tx, changes) => changes.emit(tx, event));
    },
    clearEvents: () => store.transact('write', (tx) => tx.trimEvents(0)),

    async removeAccount(accountId) {
      await store.transact('write', (tx) => tx.deleteAccount(accountId));
      await forgetTracking((id) => id !== accountId);
      onChange(false);
    },
    async sweep(accountIds) {
      const known = new Set(accountIds);
      await store.transact('write', async (tx) => {
        const backoffs = (await tx.backoffs()).map(({ accountId }) => accountId);
        for (const accountId of new Set([...(await tx.accountIds()), ...backoffs]))
          if (!known.has(accountId)) await tx.deleteAccount(accountId);
        for (const accountId of accountIds) {
          const counts = await Promise.all(endedStates.map((state) => tx.count(accountId, state)));
          if (Math.max(...counts) <= endedKept) continue;
          for (const state of endedStates) {
            // Ascending in `order`: the newest first.
            const surplus = (await tx.inStates(accountId, [state])).slice(endedKept);
            for (const upload of surplus) await tx.delete(upload);
          }
        }
      });
      await forgetTracking((id) => known.has(id));
    },
  };

  function forgetTracking(isKept: (accountId: string) => boolean): Promise<Tracking> {
    return tracking.update(({ polls, progress }) => ({
      polls: polls.filter(({ accountId }) => isKept(accountId)),
      progress: Object.fromEntries(
        Object.entries(progress).filter(([accountId]) => isKept(accountId)),
      ) as Record<string, Record<string, Progress>>,
    }));
  }
}

const endedStates = ['done', 'archived', 'vanished'] as const;

/** Whether the account has the upload under way, or its file. */
const isPresent = ({ state, arrivedAtMs }: Upload): boolean =>
  arrivedAtMs !== null || (openStates as readonly string[]).includes(state);
