/** Plain text from the service's HTML-encoded text. Pure. */
import { decodeHTMLStrict } from 'entities/decode';
import { cleanText } from './clean-text.ts';

/** Once, as services store titles as HTML: what is left was typed (`&lt;`). Names without a semicolon are left ("Q&notes"). */
export const decodeEntities = (text: string): string =>
  decodeHTMLStrict(text.replace(/&#(?:\d+|x[\da-f]+);?/gi, (number) => number.replace(/;?$/, ';')));

export const toPlainText = (text: string): string => cleanText(decodeEntities(text));
