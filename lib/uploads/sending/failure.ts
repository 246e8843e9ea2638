/**
 * What a failed send means: refused for good, to be tried later, or uncertain. Pure.
 *
 * A definite answer is not always the answer to our request. Browsers repeat a GET by themselves where a connection
 * breaks before an answer, and tell nobody: the first arrival may have had its effect, and what we are told is what the
 * service thinks of the second. Hence
 * - what is turned away for want of room (too many requests, a quota, no slot, no server) may be turned away because of
 *   the first arrival: it goes out again only after a check (`mayBeThere`);
 * - "already in the queue" may be about the first arrival: it is looked for as well;
 * - what is refused for a reason of its own (`refused`), or for the key, would have been refused at its first arrival.
 */
import { ApiError } from '../../api/index.ts';
import type { FailureInfo, WaitReason } from '../upload.ts';

export type SendFailure =
  /** The service said no to this link: never tried again by itself, holds up nobody. */
  | { readonly kind: 'refused'; readonly failure: FailureInfo }
  /** Turned away for a reason that holds for every link of the account: all wait. */
  | {
      readonly kind: 'wait';
      readonly reason: WaitReason;
      /** This one may have arrived before, and have been taken. */
      readonly mayBeThere: boolean;
      readonly failure: FailureInfo;
    }
  /** It may have had its effect: only evidence can tell. `reason`: what others of the account wait for meanwhile. */
  | { readonly kind: 'uncertain'; readonly reason: 'network' | 'service'; readonly failure: FailureInfo }
  /** The service has this link in a queue already, though whose is not said. */
  | { readonly kind: 'already-queued'; readonly failure: FailureInfo };

/** The part of an `ApiError` that decides. */
export type FailedCall = Pick<ApiError, 'msg' | 'mayHaveTakenEffect'> & { readonly code: string };

// Sentences differ between services (none is documented); the words for these meanings hardly do.
const alreadyQueued = /\balready\b|\bduplicated?\b|\bexists\b|\bexist\b.*\bqueue\b/i;
const noSlot =
  /\bslots?\b|\bqueue\b.*\bfull\b|\bfull\b.*\bqueue\b|\b(max(imum)?|too many)\b.*\b(uploads?|transfers?|downloads?)\b/i;
const noServer = /\bno\b.*\bservers?\b|\bservers?\b.*\b(busy|unavailable|maintenance)\b|\btry again later\b/i;

/** Classifies a failed `remoteUploads.add`. */
export function classifyFailure({ code, msg, mayHaveTakenEffect }: FailedCall): SendFailure {
  const failure = { code, msg };
  // "All slots are already in use" is about the slots.
  if (code === 'refused' && msg !== null && alreadyQueued.test(msg) && !noSlot.test(msg))
    return { kind: 'already-queued', failure };
  if (mayHaveTakenEffect) {
    return { kind: 'uncertain', reason: code === 'invalid-response' ? 'service' : 'network', failure };
  }
  const wait = (reason: WaitReason, mayBeThere: boolean) =>
    ({ kind: 'wait', reason, mayBeThere, failure }) as const;
  switch (code) {
    case 'rate-limited':
      return wait('rate-limited', true);
    case 'quota-exceeded':
      return wait('quota', true);
    case 'unauthorized':
      return wait('account', false);
    case 'refused':
    case 'not-found':
      if (msg !== null && noSlot.test(msg)) return wait('slots', true);
      if (msg !== null && noServer.test(msg)) return wait('service', true);
      return { kind: 'refused', failure };
    case 'invalid-response':
      return wait('service', false);
    default:
      return wait('network', false);
  }
}

/** What an error says about the request. Of one that is none of `lib/api`'s nothing is known: it may have had its effect. */
export function failedCallOf(error: unknown): FailedCall {
  return error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };
}
