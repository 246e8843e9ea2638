/** Turns whatever went wrong into what a page can show: a code that has a sentence, and the service's own words. */
import { ApiError, InvalidAddressError } from '../api/index.ts';
import type { Problem } from '../protocol.ts';
import { StorageError } from '../storage/database.ts';

/** Nothing is connected, or the account that was meant is gone. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError';
}

/** No key was entered; a service would refuse that like any other wrong one. */
export class NoKeyError extends Error {
  override readonly name = 'NoKeyError';
}

/** The browser does not let the extension read what this service answers. */
export class NoPermissionError extends Error {
  override readonly name = 'NoPermissionError';
}

/** The page cannot be read: it is one of the browser's own, or the browser keeps extensions out of it. */
export class NoAccessError extends Error {
  override readonly name = 'NoAccessError';
}

/** The upload or pick that a message names is not there any more. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}

/** The service said yes and changed nothing. */
export class UnchangedError extends Error {
  override readonly name = 'UnchangedError';
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return { code: error.code, msg: error.msg };
  if (error instanceof InvalidAddressError) return { code: 'invalid-address', msg: null };
  if (error instanceof NoAccountError) return { code: 'no-account', msg: null };
  if (error instanceof NoKeyError) return { code: 'unauthorized', msg: null };
  if (error instanceof NoPermissionError) return { code: 'no-permission', msg: null };
  if (error instanceof NoAccessError) return { code: 'no-access', msg: null };
  if (error instanceof GoneError) return { code: 'gone', msg: null };
  if (error instanceof UnchangedError) return { code: 'unchanged', msg: null };
  if (error instanceof StorageError)
    return { code: `storage-${error.reason}`, msg: null, store: error.store };
  return { code: 'unexpected', msg: null };
}
