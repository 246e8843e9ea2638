/**
 * Sends the requests of one account's queue, in order, until nothing is due, the slots are full, or the account backs off.
 *
 * The next request is sent when the previous one got its response, or after `staggerMs`. So requests arrive in order, and a hanging one
 * doesn't block the rest.
 *
 * An upload is stored as `sending` when the limiter sends its request, not when the request is queued there. So only running requests are
 * uncertain after a restart, and a pause, a backoff or a change by the user still applies to queued ones.
 */
import { isBackoffEnded } from '../../accounts/account-backoff.ts';
import { ApiError, nullIfApiError, readFailure } from '../../api/index.ts';
import { uploadRetry } from '../../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../../timing/retry.ts';
import { backOffUnsent, endUnsentBackoff } from '../back-off.ts';
import { applyAction } from '../changes.ts';
import { isEmptyList } from '../transfer-listing.ts';
import type { FailureInfo, Upload } from '../upload.ts';
import { isDue } from '../waits.ts';
import { classifyFailure, redactFailure, type SendFailure } from './failure.ts';
import { leaveFolder } from './folder-check.ts';
import { areSlotsFull, askForSlots, backOff, type RequestSession } from './request-session.ts';

const staggerMs = 100;
/** The first response tells the number of slots. */
const firstAnswerTimeoutMs = 2_000;
/** Bounds what is uncertain after a restart. */
const maxConcurrentRequests = 4;
const batchSize = 8;
export async function requestQueued(session: RequestSession, isPaused: () => boolean): Promise<void> {
  const { clock, accountStatus, isOnline, sleep } = session;
  const activeDeliveries = new Set<Promise<void>>();
  /** Includes those in the limiter. */
  const picked = new Set<string>();
  const errors: unknown[] = [];
  const nextQueued = createPicker(session, picked);
  // A new backoff stops the loop even if its time is over: the service must first respond to a read.
  const canContinue = () =>
    errors.length === 0 &&
    isOnline() &&
    !isPaused() &&
    isBackoffEnded(accountStatus.peek(session.accountId)) &&
    session.checkAtMs > clock();

  try {
    while (canContinue()) {
      const maxRequests = session.slots === undefined ? 1 : maxConcurrentRequests;
      const full = areSlotsFull(session.slots, activeDeliveries.size);
      if (full && activeDeliveries.size === 0) {
        await backOff(session, 'slots', null);
        break;
      }
      // Before the queue is read, or an upload added in between would be missed.
      const woken = session.waitForWake();
      const next = full || activeDeliveries.size >= maxRequests ? undefined : await nextQueued();
      if (next === undefined) {
        if (activeDeliveries.size === 0) break;
        const events: Promise<unknown>[] = [...activeDeliveries, woken];
        if (session.slots === undefined)
          events.push(sleep(firstAnswerTimeoutMs).then(() => (session.slots ??= null)));
        await Promise.race(events);
        continue;
      }
      const left = Promise.withResolvers<void>();
      const delivery: Promise<void> = deliver(session, next, canContinue, left.resolve)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          activeDeliveries.delete(delivery);
          picked.delete(next.id);
        });
      activeDeliveries.add(delivery);
      picked.add(next.id);
      await Promise.race([delivery, left.promise.then(() => sleep(staggerMs)), sleep(firstAnswerTimeoutMs)]);
    }
  } finally {
    await Promise.all(activeDeliveries);
  }
  if (errors.length > 0) throw errors[0];
}

function createPicker(
  session: RequestSession,
  picked: ReadonlySet<string>,
): () => Promise<Upload | undefined> {
  let batch: readonly Upload[] = [];
  let readAtWake = -1;
  return async () => {
    const wakes = session.getWakeCount();
    if (batch.length === 0 || readAtWake !== wakes) {
      const now = session.clock();
      const accept = (upload: Upload) =>
        upload.source === 'link' && isDue(upload, now) && !picked.has(upload.id);
      batch = await session.store.transact('read', (tx) =>
        tx.listFirst(session.accountId, 'queued', accept, batchSize),
      );
      readAtWake = wakes;
    }
    const [next, ...rest] = batch;
    batch = rest;
    return next;
  };
}

/** Changed or removed after it was picked. */
class WithdrawnError extends Error {
  override readonly name = 'Withdrawn';
}

