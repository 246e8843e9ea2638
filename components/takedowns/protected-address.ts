/** Addresses of the protected links that a takedown names. Pure. */
import { resolveAddress } from '../../lib/api/address.ts';

/**
 * docs/http-api.md gives codes, which stand behind `/d/` (download) and `/e/` (player); services of this family also send paths and
 * whole addresses (docs/http-api.md, "Values").
 *
 * @returns null without one, and for anything but http and https
 */
export function protectedAddress(baseUrl: string, page: 'd' | 'e', named: string | null): string | null {
  const isCode = named !== null && !/[/:\\]/u.test(named);
  // A dot or two would be a step in the path.
  if (named === null || /^\.{1,2}$/u.test(named)) return null;
  return resolveAddress(isCode ? `${baseUrl}/${page}/${encodeURIComponent(named)}` : named, baseUrl);
}
