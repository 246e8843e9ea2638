const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For HTML elements and quoted attribute values. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** For React, Vue, Svelte and Astro templates, where braces start code. */
export const escapeTemplate = (text: string): string =>
  escapeHtml(text).replaceAll('{', '&#123;').replaceAll('}', '&#125;');

/** For a `<script>` element. No text can end the element or start a comment. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[<>&\u2028\u2029]/g, toUnicodeEscape);

const toUnicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Percent-encodes what could end an address in formats without escapes, such as BBCode. It stays the same address. */
export function encodeAddress(address: string): string {
  const url = new URL(address);
  for (const part of ['username', 'password', 'pathname', 'search', 'hash'] as const)
    if (url[part]) url[part] = url[part].replace(/[^\w.~:/?#@$&+,;=%-]/g, percentEncode);
  return url.href;
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