async function deliver(
  session: RequestSession,
  upload: Upload,
  canSend: () => boolean,
  onSent: () => void,
): Promise<void> {
  const { id, url, folder, title } = upload;
  let isSent = false;
  let fileCode: string;
  try {
    const gone = await session.checkFolder(session.client, folder.id);
    if (gone !== null) return await leaveFolder(session, folder, gone);
    const { accountId } = session;
    const baseline = await session.noteBaseline(accountId, session.client);
    const beforeSend = async () => {
      const action = {
        type: 'send',
        source: 'link',
        accountId,
        folderId: folder.id,
        title,
        baseline,
      } as const;
      if (!(canSend() && (await applyAction(session, id, action, 'durable')))) throw new WithdrawnError();
      isSent = true;
      onSent();
    };
    const answer = await session.client.remoteUploads.add(
      { url, folderId: folder.id, ...(title === null ? {} : { title }) },
      { lane: 'queue', beforeSend },
    );
    ({ fileCode } = answer);
    session.slots = answer.freeSlots;
  } catch (error) {
    if (isSent) return storeFailure(session, upload, error);
    if (error instanceof WithdrawnError) return;
    return storeUnsentFailure(session, upload, error);
  }
  await applyAction(session, id, { type: 'accept', fileCode, claim: 'answer' });
  await endUnsentBackoff(session, upload);
  await session.accountStatus.reportAnswer(session.accountId, true);
}

async function storeFailure(session: RequestSession, upload: Upload, error: unknown): Promise<void> {
  const { id, folder } = upload;
  const call = readFailure(error);
  if (call.code === 'not-found' && !call.mayHaveTakenEffect) {
    // The response may be about a folder that was last seen minutes ago.
    const gone = await session.checkFolder(session.client, folder.id, true).catch(nullIfApiError);
    if (gone !== null) {
      await applyAction(session, id, { type: 'returnToQueue', failure: gone });
      return leaveFolder(session, folder, gone);
    }
  }
  const failed = await checkSlots(
    session,
    classifyFailure(call.code === 'not-found' ? { ...call, code: 'refused' } : call),
  );
  const { failure } = failed;
  const mayBeThere = failed.kind !== 'refused' && (failed.kind !== 'wait' || failed.mayBeThere);
  if (mayBeThere) session.checkAtMs = session.clock();
  switch (failed.kind) {
    case 'refused':
      await applyAction(session, id, { type: 'refuse', failure });
      return;
    case 'already-queued':
      await applyAction(session, id, { type: 'markUncertain', cause: 'already-queued', failure });
      return;
    case 'uncertain':
      await applyAction(session, id, { type: 'markUncertain', cause: 'no-answer', failure });
      break;
    case 'wait':
      // One denied link doesn't block the others.
      if (failed.reason === 'service' && !failed.mayBeThere) await storeDenial(session, id, failure);
      else if (failed.mayBeThere) {
        await applyAction(session, id, { type: 'defer', reason: failed.reason, failure });
      } else {
        await applyAction(session, id, { type: 'returnToQueue', failure });
      }
  }
  await backOff(session, failed.reason, redactFailure(upload, failure));
}

/**
 * Services have many words for a full queue, so a refusal counts as one if transfers use all slots. An account without transfers may have
 * no slots at all.
 */
async function checkSlots(session: RequestSession, failed: SendFailure): Promise<SendFailure> {
  if (failed.kind !== 'refused') return failed;
  const slots = await askForSlots(session).catch(nullIfApiError);
  if (!areSlotsFull(slots, 0)) return failed;
  const listed = await session.client.remoteUploads.list({ lane: 'queue' }).catch(nullIfApiError);
  if (listed === null || isEmptyList(listed)) return failed;
  return { kind: 'wait', reason: 'slots', mayBeThere: true, failure: failed.failure };
}

/** The service denies this link but accepts the key. It is retried a few times, because a denial may be temporary. */
async function storeDenial(session: RequestSession, id: string, { msg }: FailureInfo): Promise<void> {
  const { store, clock, random } = session;
  const failure = { code: 'refused', msg } as const;
  const attempts = (await store.transact('read', (tx) => tx.get(id)))?.attempts ?? 0;
  const untilMs = clock() + calculateDelayMs(uploadRetry, attempts, random);
  const wait = { reason: 'service', untilMs } as const;
  const isLast = isGivenUp(uploadRetry, attempts);
  await applyAction(
    session,
    id,
    isLast ? { type: 'refuse', failure } : { type: 'returnToQueue', failure, wait },
  );
}

/** For a failure before the request, such as of the folder check. */
async function storeUnsentFailure(session: RequestSession, upload: Upload, error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  const failed = classifyFailure({ code: error.code, msg: error.msg, mayHaveTakenEffect: false });
  const { failure } = failed;
  if (failed.kind !== 'wait') {
    await applyAction(session, upload.id, { type: 'refuse', failure });
    return;
  }
  // One unreadable folder blocks only its own links.
  if (!(await session.accountStatus.reportFailure(session.accountId, redactFailure(upload, failure))))
    await backOffUnsent(
      session,
      upload,
      ({ folder }) => folder.id === upload.folder.id,
      failed.reason,
      failure,
    );
}
