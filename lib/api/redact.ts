/**
 * Keeps the key, which query strings carry, out of everything shown, logged or thrown: any message may quote it, also encoded. Texts
 * are decoded later (entities, percent signs, invisible characters), so that the key is looked for in what they decode to.
 */
import { normalize } from './clean-text.ts';
import { decodeEntities } from './entities.ts';

/** Copies that keep the text but not the key. */
export interface Redactor {
  /** The text with every form of the key replaced. */
  text(text: string): string;
  /** As `text`, save that a short key is left: what is stored and shown as data may be a word that equals it. */
  data(text: string): string;
  /** A copy of what was thrown: name, message, stack, `code` (its own, or that of the first cause that has one) and causes. */
  error(thrown: unknown): unknown;
  /** What a caller has aborted with, the very same; a copy only where the key is in it. */
  reason(reason: unknown): unknown;
}

const replacement = '[key]';
/** Characters. Shorter keys may be words. */
const minLongKey = 8;
/** Bounds a circular chain of causes. */
const maxDepth = 5;

export function createRedactor(key: string): Redactor {
  // A long key is replaced in any case; a short one may be a word: the key "wrong" must leave "Wrong auth".
  const isLong = key.length >= minLongKey;
  const pattern = new RegExp(listForms(key).map(toPattern).join('|'), isLong ? 'gi' : 'g');
  function text(from: string): string {
    const direct = from.replace(pattern, replacement);
    const decoded = decodeAll(direct);
    const redacted = decoded.replace(pattern, replacement);
    // Encoded as it came, unless the key is in it.
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

/** Bounds texts that are encoded again and again. */
const maxRounds = 4;

/** What a text becomes, at the most, where it is read: for comparison. In linear time. */
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

/** All texts of a value, as far as it is known what they are. */
function write(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === maxDepth) return '';
  const { name, message, stack, cause } = value as Partial<Error>;
  const own = Object.values(value).map((each) => write(each, depth + 1));
  return [name, message, stack, ...own, cause === undefined ? '' : write(cause, depth + 1)].join('\n');
}

/** The key as it is, and as addresses, forms, JSON and basic encodings write it; the longest first. */
function listForms(key: string): string[] {
  const encoded = encodeURIComponent(key);
  const inForm = new URLSearchParams({ '': key }).toString().slice(1);
  const inPath = new URL(`http://host/?${key.replaceAll('#', '%23')}`).search.slice(1);
  const bytes = String.fromCharCode(...new TextEncoder().encode(key));
  // Within a longer text, at a byte offset: without the characters at either end, which depend on what is beside the key.
  const base64At = (offset: number) =>
    btoa(' '.repeat(offset) + bytes).slice(offset && offset + 1, ((offset + bytes.length) * 4) / 3);
  const base64 = [
    btoa(bytes).replace(/=+$/, ''),
    // Of a short key too little is left.
    ...(key.length < minLongKey ? [] : [0, 1, 2].map(base64At)),
  ];
  const decoded = decodeAll(key);
  const forms = [
    key,
    ...(decoded.length < minLongKey ? [] : [decoded]),
    encoded,
    encodeURIComponent(encoded),
    inForm,
    encodeURIComponent(inForm),
    inPath,
    JSON.stringify(key).slice(1, -1),
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    ...base64,
    // As addresses have it.
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
