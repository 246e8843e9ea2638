/**
 * The tolerant readers of single fields, and the tables that make records of them.
 *
 * Names and types vary between services (docs/http-api.md, "Values"): a table gives for each field of ours how it is
 * read and under which names it may come. A field that cannot be read becomes null (or empty), never an exception; only
 * a record without its code is no record at all.
 */
import { resolveAddress } from './address.ts';
import { isRecord, own } from './envelope.ts';
import { plainText } from './text.ts';

/** Makes a field of whatever stands there; undefined where the record cannot do without it and it cannot be read. */
export type Reader<T> = (raw: unknown) => T | undefined;

const trimmed = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '');

/** Codes and identifiers are compared and sent back as they are. The length only keeps out what cannot be one. */
const longest = 200;

/** A code that the record cannot do without. */
export const code: Reader<string> = (raw) => {
  const word = trimmed(Number.isInteger(raw) ? String(raw) : raw);
  return word !== '' && word.length <= longest ? word : undefined;
};

/** An identifier; null where it is missing. */
export const id: Reader<string | null> = (raw) => code(raw) ?? null;

const decimalForm = /^[+-]?(?:\d*\.)?\d+$/;

/** A number, or one in a string; null for anything else. */
export const decimal = (raw: unknown): number | null => {
  const number = decimalForm.test(trimmed(raw)) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** A decimal number digit for digit, such as `12.34500`; null for anything else. */
export const decimalText: Reader<string | null> = (raw) => {
  const written = trimmed(typeof raw === 'number' ? String(raw) : raw);
  return decimalForm.test(written) && written.length <= longest ? written : null;
};

/** A whole number from 0 up: bytes, seconds, views. Null for anything else. */
export const count: Reader<number | null> = (raw) => {
  const number = decimal(raw);
  return number !== null && number >= 0 ? Math.trunc(number) : null;
};

/** What is left of an allowance: 0 where more than that is used. Null for anything but a number. */
export const remaining: Reader<number | null> = (raw) => {
  const number = decimal(raw);
  return number === null ? null : Math.max(0, Math.trunc(number));
};

/** Plain text; empty where there is none. */
export const text = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' ? plainText(String(raw)) : '';

/** Plain text; null where there is none. */
export const textOrNull: Reader<string | null> = (raw) => text(raw) || null;

/** 1 and 0 in their many spellings; null for anything else. */
export const flag: Reader<boolean | null> = (raw) => {
  if (!['boolean', 'number', 'string'].includes(typeof raw)) return null;
  const word = String(raw).trim().toLowerCase();
  if (['1', 'true', 'yes'].includes(word)) return true;
  return ['0', 'false', 'no', ''].includes(word) ? false : null;
};

const date = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;
const timeOfDay = /^[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/;

/** `YYYY-MM-DD` on the service's own calendar; the record cannot do without it. */
export const day: Reader<string> = (raw) => date.exec(trimmed(raw))?.[0];

/** `YYYY-MM-DD HH:MM:SS` on the service's own clock, whose zone nobody knows; null for empty, zeros and other text. */
export const time: Reader<string | null> = (raw) => {
  const said = trimmed(raw);
  const found = day(said);
  return found !== undefined && timeOfDay.test(said.slice(10)) ? `${found} ${said.slice(11, 19)}` : null;
};

/** Whether a word such as "unlimited" stands where a number is expected. */
export const unlimited: Reader<boolean> = (raw) =>
  typeof raw === 'string' && /unlimited|no limit|infinit|∞/i.test(raw);

/** An absolute http or https address; paths are resolved against the service's base address. Null for anything else. */
export function address(baseUrl: string): Reader<string | null> {
  return (raw) => (typeof raw === 'string' ? resolveAddress(raw, baseUrl) : null);
}

/** How each field of `T` is read, and the names under which services send it. */
export type Table<T> = { readonly [K in keyof T]-?: readonly [reader: Reader<T[K]>, ...names: string[]] };

/** Makes a record of anything; null where it is not one. */
export type Shape<T> = (raw: unknown) => T | null;

export function shape<T>(table: Table<T>): Shape<T> {
  const columns = Object.entries(table) as [string, readonly [Reader<unknown>, ...string[]]][];
  return (raw) => {
    if (!isRecord(raw)) return null;
    const fields: Record<string, unknown> = {};
    for (const [field, [read, ...names]] of columns) {
      const values = names.map((name) => own(raw, name));
      const value = read(
        values.find((each) => each !== undefined && each !== null && each !== '') ?? values[0],
      );
      if (value === undefined) return null;
      fields[field] = value;
    }
    return fields as T;
  };
}
