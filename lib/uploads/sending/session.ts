/** What is known of an account while its queue is sent, and when all of it has to wait. */
import { commit } from '../changes.ts';
import type { UploadsClient, UploadsContext } from '../context.ts';
import type { UploadTransaction } from '../store.ts';
import type { FailureInfo, Upload, WaitReason } from '../upload.ts';
import { type AccountBackoff, ended, isBlocked, isEnded, isWaiting, nextBackoff } from './backoff.ts';
import { classifyFailure, failedCallOf } from './failure.ts';

/** How many slots there are; null: the service does not say; undefined: nobody asked yet. */
export type Slots = { readonly total: number; readonly used: number } | null | undefined;

export interface SendSession {
  readonly accountId: string;
  readonly client: UploadsClient;
  slots: Slots;
  backoff: AccountBackoff | undefined;
  /** When evidence for an uncertain upload is due; Infinity where none is uncertain. */
  checkAtMs: number;
  /** Resolves when something was changed that the queue may depend on. */
  woken(): Promise<void>;
  /** Greater after each such change. */
  wakes(): number;
}

/** Lets everything of the account wait. */
export async function backOff(
  context: UploadsContext,
  session: Pick<SendSession, 'accountId' | 'backoff'>,
  reason: WaitReason,
  failure: FailureInfo | null,
): Promise<void> {
  const { clock, random } = context;
  const { accountId, backoff: previous } = session;
  const isForbidden = reason === 'network' && !(await context.mayReach(accountId));
  const given = { accountId, reason: isForbidden ? 'permission' : reason, failure } as const;
  const next = nextBackoff(previous, given, clock(), random);
  session.backoff = next;
  await commit(context, 'write', async (tx, changes) => {
    const stored = await tx.backoff(accountId);
    if (!(await putBackoff(tx, next))) return;
    changes.note();
    const isTold = stored !== undefined && isBlocked(stored) && stored.reason === next.reason;
    if (isBlocked(next) && !isTold) await changes.emit(tx, blockedEvent(next, changes.nowMs));
  });
}

/** Stores a backoff; false where the account was removed while its request was under way. */
async function putBackoff(tx: UploadTransaction, backoff: AccountBackoff): Promise<boolean> {
  const hasUploads = (await tx.accountIds()).includes(backoff.accountId);
  if (hasUploads) await tx.setBackoff(backoff);
  return hasUploads;
}

/** Everything of the account waits for the user. */
function blockedEvent({ accountId, reason, failure }: AccountBackoff, atMs: number) {
  return {
    ...({ atMs, kind: 'blocked', accountId, uploadId: null, source: null, private: false } as const),
    ...{ url: '', title: null, folderId: '0', folderName: null, fileCode: null, ref: null },
    ...{ code: reason, msg: failure?.msg ?? null },
  };
}

/**
 * Ends a backoff whose time is over, by a question that changes nothing: how many slots are there?
 *
 * @returns whether sending may go on
 */
export async function endBackoff(
  context: UploadsContext,
  session: SendSession,
  isAnswered: boolean,
): Promise<boolean> {
  const { backoff, client } = session;
  if (backoff === undefined || isEnded(backoff)) return true;
  if (isWaiting(backoff, context.clock(), 'send')) return false;
  if (!isAnswered || backoff.reason === 'slots') {
    try {
      session.slots = readSlots(await client.remoteUploads.slots({ lane: 'queue' }));
    } catch (error) {
      await backOffAfter(context, session, error);
      return false;
    }
    if (isFull(session.slots, 0)) {
      await backOff(context, session, 'slots', null);
      return false;
    }
  }
  const next = ended(backoff);
  session.backoff = next;
  await commit(context, 'write', async (tx, changes) => {
    if (await putBackoff(tx, next)) changes.note();
  });
  return true;
}

/** The backoff that a failed question calls for: whatever went wrong, nothing was changed by it. */
export async function backOffAfter(
  context: UploadsContext,
  session: Pick<SendSession, 'accountId' | 'backoff'>,
  error: unknown,
): Promise<void> {
  const { code, msg } = failedCallOf(error);
  const failed = classifyFailure({ code, msg, mayHaveTakenEffect: false });
  // A question that the service refuses tells nothing about any link: it is as if there were no answer.
  await backOff(context, session, failed.kind === 'wait' ? failed.reason : 'service', failed.failure);
}

export function readSlots({
  totalSlots,
  usedSlots,
}: {
  totalSlots: number | null;
  usedSlots: number | null;
}): Slots {
  // A service that has no slot at all would be of no use: 0 is one that does not say.
  return totalSlots === null || usedSlots === null || totalSlots <= 0
    ? null
    : { total: totalSlots, used: usedSlots };
}

/** Whether no slot is left for another one, besides those that are under way. */
export function isFull(slots: Slots, underWay: number): boolean {
  return slots !== undefined && slots !== null && slots.used + underWay >= slots.total;
}

/** What is uncertain of an account, in order. */
export const readUncertain = (
  { store }: UploadsContext,
  { accountId }: Pick<SendSession, 'accountId'>,
): Promise<readonly Upload[]> =>
  store.transact('read', (tx) => tx.inStates(accountId, ['uncertain', 'deferred']));

/** When the first of these is to be looked for, milliseconds since the epoch; Infinity where none is. */
export function nextCheckMs(uncertain: readonly Upload[]): number {
  return Math.min(
    ...uncertain.map(({ uncertainty }) => uncertainty?.nextCheckAtMs ?? Number.POSITIVE_INFINITY),
  );
}
