/** Plain text from the service's HTML-encoded text. Pure. */

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/**
 * Decodes HTML entities, once: services of this family store titles as HTML, Linkhaul shows them as text. What is left
 * after one pass (`&amp;lt;` → `&lt;`) is what the user had typed.
 */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined)
      return Object.hasOwn(namedEntities, name) ? (namedEntities[name] ?? whole) : whole;
    const point = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** One line of well-formed text: control characters become spaces, spaces at the ends go. */
export function toPlainText(text: string): string {
  return decodeEntities(text)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** At most `length` characters, with an ellipsis where it was cut. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
