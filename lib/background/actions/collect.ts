/**
 * "Upload links of this page…": collects the links once, and stores them as a page payload while the user chooses.
 *
 * A collection stays after a send, because its page stays open to send more of it. It expires, or makes room for newer
 * payloads.
 */

import { collectLinks, isCollectedLink, readFoundLinks } from '../../links/collected-link.ts';
import { boundTitle, maxLinkLength } from '../../links/link.ts';
import type { Collection } from '../../protocol.ts';
import { hasShape } from '../../storage/shape.ts';
import type { Context, Handler } from '../context.ts';
import { maxPayloadBytes, type PayloadKind, payloadSizeBytes } from '../page-payloads.ts';
import { NoAccessError } from '../problems.ts';
import { sendLinks } from './send-links.ts';

/** With fields that only the background needs. */
export interface StoredCollection extends Collection {
  readonly private: boolean;
}

/**
 * Gathers the links of a tab and opens the page to choose from them. Links beyond what a payload can hold are counted in
 * `hiddenCount`.
 *
 * @param tabId the tab; null for the active one
 * @throws {NoAccessError} where the page cannot be read
 */
export async function startCollection(
  { ports, payloads }: Context,
  accountId: string,
  tabId: number | null = null,
): Promise<void> {
  const page = await ports.readPage(tabId).catch(() => null);
  if (page === null) throw new NoAccessError();
  const found = readFoundLinks(page.found);
  const { links, hiddenCount } = collectLinks(found);
  const collection = cutToPayload({
    pageTitle: boundTitle(page.title),
    // Shown, and its host is read, so that a cut one does no harm.
    pageUrl: page.url.slice(0, maxLinkLength).toWellFormed(),
    links,
    hiddenCount,
    ...(found.frames && { frames: found.frames }),
    accountId,
    private: page.private,
  });
  await ports.openCollection(await payloads.put(collectionKind, collection));
}

/** @throws {GoneError} where the collection was removed */
export const openCollection: Handler<'collect.open'> = async ({ payloads }, request) => {
  const { private: _, ...collection } = await payloads.get(collectionKind, request.collection);
  return collection;
};

/**
 * Sends those of the gathered links whose addresses are given, in the page's order.
 *
 * @throws {GoneError} where the collection was removed
 */
export const sendCollected: Handler<'collect.send'> = async (
  context,
  { collection, urls, folder, anyway, titles },
) => {
  const stored = await context.payloads.get(collectionKind, collection);
  const chosen = new Set(urls);
  const { pageUrl, pageTitle } = stored;
  const links = stored.links
    .filter(({ url }) => chosen.has(url))
    .map(({ url, title }) => ({
      url,
      title: title ?? undefined,
      typedTitle: titles?.[url],
      pageUrl,
      pageTitle,
    }));
  const { accountId, private: isPrivate } = stored;
  return (await sendLinks(context, { accountId, links, folder: folder ?? null, anyway, private: isPrivate }))
    .outcome;
};

const collectionKind: PayloadKind<StoredCollection> = {
  name: 'collection',
  read: (value) => (isCollection(value) ? value : null),
};

/** The collection with as many of its first links as one payload can hold; the others are counted in `hiddenCount`. */
export function cutToPayload(collection: StoredCollection): StoredCollection {
  const { links, hiddenCount } = collection;
  // With the largest `hiddenCount` that is possible, which has the most digits.
  let roomBytes =
    maxPayloadBytes - payloadSizeBytes({ ...collection, links: [], hiddenCount: hiddenCount + links.length });
  const end = links.findIndex((link) => {
    // A comma stands between two links.
    roomBytes -= payloadSizeBytes(link) + 1;
    return roomBytes < 0;
  });
  if (end < 0) return collection;
  return { ...collection, links: links.slice(0, end), hiddenCount: hiddenCount + links.length - end };
}

const shape = {
  accountId: String,
  pageTitle: String,
  pageUrl: String,
  hiddenCount: Number,
  private: Boolean,
};

function isCollection(value: unknown): value is StoredCollection {
  if (!hasShape(value, shape) || !('links' in value)) return false;
  const { links, frames = [] } = value as { links: unknown; frames?: unknown };
  const isListOf = (list: unknown, isOne: (each: unknown) => boolean) =>
    Array.isArray(list) && list.every(isOne);
  return isListOf(links, isCollectedLink) && isListOf(frames, (host) => typeof host === 'string');
}
