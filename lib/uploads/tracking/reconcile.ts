import type { EpochMs } from '../../timing/units.ts';
import type { Changes } from '../changes.ts';
import { findDuplicateOriginal } from '../duplicates.ts';
import { createAddressKey, mayBeSameFragment } from '../same-upload.ts';
import type { UploadTransaction } from '../storage/upload-store.ts';
import { createLookUp, type NamedTransfer, type TransferListing } from '../transfer-listing.ts';
import { isAllowed, stateByPhase, toTransferFailure } from '../transitions.ts';
import { createUpload, isResent, trackedStates, type Upload } from '../upload.ts';

/** The transfers started outside Linkhaul are a cache of about this size. */
const maxExternalBytes = 1_200_000;
/** Untracked transfers that are looked up in one poll, because somebody waits for it. */
const maxLookups = 2_000;

/**
 * @param startedAtMs when the request was sent
 * @returns file code to upload id, for listed uploads
 */
export async function reconcile(
  tx: UploadTransaction,
  changes: Changes,
  accountId: string,
  listed: TransferListing,
  startedAtMs: EpochMs,
): Promise<ReadonlyMap<string, string>> {
  const byCode = new Map(listed.map((transfer) => [transfer.fileCode, transfer]));
  const created = (fileCode: string) => byCode.get(fileCode)?.created ?? null;
  const left = new Map(byCode);
  const lookUp = createLookUp(listed);
  const ids = new Map<string, string>();
  let externalBytes = 0;

  for (const upload of await tx.listInStates(accountId, [...trackedStates, 'vanished'])) {
    const { fileCode, state, source, changedAtMs, intent } = upload;
    if (source === 'external') externalBytes += estimateBytes(upload);
    const transfer = left.get(fileCode ?? '');
    // The list may be older than this change.
    const isNewer = changedAtMs >= startedAtMs;
    if (transfer !== undefined) {
      left.delete(transfer.fileCode);
      ids.set(transfer.fileCode, upload.id);
      // The failure belongs to a deleted transfer whose code is reused.
      if (isNewer && state === 'accepted' && transfer.phase === 'error') continue;
      await changes.applyAction(tx, upload, { type: 'list', listed: transfer });
      continue;
    }
    if (source === 'file') continue;
    const said = lookUp(fileCode);
    if (said === 'unreported' && upload.endedAtMs === null && isAllowed(state, 'followFile'))
      await changes.applyAction(tx, upload, { type: 'followFile' });
    const isLeaving = said === 'absent' && isAllowed(state, 'unlist');
    // `settleIntents` settles a deletion, unless the service restarted the transfer.
    const isDeleted = intent === 'dismiss' || (isResent(intent) && state === 'failed');
    if (isLeaving && !isNewer && !isDeleted) await changes.applyAction(tx, upload, { type: 'unlist' });
  }

  const pending = await tx.listInStates(accountId, ['sending', 'deferred', 'uncertain']);
  const awaited = new Set(pending.map((upload) => upload.addressKey));
  for (const transfer of [...left.values()].slice(0, maxLookups)) {
    const holder = await tx.findByFileCode(accountId, transfer.fileCode);
    if (holder !== undefined) {
      if (isAllowed(holder.state, 'list'))
        await changes.applyAction(tx, holder, { type: 'list', listed: transfer });
      continue;
    }
    const key = createAddressKey(transfer.remoteUrl);
    // It may belong to an upload that is being sent or uncertain.
    if (awaited.has(key)) continue;
    const original = findDuplicateOriginal(
      transfer,
      (await tx.findByAddress(accountId, key)).filter(({ url }) =>
        mayBeSameFragment(url, transfer.remoteUrl),
      ),
      created,
      changes.nowMs,
    );
    if (original !== undefined && isAllowed(original.state, 'addDuplicate')) {
      const duplicate = { fileCode: transfer.fileCode, isTransfer: true };
      await changes.applyAction(tx, original, { type: 'addDuplicate', duplicate });
    } else {
      const upload = createExternalUpload(accountId, transfer, key, changes.nowMs);
      externalBytes += estimateBytes(upload);
      if (externalBytes > maxExternalBytes) continue;
      await tx.put(upload);
      changes.markChanged();
      ids.set(transfer.fileCode, upload.id);
    }
  }
  return ids;
}

const estimateBytes = ({ url, addressKey }: Upload): number => 1_000 + url.length + addressKey.length;

function createExternalUpload(
  accountId: string,
  transfer: NamedTransfer,
  key: string,
  nowMs: EpochMs,
): Upload {
  const { fileCode, remoteUrl: url, folderId, phase, status } = transfer;
  return createUpload(
    {
      id: `${accountId}/${fileCode}`,
      accountId,
      source: 'external',
      url,
      addressKey: key,
      title: null,
      folder: { id: folderId ?? '0', name: '' },
      private: false,
      order: nowMs,
      fileCode,
      state: stateByPhase[phase],
      unknownStatus: phase === 'unknown' ? status : null,
      // Keeps the message of an error from before the first poll.
      failure: phase === 'error' ? toTransferFailure(status) : null,
    },
    nowMs,
  );
}
