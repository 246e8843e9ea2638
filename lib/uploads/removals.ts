/** Keeps removed uploads for a day, in the transaction that removes them. */
import type { EpochMs } from '../timing/units.ts';
import { commitChanges, type Removal } from './changes.ts';
import { isFullySent } from './local-file.ts';
import type { UploadTransaction } from './storage/upload-store.ts';
import { applyTransition, interruption, isAllowed } from './transitions.ts';
import { compareOrder, isUnreported, trackedStates, type Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

/** The action that removes an upload from the queue, or stops sending its file. */
export function getRemoval(upload: Upload | undefined): 'remove' | 'cancel' | null {
  if (upload === undefined) return null;
  const { state, source } = upload;
  if (isAllowed(state, 'remove')) return 'remove';
  return source === 'file' && state === 'sending' ? 'cancel' : null;
}

/** Like `getRemoval`, but archives an ended or unreported upload. */
export function getDismissal(upload: Upload): 'remove' | 'cancel' | 'archive' | null {
  const isOver = ['done', 'vanished', 'failed'].includes(upload.state) || isUnreported(upload);
  return getRemoval(upload) ?? (isOver && isAllowed(upload.state, 'archive') ? 'archive' : null);
}

/** Between these transactions, requests get their turn. */
const sliceSize = 250;

/** @returns the removed ones. The others no longer exist, or `choose` has no action for them */
export async function removeUploads(
  context: UploadsContext,
  ids: readonly string[],
  choose: typeof getDismissal,
  removal?: Removal,
): Promise<ReadonlySet<string>> {
  const removed: string[] = [];
  for (let at = 0; at < ids.length; at += sliceSize) {
    const slice = ids.slice(at, at + sliceSize);
    removed.push(
      ...(await commitChanges(context, 'write', async (tx, changes) => {
        const found = (await Promise.all(slice.map(tx.get))).flatMap((upload) => {
          const type = upload && choose(upload);
          return upload && type ? [{ upload, type }] : [];
        });
        const uploads = found.map(({ upload }) => upload);
        if (removal) await changes.keepRemoved(tx, removal, uploads);
        for (const { upload, type } of found) await changes.applyAction(tx, upload, { type });
        return uploads.map(({ id }) => id);
      })),
    );
  }
  return new Set(removed);
}

export interface Restored {
  readonly ids: readonly string[];
  /** The user undid sending them. */
  readonly wasJustSent: boolean;
  /** Can no longer be restored. */
  readonly lost: number;
}

/**
 * Restores uploads that were removed together, once. They are as before, except: a transfer deleted by undoing its link is queued again, and
 * so is a file that was being sent, unless all of it was sent. A failed transfer that was deleted has vanished.
 */
export const restoreRemoved = (context: UploadsContext, removalId: string): Promise<Restored> =>
  commitChanges(context, 'durable', async (tx, changes) => {
    const removed = await tx.takeRemoved(removalId);
    const ids: string[] = [];
    const added: Upload[] = [];
    let lost = 0;
    for (const { upload, wasJustSent } of removed) {
      const current = await tx.get(upload.id);
      // It wasn't removed, or is already back.
      if (current && current.state !== 'archived' && current.intent !== 'dismiss') continue;
      const back = await toRestored(tx, upload, current, wasJustSent, changes.nowMs);
      if (back === null) lost += 1;
      else {
        if (current === undefined) added.push(back);
        else await tx.put(back);
        ids.push(back.id);
        changes.markChanged();
      }
    }
    await tx.addAll(added.sort(compareOrder));
    return { ids, wasJustSent: removed.some(({ wasJustSent }) => wasJustSent), lost };
  });

async function toRestored(
  tx: UploadTransaction,
  upload: Upload,
  current: Upload | undefined,
  wasJustSent: boolean,
  nowMs: EpochMs,
): Promise<Upload | null> {
  const back = { ...upload, wait: null, intent: null };
  if (current === undefined) {
    const removal = getRemoval(upload);
    if (removal === null) return null;
    if (removal === 'remove') return back;
    return isFullySent(back)
      ? applyTransition(back, interruption, nowMs).upload
      : { ...back, state: 'queued' };
  }
  // The deletion may still take effect, which the list of transfers will show.
  if (current.intent === 'dismiss') return { ...current, intent: null };
  if (!isAllowed(upload.state, 'archive')) return null;
  const { accountId, fileCode, arrivedAtMs, duplicates } = upload;
  if (wasJustSent && trackedStates.some((each) => each === upload.state))
    // A duplicate has arrived or is on its way.
    return duplicates.length > 0 ? null : { ...back, ...unsent, state: 'queued' };
  // Its file was deleted meanwhile.
  if (arrivedAtMs !== null && current.arrivedAtMs === null) return null;
  const holder = fileCode === null ? undefined : await tx.findByFileCode(accountId, fileCode);
  if (holder !== undefined && holder.id !== upload.id) return null;
  return upload.state === 'failed'
    ? { ...back, state: 'vanished', verification: null, endedAtMs: nowMs }
    : back;
}

const unsent = {
  attempts: 0,
  uncertainty: null,
  failure: null,
  fileCode: null,
  claim: null,
  unknownStatus: null,
  verification: null,
  sentAtMs: null,
  baseline: undefined,
  endedAtMs: null,
  arrivedAtMs: null,
} as const;
