/** Turns whatever went wrong into what a page can show: a code that has a sentence, and the service's own words. */
import { ApiError, InvalidAddressError } from '../api/index.ts';
import { type Problem, type ProblemCode, ProblemError } from '../protocol.ts';
import { StorageError } from '../storage/database.ts';

const errorOf = (code: ProblemCode) =>
  class extends ProblemError {
    constructor() {
      super({ code, msg: null });
    }
  };

/** Nothing is connected, or the account that was meant is gone. */
export const NoAccountError = errorOf('no-account');
/** No key was entered; a service would refuse that like any other wrong one. */
export const NoKeyError = errorOf('unauthorized');
/** The browser does not let the extension read what this service answers. */
export const NoPermissionError = errorOf('no-permission');
/** The page cannot be read: it is one of the browser's own, or the browser keeps extensions out of it. */
export const NoAccessError = errorOf('no-access');
/** A passphrase does not fit, or what was encrypted with it was changed. */
export const WrongPassphraseError = errorOf('wrong-passphrase');
/** The upload, job, pick or collection that a message names is not there any more. */
export const GoneError = errorOf('gone');
/** The service said yes and changed nothing. */
export const UnchangedError = errorOf('unchanged');

export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof ApiError) return { code: error.code, msg: error.msg };
  if (error instanceof InvalidAddressError) return { code: 'invalid-address', msg: null };
  if (error instanceof StorageError)
    return { code: `storage-${error.reason}`, msg: null, store: error.store };
  return { code: 'unexpected', msg: null };
}
