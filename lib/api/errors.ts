/** The error of the client. No property, message, cause or stack contains the key: `transport.ts` redacts every text first. */

/** What an error means. These codes are stable. */
export type ApiErrorCode =
  /** The service accepts no more requests for now (docs/http-api.md, "Errors"). Nothing was done, and the limiter has slowed down. */
  | 'rate-limited'
  /** An account limit is reached (per day, per minute, storage). Wait; the key is fine. */
  | 'quota-exceeded'
  /** The service rejects the key. */
  | 'unauthorized'
  /** The file or folder doesn't exist or belongs to somebody else. */
  | 'not-found'
  /** The service refused, in its own words (`msg`), or the request was too long for it (`status` 414 or 431). */
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
  /** The endpoint without `/api/`, for example `account/info`; `upload` for the POST to the upload address. */
  readonly endpoint: string;
  /** The service's own words, at most 300 characters; null if there are none. */
  readonly msg: string | null;
  /** The envelope's `status`, or the HTTP status if there was no envelope; null if there was no response. */
  readonly status: number | null;
  /**
   * Whether the request may have changed something on the service. False is certain: the request was never sent, was only a read, or was
   * refused in the service's own words or as too long (414, 431). True is uncertain: there was no response, or one that proves nothing. For
   * `uploads.send` it is true once the file has arrived.
   */
  readonly mayHaveTakenEffect: boolean;
  /** A redacted copy of the underlying error with its system `code` (`ECONNREFUSED`). After an abort, the signal's own reason. */
  readonly cause?: unknown;
}

/** What calls reject with, except for a `TypeError` if the arguments cannot be sent. */
export class ApiError extends Error implements ApiErrorFacts {
  override readonly name: string;
  /** What the error means. */
  readonly code: ApiErrorCode;
  readonly endpoint: string;
  readonly msg: string | null;
  readonly status: number | null;
  readonly mayHaveTakenEffect: boolean;
  /**
   * Set if a file was sent and should not be sent again; `mayHaveTakenEffect` is then true. If the endpoint is `upload` and the code
   * `refused`, the service refused the file but named it, so it may exist. Otherwise the file arrived before this error, and
   * `uploads.finish` completes the rest.
   */
  declare fileCode?: string;
  /** How many bytes of that file were sent, if known. */
  declare sentBytes?: number;
  /** Set if a file was not sent because this service requires a session with it (docs/http-api.md, "Upload server"). */
  declare needsSession?: true;

  constructor(
    code: ApiErrorCode,
    sentence: string,
    { endpoint, msg, status, mayHaveTakenEffect, cause }: ApiErrorFacts,
  ) {
    super(msg === null ? `${endpoint}: ${sentence}` : `${endpoint}: ${sentence} (“${msg}”)`, { cause });
    // The name that the web platform uses for aborts.
    this.name = code === 'aborted' ? 'AbortError' : 'ApiError';
    this.code = code;
    this.endpoint = endpoint;
    this.msg = msg;
    this.status = status;
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/** Whether an error is an `ApiError` with one of these codes. Without codes: whether it is an `ApiError`. */
export const isApiError = <C extends ApiErrorCode = ApiErrorCode>(
  error: unknown,
  ...codes: C[]
): error is ApiError & { readonly code: C } =>
  error instanceof ApiError && (codes.length === 0 || (codes as ApiErrorCode[]).includes(error.code));

/** Whether an error is about the account or the caller rather than the file or link. */
export const isAccountError = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  isApiError(error, 'unauthorized', 'quota-exceeded', 'rate-limited', 'aborted');

/** The properties of an error that decide what to do next. */
export type FailedCall = Pick<ApiErrorFacts, 'msg' | 'mayHaveTakenEffect'> & {
  /** See `ApiError`. */
  readonly fileCode?: string | undefined;
  /** `unexpected` if this client didn't create the error. */
  readonly code: ApiErrorCode | 'unexpected';
};

/** An error that this client didn't create may have taken effect. */
export const readFailure = (error: unknown): FailedCall =>
  error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };
