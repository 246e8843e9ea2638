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
import { isKnownMessage } from '../../api/classify-message.ts';
import type { FailedCall } from '../../api/index.ts';
import { createPhraseFinder, readWords } from '../../api/phrases.ts';
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
const things =
  'url|urls|link|links|upload|uploads|transfer|transfers|download|downloads|task|tasks|job|jobs|thread|threads';
const many = 'urls|links|uploads|transfers|downloads|tasks|jobs|threads';

/** The account's queue at the service is full, and empties by itself. */
const saysFull = createPhraseFinder([
  'slot|slots',
  'queue ..4 full|busy|overflow*|exceed*|limit*|max*',
  'full|limit*|max* ..4 queue',
  `max*|limit* ..6 ${things}`,
  `${things} ..2 limit*|max*`,
  `too many ..4 ${many}|queue|queued|pending|active`,
  `no more ..1 ${many}`,
  `more than # ..2 ${many}`,
  `only ..3 # ..2 ${many}`,
  `have|has ..1 # ..3 ${many}`,
  `${many} … in use|progress`,
  `${many} ..2 busy|running`,
  `wait … ${many}`,
]);
/** A limit of a file's size or an address's length. */
const saysTooLarge = createPhraseFinder([
  'file size',
  'large|big|long|bytes|characters|chars|kb|mb|gb|*kb|*mb|*gb',
]);

const saysLater = createPhraseFinder([
  'no … server|servers',
  'try|retry again',
  'come|try|retry … later|soon|minute|minutes',
  'please|must wait',
]);
const saysUnavailable = createPhraseFinder([
  'server|servers … busy|offline|overloaded|unavailable|maintenance',
  'server|servers ..1 not ..1 available|ready',
  'maintenance|temporar*',
]);
/** What is unavailable may also be the link or its site. */
const saysSource = createPhraseFinder([
  'remote|source|origin|target server|host|site',
  'file|video|url|link !upload*',
]);

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
  const words = readWords(msg ?? '');
  const isFull = saysFull(words) && !saysTooLarge(words);
  // "All slots are already in use" is about the slots.
  if (code === 'refused' && isKnownMessage(msg ?? '') && !isFull) return { kind: 'already-queued', failure };
  if (mayHaveTakenEffect)
    return { kind: 'uncertain', reason: code === 'invalid-response' ? 'service' : 'network', failure };
  if (code !== 'refused' && code !== 'not-found') return { kind: 'wait', ...waits[code], failure };
  if (isFull) return { kind: 'wait', reason: 'slots', mayBeThere: true, failure };
  if (saysLater(words) || (saysUnavailable(words) && !saysSource(words)))
    return { kind: 'wait', reason: 'service', mayBeThere: true, failure };
  return { kind: 'refused', failure };
}

/** The service's message about a private link is stored only with that link. */
export const redactFailure = (upload: Upload, { code, msg }: CallFailure): CallFailure => ({
  code,
  msg: upload.private ? null : msg,
});
