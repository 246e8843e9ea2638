import { ApiError, InvalidAddressError } from '../api/index.ts';
import { type Problem, type ProblemCode, ProblemError } from '../protocol.ts';
import { StorageError } from '../storage/database.ts';

const createErrorClass = (code: ProblemCode) =>
  class extends ProblemError {
    constructor() {
      super({ code, msg: null });
    }
  };

/** No account is connected, or the named one is gone. */
export const NoAccountError = createErrorClass('no-account');
/** Another account has this key or e-mail at this address. */
export const KnownAccountError = createErrorClass('known-account');
export const NoKeyError = createErrorClass('unauthorized');
/** The host permission for this service is missing. */
export const NoPermissionError = createErrorClass('no-permission');
/** The page is the browser's own, or the browser keeps extensions out. */
export const NoAccessError = createErrorClass('no-access');
/** The encrypted data may also have been changed. */
export const WrongPassphraseError = createErrorClass('wrong-passphrase');
/** The page didn't respond in time. */
export const SilentPageError = createErrorClass('page-silent');
/** The upload, job, picker request or collection of a message is gone. */
export const GoneError = createErrorClass('gone');
/** The service confirmed but changed nothing. */
export const UnchangedError = createErrorClass('unchanged');

export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof ApiError) return { code: error.code, msg: error.msg };
  if (error instanceof InvalidAddressError) return { code: 'invalid-address', msg: null };
  if (error instanceof StorageError)
    return { code: `storage-${error.reason}`, msg: null, store: error.store };
  return { code: 'unexpected', msg: null };
}
