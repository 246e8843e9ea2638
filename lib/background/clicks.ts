/** What a click in the context menu does. Each ends in something the user sees: the badge, or a small window. */
import type { FolderRef } from '../folders/folder.ts';
import { allFolders } from '../folders/shortlist.ts';
import { type Click, linksOfClick } from '../links/clicked.ts';
import { type LinkDraft, titleFromText } from '../links/link.ts';
import { menuAction } from '../menus/tree.ts';
import { startCollection } from './collect.ts';
import type { Context } from './context.ts';
import type { StoredPick } from './picks.ts';
import { NoAccessError, problemOf } from './problems.ts';
import { shareByRules } from './rules.ts';
import { sendLinks } from './send.ts';

export interface MenuClick {
  readonly menuItemId: string | number;
  readonly what: Click;
  /** The click was in a private window. */
  readonly isPrivate: boolean;
  /** Null: the browser does not say which. */
  readonly tabId: number | null;
  /** Reads the clicked link's text from the page, which may take until its time is over; undefined: there is none. */
  readonly readLinkText: () => Promise<string | undefined>;
}

/** Milliseconds that a stored link waits for its text. */
const titleTimeoutMs = 1_500;

/** Never rejects but where not even a window can be opened: a fault of our own is told in the picker's. */
export async function menuClicked(context: Context, click: MenuClick): Promise<void> {
  try {
    await carryOut(context, click);
  } catch (fault) {
    context.ports.onFault(fault);
    const { linkUrl, srcUrl, selectionText, pageUrl } = click.what;
    const clicked = linkUrl ?? srcUrl ?? selectionText ?? pageUrl ?? null;
    const pick = { reason: 'fault', accountId: '', links: [], clicked } as const;
    await openPicker(context, { ...pick, problem: problemOf(fault), private: click.isPrivate });
  }
}

async function carryOut(context: Context, click: MenuClick): Promise<void> {
  const { what, isPrivate, tabId } = click;
  const action = menuAction(click.menuItemId);
  const { list, currentId } = await context.accounts.get();
  const wantedId = action && 'accountId' in action ? action.accountId : currentId;
  const accountId = list.find(({ id }) => id === wantedId)?.id;
  if (action === null || accountId === undefined) return context.ports.openOptions();

  if (action.kind === 'collect') {
    const unreadable = { reason: 'unreadable', accountId, links: [], clicked: null } as const;
    return startCollection(context, accountId, tabId).catch(async (error) => {
      if (!(error instanceof NoAccessError)) throw error;
      await openPicker(context, { ...unreadable, private: isPrivate });
    });
  }

  const { links, unusable } = linksOfClick(what);
  const pick = { accountId, links, clicked: unusable, private: isPrivate };
  if (links.length === 0) return void (await openPicker(context, { ...pick, reason: 'unusable' }));
  if (action.kind === 'choose') {
    const id = await openPicker(context, { ...pick, reason: 'choose' });
    const titled = await withLinkText(click, links);
    if (titled !== links) await context.picks.put({ ...pick, links: titled, reason: 'choose' }, id);
    return;
  }

  // A folder of the menu was chosen by the user: no rule is asked.
  const folder = action.kind === 'send-to' ? await folderOf(context, accountId, action.folderId) : null;
  // Stored first; the text of the link is added while it waits, and a page that is busy delays nothing else.
  const waitsForText = what.linkUrl !== undefined && what.linkText === undefined;
  const sending = { accountId, links, folder, private: isPrivate, ...(waitsForText && { titleTimeoutMs }) };
  const { outcome, added } = await sendLinks(context, sending);
  const [upload] = added;
  if (waitsForText && upload?.wait?.reason === 'title') {
    const read = await withLinkText(click, links);
    const [share] = folder === null ? await shareByRules(context, accountId, read) : [{ links: read }];
    const [link] = share?.links ?? [];
    await context.uploads.setTitle(upload.id, link?.typedTitle ?? link?.title ?? null);
    void context.scheduler.wake('send');
  }
  if (outcome.duplicates.length === 0) return;
  const held = links.filter(({ url }) => outcome.duplicates.includes(url));
  await openPicker(context, { ...pick, links: held, reason: 'duplicate' });
}

async function folderOf({ shortlists }: Context, accountId: string, id: string): Promise<FolderRef> {
  const known = allFolders(await shortlists.of(accountId));
  return known.find((folder) => folder.id === id) ?? { id, name: '' };
}

/** The clicked link with its text from the page as the title; the same where there is none. */
async function withLinkText({ what, readLinkText }: MenuClick, links: readonly LinkDraft[]) {
  const [link] = links;
  if (link === undefined || what.linkUrl === undefined || what.linkText !== undefined) return links;
  const title = titleFromText(await readLinkText(), link.url);
  return title === undefined ? links : [{ ...link, title }];
}

async function openPicker(context: Context, pick: StoredPick): Promise<string> {
  const id = await context.picks.put(pick);
  await context.ports.openPicker(id);
  return id;
}
