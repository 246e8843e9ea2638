/**
 * Reads a failure out of the service's own words. Envelopes say little (a 403 can be a bad key or a used-up quota), and
 * a failure can even travel under "status 200", so the sentence has the last word where the rest leaves it open.
 * The phrases are those of docs/http-api.md, "Errors", and of clients of such services. Pure.
 */
import type { ApiErrorCode } from './errors.ts';

/** What a refusal in words can mean; `refused` where the words are a plain no. */
export type WordsCode = Extract<
  ApiErrorCode,
  'rate-limited' | 'quota-exceeded' | 'unauthorized' | 'not-found' | 'refused'
>;

const meanings: readonly (readonly [WordsCode, RegExp])[] = [
  [
    'quota-exceeded',
    /\bquota\b|\blimit(s)? (is |are |was |has been )?(reached|exceeded|over)|\b(reached|exceed(s|ed)?|over)\b.*\blimit|\bper (min(ute)?|hour|day|week|month)\b|\b(daily|monthly|bandwidth) limit|\b(not enough|insufficient|no|out of)\b.*\bspace\b|\b(disk|storage|account) (is )?full\b/i,
  ],
  ['rate-limited', /\btoo many requests\b|\brate limit|\bflood\b|\bslow down\b/i],
  [
    'unauthorized',
    /\b(wrong|invalid|bad|incorrect|missing|unknown|expired|no|empty)\b(?!.*\b(file|folder|url|link)\b).{0,20}\b(key|auth\w*|token|login|credentials)\b|\b(key|auth\w*|token|login|credentials)\b.{0,30}\b(wrong|invalid|incorrect|expired|missing|required|failed|revoked)\b|\b(un|not )authori[sz]ed\b|\baccount (is |was |has been )?(banned|blocked|disabled|expired|inactive|suspended)\b/i,
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

/** Characters that are read: sentences are short, and the patterns take too long for what is no sentence. */
const longest = 300;

/** What the words mean; null where they are no refusal that anybody has seen yet. */
export function readWords(msg: string): WordsCode | null {
  const read = msg.slice(0, longest);
  return meanings.find(([, pattern]) => pattern.test(read))?.[0] ?? null;
}

/** A denial that says nothing of its reason. */
export function isBareDenial(msg: string): boolean {
  return /^\W*((forbidden|access|permission|not|is|denied|allowed)\W*)*$/i.test(msg);
}

/** "OK", or nothing at all. Other success messages exist, so anything else proves neither success nor failure. */
export function isPlainOk(msg: string): boolean {
  return /^\W*(ok|okay|success|successful|done|true)?\W*$/i.test(msg);
}

/** The words say that there is nothing to list. */
export function sayEmpty(msg: string): boolean {
  return /^\W*(nothing|none|empty|no|0)\b/i.test(msg) || /\b(is empty|nothing to (report|show))\b/i.test(msg);
}
