/** Decides where the status is ambiguous (403: key or quota). Phrases: docs/http-api.md, "Errors", and other clients. Pure. */
import type { ApiErrorCode } from './errors.ts';

/** `refused` is the general one. */
type MessageCode = Extract<
  ApiErrorCode,
  'rate-limited' | 'quota-exceeded' | 'unauthorized' | 'not-found' | 'refused'
>;

// Messages quote file names: "Unknown Author - Song.mp3" is not about the key, "88 Miles per Hour.mp4" not about a quota.
const meanings: readonly (readonly [MessageCode, RegExp])[] = [
  [
    'refused',
    /\b(is|are|was) already (in|on) (the|your) (queue|list)\b|\balready (exists?|queued)\b|\bduplicate\b|\bfile(?:'s)? size\b|\b(file|link|url)\b.*\btoo (large|big)\b/i,
  ],
  // Clear words about the account, before those about a queue that may stand beside them.
  ['rate-limited', /\btoo many requests\b|\brate limit|\bflood\b|\bslow down\b/i],
  [
    'quota-exceeded',
    /\bquota\b|\b(not enough|insufficient|no|out of)\b.*\bspace\b|\b(disk|storage|account) (is )?full\b|\b(bandwidth|traffic|storage|disk) limit/i,
  ],
  // A full queue, which empties by itself: "max urls limit: 15".
  [
    'refused',
    /^(?!.*\b(per|daily|hourly|weekly|monthly|today)\b).*(\b(max(imum)?|limit|too many)\b.*\b(urls|links|(remote )?uploads|transfers)\b|\b(urls?|links?|remote uploads?|transfers?|queue) limit\b)/i,
  ],
  [
    'quota-exceeded',
    /\blimit(s)? (is |are |was |has been )?(reached|exceeded|over)|\b(reached|exceed(s|ed)?|over)\b.*\blimit|\bper (min(ute)?|hour|day|week|month)\b(?!\.\w)|\b(daily|monthly) limit/i,
  ],
  [
    'unauthorized',
    /\b(wrong|invalid|bad|incorrect|missing|unknown|expired|no|empty)\b(?!.*\b(file|folder|url|link)\b).{0,20}\b(key|auth(enti\w+|ori[sz]\w+)?|token|login|credentials)\b|\b(key|auth(enti\w+|ori[sz]\w+)?|token|login|credentials)\b.{0,30}\b(wrong|invalid|incorrect|expired|missing|required|failed|revoked)\b|\b(un|not )authori[sz]ed\b|\baccount (is |was |has been )?(banned|blocked|disabled|expired|inactive|suspended)\b/i,
  ],
  [
    'not-found',
    /\bnot found\b|\bnot your (file|folder)|\bno such\b|\bdo(es)?(n't| not) exist\b|\bunknown (file|folder)\b/i,
  ],
  [
    'refused',
    /\balready\b|\bduplicate|\bfull\b|\bno (free |more )?slots?\b|\bno .*\bserver|\berror\b|\bfail(ed|ure)?\b|\binvalid\b|\bwrong\b|\bden(ied|y)\b|\bforbidden\b|\bnot (allowed|permitted|supported|available|possible)\b|\bunsupported\b|\bunavailable\b|\bmissing\b|\brequired\b|\b(can't|cannot|can not|could not|couldn't|unable)\b/i,
  ],
];

/** Characters. The patterns are slow on longer texts. */
const maxClassifiedLength = 300;

/** The meaning of a message; null where it is no known refusal. */
export function classifyMessage(msg: string): MessageCode | null {
  const start = msg.slice(0, maxClassifiedLength);
  return meanings.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}

/** A denial without a reason. */
export const isBareDenial = (msg: string): boolean =>
  /^\W*((forbidden|access|permission|not|is|denied|allowed)\W*)*$/i.test(msg);

/** "OK" or empty. Any other message proves neither success nor failure. */
export const isPlainOkMessage = (msg: string): boolean =>
  /^[^\p{L}\p{N}]*(ok|okay|success|successful|done|true)?[^\p{L}\p{N}]*$/iu.test(msg);

/** An action on transfers was carried out: "Quota errors restarted", "Restarting …". */
export function isDoneMessage(msg: string): boolean {
  // Not the stems alone: "queue is full", "remove some files".
  return (
    /\b(restart|clear|remov|delet|(re-?)?queu)e?(d|ing)\b/i.test(msg) &&
    !/\b(0|not?|none|nothing|cannot|too many)\b|n't\b|ing (fail|den|refus)/i.test(msg)
  );
}

export const isEmptyListMessage = (msg: string): boolean =>
  /^\W*(nothing|none|empty|no|0)\b/i.test(msg) || /\b(is empty|nothing to (report|show))\b/i.test(msg);
