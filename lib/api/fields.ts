/** Tolerant readers (docs/http-api.md, "Values"). An unreadable value is null or empty, never an exception. */
import { resolveAddress } from './address.ts';
import { shorten } from './clean-text.ts';
import { toPlainText } from './entities.ts';
import { isRecord, ownField } from './envelope.ts';
import { findFileCode } from './file-code.ts';

/** Undefined if a required field is unreadable. The record is then dropped. */
type FieldReader<T> = (raw: unknown) => T | undefined;

const trimmed = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '');

/** In characters. Valid codes and identifiers are kept as they are. */
const maxIdentifierLength = 200;

const nothings = new Set(['', 'undef', 'undefined', 'null', 'nil', 'none', 'n/a', 'false']);

/** Sent for a missing value. */
const isNothing = (text: string): boolean => nothings.has(text.toLowerCase()) || /^-+$/.test(text);

/** For values that are never "0". */
export const isNothingOrZero = (text: string): boolean => isNothing(text.trim()) || /^\s*0+\s*$/.test(text);

/** For folders: "0" is the root. */
export const requiredId: FieldReader<string> = (raw) => {
  const word = trimmed(Number.isInteger(raw) ? String(raw) : raw);
  return isNothing(word) || word.length > maxIdentifierLength ? undefined : word;
};

export const id: FieldReader<string | null> = (raw) => requiredId(raw) ?? null;

/** For files, "0" also means that there is no code. Some services send a list with one code. */
export const code: FieldReader<string> = (raw) => {
  const word = requiredId(Array.isArray(raw) ? raw[0] : raw);
  return word === undefined || isNothingOrZero(word) ? undefined : word;
};

const decimalForm = /^[+-]?(?:\d*\.)?\d+$/;

