/** The address that files are sent to (docs/http-api.md, "Upload server"). Pure. */
import { hasCredentials, isHttp, isLoopback } from './address.ts';

/** A host, possibly without a scheme, unlike the path "upload.cgi". */
const hostPattern =
  /^(?:(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}{2,}|xn--[\w-]+)|\d+(?:\.\d+){3}|\[[\da-f:.]+\]|localhost)(?:\/|:\d+(?:\/|$))/iu;

/**
 * Resolves the service's upload address: an address, with or without a scheme, or a path on the API's host. The scheme defaults to https.
 * Plain http is allowed only if the base address has it, and only on the same host or this machine. Null for anything else.
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
  return url.protocol === 'https:' || mayBePlain ? url.href : null;
}
