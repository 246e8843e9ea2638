/** Actions on stored uploads: each in one transaction with the events that it causes. */
import type { NewEvent } from './event.ts';
import type { UploadTransaction } from './storage/upload-store.ts';
import { applyTransition, IllegalTransitionError, isAllowed, type UploadAction } from './transitions.ts';
import type { Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

/** The file code belongs to another upload, so it is no evidence for this one. */
export class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
}

/**
 * In a transaction of its own. Null: the upload was removed; undefined: it is gone or in another state meanwhile.
 * @throws ClaimedError, StorageError
 */
export async function applyAction(
  context: UploadsContext,
  id: string,
  action: UploadAction,
  mode: 'write' | 'durable' = 'write',
): Promise<Upload | null | undefined> {
  try {
    return await commitChanges(context, mode, async (tx, changes) => {
      const before = await tx.get(id);
      return before && changes.applyAction(tx, before, action);
    });
  } catch (error) {
    if (error instanceof IllegalTransitionError) return undefined;
    throw error;
  }
}

/**
 * Runs `work` in one transaction and broadcasts its changes, also on failure: one of the two stores may have kept them.
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

/** States of an upload whose transfer and file are no more, as far as is known. */
const handsOver: ReadonlySet<Upload['state']> = new Set(['failed', 'vanished', 'archived']);

export class Changes {
  readonly nowMs: number;
  hasChanges = false;
  #hasEvents = false;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** @throws IllegalTransitionError, ClaimedError */
  async applyAction(tx: UploadTransaction, before: Upload, action: UploadAction): Promise<Upload | null> {
    const allowed = action.type === 'accept' ? await this.#claim(tx, before, action) : action;
    const { upload, events } = applyTransition(before, allowed, this.nowMs);
    if (upload === null) await tx.delete(before);
    else if (upload !== before) await tx.put(upload);
    this.hasChanges ||= upload !== before;
    for (const event of events) await this.addEvent(tx, event);
    return upload;
  }

  async addEvent(tx: UploadTransaction, event: NewEvent): Promise<void> {
    this.#hasEvents = (await tx.addEvent(event)) || this.#hasEvents;
  }

  markChanged(): void {
    this.hasChanges = true;
  }

  broadcast({ onChange }: Pick<UploadsContext, 'onChange'>): void {
    if (this.hasChanges || this.#hasEvents) onChange(this.#hasEvents);
  }

  /** Ensures that no other upload has the file code. */
  async #claim(
    tx: UploadTransaction,
    upload: Upload,
    action: UploadAction & { type: 'accept' },
  ): Promise<UploadAction> {
    const holder = await tx.findByFileCode(upload.accountId, action.fileCode);
    if (holder === undefined || holder.id === upload.id) return action;
    if (holder.source === 'elsewhere') {
      await tx.delete(holder);
      return action;
    }
    if (action.claim === 'evidence') throw new ClaimedError(action.fileCode);
    if (holder.claim === 'evidence' && isAllowed(holder.state, 'loseClaim')) {
      // The service's answer is certain; the claim by evidence was wrong.
      await this.applyAction(tx, holder, { type: 'loseClaim' });
      return action;
    }
    if (handsOver.has(holder.state)) {
      // The service uses the code of one that is over again, as where it makes codes of addresses.
      if (holder.state === 'failed') await this.applyAction(tx, holder, { type: 'archive' });
      const over = (await tx.get(holder.id)) ?? holder;
      await tx.put({ ...over, fileCode: null, claim: null, arrivedAtMs: null, verification: null });
      this.markChanged();
      return action;
    }
    // The service gave one file code to two uploads: it treats them as one.
    return { type: 'refuse', failure: { code: 'same-file', msg: null } };
  }
}
