/** A suggestion in Chrome's address bar, which is XML: what was typed is marked, the folder is dim. Pure. */
import { findMatchRanges } from '../search/marks.ts';
import type { FileSuggestion } from './actions/address-bar.ts';

export function formatSuggestionXml({ title, folderName }: FileSuggestion, typed: string): string {
  let xml = '';
  let at = 0;
  for (const [from, to] of findMatchRanges(title, typed)) {
    xml += `${escapeXml(title.slice(at, from))}<match>${escapeXml(title.slice(from, to))}</match>`;
    at = to;
  }
  xml += escapeXml(title.slice(at));
  return folderName === null ? xml : `${xml} <dim>– ${escapeXml(folderName)}</dim>`;
}

/** XML has no place for most control characters, nor for half a surrogate pair. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`);
