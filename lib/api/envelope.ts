/**
 * Parses the response envelope (docs/http-api.md, "Envelope" and "Errors"). The envelope takes precedence over the HTTP status, and that
 * over the message. A response without an envelope is rarely the service's: a web page with HTTP 403 comes from a proxy and doesn't mean
 * that the key is bad. 414 and 431 are refusals, because a request of that length never arrives. Pure.
 */
import { classifyMessage, isBareDenial, isPlainOkMessage } from './classify-message.ts';
import { shorten } from './clean-text.ts';
import { toPlainText } from './entities.ts';
import type { ApiErrorCode } from './errors.ts';
import type { HttpFailure, HttpResponse } from './http.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface Envelope {
  readonly ok: true;
  /** Formatted for display; empty if there is none. */
  readonly msg: string;
  readonly status: number;
  readonly result: unknown;
  /** Some calls put their payload beside `result`. */
  readonly fields: JsonRecord;
}

export interface Failure {
  readonly ok: false;
  readonly code: ApiErrorCode;
  readonly sentence: string;
  /** Formatted for display; null if there is none. */
  readonly msg: string | null;
  readonly status: number | null;
  /** The request may have changed something. */
  readonly isUncertain: boolean;
  readonly cause?: unknown;
}

const maxMessageLength = 300;

export const sentences = {
  'rate-limited': 'Too many requests.',
  'quota-exceeded': 'The account has reached a limit.',
  unauthorized: 'The service rejected the API key.',
  'not-found': 'The service did not find the requested item.',
  refused: 'The service refused the request.',
  network: 'The service sent no complete response.',
  timeout: 'The service did not respond in time.',
  aborted: 'The call was cancelled.',
} as const satisfies Partial<Record<ApiErrorCode, string>>;

export type Redact = (text: string) => string;

/** Returns one short line without the key. */
export type FormatMessage = (message: unknown) => string;

export function createMessageFormatter(redact: Redact): FormatMessage {
  // Last, because cutting first could leave half a key.
  return (message) =>
    typeof message === 'string' ? shorten(redact(toPlainText(message)), maxMessageLength) : '';
}

