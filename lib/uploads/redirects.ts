/**
 * Decides where a fetch with the user's session may be redirected: within the link's site, and to sites that the user allowed. Each
 * redirect is checked before it is requested. Pure.
 */
import { withoutWww } from '../accounts/site-host.ts';
import { isLocalHost } from '../links/local-host.ts';
import type { FetchRoute } from './source-fetch.ts';
import type { Upload } from './upload.ts';

/** A response without a file, as the browser saw it. */
export interface Redirect {
  readonly status: number;
  /** As the site wrote it. */
  readonly location: string | null;
}

/** `fetch` rejects user names and passwords, and sends no fragment. */
export function toRequestAddress(url: string): string {
  return Object.assign(new URL(url), { username: '', password: '', hash: '' }).href;
}

/** @param from the link, or the target of an earlier redirect */
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
 * Same host with or without "www.", or a subdomain, and at least as secure. Sibling hosts count as other sites, because we have no list of
 * public suffixes.
 */
export function isSameSite(one: string, other: string): boolean {
  const [from, to] = [new URL(one), new URL(other)];
  if (from.port !== to.port || (from.protocol === 'https:' && to.protocol === 'http:')) return false;
  const [host, target] = [from, to].map(({ hostname }) => withoutWww(hostname));
  return host === target || to.hostname.endsWith(`.${from.hostname}`);
}
