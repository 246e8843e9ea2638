/**
 * "Upload links on this page…": collects the links once, and stores them as a page payload while the user chooses. Sending keeps them,
 * because the page can send more.
 */
import { collectLinks, isCollectedLink, maxLinks, readFoundLinks } from '../../links/collected-link.ts';
import { boundTitle, maxLinkLength, parseLink } from '../../links/link.ts';
import type { Collection } from '../../protocol.ts';
import { hasShape, listOf } from '../../storage/shape.ts';
import { maxPayloadBytes, type PayloadKind, payloadSizeBytes } from '../page-payloads.ts';
import type { Handler, Needs } from '../parts.ts';
import type { BrowserPorts } from '../ports.ts';
import { NoAccessError, SilentPageError } from '../problems.ts';
import { type AddNeeds, addLinks } from './add-links.ts';

/** Selected tabs without a usable address, whose titles are shown. */
const maxNamedTabs = 20;

/**
 * @param tabId null: the active tab
 * @throws {NoAccessError} if it can't be read
 * @throws {SilentPageError} if it doesn't respond
 */
export async function startCollection(
  { ports, payloads }: Needs<'payloads' | 'ports'>,
  accountId: string,
  tabId: number | null = null,
): Promise<void> {
  const page = await ports.readPage(tabId).catch(() => {
    throw new NoAccessError();
  });
  if (page === null) throw new SilentPageError();
  const found = readFoundLinks(page.found);
  const { links, hiddenCount } = collectLinks(found);
  const collection: Collection = {
    pageTitle: boundTitle(page.title),
    // Only shown, and read for its host, so it may be cut.
    pageUrl: page.url.slice(0, maxLinkLength).toWellFormed(),
    links,
    hiddenCount,
    ...(found.frames && { frames: found.frames }),
    ...(page.otherTabIds?.length && { tabIds: page.otherTabIds }),
    accountId,
    private: page.private,
  };
  const whole = cutToPayload(await withTabs(ports, collection));
  await ports.openCollection(await payloads.put(collectionKind, whole));
}

/** Includes the page's own tab. Tabs that may not be read are left out. */
async function withTabs(ports: BrowserPorts, collection: Collection): Promise<Collection> {
  const { tabIds, ...rest } = collection;
  const others = tabIds ? await ports.readTabs(tabIds) : null;
  if (others === null) return collection;
  const tabs = [{ url: rest.pageUrl, title: rest.pageTitle }, ...others];
  const found = tabs.map(({ url, title }) => ({ url, text: title, source: 'tab', type: '' }) as const);
  const { links: added } = collectLinks({ links: found, leftOut: 0 });
  const urls = new Set(added.map(({ url }) => url));
  const links = [...added, ...rest.links.filter(({ url }) => !urls.has(url))];
  const tabsLeftOut = tabs.flatMap(({ url, title }) =>
    parseLink(url) === null ? boundTitle(title || url) : [],
  );
  return {
    ...rest,
    links: links.slice(0, maxLinks),
    hiddenCount: rest.hiddenCount + Math.max(0, links.length - maxLinks),
    ...(tabsLeftOut.length > 0 && { tabsLeftOut: tabsLeftOut.slice(0, maxNamedTabs) }),
  };
}

/** @throws {GoneError} if the collection was removed */
export const addSelectedTabs: Handler<'collect.addTabs', Needs<'payloads' | 'ports'>> = async (
  { ports, payloads },
  request,
) => {
  const stored = await payloads.get(collectionKind, request.collection);
  const collection = cutToPayload(await withTabs(ports, stored));
  await payloads.put(collectionKind, collection, request.collection);
  return collection;
};

/** @throws {GoneError} if the collection was removed */
export const openCollection: Handler<'collect.open', Needs<'payloads'>> = ({ payloads }, request) =>
  payloads.get(collectionKind, request.collection);

/**
 * In the page's order.
 * @throws {GoneError} if the collection was removed
 */
export const sendCollected: Handler<'collect.send', AddNeeds & Needs<'payloads'>> = async (
  context,
  { collection, urls, folder = null, titles, ...rest },
) => {
  const stored = await context.payloads.get(collectionKind, collection);
  const chosen = new Set(urls);
  const { pageUrl, pageTitle } = stored;
  const links = stored.links
    .filter(({ url }) => chosen.has(url))
    .map(({ url, title, source }) => ({
      url,
      title: title ?? undefined,
      typedTitle: titles?.[url],
      // A tab's address isn't on the page.
      ...(source !== 'tab' && { pageUrl, pageTitle }),
    }));
  const { accountId, private: isPrivate } = stored;
  return (await addLinks(context, { ...rest, accountId, links, folder, private: isPrivate })).outcome;
};

/** Keeps the first links that fit into a payload. `hiddenCount` counts the others. */
export function cutToPayload(collection: Collection): Collection {
  const { links, hiddenCount } = collection;
  // The largest possible `hiddenCount` has the most digits.
  let roomBytes =
    maxPayloadBytes - payloadSizeBytes({ ...collection, links: [], hiddenCount: hiddenCount + links.length });
  const end = links.findIndex((link) => {
    // For the comma.
    roomBytes -= payloadSizeBytes(link) + 1;
    return roomBytes < 0;
  });
  if (end < 0) return collection;
  return { ...collection, links: links.slice(0, end), hiddenCount: hiddenCount + links.length - end };
}

const texts = [listOf(String), undefined] as const;
const shape = {
  accountId: String,
  pageTitle: String,
  pageUrl: String,
  hiddenCount: Number,
  private: Boolean,
  links: listOf(isCollectedLink),
  frames: texts,
  tabIds: [listOf(Number), undefined],
  tabsLeftOut: texts,
} as const;

const collectionKind: PayloadKind<Collection> = {
  name: 'collection',
  isPayload: (value): value is Collection => hasShape(value, shape),
};
