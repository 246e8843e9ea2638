/**
 * Linkhaul's keyword in the address bar: suggests files of the current account, and opens one in the manager; a link is
 * uploaded.
 */
import { fileHash } from '../../catalog/file-hash.ts';
import { parseLink } from '../../links/link.ts';
import { createMenuId } from '../../menus/menu-entries.ts';
import { findMatchRanges } from '../../search/marks.ts';
import type { Context } from '../context.ts';
import type { OpenIn } from '../ports.ts';
import { handleMenuClick, type MenuClick } from './menu-clicks.ts';

export interface FileSuggestion {
  /** The text in the address bar when it is chosen: the title, and the file's code to find it again. */
  readonly content: string;
  readonly title: string;
  /** Null for the root, or unknown. */
  readonly folderName: string | null;
}

const maxSuggestions = 6;
const debounceMs = 80;

/** Returns null for an outdated call. */
export function createSuggester(context: Context) {
  const { ports, accounts, stores } = context;
  let newestCallId = 0;
  return async (typed: string): Promise<readonly FileSuggestion[] | null> => {
    newestCallId += 1;
    const callId = newestCallId;
    await new Promise<void>((resolve) => void ports.setTimer(resolve, debounceMs));
    if (callId !== newestCallId) return null;
    const { currentId } = await accounts.get();
    if (currentId === null) return [];
    const files = await stores.catalog.suggest(currentId, typed, maxSuggestions);
    const folders = await stores.catalog.folders(currentId);
    if (callId !== newestCallId) return null;
    return files.map(({ title, fileCode, folderId }) => ({
      content: `${title} #${fileCode}`,
      title,
      folderName: folders.get(folderId)?.name || null,
    }));
  };
}

/** Whether a text is nothing but links, so that Enter uploads them: titles may begin with the name of a site. */
export const isLinks = (typed: string): boolean =>
  typed
    .trim()
    .split(/\s+/u)
    .every((word) => parseLink(word) !== null);

/** Uploads links, opens the chosen file, or a search in the manager for any other text. */
export async function openAddressBarEntry(
  context: Context,
  entered: string,
  where: OpenIn,
  tab: Pick<MenuClick, 'tabId' | 'isPrivate'>,
): Promise<void> {
  if (isLinks(entered))
    return handleMenuClick(context, {
      ...tab,
      menuItemId: createMenuId({ kind: 'send' }),
      what: { selectionText: entered },
      readLinkText: async () => undefined,
    });
  const { currentId } = await context.accounts.get();
  if (currentId === null) return context.ports.openOptions();
  const [, fileCode] = /\s#(\S+)$/u.exec(entered) ?? [];
  const [file] = fileCode ? await context.stores.catalog.files(currentId, [fileCode]) : [];
  await context.ports.openManager(file ? fileHash(file) : searchHash(entered), where);
}

// As in components/files/model/route.ts.
function searchHash(entered: string): string {
  const text = entered.trim();
  return text === '' ? '#files' : `#files?${new URLSearchParams({ q: text.toWellFormed() })}`;
}

/** As Chrome takes it, in XML: what was typed is marked, the folder is dim. */
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
