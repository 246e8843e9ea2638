/** Addresses without a scheme in texts: `www.`, or a host and a slash. A host alone may be a file name. Pure. */

/** Excludes invisible characters, because a host may follow each of them. */
const label = String.raw`[[\p{L}\p{M}\p{N}\-]--\p{DI}]+`;

/** A possible host and the slash after it. */
export const bareHostPattern = String.raw`(?:${label}\.)+${label}(?::\d+)?\/`;

const bareHost = new RegExp(bareHostPattern, 'vy');

/** File extensions that look like domains: "node.js/npm" is two words. */
const endings = new Set(['htm', 'html', 'js', 'txt']);

export function startsBareAddress(text: string, at = 0): boolean {
  if (/^www\.$/i.test(text.slice(at, at + 4))) return true;
  bareHost.lastIndex = at;
  const [host] = bareHost.exec(text) ?? [];
  return host !== undefined && isBareHost(host, text.slice(at + host.length, at + host.length + 2));
}

/**
 * @param host matches `bareHostPattern`
 * @param rest at least two characters after the slash, or all that there are
 */
export function isBareHost(host: string, rest: string): boolean {
  const [name = '', port] = host.slice(0, -1).split(':', 2);
  // "1.2.3.4/24" is a range of addresses.
  if (/^(?:\d{1,3}\.){3}\d{1,3}$/.test(name)) return port !== undefined || /^\p{L}/u.test(rest);
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (port === undefined && endings.has(last.toLowerCase())) return false;
  // "etc.And/or": a sentence begins.
  if (/^\p{Lu}\p{Ll}/u.test(last)) return false;
  return /^(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu.test(last);
}
