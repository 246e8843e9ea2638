/**
 * Keeps the key out of everything that is shown, logged or thrown. It is in query strings, so any message may quote it, encoded or not.
 * Texts are decoded later (entities, percent signs, invisible characters), so the decoded text is searched too.
 */
import { normalize } from './clean-text.ts';
import { decodeEntities } from './entities.ts';

/** Removes the key from copies. */
export interface Redactor {
  text(text: string): string;
  /** Keeps a short key: in stored data it may be an ordinary word. */
  data(text: string): string;
  /** Copies name, message, stack, causes and `code` (its own or that of the first cause with one). */
  error(thrown: unknown): unknown;
  /** The same object unless it contains the key. */
  reason(reason: unknown): unknown;
}

const replacement = '[key]';
/** In characters. Shorter keys may be words. */
const minLongKey = 8;
/** Ends a circular chain of causes. */
const maxDepth = 5;

export function createRedactor(key: string): Redactor {
  // Only long keys ignore case: the key "wrong" must not change "Wrong auth".
  const isLong = key.length >= minLongKey;
  const pattern = new RegExp(listForms(key).map(toPattern).join('|'), isLong ? 'gi' : 'g');
  function text(from: string): string {
    const direct = from.replace(pattern, replacement);
    const decoded = decodeAll(direct);
    const redacted = decoded.replace(pattern, replacement);
    // The text as it came, if the key isn't in it.
    return redacted === decoded ? direct : redacted;
  }

  function error(thrown: unknown, depth = 0): unknown {
    if (typeof thrown === 'string') return text(thrown);
    if (!(thrown instanceof Error) || depth === maxDepth) return undefined;
    const copy = new Error(text(thrown.message), { cause: error(thrown.cause, depth + 1) });
    copy.name = text(thrown.name);
    copy.stack = text(thrown.stack ?? '');
    const codes = [thrown, copy.cause].map((each) => (each as { code?: unknown } | undefined)?.code);
    const code = codes.find((each) => typeof each === 'string');
    return code === undefined ? copy : Object.assign(copy, { code: text(code) });
  }

  function reason(reason: unknown): unknown {
    const written = write(reason);
    return text(written) === written ? reason : error(reason);
  }

  return { text, data: isLong ? text : (from) => from, error: (thrown) => error(thrown), reason };
}

/** Texts may be encoded over and over. */
const maxRounds = 4;

/** Applies every decoding that a reader might, in linear time. For comparison only. */
function decodeAll(text: string): string {
  let decoded = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const before = decoded;
    if (before.includes('&')) decoded = decodeEntities(decoded);
    if (before.includes('%')) decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, decodePercent);
    if (before.includes('\\')) decoded = decoded.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2}))/gi, decodeEscape);
    if (/[^ -~]/.test(decoded)) decoded = normalize(decoded.replace(/[\p{DI}\p{Cf}\p{Cc}]+/gu, ''), 'NFKC');
    if (decoded === before) break;
  }
  return decoded;
}

const decodePercent = (run: string): string =>
  new TextDecoder().decode(Uint8Array.from(run.slice(1).split('%'), (code) => Number.parseInt(code, 16)));

const decodeEscape = (_: string, unicode?: string, byte?: string): string =>
  String.fromCharCode(Number.parseInt(unicode ?? byte ?? '', 16));

function write(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === maxDepth) return '';
  const { name, message, stack, cause } = value as Partial<Error>;
  const own = Object.values(value).map((each) => write(each, depth + 1));
  return [name, message, stack, ...own, cause === undefined ? '' : write(cause, depth + 1)].join('\n');
}

/** As it is, and as addresses, forms, JSON and Base64 encode it. The longest first. */
function listForms(key: string): string[] {
  const encoded = encodeURIComponent(key);
  const inForm = new URLSearchParams({ '': key }).toString().slice(1);
  const inPath = new URL(`http://host/?${key.replaceAll('#', '%23')}`).search.slice(1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(key));
  // Base64 inside a longer text, at a byte offset. Leaves out the characters at both ends, which depend on the neighbouring bytes.
  const base64At = (offset: number) =>
    btoa(' '.repeat(offset) + bytes).slice(offset && offset + 1, ((offset + bytes.length) * 4) / 3);
  const base64 = [
    btoa(bytes).replace(/=+$/, ''),
    // Too little of a short key would remain.
    ...(key.length < minLongKey ? [] : [0, 1, 2].map(base64At)),
  ];
  const decoded = decodeAll(key);
  const inJson = JSON.stringify(key).slice(1, -1);
  const forms = [
    key,
    ...(decoded.length < minLongKey ? [] : [decoded]),
    encoded,
    encodeURIComponent(encoded),
    inForm,
    encodeURIComponent(inForm),
    inPath,
    inJson,
    // PHP's form.
    inJson.replaceAll('/', '\\/'),
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    ...base64,
    // The URL-safe alphabet.
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** "%3F" also finds "%3f". */
function toPattern(form: string): string {
  return form
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/(?<=%(?:25)*\w?)[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`);
}