/** Null for anything but a number, or one in a string. */
export const decimal = (raw: unknown): number | null => {
  const number = decimalForm.test(trimmed(raw)) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** Keeps the digits, such as `12.34500`. Null for anything else. */
export const decimalText: FieldReader<string | null> = (raw) => {
  const written = trimmed(typeof raw === 'number' ? String(raw) : raw);
  return decimalForm.test(written) && written.length <= maxIdentifierLength ? written : null;
};

/** A whole number from 0: bytes, seconds, views. Rounded above 2^53. Null for anything else. */
export const count: FieldReader<number | null> = (raw) => {
  const number = decimal(raw);
  return number !== null && number >= 0 ? Math.trunc(number) : null;
};

export const integer: FieldReader<number | null> = (raw) => {
  const number = decimal(raw);
  return number === null ? null : Math.trunc(number);
};

/** 0 to 100, with or without a percent sign. Some services report more, which becomes 100. Null for anything else. */
export const percent: FieldReader<number | null> = (raw) => {
  const number = decimal(typeof raw === 'string' ? raw.trim().replace(/%$/, '') : raw);
  return number !== null && number >= 0 ? Math.min(number, 100) : null;
};

/** What is left of an allowance. A negative number means that it is exceeded, and becomes 0. Null for anything else. */
export const remaining: FieldReader<number | null> = (raw) => {
  const number = decimal(raw);
  return number === null ? null : Math.max(0, Math.trunc(number));
};

/** In characters. Longer than any title or address that services accept. */
const maxTextLength = 8_192;

/** Cut if absurdly long; empty if there is none. */
export const text = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number'
    ? shorten(toPlainText(String(raw).slice(0, 2 * maxTextLength)), maxTextLength)
    : '';

export const textOrNull: FieldReader<string | null> = (raw) => text(raw) || null;

/** Null unless it is one of the spellings that services use. */
export const flag: FieldReader<boolean | null> = (raw) => {
  if (!['boolean', 'number', 'string'].includes(typeof raw)) return null;
  const word = String(raw).trim();
  if (/^(1|true|yes)$/i.test(word)) return true;
  return /^(0|false|no)?$/i.test(word) ? false : null;
};

/** If the year comes last, the month may come first. */
const dateForm =
  /^([1-9]\d{3})([-/.])(0?[1-9]|1[0-2])\2(\d\d?)(?!\d)(?:($|[ T]+([01]?\d|2[0-3]):([0-5]\d)(:([0-5]\d))?(?!\s*[ap]\.?m|[\d:]))|)/i;
/** Seconds since 1970. */
const unixForm = /^\d{10}$/;

const formatTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** `rest`: undefined if the time of day can't be read. Null if there is no such day. */
function parseDate(raw: unknown) {
  const [, year, , month, date, rest, hours, minutes, seconds, second] = dateForm.exec(trimmed(raw)) ?? [];
  const [y = 0, m = 0, d = 0, ...time] = [year, month, date, hours, minutes, second].map(Number);
  const ms = Date.UTC(y, m - 1, d);
  if (new Date(ms).getUTCDate() !== d) return null;
  const elapsed = time.reduce((sum, part) => sum * 60 + (part || 0), 0);
  return { text: formatTime(ms + elapsed * 1_000), rest, seconds };
}

/** `YYYY-MM-DD` in the service's calendar; required. */
export const day: FieldReader<string> = (raw) => parseDate(raw)?.text.slice(0, 10);

function readTime(raw: unknown, needed: 'rest' | 'seconds'): string | null {
  const found = parseDate(raw);
  if (found?.[needed] !== undefined) return found.text;
  const seconds = text(raw);
  return unixForm.test(seconds) ? formatTime(Number(seconds) * 1_000) : null;
}

/**
 * `YYYY-MM-DD HH:MM:SS` by the service's clock, in an unknown time zone; null if empty, zeros or other text. A date without a time becomes
 * midnight.
 */
export const dateTime: FieldReader<string | null> = (raw) => readTime(raw, 'rest');

/** The same, but null if it is less exact than a second, because elapsed times prove what happened. */
export const clockTime: FieldReader<string | null> = (raw) => readTime(raw, 'seconds');

/** Like `dateTime`, but keeps other text as it is; null if empty or zeros. */
export const dateTimeOrText: FieldReader<string | null> = (raw) =>
  dateTime(raw) ?? (isZeros(text(raw)) ? null : text(raw));

/** No text, zeros or null. Null if the field is missing. */
export const isEmptyDate: FieldReader<boolean | null> = (raw) =>
  raw === null || ['string', 'number'].includes(typeof raw) ? isZeros(text(raw)) : null;

const isZeros = (date: string): boolean => /^[0:\s-]*$/.test(date);

/** A word such as "unlimited" or "inf" in a numeric field. */
export const unlimited: FieldReader<boolean> = (raw) =>
  typeof raw === 'string' && /unlimited|no limit|infinit|^\W*inf\W*$|∞/i.test(raw);

/** A code, or the code in the address of the file's page. */
export const codeInAddress =
  (baseUrl: string): FieldReader<string> =>
  (raw) => {
    const written = trimmed(raw);
    if (!written.includes('/')) return code(raw);
    const url = URL.parse(resolveAddress(written, baseUrl) ?? '');
    return (url && (findFileCode(url, true) ?? findFileCode(url, false))) ?? undefined;
  };

export interface AddressBases {
  readonly baseUrl: string;
  /** Base address of file pages. */
  readonly pagesUrl: string;
}

/** Absolute http(s) address. Null for anything else. */
export function address(baseUrl: string): FieldReader<string | null> {
  return (raw) => {
    const resolved = typeof raw === 'string' && resolveAddress(raw, baseUrl);
    return resolved && resolved.length <= maxTextLength ? resolved : null;
  };
}

/** For each field, its reader and the names under which services send it. */
export type FieldTable<T> = {
  readonly [K in keyof T]-?: readonly [reader: FieldReader<T[K]>, ...names: string[]];
};

export type RecordReader<T> = (raw: unknown) => T | null;

// So that bundlers can drop unused readers.
/* @__NO_SIDE_EFFECTS__ */
export function createRecordReader<T>(table: FieldTable<T>): RecordReader<T> {
  const columns = Object.entries(table) as [string, readonly [FieldReader<unknown>, ...string[]]][];
  return (raw) => {
    if (!isRecord(raw)) return null;
    const fields: Record<string, unknown> = {};
    for (const [field, [read, ...names]] of columns) {
      const values = names.map((name) => read(ownField(raw, name)));
      // The host's dialect has no such field.
      const [first = read(undefined)] = values;
      const value = values.find((each) => each !== undefined && each !== null && each !== '') ?? first;
      if (value === undefined) return null;
      fields[field] = value;
    }
    return fields as T;
  };
}
