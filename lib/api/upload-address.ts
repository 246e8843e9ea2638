/** The address to which files are sent (docs/http-api.md, "Upload server"). Pure. */
import { hasCredentials, isHttp, isLoopback } from './address.ts';

/** A host with a path or a port; "upload.cgi" is none. */
const hostPattern =
  /^(?:(?:[\p{L}\p{N}_-]+\.)+(?:\p{L}{2,}|xn--[\w-]+)|\d+(?:\.\d+){3}|\[[\da-f:.]+\]|localhost)(?:\/|:\d+(?:\/|$))/iu;

/**
 * Where files are sent with the key, as the service names it: an address, one without its scheme, or a path on the API's host. Https
 * is assumed. Plain http is for a base address with http, and then on its own host or this machine. Null for anything else.
 */
export function resolveUploadAddress(named: string, baseUrl: string): string | null {
  const base = new URL(baseUrl);
  // `URL` drops white space, and reads a backslash as a slash.
  if (/[\s\\]/.test(named)) return null;
  const bare = named.replace(/^\/\//, '');
  const isPath = /^\/(?!\/)/.test(named);
  let url = URL.parse(named, isPath ? base : undefined);
  if (hostPattern.test(bare) || bare.startsWith(`${base.host}/`)) {
    url = URL.parse(`https://${bare}`);
    // Its own host is reached as the API is.
    if (url?.hostname === base.hostname) url = URL.parse(`${base.protocol}//${bare}`);
  }
  if (url === null || !isHttp(url) || hasCredentials(url)) return null;
  const mayBePlain = base.protocol === 'http:' && (url.hostname === base.hostname || isLoopback(url));
  return url.protocol === 'https:' || mayBePlain ? url.href : null;
}
