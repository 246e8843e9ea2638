/** Plain text from the service's HTML-encoded text. Pure. */
import { decodeHTMLStrict } from 'entities/decode';
import { cleanText } from './clean-text.ts';

/**
 * Decodes HTML entities once, as services store titles as HTML: what is left (`&amp;lt;` → `&lt;`) the user had typed. Names
 * without a semicolon are left: a service that encodes nothing sends "Q&notes" as it is.
 */
export const decodeEntities = (text: string): string =>
  decodeHTMLStrict(text.replace(/&#(?:\d+|x[\da-f]+);?/gi, (number) => number.replace(/;?$/, ';')));

/** One line of clean, decoded text. */
export const toPlainText = (text: string): string => cleanText(decodeEntities(text));
