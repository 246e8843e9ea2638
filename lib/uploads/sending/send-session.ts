/** The state of an account while its queue is sent, and its backoff. */

import { readFailure } from '../../api/index.ts';
import { earliest } from '../../timing/backoff.ts';
import {
  type AccountBackoff,
  createNextBackoff,
  endBackoff,
  isBackoffEnded,
  isBlocked,
  isWaiting,
} from '../account-backoff.ts';
import { commitChanges } from '../changes.ts';
import type { UploadsClient, UploadsContext } from '../context.ts';
import type { UploadTransaction } from '../storage/store.ts';
import type { FailureInfo, Upload, WaitReason } from '../upload.ts';
import { classifyFailure } from './failure.ts';

/** Null: the service reports none; undefined: not requested yet. */
export type Slots = { readonly total: number; readonly used: number } | null | undefined;

export interface SendSession {
  readonly accountId: string;
  readonly client: UploadsClient;
  slots: Slots;
  backoff: AccountBackoff | undefined;
  /** When the next check for evidence is due; Infinity where none is. */
  checkAtMs: number;
  /** Resolves at the next change of the queue. */
  waitForWake(): Promise<void>;
  /** Grows with each such change. */
  getWakeCount(): number;
}

/** Stores a backoff for the account. */
export async function backOff(
  context: UploadsContext,
  session: Pick<SendSession, 'accountId' | 'backoff'>,
  reason: WaitReason,
  failure: FailureInfo | null,
): Promise<void> {
  const { clock, random } = context;
  const { accountId, backoff: previous } = session;
  const isForbidden = reason === 'network' && !(await context.hasHostPermission(accountId));
  const given = { accountId, reason: isForbidden ? 'permission' : reason, failure } as const;
  const next = createNextBackoff(previous, given, clock(), random);
  session.backoff = next;
  await commitChanges(context, 'write', async (tx, changes) => {
    const stored = await tx.getBackoff(accountId);
    if (!(await putBackoff(tx, next))) return;
    changes.markChanged();
    const isAnnounced = stored !== undefined && isBlocked(stored) && stored.reason === next.reason;
    if (isBlocked(next) && !isAnnounced) await changes.addEvent(tx, createBlockedEvent(next, changes.nowMs));
  });
}

/** Stores a backoff; false where the account was removed while its request was under way. */
async function putBackoff(tx: UploadTransaction, backoff: AccountBackoff): Promise<boolean> {
  const hasUploads = (await tx.listAccountIds()).includes(backoff.accountId);
  if (hasUploads) await tx.setBackoff(backoff);
  return hasUploads;
}

/** The event of an account that waits for the user. */
function createBlockedEvent({ accountId, reason, failure }: AccountBackoff, atMs: number) {
  return {
    ...({ atMs, kind: 'blocked', accountId, uploadId: null, source: null, private: false } as const),
    ...{ url: '', title: null, folderId: '0', folderName: null, fileCode: null, ref: null },
    ...{ code: reason, msg: failure?.msg ?? null },
  };
}

/**
 * Ends a backoff whose time is over, by a read of the slots, which has no effect.
 *
 * @returns whether sending may go on
 */
export async function tryEndBackoff(
  context: UploadsContext,
  session: SendSession,
  isAnswered: boolean,
): Promise<boolean> {
  const { backoff, client } = session;
  if (backoff === undefined || isBackoffEnded(backoff)) return true;
  if (isWaiting(backoff, context.clock(), 'send')) return false;
  if (!isAnswered || backoff.reason === 'slots') {
    try {
      session.slots = readSlots(await client.remoteUploads.slots({ lane: 'queue' }));
    } catch (error) {
      await backOffAfter(context, session, error);
      return false;
    }
    if (areSlotsFull(session.slots, 0)) {
      await backOff(context, session, 'slots', null);
      return false;
    }
  }
  const next = endBackoff(backoff);
  session.backoff = next;
  await commitChanges(context, 'write', async (tx, changes) => {
    if (await putBackoff(tx, next)) changes.markChanged();
  });
  return true;
}

/** The backoff after a failed read, which had no effect. */
export async function backOffAfter(
  context: UploadsContext,
  session: Pick<SendSession, 'accountId' | 'backoff'>,
  error: unknown,
): Promise<void> {
  const { code, msg } = readFailure(error);
  const failed = classifyFailure({ code, msg, mayHaveTakenEffect: false });
  // A refused read is no evidence about a link: it counts as no answer.
  await backOff(context, session, failed.kind === 'wait' ? failed.reason : 'service', failed.failure);
}

export function readSlots({
  totalSlots,
  usedSlots,
}: {
  totalSlots: number | null;
  usedSlots: number | null;
}): Slots {
  return totalSlots === null || usedSlots === null ? null : { total: totalSlots, used: usedSlots };
}

/** Whether no slot is left, counting requests under way. */
export function areSlotsFull(slots: Slots, underWay: number): boolean {
  return slots !== undefined && slots !== null && slots.used + underWay >= slots.total;
}

/** The uncertain and deferred uploads of an account, in order. */
export const readUncertain = (
  { store }: UploadsContext,
  { accountId }: Pick<SendSession, 'accountId'>,
): Promise<readonly Upload[]> =>
  store.transact('read', (tx) => tx.listInStates(accountId, ['uncertain', 'deferred']));

/** When the next check is due, milliseconds since the epoch; Infinity where none is. */
export function getNextCheckMs(uncertain: readonly Upload[]): number {
  return earliest(uncertain.map(({ uncertainty }) => uncertainty?.nextCheckAtMs ?? Number.POSITIVE_INFINITY));
}
