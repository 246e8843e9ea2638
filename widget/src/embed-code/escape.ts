/** Escaping for HTML and for addresses. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the text of an HTML element and for attribute values in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * Percent-encodes everything in an address that could end it in formats without escapes, such as BBCode. It remains the same
 * address, because everything after the host may be encoded.
 */
export function encodeAddress(address: string): string {
  const { origin, href } = new URL(address);
  return origin + href.slice(origin.length).replace(/[^\w.~:/?#@$&+,;=%-]/g, percentEncode);
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
