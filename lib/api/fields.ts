/** Tolerant readers of fields and records (docs/http-api.md, "Values"): the unreadable is null or empty, never an exception. */
import { resolveAddress } from './address.ts';
import { shorten } from './clean-text.ts';
import { toPlainText } from './entities.ts';
import { isRecord, ownField } from './envelope.ts';
import { findFileCode } from './file-code.ts';

/** Undefined: required, but not readable. The record is dropped then. */
type FieldReader<T> = (raw: unknown) => T | undefined;

const trimmed = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '');

/** Characters. Codes and identifiers are otherwise kept as they are. */
const maxIdentifierLength = 200;

/** What services write where there is no identifier. */
const nothingPattern = /^(?:undef(?:ined)?|null|nil|none|n\/a|false|-*)$/i;

/** Of a folder: "0" is the root. */
export const requiredId: FieldReader<string> = (raw) => {
  const word = trimmed(Number.isInteger(raw) ? String(raw) : raw);
  return nothingPattern.test(word) || word.length > maxIdentifierLength ? undefined : word;
};

export const id: FieldReader<string | null> = (raw) => requiredId(raw) ?? null;

/** Of a file. A word such as "undef" and "0" stand for none. */
export const code: FieldReader<string> = (raw) => {
  const word = requiredId(raw);
  return word === undefined || /^0+$/.test(word) ? undefined : word;
};

const decimalForm = /^[+-]?(?:\d*\.)?\d+$/;

/** A number, or one in a string; null for anything else. */
export const decimal = (raw: unknown): number | null => {
  const number = decimalForm.test(trimmed(raw)) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** A decimal number digit for digit, such as `12.34500`; null for anything else. */
export const decimalText: FieldReader<string | null> = (raw) => {
  const written = trimmed(typeof raw === 'number' ? String(raw) : raw);
  return decimalForm.test(written) && written.length <= maxIdentifierLength ? written : null;
};

/** A whole number from 0 up: bytes, seconds, views; above 2^53 rounded to what a number can hold. Null for anything else. */
export const count: FieldReader<number | null> = (raw) => {
  const number = decimal(raw);
  return number !== null && number >= 0 ? Math.trunc(number) : null;
};

/** A whole number, also below 0. Null for anything else. */
export const integer: FieldReader<number | null> = (raw) => {
  const number = decimal(raw);
  return number === null ? null : Math.trunc(number);
};

/** 0 to 100, also with a percent sign. Null for anything else. */
export const percent: FieldReader<number | null> = (raw) => {
  const number = decimal(typeof raw === 'string' ? raw.trim().replace(/%$/, '') : raw);
  return number !== null && number >= 0 && number <= 100 ? number : null;
};

/** The rest of an allowance: 0 where it is exceeded, which a negative number says. Null for anything but a number. */
export const remaining: FieldReader<number | null> = (raw) => {
  const number = decimal(raw);
  return number === null ? null : Math.max(0, Math.trunc(number));
};

/** Characters. Longer than the titles and addresses that services take. */
const maxTextLength = 8_192;

/** Plain text, cut where it is absurdly long; empty where there is none. */
export const text = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number'
    ? shorten(toPlainText(String(raw).slice(0, 2 * maxTextLength)), maxTextLength)
    : '';

export const textOrNull: FieldReader<string | null> = (raw) => text(raw) || null;

/** 1 and 0 in their many spellings; null for anything else. */
export const flag: FieldReader<boolean | null> = (raw) => {
  if (!['boolean', 'number', 'string'].includes(typeof raw)) return null;
  const word = String(raw).trim();
  if (/^(1|true|yes)$/i.test(word)) return true;
  return /^(0|false|no)?$/i.test(word) ? false : null;
};

const datePattern = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;
const timeOfDayPattern = /^[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/;

/** `YYYY-MM-DD` on the service's own calendar; required. */
export const day: FieldReader<string> = (raw) => datePattern.exec(trimmed(raw))?.[0];

/** `YYYY-MM-DD HH:MM:SS` on the service's own clock, in an unknown time zone; null for empty, zeros and other text. */
export const dateTime: FieldReader<string | null> = (raw) => {
  const text = trimmed(raw);
  const found = day(text);
  return found && timeOfDayPattern.test(text.slice(10)) ? `${found} ${text.slice(11, 19)}` : null;
};

/** The same, but for any other text, which is kept as it is; null for empty and zeros. */
export const dateTimeOrText: FieldReader<string | null> = (raw) =>
  dateTime(raw) ?? (isZeros(text(raw)) ? null : text(raw));

/** Whether a date is left empty: a text without one, zeros or null. Null where there is no such field. */
export const isEmptyDate: FieldReader<boolean | null> = (raw) =>
  raw === null || ['string', 'number'].includes(typeof raw) ? isZeros(text(raw)) : null;

const isZeros = (date: string): boolean => /^[0:\s-]*$/.test(date);

/** True where a word such as "unlimited" or "inf" stands where a number is expected. */
export const unlimited: FieldReader<boolean> = (raw) =>
  typeof raw === 'string' && /unlimited|no limit|infinit|^\W*inf\W*$|∞/i.test(raw);

/** A code, also where the file's address stands in its place. */
export const codeInAddress =
  (baseUrl: string): FieldReader<string> =>
  (raw) => {
    const written = trimmed(raw);
    if (!written.includes('/')) return code(raw);
    const url = URL.parse(resolveAddress(written, baseUrl) ?? '');
    return (url && (findFileCode(url, true) ?? findFileCode(url, false))) ?? undefined;
  };

/** What paths in answers are resolved against. */
export interface AddressBases {
  /** The service's base address. */
  readonly baseUrl: string;
  /** Where files have their pages. */
  readonly pagesUrl: string;
}

/** An absolute http or https address; paths are resolved against a base address. Null for anything else. */
export function address(baseUrl: string): FieldReader<string | null> {
  return (raw) => {
    const resolved = typeof raw === 'string' && resolveAddress(raw, baseUrl);
    return resolved && resolved.length <= maxTextLength ? resolved : null;
  };
}

/** How each field of `T` is read, and the names under which services send it. */
export type FieldTable<T> = {
  readonly [K in keyof T]-?: readonly [reader: FieldReader<T[K]>, ...names: string[]];
};

export type RecordReader<T> = (raw: unknown) => T | null;

// Unused readers, and what they decode with, are left out of pages.
/* @__NO_SIDE_EFFECTS__ */
export function createRecordReader<T>(table: FieldTable<T>): RecordReader<T> {
  const columns = Object.entries(table) as [string, readonly [FieldReader<unknown>, ...string[]]][];
  return (raw) => {
    if (!isRecord(raw)) return null;
    const fields: Record<string, unknown> = {};
    for (const [field, [read, ...names]] of columns) {
      const values = names.map((name) => read(ownField(raw, name)));
      // Without names the field is one that is never sent.
      const [first = read(undefined)] = values;
      const value = values.find((each) => each !== undefined && each !== null && each !== '') ?? first;
      if (value === undefined) return null;
      fields[field] = value;
    }
    return fields as T;
  };
}
