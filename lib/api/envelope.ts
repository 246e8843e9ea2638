/**
 * The response envelope (docs/http-api.md, "Envelope" and "Errors"), and what it says of success or failure.
 *
 * The order is: envelope, HTTP status, words. An envelope that says 200 is a success whatever the HTTP status, and one
 * that says 403 is a failure inside an HTTP 200. Where there is no envelope, hardly anything is the service's own word:
 * a web page with HTTP 403 comes from something in between, and must not be told as "your key is bad". 414 and 431 are a
 * refusal whoever answers with them: no request of this length arrives, however often it is sent. Pure.
 */
import type { ApiErrorCode } from './errors.ts';
import type { HttpAnswer, HttpFailure } from './http.ts';
import { plainText, shortened } from './text.ts';
import { isBareDenial, isPlainOk, readWords } from './words.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface Envelope {
  readonly ok: true;
  /** The service's words, tidied; empty where there are none. */
  readonly msg: string;
  readonly status: number;
  /** The payload; undefined where the envelope has none. */
  readonly result: unknown;
  /** The whole envelope: some calls put their payload beside `result`. */
  readonly fields: JsonRecord;
}

export interface Failure {
  readonly ok: false;
  readonly code: ApiErrorCode;
  readonly sentence: string;
  /** The service's words, tidied; null where it said nothing. */
  readonly msg: string | null;
  readonly status: number | null;
  /** Whether the request may have had an effect, if it was one that has any. */
  readonly unsure: boolean;
  readonly cause?: unknown;
}

/** Characters of the service's words that are kept. */
const maxMsg = 300;

const sentences = {
  'rate-limited': 'The service takes no more requests for the moment.',
  'quota-exceeded': 'A limit of the account is reached.',
  unauthorized: 'The service does not accept the API key.',
  'not-found': 'The service does not know what was asked for.',
  refused: 'The service refused.',
  network: 'No complete answer came from the service.',
  timeout: 'The service did not answer in time.',
  aborted: 'The call was cancelled.',
} as const satisfies Partial<Record<ApiErrorCode, string>>;

const tooLongSentence = 'The request is too long for the service.';

/** The sentence for a code that needs no further explanation. */
export const sentenceOf = (code: keyof typeof sentences): string => sentences[code];

/** Makes the service's words fit to be shown: one short line without the key. */
export type Tidy = (words: unknown) => string;

export function createTidy(redact: (text: string) => string): Tidy {
  // Shortened last, or half a key could be left at the end.
  return (words) => (typeof words === 'string' ? shortened(redact(plainText(words)), maxMsg) : '');
}

