import type { EpochMs } from '../timing/units.ts';
import type { LinkFacts } from '../titles/title-pattern.ts';
import { nameFromAddress } from './address-title.ts';
import type { LinkDraft } from './link.ts';

export function createLinkFacts(link: LinkDraft, folderName: string, nowMs: EpochMs): LinkFacts {
  const offsetMs = new Date(nowMs).getTimezoneOffset() * 60_000;
  const site = getHost(link.pageUrl ?? '') || getHost(link.url);
  const title = link.title || nameFromAddress(link.url);
  const uploaded = (nowMs - offsetMs) / 1_000;
  return { title, page: link.pageTitle || title, site, folderName, uploaded };
}

/** Without "www." and the trailing dot of a fully qualified name. Empty if the text isn't an address. */
export const getHost = (url: string): string => URL.parse(url)?.hostname.replace(/^www\.|\.$/g, '') ?? '';
