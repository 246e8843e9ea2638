/**
 * Normalises addresses and titles, to compare them with those a service returns. A service may decode or trim an address. In titles it
 * drops the extension, turns "_" and "." into spaces, and encodes entities.
 */
import { cleanText, decodeEntities } from '../api/index.ts';
import { getLastSegment } from '../links/address-title.ts';
import { removeAnchor } from '../links/anchor.ts';
import { decodePercent } from '../links/decode-percent.ts';
import type { Upload } from './upload.ts';
import type { UploadsClient } from './uploads-context.ts';

/** Decodes until nothing changes, or a sequence is malformed. */
function percentDecode(text: string): string {
  let current = text;
  // The browser and the service may each have encoded it once.
  for (let round = 0; round < 3; round += 1) {
    const next = decodePercent(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** The part of a fragment that distinguishes files (`#key/file/F1`). Empty for an anchor (`#section-2`), and without a fragment. */
function readFragment(address: string): string {
  const text = decodeEntities(address);
  const at = text.indexOf('#');
  return at === -1 ? '' : removeAnchor(percentDecode(text.slice(at + 1)));
}

/** Whether two addresses with the same key mean the same file. */
export const isSameFragment = (one: string, other: string): boolean =>
  readFragment(one) === readFragment(other);

/** Like `isSameFragment`, but one address may have lost its fragment. */
export function mayBeSameFragment(one: string, other: string): boolean {
  const [a, b] = [readFragment(one), readFragment(other)];
  return a === b || a === '' || b === '';
}

/** One key for all forms of an address. Without the fragment, which services don't request. Not itself an address. */
export function createAddressKey(address: string): string {
  // A percent-encoded "#" isn't a fragment.
  const [fetched = ''] = decodeEntities(address).split('#', 1);
  // Normalises default ports and hosts in other scripts, as a service may.
  const text = cleanText(percentDecode(URL.parse(fetched)?.href ?? fetched))
    .replaceAll('+', ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.replace(/^[a-z]+:\/\/[^/]*/i, (origin) => origin.toLowerCase()).replace(/\/$/, '');
}

export function findByAddress<U extends Pick<Upload, 'url' | 'addressKey'>>(uploads: readonly U[]) {
  const byKey = Map.groupBy(uploads, ({ addressKey }) => addressKey);
  return (address: string): readonly U[] =>
    (byKey.get(createAddressKey(address)) ?? []).filter(({ url }) => isSameFragment(url, address));
}

/** A title reduced to its letters, marks and digits, with and without a possible extension. */
export interface TitleForms {
  readonly whole: string;
  readonly bare: string;
}

export function createTitleForms(title: string): TitleForms {
  const text = percentDecode(decodeEntities(title)).normalize('NFKC').toLowerCase().trim();
  // These get lost where titles are stored in another encoding.
  const reduced = (part: string) =>
    part
      .replace(/\p{DI}+/gu, '')
      .replaceAll('ς', 'σ')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim();
  return { whole: reduced(text) || text, bare: reduced(text.replace(/\.[a-z0-9]{2,5}$/, '')) };
}

/** Either title may have lost its extension. */
export function mayBeSameTitle(shown: TitleForms, offered: TitleForms): boolean {
  // An address without a name predicts no title.
  if (shown.whole === '' || offered.whole === '') return false;
  return shown.whole === offered.whole || shown.whole === offered.bare || shown.bare === offered.whole;
}

/** The title that a service will probably choose by itself: the last path segment. */
export function predictTitle(address: string): string {
  return percentDecode(getLastSegment(URL.parse(address)?.pathname ?? address) ?? '');
}

/** Uploads with the titles that were sent. A host that takes no title with a link chooses one, until the file is renamed. */
export const withSentTitles = (
  uploads: readonly Upload[],
  { capabilities }: Pick<UploadsClient, 'capabilities'>,
): readonly Upload[] =>
  capabilities.canSetTitleWhenSending
    ? uploads
    : uploads.map((upload) => (upload.source === 'link' ? { ...upload, title: null } : upload));

export function getExpectedTitle({ title, url }: Pick<Upload, 'title' | 'url'>): TitleForms {
  return createTitleForms(title ?? predictTitle(url));
}
