/**
 * What the user wants done to transfers at the service. An intent is stored before its first request and settled by the list of transfers,
 * so it survives a lost response and a restart. The service's OK counts only if the list can't be read.
 *
 * `dismiss`: delete it there, then archive it here. `retry`: the service restarts all failed transfers or none, so one of several is
 * deleted there and its link queued again. The old record is archived with its code, because an older list may still show it; if the
 * service restarts it anyway, it is sent again if it vanishes. `fetch`: like `retry`, but this browser fetches the link. `reroute`: like
 * `retry`, but another account gets the link. `restart`: followed until the service has started.
 */

import { type FileInfo, isAccountError } from '../../api/index.ts';
import { abandonedRequestMs, deletionMs } from '../../timing/policies.ts';
import type { EpochMs } from '../../timing/units.ts';
import { type Changes, commitChanges, type Removal } from '../changes.ts';
import { createEvent } from '../event.ts';
import type { UploadTransaction } from '../storage/upload-store.ts';
import { createLookUp, nameTransfers, type TransferListing } from '../transfer-listing.ts';
import { createUpload, isResent, trackedStates, type Upload, withChosenFields } from '../upload.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';

/** Between the two empty lists that prove a deletion. */
const emptyGapMs = 2_000;

/**
 * Stores an intent for the uploads whose transfers the service may still have.
 *
 * @param removal keeps them for Undo
 * @returns their ids
 */
export async function storeIntents(
  context: UploadsContext,
  accountId: string,
  intent: Upload['intent'],
  isMeant: (upload: Upload) => boolean,
  removal?: Removal,
): Promise<ReadonlySet<string>> {
  return commitChanges(context, 'durable', async (tx, changes) => {
    const meant = (await tx.listInStates(accountId, trackedStates)).filter(
      (upload) =>
        upload.source !== 'file' &&
        // A deletion may still arrive, even after the restart.
        !(intent === 'restart' && isResent(upload.intent)) &&
        isMeant(upload),
    );
    if (removal) await changes.keepRemoved(tx, removal, meant);
    for (const upload of meant) await changes.applyAction(tx, upload, { type: 'intend', intent });
    return new Set(meant.map(({ id }) => id));
  });
}

/** For a list that can't be read: the service's OK is all we have. */
export async function settleByAnswer(context: UploadsContext, ids: ReadonlySet<string>): Promise<void> {
  await commitChanges(context, 'durable', async (tx, changes) => {
    for (const id of ids) {
      const upload = await tx.get(id);
      if (upload === undefined) continue;
      if (upload.intent === 'dismiss') await changes.applyAction(tx, upload, { type: 'archive' });
      if (upload.intent !== 'restart') continue;
      const listed = { phase: 'pending', status: 'pending', folderId: null } as const;
      const moving = await changes.applyAction(tx, upload, { type: 'list', listed });
      if (moving) await changes.applyAction(tx, moving, { type: 'intend', intent: null });
    }
  });
}

/**
 * @param emptySince upload id to the time of the first empty list after the deletion. Kept between calls
 * @param isAfterOutage deletions may not have reached the service
 */
