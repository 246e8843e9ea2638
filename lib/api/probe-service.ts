/** Checks without a key whether a service's API is at an address (docs/http-api.md, "Errors"). */
import { rejectUnknownOptions } from './arguments.ts';
import { isRecord, ownField, parseJson } from './envelope.ts';
import { exchange, type Fetch } from './http.ts';
import { requireRuntime } from './runtime.ts';

/** `api`: an envelope, possibly with an error. `other`: something else. `silent`: no response, or a server failure. */
export type ServiceProbe = 'api' | 'other' | 'silent';

interface ProbeOptions {
  readonly fetch?: Fetch | undefined;
  readonly timeoutMs?: number;
}

/**
 * Requests `account/info` without a key or any user data. Follows no redirect, and never throws because of the service.
 * @param baseUrl as `parseServiceAddress` returns it
 */
export async function probeService(baseUrl: string, options: ProbeOptions = {}): Promise<ServiceProbe> {
  requireRuntime();
  rejectUnknownOptions(options, ['fetch', 'timeoutMs'] satisfies (keyof ProbeOptions)[], 'probeService');
  const { fetch, timeoutMs = 15_000 } = options;
  const http = await exchange(new URL(`${baseUrl}/api/account/info`), {}, { timeoutMs, fetch });
  if (!http.complete) return http.reason === 'too-large' ? 'other' : 'silent';
  if (!http.redirect && !isMissing(http.status) && isEnvelope(parseJson(http.text, (text) => text)))
    return 'api';
  return http.status >= 500 ? 'silent' : 'other';
}

/** For unknown paths, sometimes with a JSON body. */
const isMissing = (status: number): boolean => status === 404 || status === 405 || status === 410;

/** Stricter than the client, which knows that it talks to a service. */
function isEnvelope(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const status = ownField(value, 'status');
  const hasStatus = /^\d{3}$/u.test(typeof status === 'number' ? `${status}` : String(status ?? ''));
  const fields = ['msg', 'result', 'server_time'].filter((name) => Object.hasOwn(value, name));
  return fields.includes('msg') || (hasStatus && fields.length > 0);
}
