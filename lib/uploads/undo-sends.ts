/** Undoes uploads that were just sent: removes them from the queue, or deletes their transfers. */
import { ApiError, isAccountError } from '../api/index.ts';
import { answerCheck } from '../timing/policies.ts';
import { isGivenUp } from '../timing/retry.ts';
import type { Removal } from './changes.ts';
import { getRemoval, removeUploads } from './removals.ts';
import { mayBeDeleted, type TransferChanges } from './tracking/change-transfers.ts';
import type { Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

const unanswered = { endpoint: 'upload/url', msg: null, status: null, mayHaveTakenEffect: true };

export function createUndoSends(context: UploadsContext, transfers: Pick<TransferChanges, 'deleteTransfer'>) {
  const readUpload = (id: string) => context.store.transact('read', (tx) => tx.get(id));

  /** Deleted, or to be deleted by a later poll. */
  async function isDeleted(id: string): Promise<boolean> {
    const upload = await readUpload(id);
    return upload === undefined || upload.state === 'archived' || upload.intent === 'dismiss';
  }

  /** @returns null on success, otherwise the upload */
  async function undoSend(
    id: string,
    removal: Removal | undefined,
    onFailure: (error: unknown) => void,
  ): Promise<Upload | null> {
    for (let tries = 1; ; tries += 1) {
      if ((await removeUploads(context, [id], getRemoval, removal)).has(id)) return null;
      const upload = await readUpload(id);
      if (upload === undefined) return null;
      if (getRemoval(upload) === null && upload.state !== 'sending')
        return (await transfers.deleteTransfer(id, removal).catch((error: unknown) => {
          if (isAccountError(error)) onFailure(error);
          return mayBeDeleted(error);
        })) && (await isDeleted(id))
          ? null
          : upload;
      if (isGivenUp(answerCheck, tries)) {
        onFailure(new ApiError('timeout', 'There is no response yet.', unanswered));
        return upload;
      }
      await context.sleep(answerCheck.firstMs);
    }
  }

  /**
   * @param onFailure it may be possible later: the request got no response within seconds, or the account doesn't allow the deletion now
   * @returns those that can't be undone any more
   */
  return async function undoSends(
    ids: readonly string[],
    removal?: Removal,
    onFailure: (error: unknown) => void = () => {},
  ): Promise<readonly Upload[]> {
    const removed = await removeUploads(context, ids, getRemoval, removal);
    const others = ids.filter((id) => !removed.has(id));
    const kept = await Promise.all(others.map((id) => undoSend(id, removal, onFailure)));
    return kept.filter((upload) => upload !== null);
  };
}
