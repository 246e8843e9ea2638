/** A suggestion in Chrome's address bar, which is XML: what was typed is marked, the folder is dim. Pure. */
import { marksIn } from '../search/marks.ts';
import type { FileSuggestion } from './address-bar.ts';

export function suggestionXml({ title, folderName }: FileSuggestion, typed: string): string {
  let xml = '';
  let at = 0;
  for (const [from, to] of marksIn(title, typed)) {
    xml += `${escaped(title.slice(at, from))}<match>${escaped(title.slice(from, to))}</match>`;
    at = to;
  }
  xml += escaped(title.slice(at));
  return folderName === null ? xml : `${xml} <dim>– ${escaped(folderName)}</dim>`;
}

/** XML has no place for most control characters, nor for half a surrogate pair. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`);
