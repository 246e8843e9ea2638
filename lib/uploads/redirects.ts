/**
 * Where a fetch with the user's session may be led: within the site of its link, and to sites that the user has agreed to. Redirects
 * are followed one by one, so that no request leaves before this was asked. Pure.
 */
import { withoutWww } from '../accounts/site-host.ts';
import { isLocalHost } from '../links/local-host.ts';
import type { FetchRoute } from './source-fetch.ts';
import type { Upload } from './upload.ts';

/** What a site answered in place of a file, as the browser saw it. */
export interface Redirect {
  /** Of HTTP. */
  readonly status: number;
  /** As the site wrote it; null where it named none. */
  readonly location: string | null;
}

/** As it is requested: `fetch` takes neither names and passwords, nor does it send a fragment. */
export function toRequestAddress(url: string): string {
  return Object.assign(new URL(url), { username: '', password: '', hash: '' }).href;
}

/** @param from the address that was asked, the link's or that of an earlier redirect */
export function judgeRedirect(
  { url: link, followed = [] }: Pick<Upload, 'url' | 'followed'>,
  from: string,
  { status, location }: Redirect,
): FetchRoute {
  if (location === null) return { code: 'error', msg: `${status}` };
  const target = URL.parse(location, from);
  if (target === null) return { code: 'error', msg: `${status}` };
  if (!/^https?:$/u.test(target.protocol)) return { code: 'scheme', msg: null };
  const isFromLocal = [link, from].every((each) => isLocalHost(new URL(each).hostname));
  if (!isFromLocal && isLocalHost(target.hostname)) return { code: 'local', msg: target.origin };
  if (![link, ...followed].some((each) => isSameSite(each, target.href)))
    return { code: 'site', msg: target.origin };
  return { url: toRequestAddress(target.href) };
}

/**
 * Whether the second address is of the first one's site: its host, with or without "www.", or one below it, and as well encrypted.
 * Hosts beside it are others': without a list of public suffixes nobody knows where a site ends.
 */
export function isSameSite(one: string, other: string): boolean {
  const [from, to] = [new URL(one), new URL(other)];
  if (from.port !== to.port || (from.protocol === 'https:' && to.protocol === 'http:')) return false;
  const [host, target] = [from, to].map(({ hostname }) => withoutWww(hostname));
  return host === target || to.hostname.endsWith(`.${from.hostname}`);
}
