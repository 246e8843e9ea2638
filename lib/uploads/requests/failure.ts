/**
 * Classifies a failed request: refused for good, retry later, or uncertain. Pure.
 *
 * A definite response may be about a repeated request. Browsers silently repeat a GET whose connection breaks before a response. The first
 * one may have taken effect, and the response is about the second. So:
 * - an upload that was turned away for lack of capacity (too many requests, a quota, no slot, no server) may be there because of the first
 *   request. It is sent again only after a check (`mayBeThere`);
 * - "already in the queue" may be about the first request, so it is checked too;
 * - an upload that was refused for itself (`refused`) or for the key was also refused the first time.
 */
import type { BackoffReason, CallFailure } from '../../accounts/account-backoff.ts';
import type { FailedCall } from '../../api/index.ts';
import type { Upload } from '../upload.ts';

type SendFailure =
  /** This link is refused: no retry, and no effect on others. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** The reason applies to all links of the account, so all wait. */
  | ({ readonly kind: 'wait'; readonly failure: CallFailure } & LinkWait)
  /** It may have taken effect, so evidence decides. `reason`: why other links of the account wait meanwhile. */
  | { readonly kind: 'uncertain'; readonly reason: 'network' | 'service'; readonly failure: CallFailure }
  /** The service has this link queued, perhaps for another user. */
  | { readonly kind: 'already-queued'; readonly failure: CallFailure };

// Messages are undocumented and differ between services. These words are common to them.
const alreadyQueued = /\balready\b|\bduplicated?\b|\bexists\b|\bexist\b.*\bqueue\b/i;
const noSlot =
  /\bslots?\b|\bqueue\b.*\bfull\b|\bfull\b.*\bqueue\b|\b(max(imum)?|limit|too many)\b.*\b(uploads?|transfers?|downloads?|urls|links)\b|\b(urls?|links?|uploads?|transfers?|queue) limit\b/i;
const noServer = /\bno\b.*\bservers?\b|\bservers?\b.*\b(busy|unavailable|maintenance)\b|\btry again later\b/i;

interface LinkWait {
  readonly reason: BackoffReason;
  /** The service may have taken this link. */
  readonly mayBeThere: boolean;
}

/** After calls without effect. The service's words distinguish the two other codes. */
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
