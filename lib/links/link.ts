/**
 * Links: addresses that the user wants uploaded, found in anything that a page, a menu or a paste hands over.
 *
 * Everything here takes hostile text and gives either an address that a service could fetch or nothing.
 */

/** A link as a page, a menu or a paste hands it over. */
export interface LinkDraft {
  readonly url: string;
  /** Offered to the service as the file's title. */
  readonly title?: string | undefined;
}

/** What a service can fetch by itself; `blob:` and `data:` exist only inside the browser. */
const fetchable = new Set(['http:', 'https:', 'ftp:']);

/** An address longer than this is no address that anybody means. Characters. */
const longestLink = 8192;

/**
 * The normalised address, or null where the text is none that a service could fetch.
 * `www.example.com/a` and the like get `https:` in front.
 */
export function parseLink(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > longestLink || /\s/u.test(trimmed)) return null;
  const address = /^www\./iu.test(trimmed) ? `https://${trimmed}` : trimmed;
  const url = URL.parse(address);
  return url && fetchable.has(url.protocol) && url.hostname !== '' ? url.href : null;
}

/** Every address in a text, normalised, in order, each once. */
export function findLinks(text: string): string[] {
  const candidates = text.match(/(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s<>"`\\^{}|]+/giu) ?? [];
  const links = candidates.map((candidate) => parseLink(withoutTail(candidate)));
  return [...new Set(links.filter((link) => link !== null))];
}

/** Takes off what belongs to the sentence around an address: its punctuation, and a bracket that opened before it. */
function withoutTail(candidate: string): string {
  let address = candidate;
  for (;;) {
    const last = address.at(-1) ?? '';
    const opening = { ')': '(', ']': '[', '»': '«' }[last];
    const belongsToSentence = opening
      ? address.split(last).length > address.split(opening).length
      : /[.,;:!?'’”…*_]/u.test(last);
    if (!belongsToSentence) return address;
    address = address.slice(0, -1);
  }
}

/** A title longer than this helps nobody. Characters. */
const longestTitle = 200;

/**
 * Makes a file's title of a link's text: one line, of a sane length, and undefined where it says nothing that the
 * address does not say already.
 */
export function titleFromText(text: string | undefined, url: string): string | undefined {
  const title = (text ?? '').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(title)) return undefined;
  const isAddress = parseLink(title) !== null || url.includes(title) || /^[\w-]+(\.[\w-]+)+\//u.test(title);
  if (isAddress) return undefined;
  return [...title].slice(0, longestTitle).join('').trim();
}