/** What an exchange came to. */
export function judge(http: HttpAnswer | HttpFailure, tidy: Tidy): Envelope | Failure {
  if (!http.complete) return judgeFailure(http);
  if (http.redirect) {
    return invalid(
      http,
      'The service answered with a redirect, which is not followed: its address may have changed.',
    );
  }
  const fields = parseRecord(http.text);
  if (!fields || !isEnvelope(fields)) return judgeForeign(http, fields !== null);
  const said = statusOf(fields['status']);
  const msg = tidy(wordsOf(fields));
  if (said === null) return judgeWithoutStatus(http, fields, msg);
  if (said >= 200 && said < 300) return success(said, msg, fields);
  return refusal(said, msg);
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of the record itself: hostile JSON can have keys like `__proto__`, ours can miss any. */
export function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A text, number or truth value as text; empty for anything else (writing out hostile nesting can break the stack). */
export function scalar(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

function judgeFailure({ reason, status, cause }: HttpFailure): Failure {
  if (status === 429) return { ...failed('rate-limited', null, 429), cause };
  if (status !== null && isTooLong(status)) return { ...tooLong(status, null), cause };
  if (reason === 'too-large') {
    return { ...invalid({ status }, 'The answer is too large to be one of this API.'), cause };
  }
  return { ...failed(reason, null, status, true), cause };
}

/** No envelope, so nothing that the service itself has said. Few HTTP statuses mean the same wherever they come from. */
function judgeForeign(http: HttpAnswer, isJson: boolean): Failure {
  if (http.status === 429) return failed('rate-limited', null, 429);
  if (http.status === 401) return failed('unauthorized', null, 401);
  if (isTooLong(http.status)) return tooLong(http.status, null);
  if (http.status >= 500) return invalid(http, `The service failed (HTTP ${http.status}).`);
  const body = http.text.trimStart();
  if (body === '') return invalid(http, 'The service answered with nothing.');
  if (body.startsWith('<')) return invalid(http, 'The service answered with a web page instead of data.');
  return invalid(
    http,
    isJson
      ? 'The service answered with something that is not of this API.'
      : 'The answer is damaged or cut off.',
  );
}

function judgeWithoutStatus(http: HttpAnswer, fields: JsonRecord, msg: string): Envelope | Failure {
  if (http.status < 200 || http.status > 299) return refusal(http.status, msg);
  if (Object.hasOwn(fields, 'result') || isPlainOk(msg)) return success(200, msg, fields);
  return failed(readWords(msg) ?? 'refused', msg, null, readWords(msg) === null);
}

function refusal(status: number, msg: string): Failure {
  if (isTooLong(status)) return tooLong(status, msg);
  if (status >= 500 && status < 600) {
    const code = readWords(msg);
    if (code === 'rate-limited' || code === 'quota-exceeded') return failed(code, msg, status);
    return { ...invalid({ status }, `The service failed (${status}).`), msg: msg || null };
  }
  // A status that nobody has seen yet proves nothing.
  return failed(codeOf(status, msg), msg, status, status < 400 || status >= 600);
}

function codeOf(status: number, msg: string): keyof typeof sentences {
  const words = readWords(msg);
  switch (status) {
    case 429:
      return words === 'quota-exceeded' ? words : 'rate-limited';
    case 401:
      return 'unauthorized';
    case 403:
      // A bad key stops everything, so it takes words about the key, or none at all, to believe in one.
      return isBareDenial(msg) ? 'unauthorized' : (words ?? 'refused');
    case 404:
    case 410:
      return 'not-found';
    default:
      return words ?? 'refused';
  }
}

function success(status: number, msg: string, fields: JsonRecord): Envelope {
  return { ok: true, msg, status, result: own(fields, 'result'), fields };
}

function failed(
  code: keyof typeof sentences,
  msg: string | null,
  status: number | null,
  unsure = false,
): Failure {
  return { ok: false, code, sentence: sentences[code], msg: msg || null, status, unsure };
}

/** 414: the address is too long. 431: the head of the request is, which has the address in it. */
function isTooLong(status: number): boolean {
  return status === 414 || status === 431;
}

function tooLong(status: number, msg: string | null): Failure {
  return { ...failed('refused', msg, status), sentence: tooLongSentence };
}

function invalid({ status }: { status: number | null }, sentence: string): Failure {
  return { ok: false, code: 'invalid-response', sentence, msg: null, status: status || null, unsure: true };
}

function parseRecord(text: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // Not JSON, or nested deeper than the parser goes: either way no envelope.
    return null;
  }
}

function isEnvelope(fields: JsonRecord): boolean {
  return ['status', 'msg', 'result'].some((name) => Object.hasOwn(fields, name));
}

function statusOf(status: unknown): number | null {
  if (status === true) return 200;
  if (typeof status === 'string' && /^(ok|success)$/i.test(status.trim())) return 200;
  const number = typeof status === 'string' && status.trim() !== '' ? Number(status) : status;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : null;
}

function wordsOf(fields: JsonRecord): unknown {
  return ['msg', 'message', 'error']
    .map((name) => own(fields, name))
    .find((said) => typeof said === 'string');
}
