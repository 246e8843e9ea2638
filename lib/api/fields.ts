/**
 * The tolerant readers of single fields, and the tables that make records of them.
 *
 * Names and types vary between services (field-notes.md, "Shapes vary"): a table gives for each field of ours how it is
 * read and under which names it may come. A field that cannot be read becomes null (or empty), never an exception; only
 * a record without its code is no record at all.
 */
import * as v from 'valibot';
import { resolveAddress } from './address.ts';
import { isRecord, own } from './envelope.ts';
import { plainText } from './text.ts';

export type Reader<T> = v.GenericSchema<unknown, T>;

const numeric = v.union([v.number(), v.pipe(v.string(), v.trim(), v.decimal(), v.toNumber())]);

/** Codes and identifiers are compared and sent back as they are. The length only keeps out what cannot be one. */
const identifier = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer(), v.toString())]),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(200),
);

/** A code that the record cannot do without. */
export const code: Reader<string> = identifier;

/** An identifier; null where it is missing. */
export const id: Reader<string | null> = v.fallback(v.nullable(identifier), null);

/** A number, or one in a string; null for anything else. */
export const decimal: Reader<number | null> = v.fallback(v.nullable(v.pipe(numeric, v.finite())), null);

/** A whole number from 0 up: bytes, seconds, views. Null for anything else. */
export const count: Reader<number | null> = v.fallback(
  v.nullable(v.pipe(numeric, v.finite(), v.minValue(0), v.transform(Math.trunc))),
  null,
);

/** Plain text; empty where there is none. */
export const text: Reader<string> = v.fallback(
  v.pipe(v.union([v.string(), v.pipe(v.number(), v.toString())]), v.transform(plainText)),
  '',
);

/** Plain text; null where there is none. */
export const textOrNull: Reader<string | null> = v.fallback(
  v.pipe(
    text,
    v.transform((read) => read || null),
  ),
  null,
);

/** 1 and 0 in their many spellings; null for anything else. */
export const flag: Reader<boolean | null> = v.fallback(
  v.pipe(
    v.union([v.boolean(), v.number(), v.string()]),
    v.transform((said) => {
      const word = String(said).trim().toLowerCase();
      if (['1', 'true', 'yes'].includes(word)) return true;
      return ['0', 'false', 'no', ''].includes(word) ? false : null;
    }),
  ),
  null,
);

const datePattern = String.raw`(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const timePattern = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`;

/** `YYYY-MM-DD HH:MM:SS` on the service's own clock, whose zone nobody knows; null for empty, zeros and other text. */
export const time: Reader<string | null> = v.fallback(
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(new RegExp(`^${datePattern}[ T]${timePattern}`)),
      v.transform((said) => said.slice(0, 19).replace('T', ' ')),
    ),
  ),
  null,
);

/** `YYYY-MM-DD` on the service's own calendar; the record cannot do without it. */
export const day: Reader<string> = v.pipe(
  v.string(),
  v.trim(),
  v.regex(new RegExp(`^${datePattern}`)),
  v.transform((said) => said.slice(0, 10)),
);

/** Whether a word such as "unlimited" stands where a number is expected. */
export const unlimited: Reader<boolean> = v.fallback(
  v.pipe(
    v.string(),
    v.transform((said) => /unlimited|no limit|infinit|∞/i.test(said)),
  ),
  false,
);

/** An absolute http or https address; paths are resolved against the service's base address. Null for anything else. */
export function address(baseUrl: string): Reader<string | null> {
  return v.fallback(
    v.pipe(
      v.string(),
      v.transform((named) => resolveAddress(named, baseUrl)),
    ),
    null,
  );
}

/** How each field of `T` is read, and the names under which services send it. */
export type Table<T> = { readonly [K in keyof T]-?: readonly [reader: Reader<T[K]>, ...names: string[]] };

/** Makes a record of anything; null where it is not one. */
export type Shape<T> = (raw: unknown) => T | null;

export function shape<T>(table: Table<T>): Shape<T> {
  const columns = Object.entries(table) as [string, readonly [Reader<unknown>, ...string[]]][];
  const schema = v.object(Object.fromEntries(columns.map(([field, [reader]]) => [field, reader])));
  return (raw) => {
    if (!isRecord(raw)) return null;
    const named = columns.map(([field, [, ...names]]) => {
      const values = names.map((name) => own(raw, name));
      return [
        field,
        values.find((value) => value !== undefined && value !== null && value !== '') ?? values[0],
      ];
    });
    const read = v.safeParse(schema, Object.fromEntries(named));
    return read.success ? (read.output as T) : null;
  };
}
