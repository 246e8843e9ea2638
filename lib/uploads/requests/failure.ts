/**
 * Classifies a failed request: refused, retry later, or uncertain. Pure.
 *
 * Browsers silently repeat a GET whose connection breaks before a response. The first request may have taken effect, and the response is
 * then about the second one. So:
 * - an upload that was turned away for lack of capacity (too many requests, a quota, no slot, no server) is sent again only after a check
 *   (`mayBeThere`);
 * - "already in the queue" is checked too;
 * - an upload that was refused for itself (`refused`) or for the key was also refused the first time.
 */
import type { BackoffReason, CallFailure } from '../../accounts/account-backoff.ts';
import type { FailedCall } from '../../api/index.ts';
import type { Upload } from '../upload.ts';

export type SendFailure =
  /** This link won't be taken. Others may be. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** All links of the account wait. */
  | ({ readonly kind: 'wait'; readonly failure: CallFailure } & LinkWait)
  /** Evidence decides. `reason`: why other links of the account wait meanwhile. */
  | { readonly kind: 'uncertain'; readonly reason: 'network' | 'service'; readonly failure: CallFailure }
  /** Perhaps queued by another user. */
  | { readonly kind: 'already-queued'; readonly failure: CallFailure };

// Messages are undocumented and differ between services. These words are common.
const alreadyQueued = /\balready\b|\bduplicated?\b|\bexists\b|\bexist\b.*\bqueue\b/i;
const noSlot =
  /\bslots?\b|\bqueue\b.*\bfull\b|\bfull\b.*\bqueue\b|\b(max(imum)?|limit|too many)\b.*\b(uploads?|transfers?|downloads?|urls|links)\b|\b(urls?|links?|uploads?|transfers?|queue) limit\b/i;
const noServer =
  /\bno\b.*\bservers?\b|\bservers?\b.*\b(busy|unavailable|overloaded)\b|\bmaintenance\b|\btemporar(y|il)|\btry (again|later)\b|\b(please|must) wait\b/i;

interface LinkWait {
  readonly reason: BackoffReason;
  readonly mayBeThere: boolean;
}

/** The service's words distinguish the other two codes. */
const waits: Readonly<Record<Exclude<CallFailure['code'], 'refused' | 'not-found'>, LinkWait>> = {
  'rate-limited': { reason: 'rate-limited', mayBeThere: true },
  'quota-exceeded': { reason: 'quota', mayBeThere: true },
  unauthorized: { reason: 'account', mayBeThere: false },
  'invalid-response': { reason: 'service', mayBeThere: false },
  network: { reason: 'network', mayBeThere: false },
  timeout: { reason: 'network', mayBeThere: false },
  aborted: { reason: 'network', mayBeThere: false },
  unexpected: { reason: 'network', mayBeThere: false },
};

export function classifyFailure({ code, msg, mayHaveTakenEffect }: FailedCall): SendFailure {
  const failure = { code, msg };
  // "All slots are already in use" is about the slots.
  if (code === 'refused' && msg !== null && alreadyQueued.test(msg) && !noSlot.test(msg))
    return { kind: 'already-queued', failure };
  if (mayHaveTakenEffect)
    return { kind: 'uncertain', reason: code === 'invalid-response' ? 'service' : 'network', failure };
  if (code !== 'refused' && code !== 'not-found') return { kind: 'wait', ...waits[code], failure };
  if (msg !== null && noSlot.test(msg)) return { kind: 'wait', reason: 'slots', mayBeThere: true, failure };
  if (msg !== null && noServer.test(msg))
    return { kind: 'wait', reason: 'service', mayBeThere: true, failure };
  return { kind: 'refused', failure };
}

/** The service's message about a private link is stored only with that link. */
export const redactFailure = (upload: Upload, { code, msg }: CallFailure): CallFailure => ({
  code,
  msg: upload.private ? null : msg,
});
