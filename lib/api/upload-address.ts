/** The address that files are sent to (docs/http-api.md, "Upload server"). Pure. */
import { hasCredentials, hostPattern, isHttp, isLoopback } from './address.ts';

/**
 * Resolves the service's upload address: an address, with or without a scheme, or a path on the API's host. Null for anything else. Uses
 * plain http only if the base address does, and only on the same host or this machine. Otherwise https, so that the key is encrypted.
 */
export function resolveUploadAddress(named: string, baseUrl: string): string | null {
  const base = new URL(baseUrl);
  // `URL` drops white space and reads a backslash as a slash.
  if (/[\s\\]/.test(named)) return null;
  const bare = named.replace(/^\/\//, '');
  const isPath = /^\/(?!\/)/.test(named);
  let url = URL.parse(named, isPath ? base : undefined);
  if (hostPattern.test(bare) || bare.startsWith(`${base.host}/`)) {
    url = URL.parse(`https://${bare}`);
    // The same host is reached like the API.
    if (url?.hostname === base.hostname) url = URL.parse(`${base.protocol}//${bare}`);
  }
  if (url === null || !isHttp(url) || hasCredentials(url)) return null;
  const mayBePlain = base.protocol === 'http:' && (url.hostname === base.hostname || isLoopback(url));
  if (!mayBePlain) url.protocol = 'https:';
  return url.href;
}
