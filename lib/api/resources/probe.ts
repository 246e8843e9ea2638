/** Whether a service answers for an account at all: cheap requests without effect. */
import { ApiError, isAccountError } from '../errors.ts';
import type { Call, CallOptions } from '../transport.ts';

/**
 * Resolves where the account answers. One endpoint may fail for good, so a second one is asked.
 *
 * @throws {ApiError} the first failure, where neither answers
 */
export async function probeAccount(call: Call, options?: CallOptions): Promise<void> {
  try {
    await call('read', 'account/info', {}, options);
  } catch (error) {
    const isFinal = isAccountError(error) || (error instanceof ApiError && error.code === 'network');
    if (isFinal) throw error;
    await call('read', 'urlupload/slots', {}, options).catch(() => {
      throw error;
    });
  }
}
