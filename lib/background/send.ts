/** Puts links into the outbox: the one way in, for the menu, the popup and the picker alike. */
import { type FolderRef, rootFolder } from '../folders/folder.ts';
import { used } from '../folders/shortlist.ts';
import { type LinkDraft, parseLink } from '../links/link.ts';
import type { SendOutcome } from '../protocol.ts';
import { broughtBefore } from './brought.ts';
import type { Context } from './context.ts';
import { NoAccountError } from './problems.ts';

export interface Sending {
  readonly accountId: string;
  readonly links: readonly LinkDraft[];
  readonly folder: FolderRef;
  readonly private: boolean;
  /** Send even what is already waiting, under way or in the account. */
  readonly anyway?: boolean | undefined;
}

/** Rejects with `NoAccountError` where the account is gone: nobody would ever see what became of its links. */
export async function sendLinks(context: Context, sending: Sending): Promise<SendOutcome> {
  const { accountId, folder, anyway = false } = sending;
  const { list } = await context.accounts.get();
  if (!list.some(({ id }) => id === accountId)) throw new NoAccountError();
  const { linkTextAsTitle } = await context.settings.get();
  const parsed = sending.links.map(({ url, title }) => ({ text: url, url: parseLink(url), title }));
  const invalid = parsed.filter(({ url }) => url === null).map(({ text }) => text);
  const drafts = parsed.flatMap(({ url, title }) =>
    url === null ? [] : [{ url, title: (linkTextAsTitle && title) || null }],
  );

  const urls = drafts.map(({ url }) => url);
  const known = new Set(anyway ? [] : await findKnown(context, accountId, urls));
  const fresh = drafts.filter(({ url }) => !known.has(url));
  if (fresh.length > 0) {
    await context.outbox.add(fresh, { accountId, folder, private: sending.private });
    // A menu that was drawn long ago may name a folder that the shortlist has forgotten: it cannot be offered by no name.
    const canBeOffered = folder.name !== '' || folder.id === rootFolder.id;
    if (!sending.private && canBeOffered)
      await context.shortlists.change(accountId, (shortlist) => used(shortlist, folder));
    void context.driver.poke();
  }
  return { queued: fresh.length, duplicates: [...known], invalid };
}

/** Those that are waiting, under way, or in the account already. */
async function findKnown({ outbox, stores }: Context, accountId: string, urls: readonly string[]) {
  const found = [outbox.findDuplicates(accountId, urls), broughtBefore(stores, accountId, urls)];
  return (await Promise.all(found)).flat();
}

/** Changes where a link goes. One that was held because its folder was gone goes out with that; false: it is not there. */
export async function changeFolder(
  { outbox, stores }: Context,
  id: string,
  folder: FolderRef,
): Promise<boolean> {
  const before = await stores.outbox.get(id);
  if (!(await outbox.setFolder(id, folder))) return false;
  const wasGone = before?.state === 'refused' && before.failure === 'not-found';
  return wasGone ? outbox.retry(id) : true;
}
