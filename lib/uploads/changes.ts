/** Applies actions to stored uploads, each in one transaction with the events it causes. */

import type { AccountFolder } from '../folders/folder.ts';
import type { EpochMs } from '../timing/units.ts';
import type { NewEvent } from './event.ts';
import { getFallbackReason } from './fallback.ts';
import { isSameFragment } from './same-upload.ts';
import type { UploadTransaction } from './storage/upload-store.ts';
import { applyTransition, IllegalTransitionError, isAllowed, type UploadAction } from './transitions.ts';
import { getServiceWords, isInAccount, mayReroute, type Reroute, type Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

/** The file code belongs to another upload, so it is no evidence for this one. */
export class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
}

/**
 * Runs in a separate transaction.
 * @returns null if the upload was removed, undefined if it isn't in this state (or account) any more
 * @throws ClaimedError, StorageError
 */
export async function applyAction(
  context: UploadsContext & { readonly accountId?: string },
  id: string,
  action: UploadAction,
  mode: 'write' | 'durable' = 'write',
): Promise<Upload | null | undefined> {
  try {
    return await commitChanges(context, mode, async (tx, changes) => {
      const before = await tx.get(id);
      const isOther = before && context.accountId !== undefined && before.accountId !== context.accountId;
      return isOther ? undefined : before && changes.applyAction(tx, before, action);
    });
  } catch (error) {
    if (error instanceof IllegalTransitionError) return undefined;
    throw error;
  }
}

/**
 * Broadcasts the changes of `work` even if it fails, because one of the two stores may have kept them.
 * @throws StorageError, and what `work` throws
 */
export async function commitChanges<T>(
  context: Pick<UploadsContext, 'store' | 'clock' | 'onChange'>,
  mode: 'write' | 'durable',
  work: (tx: UploadTransaction, changes: Changes) => Promise<T>,
): Promise<T> {
  const changes = new Changes(context.clock());
  try {
    return await context.store.transact(mode, (tx) => work(tx, changes));
  } finally {
    changes.broadcast(context);
  }
}

export interface Removal {
  readonly removalId: string;
  readonly wasJustSent?: boolean;
}

export const keepRemovedMs = 24 * 3_600_000;

/** States in which, as far as we know, neither the transfer nor the file exists any more. */
const releasedStates: ReadonlySet<Upload['state']> = new Set(['failed', 'vanished', 'archived']);

export class Changes {
  readonly nowMs: EpochMs;
  hasChanges = false;
  #hasEvents = false;

  constructor(nowMs: EpochMs) {
    this.nowMs = nowMs;
  }

  /**
   * If the service doesn't take the upload, it moves to its fallback in the same transaction.
   * @throws IllegalTransitionError, ClaimedError
   */
  async applyAction(tx: UploadTransaction, before: Upload, action: UploadAction): Promise<Upload | null> {
    const allowed = action.type === 'accept' ? await this.#claim(tx, before, action) : action;
    const { upload, events } = applyTransition(before, allowed, this.nowMs);
    const isNew = upload !== null && upload.state !== before.state && upload.fallbacks.length > 0;
    // The user wants it in another account, and this was the last search for it.
    const isMissing = action.type === 'recordMiss' && action.failure === undefined;
    const isAsked = before.intent === 'reroute' && isMissing && upload?.state === 'vanished';
    const reason = isNew ? (isAsked ? 'failed' : getFallbackReason(upload)) : null;
    if (upload !== null && reason !== null && isAllowed(upload.state, 'reroute')) {
      const rerouted = await this.reroute(tx, upload, {
        reason,
        msg: upload.failure && getServiceWords(upload.failure),
      });
      if (rerouted !== null) return rerouted;
    }
    if (upload === null) await tx.delete(before);
    else if (upload !== before) await tx.put(upload);
    this.hasChanges ||= upload !== before;
    const isFailureHidden =
      upload?.state === 'failed' && reason !== null && (await this.findTarget(tx, upload)) !== null;
    for (const event of events) if (!isFailureHidden) await this.addEvent(tx, event);
    // The service could still restart its failed transfer, so that is deleted first.
    return isFailureHidden
      ? this.applyAction(tx, upload, { type: 'intend', intent: 'reroute', isFailureHidden })
      : upload;
  }

  /** @returns null if no fallback is left */
  async reroute(tx: UploadTransaction, upload: Upload, why: Omit<Reroute, 'atMs'>): Promise<Upload | null> {
    const to = await this.findTarget(tx, upload);
    if (to === null) return null;
    const order = (await tx.getLastOrder(to.accountId)) + 1;
    return this.applyAction(tx, upload, { type: 'reroute', to, order, ...why });
  }

  async findTarget(
    tx: UploadTransaction,
    upload: Upload,
    targets: readonly AccountFolder[] = upload.fallbacks,
  ): Promise<AccountFolder | null> {
    for (const to of targets) {
      if (!mayReroute(upload, to.accountId)) continue;
      const known = await tx.findByAddress(to.accountId, upload.addressKey);
      const isThere = known.some((each) => isInAccount(each) && isSameFragment(each.url, upload.url));
      if (!isThere) return to;
    }
    return null;
  }

  async keepRemoved(tx: UploadTransaction, removal: Removal, uploads: readonly Upload[]): Promise<void> {
    const { removalId, wasJustSent = false } = removal;
    await tx.trimRemoved(this.nowMs - keepRemovedMs);
    for (const upload of uploads) await tx.keepRemoved({ removalId, upload, wasJustSent, atMs: this.nowMs });
  }

  async addEvent(tx: UploadTransaction, event: NewEvent): Promise<void> {
    await tx.addEvent(event);
    this.#hasEvents = true;
  }

  markChanged(): void {
    this.hasChanges = true;
  }

  broadcast({ onChange }: Pick<UploadsContext, 'onChange'>): void {
    if (this.hasChanges || this.#hasEvents) onChange(this.#hasEvents);
  }

  async #claim(
    tx: UploadTransaction,
    upload: Upload,
    action: UploadAction & { type: 'accept' },
  ): Promise<UploadAction> {
    const holder = await tx.findByFileCode(upload.accountId, action.fileCode);
    if (holder === undefined || holder.id === upload.id) return action;
    if (holder.source === 'external') {
      await tx.delete(holder);
      return action;
    }
    if (action.claim === 'evidence') throw new ClaimedError(action.fileCode);
    if (holder.claim === 'evidence' && isAllowed(holder.state, 'loseClaim')) {
      // The service's response is certain, so the claim by evidence was wrong.
      await this.applyAction(tx, holder, { type: 'loseClaim' });
      return action;
    }
    // A vanished upload is searched for once more.
    const isLookedFor = holder.state === 'verifying' && holder.endedAtMs !== null;
    if (releasedStates.has(holder.state) || isLookedFor) {
      // The service reuses codes of finished transfers, for example because it derives them from addresses.
      if (holder.state === 'failed') await this.applyAction(tx, holder, { type: 'archive' });
      const over = (await tx.get(holder.id)) ?? holder;
      const state = isLookedFor ? 'vanished' : over.state;
      const unclaimed = { fileCode: null, claim: null, arrivedAtMs: null, verification: null };
      await tx.put({ ...over, ...unclaimed, state, intent: null });
      this.markChanged();
      return action;
    }
    // One code for two uploads: the service treats them as one.
    return { type: 'refuse', failure: { code: 'same-file', msg: null } };
  }
}
