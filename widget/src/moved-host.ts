/**
 * Hosts that have moved, declared once per page:
 *
 *     <meta name="linkhaul-host" content="https://new.example">
 *     <meta name="linkhaul-replaces" content="https://old.example https://older.example">
 */
import { type AddressRules, checkAddress } from './validation.ts';

const readMeta = (name: string): string =>
  document.head.querySelector<HTMLMetaElement>(`meta[name=linkhaul-${name}]`)?.content ?? '';

/**
 * The same address on the new host, if it is on an old one and the page names both. Ignores invalid names. Drops user name and password,
 * which were for the old host. Idempotent.
 */
export function followMove(address: string, rules: AddressRules): string {
  const url = URL.parse(address);
  // Ignores the scheme, because old links may be `http:`.
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
      // If only the path has changed, the new host is also an old one.
      const isThere = url.host === moved.host && `${url.pathname}/`.startsWith(`${base}/`);
      if (isThere && url.protocol === moved.protocol) return address;
      moved.pathname = (isThere ? '' : base) + url.pathname;
      moved.search = url.search;
      moved.hash = url.hash;
      return moved.href;
    } catch {}
  return address;
}

/** Points links to the new hosts. */
export function moveLinks(element: Element & AddressRules): void {
  for (const link of element.querySelectorAll('a')) {
    const href = followMove(link.href, element);
    // Setting the same value would trigger the observer endlessly.
    if (href !== link.href) link.href = href;
  }
}
