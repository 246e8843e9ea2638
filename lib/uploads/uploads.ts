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
import type { Transfer } from '../api/index.ts';
import type { FolderRef } from '../folders/folder.ts';
import type { Stored } from '../storage/stored.ts';
import { addressKey } from './address.ts';
import { apply, commit } from './changes.ts';
import type { UploadsClient, UploadsContext } from './context.ts';
import type { LoggedEvent, NewEvent } from './event.ts';
import { beginFile, endFile, type FileResult } from './files.ts';
import { fileKey, type OwnFile } from './own-file.ts';
import { isBlocked, isEnded } from './sending/backoff.ts';
import { reorder } from './sending/reorder.ts';
import { createSendRunner } from './sending/run.ts';
import { uploadId } from './store.ts';
import { nextProgress, type Progress, type Tracking } from './tracking/progress.ts';
import { createTracker } from './tracking/track.ts';
import { allows, type UploadAction } from './transitions.ts';
import { newUpload, openStates, trackedStates, type Upload, type WaitReason } from './upload.ts';

/** A link or a file on its way in. */
export interface UploadDraft {
  /** Normalised by `URL`; empty for a file. */
  readonly url: string;
  readonly file?: OwnFile;
  /** Offered to the service as the file's title. */
  readonly title?: string | null | undefined;
}

/** Where links go: an account's folder; from a private window or not. */
export interface Destination {
  readonly accountId: string;
  readonly folder: FolderRef;
  readonly private: boolean;
  readonly byRule?: true | undefined;
}

export interface AddOptions {
  /** Also what is under way or in the account already. */
  readonly anyway?: boolean;
  /** Address keys of what is not added, but for `existing`, which it is among where it is known already. */
  readonly heldBack?: ReadonlySet<string>;
  /** Milliseconds for which the links wait for a `setTitle`. */
  readonly titleTimeoutMs?: number;
}

export interface AddResult {
  readonly added: readonly Upload[];
  /** Those that were not added, because the account has them under way or has their file. */
  readonly existing: readonly { readonly url: string; readonly upload: Upload }[];
}

type Defaults = 'wait' | 'mayReach' | 'startAtMs' | 'heldLocks';
export type UploadsOptions = Omit<UploadsContext, Defaults> &
  Partial<Pick<UploadsContext, Defaults>> & {
    /** Polling and progress, in memory. */
    readonly tracking: Stored<Tracking>;
    /** Makes an id that was never used before. */
    readonly newId?: () => string;
  };

