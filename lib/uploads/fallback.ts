/**
 * Decides when another account gets a link: if its account is full, or the service refuses the link. An outage, a rate limit, a rejected
 * key or a missing permission say nothing about room, so they don't count. Pure.
 */

import { type AccountBackoff, type CallFailure, isWaiting } from '../accounts/account-backoff.ts';
import { createPhraseFinder, readWords } from '../api/phrases.ts';
import { fullAfterMs } from '../timing/policies.ts';
import type { EpochMs } from '../timing/units.ts';
import { isSourceFailure, type Reroute, type Upload, type UploadFailureCode } from './upload.ts';

/** A quota that resets within a minute. */
const saysShortQuota = createPhraseFinder(['min|mins|minute*|sec|secs|second*']);
const saysQueue = createPhraseFinder(['queue|url|urls|link|links']);
/** They become free when a transfer ends. */
const saysSlots = createPhraseFinder(['slot|slots']);

/** By the user, on the host's website or another device. */
const saysCancelled = createPhraseFinder([
  '^ cancel*|deleted|removed',
  '^ upload|download|transfer ..1 cancel*|deleted|removed',
]);

/** The user's folder or file is missing, or the account already has the link or a part of its file. */
const noFallbackCodes: ReadonlySet<UploadFailureCode> = new Set([
  'folder-gone',
  'file-gone',
  'same-file',
  'incomplete',
]);

/** Null if the upload stays. */
export function getFallbackReason({ state, failure, intent }: Upload): 'refused' | 'failed' | null {
  // The service may list a transfer that the user deletes as cancelled.
  if (intent === 'dismiss') return null;
  if (state === 'refused' && failure !== null)
    return noFallbackCodes.has(failure.code) || isSourceFailure(failure.code) ? null : 'refused';
  // If a transfer left the list without a failure, its file may still appear.
  const isMissing = state === 'vanished' && failure?.code === 'transfer-failed';
  if (!isMissing && state !== 'failed') return null;
  return saysCancelled(readWords(failure?.msg ?? '')) ? null : 'failed';
}

/** False: after `fullAfterMs`. Null: never. */
function isFullAtOnce(reason: AccountBackoff['reason'], msg: string | null): boolean | null {
  const words = readWords(msg ?? '');
  if (reason === 'quota') return !saysShortQuota(words);
  if (reason === 'slots') return saysQueue(words) && !saysSlots(words);
  return null;
}

/**
 * Why and since when the account of a queued upload counts as full. Null: it doesn't, as far as we know.
 *
 * @param turnedAway why the service turned this upload away, which has since been proven absent
 */
export function findFullTime(
  upload: Upload,
  backoff: AccountBackoff,
  turnedAway: { readonly reason: AccountBackoff['reason']; readonly failure: CallFailure } | null,
  nowMs: EpochMs,
): ({ readonly atMs: number } & Pick<Reroute, 'msg'>) | null {
  const isBlocked = isWaiting(backoff, nowMs) && (!backoff.isForLinksOnly || upload.source === 'link');
  const { reason, failure } = turnedAway ?? backoff;
  if (turnedAway === null && !isBlocked) return null;
  const msg = failure?.msg ?? null;
  const isAtOnce = isFullAtOnce(reason, msg);
  if (isAtOnce === null) return null;
  const sinceMs = Math.max(backoff.sinceMs, upload.reroute?.atMs ?? upload.createdAtMs);
  return { atMs: isAtOnce ? 0 : sinceMs + fullAfterMs, msg };
}
