/**
 * Clicks in the context menu, and keyboard shortcuts. Each has a visible result: the badge, or the picker window.
 *
 * `lib/background/actions`: one file for each thing that a click, a message, a key or an event starts. For
 * `lib/background` only.
 */
import type { FolderRef } from '../../folders/folder.ts';
import { listFolders } from '../../folders/shortlist.ts';
import { type Click, findClickLinks } from '../../links/click-links.ts';
import { type LinkDraft, titleFromText } from '../../links/link.ts';
import { createMenuId, parseMenuAction } from '../../menus/menu-entries.ts';
import type { Context } from '../context.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';
import { NoAccessError, toProblem } from '../problems.ts';
import { startCollection } from './collect.ts';
import { showSign } from './page-sign.ts';
import { groupByRules } from './rules.ts';
import { sendLinks } from './send-links.ts';

export interface MenuClick {
  readonly menuItemId: string | number;
  readonly what: Click;
  /** The click was in a private window. */
  readonly isPrivate: boolean;
  /** Null: unknown. */
  readonly tabId: number | null;
  /** Reads the clicked link's text from the page, up to its timeout; undefined: there is none. */
  readonly readLinkText: () => Promise<string | undefined>;
}

const titleTimeoutMs = 1_500;

/** The active page; the shortcut grants temporary access to it (`activeTab`). */
export interface CommandPage {
  readonly tabId: number | null;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly isPrivate: boolean;
}

/**
 * A keyboard shortcut. Each has a visible result: a page, the badge, or the picker window.
 *
 * @param command its name in the manifest (`wxt.config.ts`)
 */
export async function handleCommand(context: Context, command: string, page: CommandPage): Promise<void> {
  if (command === 'open-manager') return context.ports.openManager('', 'new');
  const accountId = (await context.accounts.get()).currentId ?? '';
  const menuItemId =
    command === 'collect' ? createMenuId({ kind: 'collect', accountId }) : createMenuId({ kind: 'send' });
  if (command === 'collect' || command === 'send-page')
    await handleMenuClick(context, {
      ...{ menuItemId, tabId: page.tabId, isPrivate: page.isPrivate },
      what: { pageUrl: page.url, pageTitle: page.title },
      readLinkText: async () => undefined,
    });
}

/** Shows faults in the picker window; rejects only where that cannot be opened. */
export async function handleMenuClick(context: Context, click: MenuClick): Promise<void> {
  try {
    await runMenuAction(context, click);
  } catch (fault) {
    context.ports.onFault(fault);
    const { linkUrl, srcUrl, selectionText, pageUrl } = click.what;
    const clicked = linkUrl ?? srcUrl ?? selectionText ?? pageUrl ?? null;
    const request = { reason: 'fault', accountId: '', links: [], clicked } as const;
    await openPicker(context, { ...request, problem: toProblem(fault), private: click.isPrivate });
  }
}

async function runMenuAction(context: Context, click: MenuClick): Promise<void> {
  const { what, isPrivate, tabId } = click;
  const action = parseMenuAction(click.menuItemId);
  const { list, currentId } = await context.accounts.get();
  const requestedId = action && 'accountId' in action ? action.accountId : currentId;
  const accountId = list.find(({ id }) => id === requestedId)?.id;
  if (action === null || accountId === undefined) return context.ports.openOptions();

  if (action.kind === 'collect') {
    const unreadable = { reason: 'unreadable', accountId, links: [], clicked: null } as const;
    return startCollection(context, accountId, tabId).catch(async (error) => {
      if (!(error instanceof NoAccessError)) throw error;
      await openPicker(context, { ...unreadable, private: isPrivate });
    });
  }

  const { links, unusable } = findClickLinks(what);
  const common = { accountId, links, clicked: unusable, private: isPrivate };
  if (links.length === 0) return void (await openPicker(context, { ...common, reason: 'unusable' }));
  if (action.kind === 'choose' || action.kind === 'create') {
    const newFolderName = action.kind === 'create' ? (what.pageTitle ?? '') : undefined;
    const request = { ...common, reason: 'choose', newFolderName } as const;
    const id = await openPicker(context, request);
    const titled = await addLinkText(click, links);
    if (titled !== links) await context.pickerRequests.put({ ...request, links: titled }, id);
    return;
  }

  // A folder chosen in the menu takes precedence over rules.
  const folder = action.kind === 'send-to' ? await findFolder(context, accountId, action.folderId) : null;
  // Stored first; the link's text is added later, so that a busy page delays nothing else.
  const waitsForText = what.linkUrl !== undefined && what.linkText === undefined;
  const sending = { accountId, links, folder, private: isPrivate, ...(waitsForText && { titleTimeoutMs }) };
  const { outcome, added } = await sendLinks(context, sending);
  const isAdded = ({ url }: LinkDraft) => !outcome.duplicates.includes(url);
  const choose = (replaces: readonly string[]) =>
    openPicker(context, { ...common, links: links.filter(isAdded), reason: 'choose', replaces });
  const folders = outcome.folders ?? (folder ? [folder] : []);
  const sign = tabId === null ? null : showSign(context, { tabId, folders, added, choose });
  const [upload] = added;
  if (waitsForText && upload?.wait?.reason === 'title') {
    const read = await addLinkText(click, links);
    const [group] = folder === null ? await groupByRules(context, accountId, read) : [{ links: read }];
    const [link] = group?.links ?? [];
    await context.uploads.setTitle(upload.id, link?.typedTitle ?? link?.title ?? null);
    void context.scheduler.wake('send');
  }
  const held = links.filter((link) => !isAdded(link));
  if (held.length > 0) await openPicker(context, { ...common, links: held, reason: 'duplicate' });
  await sign;
}

async function findFolder({ shortlists }: Context, accountId: string, id: string): Promise<FolderRef> {
  const known = listFolders(await shortlists.get(accountId));
  return known.find((folder) => folder.id === id) ?? { id, name: '' };
}

/** The clicked link with its text from the page as the title; the same where there is none. */
async function addLinkText({ what, readLinkText }: MenuClick, links: readonly LinkDraft[]) {
  const [link] = links;
  if (link === undefined || what.linkUrl === undefined || what.linkText !== undefined) return links;
  const title = titleFromText(await readLinkText(), link.url);
  return title === undefined ? links : [{ ...link, title }];
}

async function openPicker(context: Context, request: StoredPickerRequest): Promise<string> {
  const id = await context.pickerRequests.put(request);
  await context.ports.openPicker(id);
  return id;
}
