import { decodeHTMLStrict } from 'entities/decode';
import { cleanText } from './clean-text.ts';

/** Decodes once, because an entity that remains (`&lt;`) was typed. Named entities need their semicolon ("Q&notes" stays). */
export const decodeEntities = (text: string): string =>
  decodeHTMLStrict(text.replace(/&#(?:\d+|x[\da-f]+);?/gi, (number) => number.replace(/;?$/, ';')));

export const toPlainText = (text: string): string => cleanText(decodeEntities(text));