export async function settleIntents(
  context: UploadsContext,
  accountId: string,
  { remoteUploads, files }: UploadsClient,
  listed: TransferListing,
  emptySince: Map<string, number>,
  isAfterOutage = false,
): Promise<void> {
  const tracked = await context.store.transact('read', (tx) => tx.listInStates(accountId, trackedStates));
  const wanted = tracked.filter(({ intent }) => intent !== null);
  if (wanted.length === 0) return;
  // One empty list doesn't prove absence.
  const complete: TransferListing =
    listed.reports || listed.length + listed.unnamed.length + listed.skipped > 0
      ? listed
      : await nameTransfers(context.store, accountId, await remoteUploads.list({ lane: 'polling' }));
  const lookUp = createLookUp(complete);
  /** Also true if nothing is known. */
  const isThere = ({ fileCode }: Upload) => lookUp(fileCode) !== 'absent';
  const nowMs = context.clock();
  // Other accounts have their own lists.
  if (complete.length > 0) for (const { id } of wanted) emptySince.delete(id);
  const isProven = ({ id, intent }: Upload) => {
    if (intent === 'dismiss' || complete.reports || complete.length > 0) return true;
    const sinceMs = emptySince.get(id) ?? nowMs;
    emptySince.set(id, sinceMs);
    return nowMs - sinceMs >= emptyGapMs;
  };
  const getAgeMs = ({ changedAtMs }: Upload) => nowMs - changedAtMs;
  const deletedAgain = new Set<string>();
  for (const upload of wanted.filter(isThere)) {
    const { id, fileCode, state, intent } = upload;
    // Nothing would confirm the deletion.
    if (complete.reports && lookUp(fileCode) !== 'listed') continue;
    const isDue = intent === 'dismiss' ? isAfterOutage : isResent(intent) && state === 'failed';
    if (!isDue || fileCode === null || getAgeMs(upload) > deletionMs) continue;
    if (intent === 'dismiss') deletedAgain.add(id);
    // One transfer that can't be deleted doesn't block the others.
    await remoteUploads.delete(fileCode, { lane: 'polling' }).catch((error: unknown) => {
      if (isAccountError(error)) throw error;
    });
  }
  // If the service retried it by itself, the file may exist.
  const resent = wanted.filter(({ intent, state }) => isResent(intent) && state === 'failed');
  const gone = resent.filter((upload) => !isThere(upload)).flatMap(({ fileCode }) => fileCode ?? []);
  const infos = gone.length > 0 ? await files.info(gone, { lane: 'polling' }) : [];
  const byCode = new Map(infos.map((info) => [info.fileCode, info]));
  const hasQueued = await commitChanges(context, 'durable', async (tx, changes) => {
    let isQueued = false;
    for (const { id } of wanted) {
      const upload = await tx.get(id);
      if (upload === undefined || upload.intent === null) continue;
      // The next list shows whether it is gone.
      if (deletedAgain.has(id)) {
        await changes.applyAction(tx, upload, { type: 'intend', intent: upload.intent });
        continue;
      }
      const verdict = judgeIntent(upload, {
        isThere: isThere(upload),
        info: byCode.get(upload.fileCode ?? ''),
        nowMs,
      });
      if (verdict === 'file') await changes.applyAction(tx, upload, { type: 'unlist' });
      if (verdict === 'over') await changes.applyAction(tx, upload, { type: 'intend', intent: null });
      if (verdict !== 'gone' || !isProven(upload)) continue;
      emptySince.delete(id);
      await finish(tx, changes, upload, context.newId);
      isQueued ||= isResent(upload.intent);
    }
    return isQueued;
  });
  if (hasQueued) context.onReachable();
}

interface IntentEvidence {
  /** Its transfer is listed, or may be. */
  readonly isThere: boolean;
  /** Undefined: not asked. */
  readonly info: FileInfo | undefined;
  readonly nowMs: EpochMs;
}

/**
 * `gone`: neither the transfer nor a file exists. `file`: its file may exist. `over`: it is as wanted, or can't be any more. Null: not
 * known yet.
 */
export function judgeIntent(
  { intent, state, changedAtMs }: Upload,
  { isThere, info, nowMs }: IntentEvidence,
): 'gone' | 'file' | 'over' | null {
  if (info?.found && state === 'failed') return 'file';
  const isRestarted = intent !== 'dismiss' && state !== 'failed';
  if (intent === 'restart' && isRestarted) return 'over';
  // For a failed transfer, a bare 404 is enough.
  const isUnasked = info?.found === false && info.error !== null && info.error.code !== 'not-found';
  if (intent !== 'restart' && !isRestarted && !isThere && !isUnasked) return 'gone';
  // A late deletion may still end what the service restarted.
  const lastMs = isResent(intent) && !isRestarted ? deletionMs + abandonedRequestMs : abandonedRequestMs;
  return nowMs - changedAtMs > lastMs && state !== 'verifying' ? 'over' : null;
}

async function finish(
  tx: UploadTransaction,
  changes: Changes,
  upload: Upload,
  newId: () => string,
): Promise<void> {
  // The browser's repeated request may still arrive, so the user decides.
  if (upload.intent !== 'dismiss' && upload.duplicates.length > 0) {
    await changes.applyAction(tx, upload, { type: 'intend', intent: null });
    return;
  }
  await changes.applyAction(tx, upload, { type: 'archive' });
  if (upload.intent === 'dismiss') return;
  const chosen = withChosenFields(upload);
  const { accountId, url, addressKey, title, folder, isFolderByRule, pageUrl, private: isPrivate } = chosen;
  const { batch, linkId, fallbacks, formerAccountIds, reroute } = upload;
  const kept = { accountId, url, addressKey, title, folder, isFolderByRule, pageUrl, private: isPrivate };
  const given = { ...kept, batch, linkId, fallbacks, formerAccountIds, reroute };
  const id = newId();
  const order = (await tx.getLastOrder(accountId)) + 1;
  const via = upload.intent === 'fetch' ? 'browser' : undefined;
  const source = via ? 'file' : 'link';
  const again = createUpload({ ...given, id, order, via, source }, changes.nowMs);
  if (upload.intent !== 'reroute') return tx.put(again);
  const { failure } = upload;
  const vanished = { ...again, state: 'vanished', failure, endedAtMs: changes.nowMs } as const;
  const rerouted = await changes.reroute(tx, vanished, { reason: 'failed', msg: failure?.msg ?? null });
  // No other account can get it, so the user decides.
  if (rerouted !== null) return;
  await tx.put({ ...vanished, fallbacks: [] });
  await changes.addEvent(tx, createEvent('failed', vanished, changes.nowMs));
}
