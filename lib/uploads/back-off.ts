/** Backs off uploads that fail before their request while the account responds. After a day they are given up. */

import { unsentRetry } from '../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../timing/retry.ts';
import { commitChanges } from './changes.ts';
import type { FailureInfo, Upload, WaitReason } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

/** @param isMeant which queued uploads of the same source and account wait too */
export async function backOffUnsent(
  context: UploadsContext,
  { accountId, source }: Upload,
  isMeant: (upload: Upload) => boolean,
  reason: WaitReason,
  failure: FailureInfo,
): Promise<void> {
  await commitChanges(context, 'write', async (tx, changes) => {
    for (const upload of await tx.listInStates(accountId, ['queued'])) {
      if (upload.source !== source || !isMeant(upload)) continue;
      const sinceMs = upload.wait?.sinceMs ?? changes.nowMs;
      const elapsedMs = changes.nowMs - sinceMs;
      const untilMs = changes.nowMs + calculateDelayMs(unsentRetry, elapsedMs);
      await changes.applyAction(
        tx,
        upload,
        isGivenUp(unsentRetry, 0, elapsedMs)
          ? { type: 'refuse', failure }
          : { type: 'backOff', wait: { reason, untilMs, sinceMs }, failure },
      );
    }
  });
}

/** The folder of an upload can be read again, so uploads that waited for it continue, and a later failure counts as the first. */
export async function endUnsentBackoff(
  context: UploadsContext,
  { accountId, folder, wait }: Upload,
): Promise<void> {
  if (wait?.sinceMs === undefined) return;
  await commitChanges(context, 'write', async (tx, changes) => {
    for (const upload of await tx.listInStates(accountId, ['queued']))
      if (upload.wait?.sinceMs !== undefined && upload.folder.id === folder.id)
        await changes.applyAction(tx, upload, { type: 'backOff', wait: null, failure: null });
  });
}
