/**
 * Sorts what went wrong with a send: refused for good, to be tried later, or in doubt. Pure.
 *
 * A definite answer is not always the answer to our request. Chromium repeats a GET by itself where a connection that it
 * had used before breaks, and tells nobody: the first arrival may have had its effect, and what we are told is what the
 * service thinks of the second. (That this one arrives, uncounted by any limiter, is beyond anything that an extension
 * can do; so is a service that carries out both.) Hence
 * - what is turned away for want of room (too many requests, a quota, no slot, no server) may be turned away for the first
 *   arrival's sake: it goes out again only after a look (`mayBeThere`);
 * - "already in the queue" may be about the first arrival: it is looked for as well;
 * - what is refused for a reason of its own (`refused`), or for the key, would have been refused at its first arrival.
 */
import { ApiError } from '../api/index.ts';
import type { WaitReason } from './item.ts';
import type { Words } from './transitions.ts';

export type Failure =
  /** The service said no to this link: never tried again by itself, holds up nobody. */
  | { readonly kind: 'refused'; readonly words: Words }
  /**
   * Turned away for a reason that holds for every link of the account: all wait. `mayBeThere`: this one may have arrived
   * before, and have been taken.
   */
  | {
      readonly kind: 'wait';
      readonly reason: WaitReason;
      readonly mayBeThere: boolean;
      readonly words: Words;
    }
  /** It may have had its effect: only evidence can tell. `reason`: what others of the account wait for meanwhile. */
  | { readonly kind: 'doubt'; readonly reason: 'network' | 'service'; readonly words: Words }
  /** The service has this link in a queue already, though whose is not said. */
  | { readonly kind: 'already-queued'; readonly words: Words };

/** The part of an `ApiError` that decides. */
export type FailedCall = Pick<ApiError, 'msg' | 'mayHaveTakenEffect'> & { readonly code: string };

// Sentences differ between services (none is documented); the words for these meanings hardly do.
const alreadyQueued = /\balready\b|\bduplicated?\b|\bexists\b|\bexist\b.*\bqueue\b/i;
const noSlot =
  /\bslots?\b|\bqueue\b.*\bfull\b|\bfull\b.*\bqueue\b|\b(max(imum)?|too many)\b.*\b(uploads?|transfers?|downloads?)\b/i;

const noServer = /\bno\b.*\bservers?\b|\bservers?\b.*\b(busy|unavailable|maintenance)\b|\btry again later\b/i;

/** Sorts a failed `remoteUploads.add`. */
export function sortFailure({ code, msg, mayHaveTakenEffect }: FailedCall): Failure {
  const words = { failure: code, msg };
  // "All slots are already in use" is about the slots.
  if (code === 'refused' && msg !== null && alreadyQueued.test(msg) && !noSlot.test(msg))
    return { kind: 'already-queued', words };
  if (mayHaveTakenEffect) {
    return { kind: 'doubt', reason: code === 'invalid-response' ? 'service' : 'network', words };
  }
  const wait = (reason: WaitReason, mayBeThere: boolean) =>
    ({ kind: 'wait', reason, mayBeThere, words }) as const;
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
      return { kind: 'refused', words };
    case 'invalid-response':
      return wait('service', false);
    default:
      return wait('network', false);
  }
}

/**
 * What an error says about the request. One that is none of `lib/api`'s is a fault of our own: nothing is known then, so
 * that the request may have had its effect.
 */
export function readFailure(error: unknown): FailedCall {
  return error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };
}
