/** A response that the service calls a success, with typed readers for its result. */
import { classifyMessage, isDoneMessage, isEmptyListMessage, isPlainOkMessage } from './classify-message.ts';
import {
  type Envelope,
  type Failure,
  type FormatMessage,
  isRecord,
  type JsonRecord,
  ownField,
  readStatusWords,
  scalarText,
} from './envelope.ts';
import type { ApiError, ApiErrorCode } from './errors.ts';
import { decimal, type RecordReader } from './fields.ts';

/** Creates a redacted error. `isUncertain`: the call may have taken effect. */
export type CreateApiError = (
  code: ApiErrorCode,
  sentence: string,
  facts?: Partial<Pick<Failure, 'msg' | 'status' | 'isUncertain' | 'cause'>>,
) => ApiError;

/** A slice takes a few milliseconds. Then other work gets a turn. */
const sliceSize = 2_000;

export class ApiResponse {
  readonly result: unknown;
  /** Formatted for display; often "OK". */
  readonly msg: string;
  readonly fields: JsonRecord;
  readonly #createError: CreateApiError;
  readonly #formatMessage: FormatMessage;

  constructor({ result, msg, fields }: Envelope, createError: CreateApiError, formatMessage: FormatMessage) {
    this.result = result;
    this.msg = msg;
    this.fields = fields;
    this.#createError = createError;
    this.#formatMessage = formatMessage;
  }

  /** The only record of the result, which some services wrap in an array. @throws {ApiError} if there is none */
  readOne<T>(shape: RecordReader<T>): T {
    const record = isRecord(this.result) ? this.result : this.#listOf(this.result)?.[0];
    const read = shape(record);
    const failure = isRecord(record) ? this.findFailure(record) : null;
    if (failure !== null && (read === null || classifyMessage(failure) !== null))
      throw this.createUnusableError(failure);
    if (read === null) throw this.createUnusableError();
    return read;
  }

  /**
   * Reads an array, an object of records, a single record or an empty result. Yields while reading long lists.
   * @param inside the field of the result that may hold the list
   * @param isIncomplete whether an unreadable entry belongs to the list
   * @returns `skipped` counts unreadable entries
   * @throws {ApiError} for an unknown result, or if every entry is unreadable: an empty list would look as if everything were gone
   */
  async readList<T>(
    shape: RecordReader<T>,
    { inside, isIncomplete }: { inside?: string; isIncomplete?: (entry: JsonRecord) => boolean } = {},
  ) {
    const raw = this.#listOf(this.#inside(inside));
    if (raw?.length === 0) this.#assertEmpty();
    return this.#readEntries(raw, shape, isIncomplete);
  }

  /** @throws {ApiError} if no entry is a record */
  async readRecords(): Promise<readonly JsonRecord[]> {
    const { entries } = await this.readList((raw) => (isRecord(raw) ? raw : null));
    return entries;
  }

  /** Several lists by their names in the result. `skipped` is their total. @throws {ApiError} */
  async readLists<T extends object>(
    shapes: { readonly [K in keyof T]: RecordReader<T[K]> },
  ): Promise<{ [K in keyof T]: T[K][] } & { skipped: number }> {
    const names = Object.keys(shapes) as (keyof T & string)[];
    const holder = isRecord(this.result) ? this.result : {};
    const isEmpty = this.#listOf(this.result)?.length === 0;
    if (!isEmpty && !names.some((name) => Object.hasOwn(holder, name))) throw this.createUnusableError();
    if (isEmpty) this.#assertEmpty();
    let skipped = 0;
    const lists = names.map(async (name) => {
      const read = await this.#readEntries(this.#listOf(ownField(holder, name)), shapes[name]);
      skipped += read.skipped;
      return [name, read.entries];
    });
    return { ...Object.fromEntries(await Promise.all(lists)), skipped };
  }

  /** A result that isn't a list means no match, unless the message is a refusal. @throws {ApiError} */
  readSearchResults<T>(shape: RecordReader<T>, inside: string): T[] {
    const found = this.#listOf(this.#inside(inside)) ?? [];
    if (found.length === 0 && !isEmptyListMessage(this.msg) && classifyMessage(this.msg) !== null)
      throw this.createUnusableError();
    return found.map(shape).filter((record) => record !== null);
  }

  /** @param shape must never return null */
  readEnvelopeFields<T>(shape: RecordReader<T>): T {
    return shape(this.fields) as T;
  }

  /** @param shape must never return null */
  readResultFields<T>(shape: RecordReader<T>): T {
    return shape(isRecord(this.result) ? this.result : {}) as T;
  }

