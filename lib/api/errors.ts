/** The error of the client. `transport.ts` redacts every text first, so no property, message, cause or stack contains the key. */

/** What an error means. The codes are stable. */
export type ApiErrorCode =
  /** The service accepts no more requests for now (docs/http-api.md, "Errors"). Nothing was done, and the limiter has slowed down. */
  | 'rate-limited'
  /** A limit of the account is reached (per day, per minute, storage). The key is fine. */
  | 'quota-exceeded'
  /** The service rejects the key. */
  | 'unauthorized'
  /** The file or folder doesn't exist or belongs to somebody else. */
  | 'not-found'
  /** The service refused, in its own words (`msg`), or the request was too long (`status` 414 or 431). */
  | 'refused'
  /** No connection, or it broke before the response was complete. */
  | 'network'
  /** No complete response within the client's `timeout`. */
  | 'timeout'
  /** The caller's `signal` was aborted; `cause` is its reason. */
  | 'aborted'
  /** A response that docs/http-api.md doesn't describe: a web page, a damaged body, a redirect, a 5xx, an OK without a result. */
  | 'invalid-response';

/** The properties of every error. */
export interface ApiErrorFacts {
  /** Without `/api/`, for example `account/info`; `upload` for the POST of a file. */
  readonly endpoint: string;
  /** The service's own words, at most 300 characters; null if there are none. */
  readonly msg: string | null;
  /** The envelope's, or the HTTP status without an envelope; null without a response. */
  readonly status: number | null;
  /**
   * Whether the request may have changed something. False is certain: it was never sent, was only a read, or was refused in the service's
   * words or as too long. True is uncertain: there was no response, or it proves nothing. For `uploads.send`, true once the file arrived.
   */
  readonly mayHaveTakenEffect: boolean;
  /** A redacted copy of the underlying error with its system `code` (`ECONNREFUSED`). After an abort, the signal's reason. */
  readonly cause?: unknown;
}

/** The error that calls reject with, except for a `TypeError` for arguments that can't be sent. */
export class ApiError extends Error implements ApiErrorFacts {
  override readonly name: string;
  /** What the error means. */
  readonly code: ApiErrorCode;
  readonly endpoint: string;
  readonly msg: string | null;
  readonly status: number | null;
  readonly mayHaveTakenEffect: boolean;
  /**
   * Set if a file arrived, or may have, and shouldn't be sent again. With the endpoint `upload` and the code `refused`, the service refused
   * the file but named it. Otherwise `uploads.finish` completes the rest.
   */
  declare fileCode?: string;
  /** Bytes of that file that were sent, if known. */
  declare sentBytes?: number;
  /** The file wasn't sent, because the service requires a session with it (docs/http-api.md, "Upload server"). */
  declare needsSession?: true;

  constructor(
    code: ApiErrorCode,
    sentence: string,
    { endpoint, msg, status, mayHaveTakenEffect, cause }: ApiErrorFacts,
  ) {
    super(msg === null ? `${endpoint}: ${sentence}` : `${endpoint}: ${sentence} (“${msg}”)`, { cause });
    // As the web platform names aborts.
    this.name = code === 'aborted' ? 'AbortError' : 'ApiError';
    this.code = code;
    this.endpoint = endpoint;
    this.msg = msg;
    this.status = status;
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/** Whether it is an `ApiError`, with one of these codes if any are given. */
export const isApiError = <C extends ApiErrorCode = ApiErrorCode>(
  error: unknown,
  ...codes: C[]
): error is ApiError & { readonly code: C } =>
  error instanceof ApiError && (codes.length === 0 || (codes as ApiErrorCode[]).includes(error.code));

/** Whether the account or the caller is the reason, rather than the file or link. */
export const isAccountError = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  isApiError(error, 'unauthorized', 'quota-exceeded', 'rate-limited', 'aborted');

/** What decides how to go on after an error. */
export type FailedCall = Pick<ApiErrorFacts, 'msg' | 'mayHaveTakenEffect'> & {
  /** See `ApiError`. */
  readonly fileCode?: string | undefined;
  /** `unexpected`: not an error of this client. */
  readonly code: ApiErrorCode | 'unexpected';
};

/** An unexpected error may have taken effect. */
export const readFailure = (error: unknown): FailedCall =>
  error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };

/** For `catch` with an optional result. */
export function nullIfApiError(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}