/** How far a file is. */
export interface FileSample {
  readonly id: string;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** How many uploads there are, for the badge. */
export interface UploadCounts {
  /** Queued, and moving at the service. */
  readonly moving: number;
  /** Refused, failed, vanished or uncertain, until the user has dealt with them. */
  readonly trouble: number;
}

export type Uploads = ReturnType<typeof createUploads>;

/** Events that are kept as the activity. */
const eventsKept = 1_000;
/** Events that are read at a time, and so many more may be kept until the next trim. */
const eventsAtOnce = 100;
/** Ended uploads that are kept for each account. */
const endedKept = 5_000;

export function createUploads(options: UploadsOptions) {
  const { tracking, newId = () => crypto.randomUUID() } = options;
  const context: UploadsContext = {
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    mayReach: async () => true,
    startAtMs: async () => null,
    heldLocks: async () => new Set(),
    ...options,
  };
  const { store, clock, onChange } = context;
  const runner = createSendRunner(context);
  const tracker = createTracker(context, tracking);

  async function applied(id: string, action: UploadAction): Promise<boolean> {
    return (await apply(context, id, action)) !== undefined;
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
    await commit(context, 'write', async (tx, changes) => {
      for (const upload of await tx.inStates(accountId, states))
        if (upload.source !== 'file' && allows(upload.state, action.type))
          await changes.apply(tx, upload, action);
    });
    await tracker.poll(accountId);
    return { msg };
  }

  /** `reasons` null: whatever it waits for. */
  async function endWait(accountId: string, reasons: readonly WaitReason[] | null): Promise<void> {
    await commit(context, 'write', async (tx, changes) => {
      const backoff = await tx.backoff(accountId);
      if (backoff === undefined || isEnded(backoff)) return;
      if (reasons !== null && !reasons.includes(backoff.reason)) return;
      // The next answer shows whether the reason is over.
      await tx.setBackoff({ ...backoff, untilMs: clock() });
      changes.note();
    });
  }

  return {
    /** Looks for duplicates and puts the rest at the end of the queue, in one transaction. They go out with the next `run`. */
    async add(
      drafts: readonly UploadDraft[],
      to: Destination,
      { anyway = false, heldBack, titleTimeoutMs }: AddOptions = {},
    ): Promise<AddResult> {
      const { accountId } = to;
      const nowMs = clock();
      const result = await store.transact('durable', async (tx) => {
        const added: Upload[] = [];
        const existing: { url: string; upload: Upload }[] = [];
        let order = await tx.lastOrder(accountId);
        for (const { url, file, title = file?.name ?? null } of drafts) {
          const key = file ? fileKey(file) : addressKey(url);
          const same = anyway ? [] : await tx.byAddress(accountId, key);
          const duplicate = same.find(isPresent);
          if (duplicate !== undefined) {
            existing.push({ url, upload: duplicate });
            continue;
          }
          if (heldBack?.has(key)) continue;
          order += 1;
          const id = uploadId(to.private, newId());
          const source = file ? 'file' : 'link';
          const upload = newUpload({ ...to, id, source, url, title, order, addressKey: key }, nowMs);
          const sizeBytes = file?.sizeBytes ?? null;
          const wait =
            titleTimeoutMs === undefined
              ? null
              : ({ reason: 'title', untilMs: nowMs + titleTimeoutMs } as const);
          added.push({ ...upload, sizeBytes, wait });
          await tx.put({ ...upload, sizeBytes, wait });
        }
        return { added, existing };
      });
      if (result.added.length > 0) onChange(false);
      return result;
    },

    /** Gives a queued upload the title that was read from its page, and ends its wait for one. False where it has left. */
    setTitle: (id: string, title: string | null) => applied(id, { type: 'setTitle', title }),
    /** Takes out what waits or was refused; puts away what has ended. False where it is gone or on its way. */
    async remove(id: string): Promise<boolean> {
      const upload = await read(id);
      if (upload === undefined) return false;
      if (allows(upload.state, 'remove')) return applied(id, { type: 'remove' });
      if (upload.source === 'file' && upload.state === 'sending') return applied(id, { type: 'cancel' });
      return ['done', 'vanished', 'failed'].includes(upload.state) && applied(id, { type: 'archive' });
    },
    /** Sends with the next `run` what waits, was refused or has vanished. */
    async retry(id: string): Promise<boolean> {
      const upload = await apply(context, id, { type: 'retry' });
      if (upload) await endWait(upload.accountId, null);
      return upload !== undefined;
    },
    /** Sends an uncertain upload again: the user's decision, it may arrive twice. */
    sendAgain: (id: string) => applied(id, { type: 'sendAgain' }),
    /** Looks for evidence of an uncertain upload again with the next `run`. */
    checkAgain: (id: string) => applied(id, { type: 'checkAgain' }),
    /** Changes the folder of what waits or was refused; what was refused because its folder is gone goes out with that. */
    async setFolder(id: string, folder: FolderRef): Promise<boolean> {
      const upload = await apply(context, id, { type: 'setFolder', folder });
      if (upload?.state === 'refused' && upload.failure?.code === 'not-found')
        return applied(id, { type: 'retry' });
      return upload !== undefined;
    },
    /** As `setFolder`, for what one of the user's rules has put where it is. False for everything else. */
    async moveByRule(id: string, folder: FolderRef): Promise<boolean> {
      return (await read(id))?.byRule === true && this.setFolder(id, folder);
    },
    /** Moves queued uploads of one account, in the order given, before another one (null: to the end). */
    async reorder(accountId: string, ids: readonly string[], beforeId: string | null): Promise<void> {
      await commit(context, 'write', async (tx, changes) => {
        const queue = await tx.inStates(accountId, ['queued', 'deferred']);
        for (const [id, order] of reorder(queue, ids, beforeId)) {
          const upload = queue.find((each) => each.id === id);
          if (upload !== undefined) await changes.apply(tx, upload, { type: 'setOrder', order });
        }
      });
    },
    /** Nothing is sent until `resume`, also after a restart; what is under way is finished. */
    pause: () => runner.setPaused(true),
    resume: () => runner.setPaused(false),

    /** Stores a queued file as being sent; gives the address for its bytes, null where it may not leave now. */
    beginFile: (id: string) => beginFile(context, id),
    async endFile(id: string, result: FileResult): Promise<void> {
      await tracking.update(({ files: { [id]: _, ...files }, ...rest }) => ({ ...rest, files }));
      await endFile(context, id, result);
    },
    /** How many bytes of files have left, as the page that sends them says. */
    async measureFiles(samples: readonly FileSample[]): Promise<void> {
      const nowMs = clock();
      await tracking.update(({ files, ...rest }) => {
        const measured = samples.map(({ id, bytesDone: bytesDownloaded, bytesTotal }) => [
          id,
          nextProgress(files[id], { bytesDownloaded, bytesTotal }, nowMs),
        ]);
        return { ...rest, files: { ...files, ...Object.fromEntries(measured) } };
      });
      onChange(false);
    },

    /** What the service says of the transfer now (docs/http-api.md, "Transfer status"); null where it lists none. */
    async transfer(id: string): Promise<Transfer | null> {
      const upload = await read(id);
      const calls = upload && (await clientOf(upload.accountId));
      if (!calls || upload.fileCode === null) return null;
      return calls.status(upload.fileCode, clicked);
    },
    /** Deletes a transfer at the service. */
    async deleteTransfer(id: string): Promise<boolean> {
      const upload = await read(id);
      const calls = upload && (await clientOf(upload.accountId));
      if (!calls || upload.fileCode === null || !allows(upload.state, 'archive')) return false;
      await calls.delete(upload.fileCode, clicked);
      return applied(id, { type: 'archive' });
    },
    /** Deletes the second transfer of the same link, where it is still one; a file stays (the API has no call for it). */
    async removeTwin(id: string, fileCode: string): Promise<boolean> {
      const upload = await read(id);
      const twin = upload?.twins.find((each) => each.fileCode === fileCode);
      const calls = upload && (await clientOf(upload.accountId));
      if (!calls || twin === undefined) return false;
      if (twin.isTransfer) await calls.delete(fileCode, clicked);
      return applied(id, { type: 'removeTwin', fileCode });
    },
    /** Actions on all transfers of an account; they give the service's own words. */
    restartFailed: (accountId: string) =>
      actOnAll(accountId, (calls) => calls.restartErrors(clicked), ['failed'], { type: 'restart' }),
    async clearFailed(accountId: string) {
      // What has failed since the last poll would be taken for one that has vanished.
      await tracker.poll(accountId, 'interactive');
      return actOnAll(accountId, (calls) => calls.clearErrors(clicked), ['failed'], { type: 'archive' });
    },
    clearAll: (accountId: string) =>
      actOnAll(accountId, (calls) => calls.clearAll(clicked), trackedStates, { type: 'archive' }),

    /** What waits for one of these reasons goes out with the next `run`. */
    endWait: (accountId: string, reasons: readonly WaitReason[]) => endWait(accountId, reasons),
    /** The browser does not let Linkhaul talk to the account's service any more. */
    async block(accountId: string, reason: 'permission'): Promise<void> {
      await commit(context, 'write', async (tx, changes) => {
        const stored = await tx.backoff(accountId);
        if (stored !== undefined && isBlocked(stored)) return;
        await tx.setBackoff({ accountId, reason, untilMs: null, failures: 1, failure: null });
        changes.note();
      });
    },
    /** The catalog knows that these files are in the account no more: their links are no duplicates. */
    async filesGone(accountId: string, fileCodes: readonly string[]): Promise<void> {
      await commit(context, 'write', async (tx, changes) => {
        for (const fileCode of fileCodes) {
          const upload = await tx.byFileCode(accountId, fileCode);
          if (upload && allows(upload.state, 'fileGone'))
            await changes.apply(tx, upload, { type: 'fileGone' });
        }
      });
    },
    /** Of these file codes, those that an upload has claimed. */
    claimed: (accountId: string, fileCodes: readonly string[]): Promise<ReadonlySet<string>> =>
      store.transact('read', async (tx) => {
        const holders = await Promise.all(fileCodes.map((code) => tx.byFileCode(accountId, code)));
        return new Set(fileCodes.filter((_, at) => holders[at] && holders[at].source !== 'elsewhere'));
      }),
    counts: (): Promise<UploadCounts> =>
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

    /**
     * Sends and settles everything that can be now, the accounts side by side. To be called at the start, after each of the
     * above, when the browser is online again, and at the time that it gives (milliseconds since the epoch; null: none).
     */
    run: runner.run,
    poll: tracker.poll,
    nextPollMs: tracker.nextPollMs,

    /**
     * Hands every event that was not delivered yet to `handle`, in order, and remembers that. After a death in between the
     * last ones come again, with the same ids.
     */
    async deliver(handle: (event: LoggedEvent) => Promise<void>): Promise<void> {
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
    /** Writes down what is no upload's (a bulk job), once for each `ref`. */
    async record(event: NewEvent): Promise<void> {
      await commit(context, 'write', (tx, changes) => changes.emit(tx, event));
    },
    /** Removes all events that were delivered. */
    clearEvents: () => store.transact('write', (tx) => tx.trimEvents(0)),

    /** Forgets an account and all its uploads. */
    async removeAccount(accountId: string): Promise<void> {
      await store.transact('write', (tx) => tx.deleteAccount(accountId));
      await forgetTracking((id) => id !== accountId);
      onChange(false);
    },
    /** Removes whatever belongs to no account of these, and the oldest of what has ended. */
    async sweep(accountIds: readonly string[]): Promise<void> {
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
    return tracking.update(({ polls, progress, ...rest }) => ({
      ...rest,
      polls: polls.filter(({ accountId }) => isKept(accountId)),
      progress: Object.fromEntries(
        Object.entries(progress).filter(([accountId]) => isKept(accountId)),
      ) as Record<string, Record<string, Progress>>,
    }));
  }
}

/** What a person waits for. */
const clicked = { lane: 'interactive' } as const;

const endedStates = ['done', 'archived', 'vanished'] as const;

/** Whether the account has the upload under way, or its file. */
const isPresent = ({ state, arrivedAtMs }: Upload): boolean =>
  arrivedAtMs !== null || (openStates as readonly string[]).includes(state);
