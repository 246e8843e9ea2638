/** One run over the queue of an account. */

import {
  type BackoffReason,
  type CallFailure,
  isBackoffEnded,
  isWaiting,
} from '../../accounts/account-backoff.ts';
import { ApiError } from '../../api/index.ts';
import { slotsTimeoutMs } from '../../timing/policies.ts';
import { earliest } from '../../timing/retry.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { NoteBaseline } from '../note-baseline.ts';
import type { ListOutages } from '../transfer-listing.ts';
import type { Upload } from '../upload.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';
import { classifyFailure } from './failure.ts';
import type { FolderCheck } from './folder-check.ts';

/** Free slots. Null: the service reports none. Undefined: not requested yet. */
export type Slots = number | null | undefined;

export interface RequestSession extends UploadsContext {
  readonly accountId: string;
  readonly client: UploadsClient;
  slots: Slots;
  /** Infinity: no check is due. */
  checkAtMs: EpochMs;
  waitForWake(): Promise<void>;
  readonly noteBaseline: NoteBaseline;
  /** False: the list of transfers is empty although the service has accepted some. Undefined: not known yet. */
  showsTransfers(accountId: string): Promise<boolean | undefined>;
  readonly listOutages: ListOutages;
  getWakeCount(): number;
  wakeUp(): void;
  readonly checkFolder: FolderCheck;
}

/** If the failure is the account's, everything else waits too. */
export async function backOff(
  { accountStatus, accountId }: RequestSession,
  reason: BackoffReason,
  failure: CallFailure | null,
): Promise<void> {
  if (failure === null || !(await accountStatus.reportFailure(accountId, failure)))
    await accountStatus.backOffLinks(accountId, reason, failure);
}

/**
 * If the wait is over, reads the slots, which has no effect at the service.
 * @returns whether sending may continue
 */
export async function tryEndBackoff(session: RequestSession, isAnswered: boolean): Promise<boolean> {
  const { accountId, accountStatus, clock } = session;
  const backoff = accountStatus.peek(accountId);
  if (backoff === undefined || isBackoffEnded(backoff)) return true;
  if (!backoff.isForLinksOnly || isWaiting(backoff, clock())) return false;
  if (!isAnswered || backoff.reason === 'slots') {
    try {
      session.slots = await askForSlots(session);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, msg } = error;
      const failed = classifyFailure({ code, msg, mayHaveTakenEffect: false });
      // It says nothing about a link, so it counts as no response.
      const reason = failed.kind === 'wait' ? failed.reason : 'service';
      await backOff(session, reason, failed.failure);
      return false;
    }
    if (areSlotsFull(session.slots, 0)) {
      await backOff(session, 'slots', null);
      return false;
    }
  }
  await accountStatus.endLinksBackoff(accountId);
  return true;
}

/** If only the slots can't be read, the response to the next link has them. */
export async function askForSlots({
  accountStatus,
  accountId,
  client: { remoteUploads },
}: RequestSession): Promise<Slots> {
  try {
    return (await remoteUploads.slots({ lane: 'queue', timeout: slotsTimeoutMs })).freeSlots;
  } catch (error) {
    if (!(error instanceof ApiError) || (await accountStatus.reportFailure(accountId, error, true)))
      throw error;
    return undefined;
  }
}

export function areSlotsFull(slots: Slots, underWay: number): boolean {
  return slots !== undefined && slots !== null && underWay >= slots;
}

export const readUncertain = ({ store, accountId }: RequestSession): Promise<readonly Upload[]> =>
  store.transact('read', (tx) => tx.listInStates(accountId, ['uncertain', 'deferred']));

/** Infinity if none is due. */
export const getNextCheckMs = (uncertain: readonly Upload[]): number =>
  earliest(uncertain.map(({ uncertainty }) => uncertainty?.nextCheckAtMs ?? Number.POSITIVE_INFINITY));
