/**
 * Hosts that moved, for a whole page:
 *
 *     <meta name="linkhaul-host" content="https://new.example">
 *     <meta name="linkhaul-replaces" content="https://old.example https://older.example">
 */
import { type AddressRules, checkAddress } from './validation.ts';

const readMeta = (name: string): string =>
  document.head.querySelector<HTMLMetaElement>(`meta[name=linkhaul-${name}]`)?.content ?? '';

/** The same address at the new host, if it is at an old one and the page names both. Invalid names are ignored. */
export function followMove(address: string, rules: AddressRules): string {
  const url = URL.parse(address);
  // Without the scheme, because old links may be `http:`.
  if (
    url &&
    readMeta('replaces')
      .split(/\s+/)
      .some((old) => URL.parse(old)?.host === url.host)
  )
    try {
      const { origin, pathname } = checkAddress('host', readMeta('host'), rules);
      const base = origin + pathname.replace(/\/*$/, '');
      // It may be an old one, too, where only its path is new.
      if (!`${address}/`.startsWith(`${base}/`)) return base + address.slice(url.origin.length);
    } catch {}
  return address;
}
