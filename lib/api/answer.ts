/** An answer that the service calls a success, and the ways to get something out of it or to say that it holds nothing. */
import type { Envelope, JsonRecord, Tidy } from './envelope.ts';
import { isRecord, own, scalar } from './envelope.ts';
import type { ApiError, ApiErrorCode } from './errors.ts';
import type { Shape } from './fields.ts';
import { isPlainOk, readWords, sayEmpty } from './words.ts';

/** Makes the error of a call: redacted, with its endpoint. `unsure`: whether it may have had an effect after all. */
export type Fail = (code: ApiErrorCode, sentence: string, facts?: FailFacts) => ApiError;

export interface FailFacts {
  readonly msg?: string | null;
  readonly status?: number | null;
  readonly unsure?: boolean;
  readonly cause?: unknown;
}

export class Answer {
  readonly result: unknown;
  /** The service's words, fit to be shown; often "OK". */
  readonly msg: string;
  /** The whole envelope. */
  readonly fields: JsonRecord;
  readonly #fail: Fail;
  readonly #tidy: Tidy;

  constructor({ result, msg, fields }: Envelope, fail: Fail, tidy: Tidy) {
    this.result = result;
    this.msg = msg;
    this.fields = fields;
    this.#fail = fail;
    this.#tidy = tidy;
  }

  /** The one record of the result, also where it comes alone in an array. @throws {ApiError} where there is none */
  one<T>(shape: Shape<T>): T {
    const record = isRecord(this.result) ? this.result : this.#listOf(this.result)?.[0];
    const read = shape(record);
    const failure = isRecord(record) ? this.failureOf(record) : null;
    if (failure !== null && (read === null || readWords(failure) !== null)) throw this.unusable(failure);
    if (read === null) throw this.unusable();
    return read;
  }

  /**
   * The records of a list: an array, nothing at all, a single record, or an object that holds records.
   *
   * An odd result is not taken for an empty list, or whoever compares lists would believe that everything is gone.
   * For the same reason a list of which nothing can be read is an error; single unreadable entries are left out.
   *
   * @param inside the name under which the list may stand within the result
   * @throws {ApiError}
   */
  list<T>(shape: Shape<T>, inside?: string): T[] {
    return this.listing(shape, inside).entries;
  }

  /** Like `list`, with the number of entries that were left out because they cannot be read. @throws {ApiError} */
  listing<T>(shape: Shape<T>, inside?: string): { readonly entries: T[]; readonly skipped: number } {
    const raw = this.#raw(inside);
    const entries = this.#read(raw, shape);
    return { entries, skipped: raw.length - entries.length };
  }