export function parseResponse(
  http: HttpResponse | HttpFailure,
  formatMessage: FormatMessage,
  redact: Redact = (text) => text,
): Envelope | Failure {
  if (!http.complete) return { ...describeHttpFailure(http), cause: http.cause };
  if (http.redirect) {
    const sentence = 'The response is a redirect, which is not followed. The address may have changed.';
    return createInvalidFailure(http, sentence);
  }
  const value = parseJson(http.text, redact);
  const fields = isRecord(value) ? value : null;
  if (!fields || !isEnvelope(fields)) return describeForeignBody(http, fields !== null);
  const envelopeStatus = parseStatus(fields['status']);
  const msg = formatMessage(findMessage(fields));
  if (envelopeStatus === null) return parseWithoutStatus(http, fields, msg, formatMessage);
  if (envelopeStatus >= 200 && envelopeStatus < 300) return createSuccess(envelopeStatus, msg, fields);
  return createRefusal(envelopeStatus, msg);
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hostile JSON can have keys such as `__proto__`. */
export const ownField = (record: JsonRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Empty for anything but a string, number or boolean, because stringifying hostile nesting can overflow the stack. */
export const scalarText = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';

/** An entry's state, under each name that services use. */
export const readStatusWords = (entry: JsonRecord): readonly string[] =>
  ['status', 'file_status', 'st'].map((name) => scalarText(ownField(entry, name)));

function describeHttpFailure({ reason, status }: HttpFailure): Failure {
  if (status === 429) return createFailure('rate-limited', null, status);
  if (status !== null && isTooLongStatus(status)) return createTooLongFailure(status, null);
  return reason === 'too-large'
    ? createInvalidFailure({ status }, 'The response is too large.')
    : createFailure(reason, null, status, true);
}

function describeForeignBody(http: HttpResponse, isJson: boolean): Failure {
  if (http.status === 429) return createFailure('rate-limited', null, 429);
  if (http.status === 401) return createFailure('unauthorized', null, 401);
  if (isTooLongStatus(http.status)) return createTooLongFailure(http.status, null);
  if (http.status >= 500) return createInvalidFailure(http, `The service failed (HTTP ${http.status}).`);
  const body = http.text.trimStart();
  if (body === '') return createInvalidFailure(http, 'The response is empty.');
  if (body.startsWith('<')) return createInvalidFailure(http, 'The response is a web page.');
  if (isJson) return createInvalidFailure(http, 'The response is not from this API.');
  return createInvalidFailure(http, 'The response is damaged or incomplete.');
}

function parseWithoutStatus(
  http: HttpResponse,
  fields: JsonRecord,
  msg: string,
  formatMessage: FormatMessage,
): Envelope | Failure {
  if (http.status < 200 || http.status > 299) return createRefusal(http.status, msg);
  const word = formatMessage(scalarText(fields['status']));
  const meaning = classifyMessage(word) ?? (/^(false|ko|nok)$/i.test(word) ? 'refused' : null);
  if (meaning !== null)
    return createFailure(classifyMessage(msg) ?? meaning, isPlainOkMessage(msg) ? word : msg, null);
  if (Object.hasOwn(fields, 'result') || isPlainOkMessage(msg)) return createSuccess(200, msg, fields);
  return createFailure(classifyMessage(msg) ?? 'refused', msg, null, classifyMessage(msg) === null);
}

function createRefusal(status: number, msg: string): Failure {
  if (isTooLongStatus(status)) return createTooLongFailure(status, msg);
  if (status >= 500 && status < 600) {
    const code = classifyMessage(msg);
    if (code === 'rate-limited' || code === 'quota-exceeded') return createFailure(code, msg, status);
    return { ...createInvalidFailure({ status }, `The service failed (${status}).`), msg: msg || null };
  }
  // An unknown status proves nothing.
  return createFailure(chooseCode(status, msg), msg, status, status < 400 || status >= 600);
}

function chooseCode(status: number, msg: string): keyof typeof sentences {
  const meaning = classifyMessage(msg);
  switch (status) {
    case 429:
      return meaning === 'quota-exceeded' ? meaning : 'rate-limited';
    case 401:
      return 'unauthorized';
    case 403:
      // A bad key stops everything, so the message must be about the key or be a bare denial.
      return isBareDenial(msg) ? 'unauthorized' : (meaning ?? 'refused');
    case 404:
    case 410:
      return meaning === 'unauthorized' ? meaning : 'not-found';
    default:
      return meaning ?? 'refused';
  }
}

function createSuccess(status: number, msg: string, fields: JsonRecord): Envelope {
  return { ok: true, msg, status, result: ownField(fields, 'result'), fields };
}

function createFailure(
  code: keyof typeof sentences,
  msg: string | null,
  status: number | null,
  isUncertain = false,
): Failure {
  return { ok: false, code, sentence: sentences[code], msg: msg || null, status, isUncertain };
}

/** 414: the address is too long. 431: the headers, which include the address. */
const isTooLongStatus = (status: number): boolean => status === 414 || status === 431;

function createTooLongFailure(status: number, msg: string | null): Failure {
  return { ...createFailure('refused', msg, status), sentence: 'The request is too long for the service.' };
}

function createInvalidFailure({ status }: { status: number | null }, sentence: string): Failure {
  const code = 'invalid-response';
  return { ok: false, code, sentence, msg: null, status: status || null, isUncertain: true };
}

/** Null if malformed or nested too deeply. Redacts every string. */
export function parseJson(text: string, redact: Redact): unknown {
  // Visiting every value is slow. Skip it unless the text contains the key, possibly escaped.
  const raw = text.replaceAll('\\/', '/').replace(/\\[bfnrt]/g, '');
  const isClean = redact(raw) === raw;
  // A number may be an all-digit key.
  const redactValue = (_: string, value: unknown) => {
    if (typeof value === 'number')
      return redact(String(value)) === String(value) ? value : redact(String(value));
    return typeof value === 'string' ? redact(value) : value;
  };
  try {
    return JSON.parse(text, isClean ? undefined : redactValue);
  } catch {
    return null;
  }
}

const isEnvelope = (fields: JsonRecord): boolean =>
  ['status', 'msg', 'result'].some((name) => Object.hasOwn(fields, name));

function parseStatus(status: unknown): number | null {
  if (status === true) return 200;
  if (typeof status === 'string' && /^(ok|success)$/i.test(status.trim())) return 200;
  const number = typeof status === 'string' && status.trim() !== '' ? Number(status) : status;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : null;
}

function findMessage(fields: JsonRecord): unknown {
  return ['msg', 'message', 'error']
    .map((name) => ownField(fields, name))
    .find((value) => typeof value === 'string');
}
