/** Checks whether a service responds for an account, using cheap requests that change nothing. */
import { sentences } from '../envelope.ts';
import { ApiError, isAccountError, isApiError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { CallOptions } from '../transport.ts';

/** Resolves if one of three endpoints responds: on some services, one of them never works. @throws {ApiError} the first failure */
export async function probeAccount(host: Host, options?: CallOptions): Promise<void> {
  try {
    await host.ask('read', 'account.info', {}, options);
  } catch (error) {
    const { code } = error as ApiError;
    // A denial may concern only this endpoint.
    if (code === 'network' || (isAccountError(error) && code !== 'unauthorized')) throw error;
    const others = [
      host.ask('read', 'remoteUploads.slots', {}, options),
      host.ask('read', 'files.list', { page: 1, perPage: 1 }, options),
    ];
    await Promise.any(others).catch(() => {
      throw error;
    });
  }
}

/** How long a probe covers further denials. If an endpoint denies every file, one probe serves many. */
const probeValidMs = 2_000;

/** A host that probes the account after a denial. If other endpoints accept the key, the denial says nothing about the key. */
export function withDenialsChecked(host: Host): Host {
  let acceptedAt = Number.NEGATIVE_INFINITY;
  return {
    get dialect() {
      return host.dialect;
    },
    async ask(kind, name, params, options) {
      try {
        return await host.ask(kind, name, params, options);
      } catch (error) {
        if (!isApiError(error, 'unauthorized') || name === 'account.info') throw error;
        if (performance.now() - acceptedAt > probeValidMs) {
          await probeAccount(host, options).catch((failure: unknown) => {
            if (!isApiError(failure, 'aborted')) throw error;
            throw new ApiError('aborted', sentences.aborted, { ...error, msg: null, cause: failure.cause });
          });
          acceptedAt = performance.now();
        }
        const sentence = 'The service denies this call, although it accepts the API key.';
        throw new ApiError('invalid-response', sentence, { ...error, cause: error });
      }
    },
  };
}
