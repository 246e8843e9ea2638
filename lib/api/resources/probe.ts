import { sentences } from '../envelope.ts';
import { ApiError, isAccountError, isApiError } from '../errors.ts';
import type { Host } from '../host.ts';
import type { CallOptions } from '../transport.ts';

/**
 * Checks whether a service responds for an account, with requests that change nothing. One of three endpoints is enough, because on some
 * services one never works. @throws {ApiError} the first failure
 */
export async function probeAccount(host: Host, options?: CallOptions): Promise<void> {
  try {
    await host.ask('read', 'account.info', {}, options);
  } catch (error) {
    const { code } = error as ApiError;
    // The denial may concern only this endpoint.
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

/** One probe covers further denials for this long, if an endpoint denies every file. */
const probeValidMs = 2_000;

/** Probes the account after a denial. If other endpoints accept the key, the denial isn't about the key. */
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
