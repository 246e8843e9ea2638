/** The error of the client. No property, message, cause or stack has the key: `transport.ts` redacts every text first. */

/** What an error means; these words stay. */
export type ApiErrorCode =
  /** More requests than the service takes (docs/http-api.md, "Errors"); nothing was done, and the limiter has lowered its limit. */
  | 'rate-limited'
  /** A limit of the account (a day, a minute, storage): a reason to wait, never a bad key. */
  | 'quota-exceeded'
  /** The service rejects the key. */
  | 'unauthorized'
  /** The service does not know the file or folder, or it belongs to somebody else. */
  | 'not-found'
  /** The service refused, in its own words (`msg`), or took the request for too long (`status` 414 or 431). */
  | 'refused'
  /** No connection, or one that broke before the answer was complete. */
  | 'network'
  /** No complete answer within the client's `timeout`. */
  | 'timeout'
  /** The caller's `signal` was aborted; `cause` is its reason. */
  | 'aborted'
  /** An answer that docs/http-api.md does not describe: a web page, a damaged body, a redirect, a 5xx, an OK without result. */
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
   * Whether the request may have changed something at the service. False is certain: it was never sent, only read, or was refused
   * in the service's own words or as too long (414, 431). True is uncertain: no answer came, or one that proves nothing. Of
   * `uploads.send` it is true once the file is there.
   */
  readonly mayHaveTakenEffect: boolean;
  /** A redacted copy of the underlying error, with the system's `code` (`ECONNREFUSED`); after an abort the signal's own reason. */
  readonly cause?: unknown;
}

/** What a call rejects with, save for `TypeError` on arguments that cannot be sent. */
export class ApiError extends Error implements ApiErrorFacts {
  override readonly name: string;
  /** What it means. */
  readonly code: ApiErrorCode;
  readonly endpoint: string;
  readonly msg: string | null;
  readonly status: number | null;
  readonly mayHaveTakenEffect: boolean;
  /**
   * Of a file that was sent: it is not to be sent again, and `mayHaveTakenEffect` is true. With the endpoint `upload` and the code
   * `refused` the service named it beside its refusal, so it may be there; else it has arrived before this error, and
   * `uploads.finish` does the rest.
   */
  declare fileCode?: string;
  /** Bytes of that file that were sent, where that is known. */
  declare sentBytes?: number;
  /** Set where a file was not sent, because this service needs a session with it (docs/http-api.md, "Upload server"). */
  declare needsSession?: true;

  constructor(
    code: ApiErrorCode,
    sentence: string,
    { endpoint, msg, status, mayHaveTakenEffect, cause }: ApiErrorFacts,
  ) {
    super(msg === null ? `${endpoint}: ${sentence}` : `${endpoint}: ${sentence} (“${msg}”)`, { cause });
    // Aborts are called so everywhere on the web.
    this.name = code === 'aborted' ? 'AbortError' : 'ApiError';
    this.code = code;
    this.endpoint = endpoint;
    this.msg = msg;
    this.status = status;
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/** Whether a call failed with one of these codes; without any, whether the error is one of this client. */
export const isApiError = <C extends ApiErrorCode = ApiErrorCode>(
  error: unknown,
  ...codes: C[]
): error is ApiError & { readonly code: C } =>
  error instanceof ApiError && (codes.length === 0 || (codes as ApiErrorCode[]).includes(error.code));

/** Whether an error is about the account or the caller, not about what was asked for. */
export const isAccountError = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  isApiError(error, 'unauthorized', 'quota-exceeded', 'rate-limited', 'aborted');

/** The part of an error that decides what follows. */
export type FailedCall = Pick<ApiErrorFacts, 'msg' | 'mayHaveTakenEffect'> & {
  /** As in `ApiError`. */
  readonly fileCode?: string | undefined;
  /** `unexpected` where it is not from this client. */
  readonly code: ApiErrorCode | 'unexpected';
};

/** An error that is not from this client may have had its effect. */
export const readFailure = (error: unknown): FailedCall =>
  error instanceof ApiError ? error : { code: 'unexpected', msg: null, mayHaveTakenEffect: true };