  /** Several lists, each under its name within the result; one that is missing is empty. @throws {ApiError} */
  lists<T extends object>(shapes: { readonly [K in keyof T]: Shape<T[K]> }): { [K in keyof T]: T[K][] } {
    const names = Object.keys(shapes) as (keyof T & string)[];
    const holder = isRecord(this.result) ? this.result : {};
    const isEmpty = this.#listOf(this.result)?.length === 0;
    if (!isEmpty && !names.some((name) => Object.hasOwn(holder, name))) throw this.unusable();
    if (isEmpty) this.#checkEmpty();
    const lists = names.map((name) => [name, this.#read(this.#listOf(own(holder, name)), shapes[name])]);
    return Object.fromEntries(lists);
  }

  /** Like `list`, but whatever is no list counts as nothing found, save where the words are a refusal. @throws {ApiError} */
  findings<T>(shape: Shape<T>, inside: string): T[] {
    const { result } = this;
    const found =
      this.#listOf(isRecord(result) && Object.hasOwn(result, inside) ? own(result, inside) : result) ?? [];
    if (found.length === 0 && !sayEmpty(this.msg) && readWords(this.msg) !== null) throw this.unusable();
    return found.map(shape).filter((record) => record !== null);
  }

  /** What stands in the envelope beside the result. @param shape one that is never null */
  envelope<T>(shape: Shape<T>): T {
    return this.#whole(shape, this.fields);
  }

  /** The entries of a list about single files, as they are. @throws {ApiError} where none of them is a record */
  entries(): readonly JsonRecord[] {
    const list = this.#raw();
    const records = list.filter(isRecord);
    if (list.length > 0 && records.length === 0) throw this.unusable();
    return records;
  }

  /** What stands in the result beside a list. @param shape one that is never null */
  beside<T>(shape: Shape<T>): T {
    return this.#whole(shape, isRecord(this.result) ? this.result : {});
  }

  /**
   * For calls that answer "true" or nothing (docs/http-api.md, "Rename file"). Whether it really happened is another
   * matter: read back what matters (docs/http-api.md, "Missing operations").
   *
   * @throws {ApiError} where result, entry or words say otherwise
   */
  confirm(): void {
    const { result } = this;
    const said = scalar(result);
    if (/^(true|1|ok)$/i.test(said)) return;
    if (/^(false|0)$/i.test(said)) {
      throw this.#fail('refused', 'The service answered “false”.', {
        msg: isPlainOk(this.msg) ? null : this.msg,
      });
    }
    if (typeof result === 'string' && said !== '') throw this.unusable(this.#tidy(said));
    const list = this.#listOf(result);
    if (list === null) throw this.unusable();
    const failure = list
      .filter(isRecord)
      .map((entry) => this.failureOf(entry))
      .find((said) => said !== null);
    if (failure !== undefined && failure !== null) throw this.unusable(failure);
    if (list.length === 0 && readWords(this.msg) !== null) throw this.unusable();
  }

  /** For calls whose envelope is all there is: its words. @throws {ApiError} where they say that it was refused */
  words(): string {
    const code = readWords(this.msg);
    // "2 errors restarted" is a success; that there is the word "error" proves nothing here.
    if (code !== null && code !== 'refused') throw this.unusable();
    return this.msg;
  }

  /**
   * The error for a success that lacks what was asked for: what the words say, or else that it cannot be used.
   *
   * @param words where they are elsewhere than in `msg` or the result
   */
  unusable(words?: string): ApiError {
    const msg = words ?? (isPlainOk(this.msg) ? this.#tidy(this.result) : this.msg);
    if (isPlainOk(msg))
      return this.#fail('invalid-response', 'The answer lacks what was asked for.', { unsure: true });
    const code = readWords(msg);
    const sentence = 'The service answered with words instead of what was asked for.';
    // Words that nobody has seen yet prove nothing.
    return this.#fail(code ?? 'refused', sentence, { msg, unsure: code === null });
  }

  /** The error for an entry that carries the failure by itself. */
  notFound(words: string | null): ApiError {
    const msg = words === null ? null : this.#tidy(words);
    return this.#fail('not-found', 'The service does not know this file, or it is not yours.', { msg });
  }

  /** What went wrong with one entry, in the service's words fit to be shown; null where nothing did. */
  failureOf(entry: JsonRecord): string | null {
    const said = this.#tidy(scalar(own(entry, 'status')));
    return /^(200|ok|active|true)?$/i.test(said) ? null : said;
  }

  #raw(inside?: string): readonly unknown[] {
    const holder = this.result;
    const inner = inside !== undefined && isRecord(holder) && Object.hasOwn(holder, inside);
    const list = this.#listOf(inner ? own(holder, inside) : holder);
    if (list === null) throw this.unusable();
    if (list.length === 0) this.#checkEmpty();
    return list;
  }

  #whole<T>(shape: Shape<T>, record: JsonRecord): T {
    const read = shape(record);
    if (read === null) throw this.unusable();
    return read;
  }

  #read<T>(list: readonly unknown[] | null, shape: Shape<T>): T[] {
    if (list === null) throw this.unusable();
    const read = list.map(shape).filter((record) => record !== null);
    if (list.length > 0 && read.length === 0) throw this.unusable();
    return read;
  }

  /** "Nothing" under a sentence is believed only where the sentence says so too. */
  #checkEmpty(): void {
    if (!isPlainOk(this.msg) && !sayEmpty(this.msg)) throw this.unusable();
  }

  #listOf(value: unknown): readonly unknown[] | null {
    if (Array.isArray(value)) return value;
    if (value === undefined || value === null || value === '') return [];
    if (!isRecord(value)) return null;
    const values = Object.values(value);
    if (values.every(isEmptyish)) return [];
    if (['file_code', 'filecode'].some((name) => Object.hasOwn(value, name))) return [value];
    return values.every(isRecord) ? values : null;
  }
}

/** What PHP and its like write for "nothing". */
function isEmptyish(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || /^0?$/.test(String(value));
}
