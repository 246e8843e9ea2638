/**
 * Hosts that moved, for a whole page:
 *
 *     <meta name="linkhaul-host" content="https://new.example">
 *     <meta name="linkhaul-replaces" content="https://old.example https://older.example">
 */
import { type AddressRules, checkAddress } from './validation.ts';

const readMeta = (name: string): string =>
  document.head.querySelector<HTMLMetaElement>(`meta[name=linkhaul-${name}]`)?.content ?? '';

/**
 * The same address at the new host, if it is at an old one and the page names both. Invalid names are ignored. A user name and a
 * password were for the old host and are left out. The result stays as it is when it is passed in again.
 */
export function followMove(address: string, rules: AddressRules): string {
  const url = URL.parse(address);
  // Without the scheme, because old links may be `http:`.
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    readMeta('replaces')
      .split(/\s+/)
      .some((old) => URL.parse(old)?.host === url.host)
  )
    try {
      const moved = checkAddress('host', readMeta('host'), rules);
      const base = moved.pathname.replace(/(?<!\/)\/+$/, '');
      // It may be an old one, too, where only its path is new.
      const isThere = url.host === moved.host && `${url.pathname}/`.startsWith(`${base}/`);
      if (isThere && url.protocol === moved.protocol) return address;
      moved.pathname = (isThere ? '' : base) + url.pathname;
      moved.search = url.search;
      moved.hash = url.hash;
      return moved.href;
    } catch {}
  return address;
}

/** Leads the links in an element to where their hosts have moved. */
export function moveLinks(element: Element & AddressRules): void {
  for (const link of element.querySelectorAll('a')) {
    const href = followMove(link.href, element);
    // Setting it to the same value would be a change to observe, for ever.
    if (href !== link.href) link.href = href;
  }
}
