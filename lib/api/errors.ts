/**
 * The errors of the client: one class for each meaning, each with a stable `code`.
 *
 * None of them has the account's key in any property, message, cause or stack: `transport.ts` redacts every text first.
 */

/** What an error means; these words stay. */
export type ApiErrorCode =
  | 'rate-limited'
  | 'quota-exceeded'
  | 'unauthorized'
  | 'not-found'
  | 'refused'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'invalid-response';

/** The properties of every error. */
export interface ApiErrorFacts {
  /** The endpoint without `/api/`, for example `account/info`; `upload` for the POST to the upload address. */
  readonly endpoint: string;
  /** The service's own words, at most 300 characters; null where there are none. */
  readonly msg: string | null;
  /** The envelope's `status`, or the HTTP status where there was no envelope; null where no answer came. */
  readonly status: number | null;
  /**
   * Whether the request may have changed something at the service. False is certain: the request was never sent,
   * only read, or was refused in the service's own words or as too long (414, 431). True is uncertain: no answer came, or
   * one that proves nothing (a web page, an empty or truncated body, a 5xx).
   */
  readonly mayHaveTakenEffect: boolean;
  /**
   * A redacted copy of the underlying error, with the system's `code` (`ECONNREFUSED`) where one is known; the signal's own reason
   * after an abort; undefined where the service itself refused.
   */
  readonly cause?: unknown;
}

/** The base of all errors that a call rejects with, save for `TypeError` on arguments that cannot be sent. */
export abstract class ApiError extends Error implements ApiErrorFacts {
  /** What it means; tells the classes apart, also across copies of this package. */
  abstract readonly code: ApiErrorCode;
  readonly endpoint: string;
  readonly msg: string | null;
  readonly status: number | null;
  readonly mayHaveTakenEffect: boolean;
  /** Set by `uploads.send` where the file has arrived before this error: then it is in the root, or in its folder. */
  declare fileCode?: string;

  constructor(sentence: string, { endpoint, msg, status, mayHaveTakenEffect, cause }: ApiErrorFacts) {
    super(msg === null ? `${endpoint}: ${sentence}` : `${endpoint}: ${sentence} (“${msg}”)`, { cause });
    this.endpoint = endpoint;
    this.msg = msg;
    this.status = status;
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/** More requests than the service takes (docs/http-api.md, "Errors"); nothing was done, and the limiter has lowered its limit. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
  readonly code = 'rate-limited';
}

/** A limit of the account (a day, a minute, storage): a reason to wait, never a bad key. */
export class QuotaExceededError extends ApiError {
  override readonly name = 'QuotaExceededError';
  readonly code = 'quota-exceeded';
}

/** The service rejects the key. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
  readonly code = 'unauthorized';
}

/** The service does not know the file or folder, or it belongs to somebody else. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
  readonly code = 'not-found';
}

/** The service refused, in its own words (`msg`), or took the request for too long (`status` 414 or 431). */
export class RefusedError extends ApiError {
  override readonly name = 'RefusedError';
  readonly code = 'refused';
}

/** No connection, or one that broke before the answer was complete. */
export class NetworkError extends ApiError {
  override readonly name = 'NetworkError';
  readonly code = 'network';
}

/** No complete answer within the client's `timeout`. */
export class TimeoutError extends ApiError {
  override readonly name = 'TimeoutError';
  readonly code = 'timeout';
}

/** The caller's `signal` was aborted; `cause` is its reason. */
export class AbortedError extends ApiError {
  // As everywhere on the web.
  override readonly name = 'AbortError';
  readonly code = 'aborted';
}

/**
 * The answer is not one that docs/http-api.md describes: a web page, an empty, cut-off or huge body, a redirect, a failure
 * of the service itself (5xx), or an OK that lacks the requested result.
 */
export class InvalidResponseError extends ApiError {
  override readonly name = 'InvalidResponseError';
  readonly code = 'invalid-response';
}

/** Code → class. */
export const errorClasses = {
  'rate-limited': RateLimitedError,
  'quota-exceeded': QuotaExceededError,
  unauthorized: UnauthorizedError,
  'not-found': NotFoundError,
  refused: RefusedError,
  network: NetworkError,
  timeout: TimeoutError,
  aborted: AbortedError,
  'invalid-response': InvalidResponseError,
} as const satisfies Record<ApiErrorCode, new (sentence: string, facts: ApiErrorFacts) => ApiError>;

/** Whether an error is about the account or the caller, not about what was asked for. */
export const isAccountError = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  ['unauthorized', 'quota-exceeded', 'rate-limited', 'aborted'].includes(error.code);

/** The part of an error that decides what follows. */
export type FailedCall = Pick<ApiErrorFacts, 'msg' | 'mayHaveTakenEffect'> & { readonly code: string };

/** An error that is not from this client may have had its effect. */
export function readFailure(error: unknown): FailedCall {
  return error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };
}
