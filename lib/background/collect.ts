/** "Upload links of this page…": gathers them once, and keeps them while the user chooses. */

import type { FolderRef } from '../folders/folder.ts';
import { collectLinks, readFound } from '../links/collected.ts';
import type { Collection, SendOutcome } from '../protocol.ts';
import { stored } from '../storage/stored.ts';
import type { Context } from './context.ts';
import { GoneError, NoAccessError } from './problems.ts';
import { sendLinks } from './send.ts';

/** A collection with what only the background needs to know of it. */
interface StoredCollection extends Collection {
  readonly private: boolean;
}

/** Rejects with `NoAccessError` where the page cannot be read. */
export async function startCollection(context: Context, accountId: string): Promise<void> {
  const { ports } = context;
  const page = await ports.readActivePage().catch(() => null);
  if (page === null) throw new NoAccessError();
  const { links, left } = collectLinks(readFound(page.found));
  const collection: StoredCollection = {
    pageTitle: page.title,
    pageUrl: page.url,
    links,
    left,
    accountId,
    private: page.private,
  };
  const id = ports.makeId();
  await entry(context, id).set(collection);
  await ports.openCollection(id);
}

export async function openCollection(context: Context, id: string): Promise<Collection> {
  const { accountId, pageTitle, pageUrl, links, left } = await collectionOf(context, id);
  return { accountId, pageTitle, pageUrl, links, left };
}

/** Sends those of the gathered links whose addresses are given, in the page's order. */
export async function sendCollected(
  context: Context,
  id: string,
  choice: { urls: readonly string[]; folder: FolderRef; anyway?: boolean | undefined },
): Promise<SendOutcome> {
  const { accountId, links, private: isPrivate } = await collectionOf(context, id);
  const chosen = new Set(choice.urls);
  const drafts = links
    .filter(({ url }) => chosen.has(url))
    .map(({ url, title }) => ({ url, title: title ?? undefined }));
  const { folder, anyway } = choice;
  return sendLinks(context, { accountId, links: drafts, folder, anyway, private: isPrivate });
}

const entry = ({ ports }: Context, id: string) =>
  // Only this file writes the entry, so what stands there is a collection or nothing.
  stored(ports.session, `collection:${id}`, (value) => (value as StoredCollection | undefined) ?? null);

async function collectionOf(context: Context, id: string): Promise<StoredCollection> {
  const collection = await entry(context, id).get();
  if (!collection) throw new GoneError();
  return collection;
}
