/** What the placeholders of a title pattern stand for in a link. Pure. */
import type { LinkFacts } from '../titles/title-pattern.ts';
import { nameFromAddress } from './address-title.ts';
import type { LinkDraft } from './link.ts';

/** `nowMs`: milliseconds since the epoch. */
export function createLinkFacts(link: LinkDraft, folderName: string, nowMs: number): LinkFacts {
  const offsetMs = new Date(nowMs).getTimezoneOffset() * 60_000;
  const site = getHost(link.pageUrl ?? '') || getHost(link.url);
  const title = link.title || nameFromAddress(link.url);
  const uploaded = (nowMs - offsetMs) / 1_000;
  return { title, page: link.pageTitle || title, site, folderName, uploaded };
}

/** Without "www." and the dot of a complete name; empty where the text is no address. */
export const getHost = (url: string): string => URL.parse(url)?.hostname.replace(/^www\.|\.$/g, '') ?? '';
