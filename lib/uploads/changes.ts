/** Actions on stored uploads: each in one transaction with the events that it causes. */
import type { UploadsContext } from './context.ts';
import type { NewEvent } from './event.ts';
import type { UploadTransaction } from './store.ts';
import { allows, IllegalTransition, transition, type UploadAction } from './transitions.ts';
import type { Upload } from './upload.ts';

/** The file code belongs to another upload: what was found is not the evidence that it seemed to be. */
export class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
}

/**
 * Applies one action to one upload, in a transaction of its own.
 *
 * @returns the upload as it is now, null where it was removed; undefined where it is gone or in another state meanwhile
 * @throws ClaimedError, StorageError
 */
export async function apply(
  context: UploadsContext,
  id: string,
  action: UploadAction,
  mode: 'write' | 'durable' = 'write',
): Promise<Upload | null | undefined> {
  try {
    return await commit(context, mode, async (tx, changes) => {
      const before = await tx.get(id);
      return before && changes.apply(tx, before, action);
    });
  } catch (error) {
    if (error instanceof IllegalTransition) return undefined;
    throw error;
  }
}

/**
 * Runs `work` in one transaction and announces what it changed: also where the store fails, because one of the two stores
 * may have kept it.
 *
 * @throws StorageError, and what `work` throws
 */
export async function commit<T>(
  context: Pick<UploadsContext, 'store' | 'clock' | 'onChange'>,
  mode: 'write' | 'durable',
  work: (tx: UploadTransaction, changes: Changes) => Promise<T>,
): Promise<T> {
  const changes = new Changes(context.clock());
  try {
    return await context.store.transact(mode, (tx) => work(tx, changes));
  } finally {
    changes.announce(context);
  }
}

/** Changes of one transaction, and whether others must hear of them. */
export class Changes {
  readonly nowMs: number;
  hasChanges = false;
  #hasEvents = false;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** @throws IllegalTransition, ClaimedError */
  async apply(tx: UploadTransaction, before: Upload, action: UploadAction): Promise<Upload | null> {
    const allowed = action.type === 'accept' ? await this.#claim(tx, before, action) : action;
    const { upload, events } = transition(before, allowed, this.nowMs);
    if (upload === null) await tx.delete(before);
    else if (upload !== before) await tx.put(upload);
    this.hasChanges ||= upload !== before;
    for (const event of events) await this.emit(tx, event);
    return upload;
  }

  async emit(tx: UploadTransaction, event: NewEvent): Promise<void> {
    this.#hasEvents = (await tx.emit(event)) || this.#hasEvents;
  }

  /** Whatever else was changed. */
  note(): void {
    this.hasChanges = true;
  }

  announce({ onChange }: Pick<UploadsContext, 'onChange'>): void {
    if (this.hasChanges || this.#hasEvents) onChange(this.#hasEvents);
  }

  /** Makes sure that no other upload has the file code. */
  async #claim(
    tx: UploadTransaction,
    upload: Upload,
    action: UploadAction & { type: 'accept' },
  ): Promise<UploadAction> {
    const holder = await tx.byFileCode(upload.accountId, action.fileCode);
    if (holder === undefined || holder.id === upload.id) return action;
    if (holder.source === 'elsewhere') {
      await tx.delete(holder);
      return action;
    }
    if (action.claim === 'evidence') throw new ClaimedError(action.fileCode);
    if (holder.claim === 'evidence' && allows(holder.state, 'loseClaim')) {
      // What the service answers is certain; what was found by evidence is another upload's after all.
      await this.apply(tx, holder, { type: 'loseClaim' });
      return action;
    }
    // The service has named one file for two uploads: it took them for one.
    return { type: 'refuse', failure: { code: 'same-file', msg: null } };
  }
}
