import createBidi from 'bidi-js';

const bidi = createBidi();

/** Returns the characters in visual order, from left to right (UAX #9), without isolate marks. */
export function order(text: string, direction: 'ltr' | 'rtl'): string {
  const shown = bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, direction));
  return shown.replace(/[\u2066-\u2069]/g, '');
}
