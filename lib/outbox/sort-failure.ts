/** Sorts what went wrong with a send: refused for good, to be tried later, or in doubt. Pure. */
import { ApiError } from '../api/index.ts';
import type { WaitReason } from './item.ts';
import type { Words } from './transitions.ts';

export type Failure =
  /** The service said no to this link: never tried again by itself, holds up nobody. */
  | { readonly kind: 'refused'; readonly words: Words }
  /** Without effect, for a reason that holds for every link of the account: all wait. */
  | { readonly kind: 'wait'; readonly reason: WaitReason; readonly words: Words }
  /** It may have had its effect: only evidence can tell. `reason`: what others of the account wait for meanwhile. */
  | { readonly kind: 'doubt'; readonly reason: 'network' | 'service'; readonly words: Words }
  /** The service has this link in a queue already, though whose is not said. */
  | { readonly kind: 'already-queued'; readonly words: Words };

/** The part of an `ApiError` that decides. */
export type FailedCall = Pick<ApiError, 'msg' | 'mayHaveTakenEffect'> & { readonly code: string };

// Sentences differ between services (none is documented); the words for these meanings hardly do.
const alreadyQueued = /\balready\b|\bduplicate\b|\bexists?\b.*\bqueue\b/i;
const noSlot =
  /\bslots?\b|\bqueue\b.*\bfull\b|\bfull\b.*\bqueue\b|\b(max(imum)?|too many)\b.*\b(uploads?|transfers?|downloads?)\b/i;

const noServer = /\bno\b.*\bservers?\b|\bservers?\b.*\b(busy|unavailable|maintenance)\b|\btry again later\b/i;

/** Sorts a failed `remoteUploads.add`. */
export function sortFailure({ code, msg, mayHaveTakenEffect }: FailedCall): Failure {
  const words = { failure: code, msg };
  if (code === 'refused' && msg !== null && alreadyQueued.test(msg)) return { kind: 'already-queued', words };
  if (mayHaveTakenEffect) {
    return { kind: 'doubt', reason: code === 'invalid-response' ? 'service' : 'network', words };
  }
  switch (code) {
    case 'rate-limited':
      return { kind: 'wait', reason: 'rate-limited', words };
    case 'quota-exceeded':
      return { kind: 'wait', reason: 'quota', words };
    case 'unauthorized':
      return { kind: 'wait', reason: 'account', words };
    case 'refused':
    case 'not-found':
      if (msg !== null && noSlot.test(msg)) return { kind: 'wait', reason: 'slots', words };
      if (msg !== null && noServer.test(msg)) return { kind: 'wait', reason: 'service', words };
      return { kind: 'refused', words };
    case 'invalid-response':
      return { kind: 'wait', reason: 'service', words };
    default:
      return { kind: 'wait', reason: 'network', words };
  }
}

/**
 * What an error says about the request. One that is none of `lib/api`'s is a fault of our own: nothing is known then, so
 * that the request may have had its effect.
 */
export function readFailure(error: unknown): FailedCall {
  return error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };
}
