/** Escapes for the places that embed code is pasted into. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the text of an HTML element and for attribute values in quotes. */
export const html = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * An address for formats that have no escape for it, such as BBCode: whatever could end it there is percent-encoded. The
 * browser reads the same address, because everything after the host may be encoded.
 */
export function bareAddress(address: string): string {
  const { origin, href } = new URL(address);
  return origin + href.slice(origin.length).replace(/[^\w.~:/?#@$&+,;=%-]/g, percent);
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