  /**
   * Accepts "true", a number of changes, or an empty result (docs/http-api.md, "Rename file"), although none proves success.
   * @param isFinal the call can't be undone, so an empty result counts only with a success message
   * @throws {ApiError} if the result, an entry or the message is a refusal
   */
  assertConfirmed(isFinal = false): void {
    const { result } = this;
    const word = scalarText(result);
    if (/^[1-9]\d?$/.test(word) || (word !== '' && isPlainOkMessage(word))) return;
    if (/^(false|0)$/i.test(word)) {
      const msg = isPlainOkMessage(this.msg) ? null : this.msg;
      throw this.#createError('refused', 'The response is “false”.', { msg });
    }
    if (typeof result === 'string' && word !== '') throw this.createUnusableError(this.#formatMessage(word));
    const list = this.#listOf(result);
    if (list === null) throw this.createUnusableError();
    const failures = list.filter(isRecord).map((entry) => this.findFailure(entry));
    const failure = failures.find((message) => message !== null);
    if (failure) throw this.createUnusableError(failure);
    if (list.length > 0) return;
    const isUnclear = isFinal && !isPlainOkMessage(this.msg) && !isDoneMessage(this.msg);
    if (isUnclear || classifyMessage(this.msg) !== null) throw this.createUnusableError();
  }

  /** For calls without a result. @throws {ApiError} for a refusal, which is uncertain because the status says success */
  readMessage(): string {
    const code = classifyMessage(this.msg);
    // "2 errors restarted" is a success.
    if (code !== null && code !== 'refused' && !isDoneMessage(this.msg))
      throw this.createUnusableError(this.msg, true);
    return this.msg;
  }

  /**
   * The refusal in `message` (default: `msg` or the result), or an invalid response.
   * @param isUncertain the call may have taken effect despite a known refusal
   */
  createUnusableError(message?: string, isUncertain = false): ApiError {
    const msg = message ?? (isPlainOkMessage(this.msg) ? this.#formatMessage(this.result) : this.msg);
    const isOk = isPlainOkMessage(msg);
    const code = classifyMessage(msg);
    return this.#createError(
      code ?? (isOk ? 'invalid-response' : 'refused'),
      'The response lacks the requested data.',
      // An unknown message proves nothing.
      { msg: isOk ? null : msg, isUncertain: isUncertain || code === null },
    );
  }

  createRefusal(sentence: string): ApiError {
    return this.#createError('refused', sentence);
  }

  createNotFoundError(message: string | null): ApiError {
    const msg = message === null ? null : this.#formatMessage(message);
    return this.#createError('not-found', 'The file does not exist, or it is not yours.', {
      msg,
    });
  }

  /** Why one entry failed, in the service's words; null if it didn't. */
  findFailure(entry: JsonRecord): string | null {
    const words = readStatusWords(entry).map(this.#formatMessage);
    return words.find((word) => !/^(200|ok|active|true)?$/i.test(word)) ?? null;
  }

  #inside(name?: string): unknown {
    const { result } = this;
    if (name === undefined || !isRecord(result)) return result;
    if (Object.hasOwn(result, name)) return result[name];
    // Beyond the last page, some services send only the counts.
    return Object.values(result).every((value) => decimal(value) !== null) ? [] : result;
  }

  async #readEntries<T>(
    list: readonly unknown[] | null,
    shape: RecordReader<T>,
    isIncomplete: (entry: JsonRecord) => boolean = () => false,
  ) {
    if (list === null) throw this.createUnusableError();
    const entries: T[] = [];
    for (let at = 0; at < list.length; at += sliceSize) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve));
      entries.push(
        ...list
          .slice(at, at + sliceSize)
          .map(shape)
          .filter((record) => record !== null),
      );
    }
    const isKnown = entries.length > 0 || list.filter(isRecord).some(isIncomplete);
    if (list.length > 0 && !isKnown) throw this.createUnusableError();
    return { entries, skipped: list.length - entries.length };
  }

  /** A message beside an empty list must say that the list is empty. */
  #assertEmpty(): void {
    if (!isPlainOkMessage(this.msg) && !isEmptyListMessage(this.msg)) throw this.createUnusableError();
  }

  #listOf(value: unknown): readonly unknown[] | null {
    if (Array.isArray(value)) return value;
    if (value === undefined || value === null || value === '') return [];
    if (!isRecord(value)) return null;
    const values = Object.values(value);
    if (values.every(isEmptyValue)) return [];
    if (['file_code', 'filecode'].some((name) => Object.hasOwn(value, name))) return [value];
    return values.every(isRecord) ? values : null;
  }
}

/** PHP and similar backends send these for "nothing". */
function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || /^0?$/.test(String(value));
}
