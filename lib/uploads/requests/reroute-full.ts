import { commitChanges } from '../changes.ts';
import { findFullTime } from '../fallback.ts';
import type { Upload } from '../upload.ts';
import type { UploadsContext } from '../uploads-context.ts';
import { classifyFailure } from './failure.ts';

/** Between these transactions, other messages get their turn. */
const sliceSize = 250;

/** @returns when the account will count as full for the next upload. Infinity: never, as far as we know */
export async function rerouteFull(context: UploadsContext, accountId: string): Promise<number> {
  const { store, accountStatus, clock } = context;
  const backoff = accountStatus.peek(accountId);
  // The account took the last link.
  if (backoff?.reason !== 'quota' && backoff?.reason !== 'slots') return Number.POSITIVE_INFINITY;
  const queued = await store.transact('read', (tx) => tx.listInStates(accountId, ['queued']));
  const find = (upload: Upload) => findFullTime(upload, backoff, getTurnedAway(upload), clock());
  let nextMs = Number.POSITIVE_INFINITY;
  const due: string[] = [];
  for (const upload of queued) {
    const atMs = upload.fallbacks.length > 0 ? (find(upload)?.atMs ?? nextMs) : nextMs;
    if (atMs <= clock()) due.push(upload.id);
    else nextMs = Math.min(nextMs, atMs);
  }
  for (let at = 0; at < due.length; at += sliceSize)
    await commitChanges(context, 'durable', async (tx, changes) => {
      for (const id of due.slice(at, at + sliceSize)) {
        const upload = await tx.get(id);
        const full = upload?.state === 'queued' && upload.accountId === accountId ? find(upload) : null;
        if (upload && full) await changes.reroute(tx, upload, { reason: 'full', msg: full.msg });
      }
    });
  return nextMs;
}

/** Why the service turned it away last. It is queued again because it was proven absent. */
function getTurnedAway({ failure }: Upload) {
  if (failure === null) return null;
  const { code, msg } = failure;
  if (code !== 'quota-exceeded' && code !== 'refused') return null;
  const failed = classifyFailure({ code, msg, mayHaveTakenEffect: false });
  return failed.kind === 'wait' ? { reason: failed.reason, failure: failed.failure } : null;
}
