/** Whether a service answers for an account at all: cheap requests without effect. */
import { sentences } from '../envelope.ts';
import { ApiError, isAccountError, isApiError } from '../errors.ts';
import type { Call, CallOptions } from '../transport.ts';

/** Resolves where one of two endpoints answers, as one may fail for good. @throws {ApiError} the first failure */
export async function probeAccount(call: Call, options?: CallOptions): Promise<void> {
  try {
    await call('read', 'account/info', {}, options);
  } catch (error) {
    const { code } = error as ApiError;
    // A denial may be that of the one endpoint.
    if (code === 'network' || (isAccountError(error) && code !== 'unauthorized')) throw error;
    await call('read', 'urlupload/slots', {}, options).catch(() => {
      throw error;
    });
  }
}

const probes: ReadonlySet<string> = new Set(['account/info', 'urlupload/slots']);

/** So long a probe holds for further denials: where an endpoint denies each file, one probe answers for many. */
const probeValidMs = 2_000;

/** The same calls, where the account is asked after a denial: one that it does not meet itself says nothing of the key. */
export function withDenialsChecked(call: Call): Call {
  let acceptedAt = Number.NEGATIVE_INFINITY;
  return async (kind, endpoint, params, options) => {
    try {
      return await call(kind, endpoint, params, options);
    } catch (error) {
      if (!isApiError(error, 'unauthorized') || probes.has(endpoint)) throw error;
      if (performance.now() - acceptedAt > probeValidMs) {
        await probeAccount(call, options).catch((failure: unknown) => {
          if (!isApiError(failure, 'aborted')) throw error;
          throw new ApiError('aborted', sentences.aborted, { ...error, msg: null, cause: failure.cause });
        });
        acceptedAt = performance.now();
      }
      const sentence = 'The service denies this, although it accepts the API key.';
      throw new ApiError('invalid-response', sentence, { ...error, cause: error });
    }
  };
}
