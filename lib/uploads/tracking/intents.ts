/**
 * What the user wants of transfers at the service: each is stored before its first request, and settled by the list of transfers,
 * from any point after a lost answer or a death. An answer of OK is a claim only; it counts where the list cannot be read.
 *
 * `dismiss`: deleted there, then archived here. `retry`: the service restarts all failed transfers or none, so one of several is
 * deleted there and its link queued anew; the old transfer's record is archived with its code, by which a list older than the
 * deletion still knows it; one that the service restarts all the same is sent anew if it vanishes. `fetch`: as `retry`, and this
 * browser fetches the link. `reroute`: as `retry`, and another account gets the link. `restart`: followed until the service has begun.
 */
import { type FileInfo, isAccountError } from '../../api/index.ts';
import { abandonedRequestMs, deletionMs } from '../../timing/policies.ts';
import { type Changes, commitChanges, type Removal } from '../changes.ts';
import { createEvent } from '../event.ts';
import type { UploadTransaction } from '../storage/upload-store.ts';
import { createLookUp, nameTransfers, type TransferListing } from '../transfer-listing.ts';
import { asChosen, createUpload, isResent, trackedStates, type Upload } from '../upload.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';

/** Between two empty lists that prove a deletion. */
const emptyGapMs = 2_000;

/**
 * Stores what is wanted of these uploads, as far as the service may still have their transfers.
 *
 * @param removal keeps them for an undo
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
        // A deletion for it may still arrive, after the restart too.
        !(intent === 'restart' && isResent(upload.intent)) &&
        isMeant(upload),
    );
    if (removal) await changes.keepRemoved(tx, removal, meant);
    for (const upload of meant) await changes.applyAction(tx, upload, { type: 'intend', intent });
    return new Set(meant.map(({ id }) => id));
  });
}

/** Where the list cannot be read, the service's answer of OK is all that there is. */
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

/** @param emptySince id → when the list was first empty after the deletion of what is to be sent anew; kept between calls */
export async function settleIntents(
  context: UploadsContext,
  accountId: string,
  { remoteUploads, files }: UploadsClient,
  listed: TransferListing,
  emptySince: Map<string, number>,
): Promise<void> {
  const tracked = await context.store.transact('read', (tx) => tx.listInStates(accountId, trackedStates));
  const wanted = tracked.filter(({ intent }) => intent !== null);
  if (wanted.length === 0) return;
  // One empty list proves no absence.
  const complete: TransferListing =
    listed.reports || listed.length + listed.unnamed.length + listed.skipped > 0
      ? listed
      : await nameTransfers(context.store, accountId, await remoteUploads.list({ lane: 'polling' }));
  const lookUp = createLookUp(complete);
  /** Or it may be. */
  const isThere = ({ fileCode }: Upload) => lookUp(fileCode) !== 'absent';
  const nowMs = context.clock();
  // Other accounts have lists of their own.
  if (complete.length > 0) for (const { id } of wanted) emptySince.delete(id);
  const isProven = ({ id, intent }: Upload) => {
    if (intent === 'dismiss' || complete.reports || complete.length > 0) return true;
    const sinceMs = emptySince.get(id) ?? nowMs;
    emptySince.set(id, sinceMs);
    return nowMs - sinceMs >= emptyGapMs;
  };
  const ageOf = ({ changedAtMs }: Upload) => nowMs - changedAtMs;
  for (const upload of wanted.filter(isThere)) {
    const { fileCode, state } = upload;
    // What cannot be seen is not deleted either: nothing would show it.
    if (complete.reports && lookUp(fileCode) !== 'listed') continue;
    if (!isResent(upload.intent) || state !== 'failed' || fileCode === null || ageOf(upload) > deletionMs)
      continue;
    // One that cannot be deleted holds no other.
    await remoteUploads.delete(fileCode, { lane: 'polling' }).catch((error: unknown) => {
      if (isAccountError(error)) throw error;
    });
  }
  // What the service has tried again by itself may be there as a file by now.
  const resent = wanted.filter(({ intent, state }) => isResent(intent) && state === 'failed');
  const gone = resent.filter((upload) => !isThere(upload)).flatMap(({ fileCode }) => fileCode ?? []);
  const infos = gone.length > 0 ? await files.info(gone, { lane: 'polling' }) : [];
  const byCode = new Map(infos.map((info) => [info.fileCode, info]));
  const hasQueued = await commitChanges(context, 'durable', async (tx, changes) => {
    let isQueued = false;
    for (const { id } of wanted) {
      const upload = await tx.get(id);
      if (upload === undefined || upload.intent === null) continue;
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
  // The poll may be one that nobody waits for.
  if (hasQueued) context.onReachable();
}

interface IntentEvidence {
  /** Whether its transfer is listed, or may be. */
  readonly isThere: boolean;
  /** What the service says of its file; undefined: it was not asked. */
  readonly info: FileInfo | undefined;
  readonly nowMs: number;
}

/**
 * What has become of a transfer that is to change. `gone`: there is neither it nor a file; `file`: its file may be there; `over`: it
 * is as wanted, or can't be any more; null: not known yet.
 */
export function judgeIntent(
  { intent, state, changedAtMs }: Upload,
  { isThere, info, nowMs }: IntentEvidence,
): 'gone' | 'file' | 'over' | null {
  if (info?.found && state === 'failed') return 'file';
  const isRestarted = intent !== 'dismiss' && state !== 'failed';
  if (intent === 'restart' && isRestarted) return 'over';
  // Of a transfer that has failed, a bare 404 says enough.
  const isUnasked = info?.found === false && info.error !== null && info.error.code !== 'not-found';
  if (intent !== 'restart' && !isRestarted && !isThere && !isUnasked) return 'gone';
  // A deletion that is late may yet end what the service has restarted.
  const lastMs = isResent(intent) && !isRestarted ? deletionMs + abandonedRequestMs : abandonedRequestMs;
  return nowMs - changedAtMs > lastMs && state !== 'verifying' ? 'over' : null;
}

async function finish(
  tx: UploadTransaction,
  changes: Changes,
  upload: Upload,
  newId: () => string,
): Promise<void> {
  // The browser's repeat of the request may still arrive: the user decides.
  if (upload.intent !== 'dismiss' && upload.duplicates.length > 0) {
    await changes.applyAction(tx, upload, { type: 'intend', intent: null });
    return;
  }
  await changes.applyAction(tx, upload, { type: 'archive' });
  if (upload.intent === 'dismiss') return;
  const chosen = asChosen(upload);
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
  // Nobody else can get it any more: the user decides.
  if (rerouted !== null) return;
  await tx.put({ ...vanished, fallbacks: [] });
  await changes.addEvent(tx, createEvent('failed', vanished, changes.nowMs));
}
