/**
 * Reads what a message means if the status is ambiguous (403: key or quota). The phrases come from docs/http-api.md, "Errors", and from
 * other clients. Pure.
 */
import type { ApiErrorCode } from './errors.ts';
import { createPhraseFinder, readWords } from './phrases.ts';

type MessageCode = Extract<
  ApiErrorCode,
  'rate-limited' | 'quota-exceeded' | 'unauthorized' | 'not-found' | 'refused'
>;

const credential = 'key|auth|authenti*|authoris*|authoriz*|token|login|credentials';
const period = 'daily|hourly|weekly|monthly|today';
const transfers = 'urls|links|uploads|transfers';

/** The first matching row decides. */
const meanings = (
  [
    // About the file or link. The message may quote a name that suggests something else.
    ['refused', 'is|are|was already in|on the|your queue|list', 'already exist|exists|queued', 'duplicate'],
    ['refused', "file|file's size", 'file|link|url … too large|big'],
    // Before words about a queue, since a message may have both.
    ['rate-limited', 'too many requests', 'too fast|often|frequent*', 'rate limit*', 'flood', 'slow down'],
    ['quota-exceeded', 'quota', 'not enough … space', 'insufficient|no … space', 'out of … space'],
    ['quota-exceeded', 'disk|storage|account is? full', 'bandwidth|traffic|storage|disk limit*'],
    ['quota-exceeded', 'per min|minute|hour|day|week|month', `${period} … limit*`, `limit* … ${period}`],
    ['quota-exceeded', `${period} … max*`, `max* … ${period}`, `too many … ${period}`],
    // A full queue empties by itself: "max urls limit: 15".
    ['refused', `max|maximum|limit … ${transfers}`, `too many … ${transfers}`, 'remote upload|uploads limit'],
    ['refused', 'url|urls|link|links|transfer|transfers|queue limit'],
    ['quota-exceeded', 'limit|limits is|are|was|has|have? been? reached|exceeded|over'],
    ['quota-exceeded', 'reached|exceed|exceeds|exceeded|over … limit*'],
    [
      'unauthorized',
      `wrong|invalid|bad|incorrect|missing|unknown|expired|no|empty !file|folder|url|link ..2 ${credential}`,
    ],
    [
      'unauthorized',
      `${credential} ..5 wrong|invalid|incorrect|expired|missing|required|failed|revoked`,
      'unauthorised|unauthorized',
      'not authorised|authorized',
      'key|user|account ..1 not found',
      'no such key|user|account',
    ],
    ['unauthorized', 'account is|was|has? been? banned|blocked|disabled|expired|inactive|suspended'],
    ['not-found', 'not found', 'not your file*|folder*', 'no such', 'unknown file|folder'],
    ['not-found', "don't|doesn't exist", 'do|does not exist'],
    [
      'refused',
      'already|duplicate*|full|error|fail|failed|failure|invalid|wrong|denied|deny|forbidden|unsupported',
      "unavailable|missing|required|can't|cannot|couldn't|unable",
      'not allowed|permitted|supported|available|possible',
      'can|could not',
      'no free|more? slot|slots',
      'no … server*',
    ],
  ] satisfies readonly (readonly [code: MessageCode, ...phrases: string[]])[]
).map(([code, ...phrases]) => ({ code, isIn: createPhraseFinder(phrases) }));

/** In characters. The start says what matters. */
const maxClassifiedLength = 300;

export function classifyMessage(msg: string): MessageCode | null {
  const words = readWords(msg.slice(0, maxClassifiedLength));
  return meanings.find(({ isIn }) => isIn(words))?.code ?? null;
}

const denials = new Set(['forbidden', 'access', 'permission', 'not', 'is', 'denied', 'allowed']);

/** A denial without a reason that we understand. */
export const isBareDenial = (msg: string): boolean =>
  readWords(msg).every((word) => denials.has(word) || !/\w/.test(word));

const successes = new Set(['ok', 'okay', 'success', 'successful', 'done', 'true']);

/** Any message but "OK" proves neither success nor failure. */
export function isPlainOkMessage(msg: string): boolean {
  const words = readWords(msg);
  return words.length === 0 || (words.length === 1 && words.every((word) => successes.has(word)));
}

const saysKnown = createPhraseFinder([
  'already',
  'duplicate*',
  'exists',
  'exist … queue',
  'same url|link',
  'repeated url|link',
  'added before',
]);

/** The service has the link or file. */
export const isKnownMessage = (msg: string): boolean => saysKnown(readWords(msg));

// Whole words, because stems also match "queue is full".
const saysDone = createPhraseFinder([
  'restarted|cleared|removed|deleted|queued|requeued',
  'restarting|clearing|removing|deleting|queuing|queueing|requeuing|requeueing',
]);
const saysUndone = createPhraseFinder([
  "0|no|not|none|nothing|cannot|*n't",
  'too many',
  'restarting|clearing|removing|deleting|queuing|queueing fail*|den*|refus*',
]);

/** Such as "Quota errors restarted", "Restarting …". */
export function isDoneMessage(msg: string): boolean {
  const words = readWords(msg);
  return saysDone(words) && !saysUndone(words);
}

const items =
  'files|videos|links|urls|folders|uploads|transfers|downloads|encodings|reports|takedowns|requests|entries|items|records|results|matches|rows';
const saysEmpty = createPhraseFinder([
  'is empty',
  'nothing to report|show',
  'nothing|none found|here|yet',
  'empty list|queue|result',
  `no|0 !connection|database|server|servers|slot|slots ..2 ${items}|file|video|transfer|report|result|statistics|stats|data|content`,
]);
const emptyWords = new Set(['nothing', 'none', 'empty', '0']);

export function isEmptyListMessage(msg: string): boolean {
  const words = readWords(msg);
  return (words.length === 1 && words.every((word) => emptyWords.has(word))) || saysEmpty(words);
}
