/** What the service's list of transfers means for the uploads of an account. */

import type { Transfer } from '../../api/index.ts';
import { addressKey } from '../address.ts';
import type { Changes } from '../changes.ts';
import { memoryMark, type UploadTransaction } from '../store.ts';
import { allows, stateOfPhase, transferFailed } from '../transitions.ts';
import { uploadOfTwin } from '../twins.ts';
import { newUpload, trackedStates, type Upload } from '../upload.ts';

export interface Listing {
  readonly accountId: string;
  readonly listed: readonly Transfer[];
  /** When the question left, milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** Transfers of others that are remembered; a list may name any number. */
const mostElsewhere = 1_000;

/**
 * Compares what is known of one account with the service's list, and stores what follows.
 *
 * @returns file code → id of the upload, for those that are listed
 */
export async function reconcile(
  tx: UploadTransaction,
  changes: Changes,
  { accountId, listed, startedAtMs }: Listing,
): Promise<ReadonlyMap<string, string>> {
  const left = new Map(listed.map((transfer) => [transfer.fileCode, transfer]));
  const created = (fileCode: string) => listed.find((each) => each.fileCode === fileCode)?.created ?? null;
  const ids = new Map<string, string>();

  for (const upload of await tx.inStates(accountId, [...trackedStates, 'vanished'])) {
    const { fileCode, state, source, changedAtMs } = upload;
    const transfer = left.get(fileCode ?? '');
    if (transfer !== undefined) {
      left.delete(transfer.fileCode);
      ids.set(transfer.fileCode, upload.id);
      await changes.apply(tx, upload, { type: 'list', listed: transfer });
      continue;
    }
    const isLeaving = allows(state, 'unlist') && state !== 'verifying' && source !== 'file';
    // It was changed after the question had left: the answer may be older than that.
    const isNewer = changedAtMs >= startedAtMs && changedAtMs <= changes.nowMs;
    if (isLeaving && !isNewer) await changes.apply(tx, upload, { type: 'unlist' });
  }

  const pending = await tx.inStates(accountId, ['sending', 'deferred', 'uncertain']);
  const awaited = new Set(pending.map((upload) => upload.addressKey));
  for (const transfer of left.values()) {
    const holder = await tx.byFileCode(accountId, transfer.fileCode);
    if (holder !== undefined) {
      if (allows(holder.state, 'list')) await changes.apply(tx, holder, { type: 'list', listed: transfer });
      continue;
    }
    const key = addressKey(transfer.remoteUrl);
    // It may be the one whose answer is still to come, or that is looked for.
    if (awaited.has(key)) continue;
    const original = uploadOfTwin(transfer, await tx.byAddress(accountId, key), created, changes.nowMs);
    if (original !== undefined && allows(original.state, 'addTwin')) {
      const twin = { fileCode: transfer.fileCode, isTransfer: true };
      await changes.apply(tx, original, { type: 'addTwin', twin });
    } else if (ids.size < mostElsewhere) {
      const upload = elsewhere(accountId, transfer, key, changes.nowMs);
      await tx.put(upload);
      changes.note();
      ids.set(transfer.fileCode, upload.id);
    }
  }
  return ids;
}

/** A transfer that somebody else started. */
function elsewhere(accountId: string, transfer: Transfer, key: string, nowMs: number): Upload {
  const { fileCode, remoteUrl: url, folderId, phase, status } = transfer;
  const upload = newUpload(
    {
      ...{
        id: `${memoryMark}${accountId}/${fileCode}`,
        accountId,
        source: 'elsewhere',
        url,
        addressKey: key,
      },
      ...{ title: null, folder: { id: folderId ?? '0', name: '' }, private: false, order: nowMs },
    },
    nowMs,
  );
  return {
    ...upload,
    ...{ fileCode, state: stateOfPhase[phase], unknownStatus: phase === 'unknown' ? status : null },
    // An error that was there before anybody watched is no news; its words are.
    failure: phase === 'error' ? { code: transferFailed, msg: status } : null,
  };
}
