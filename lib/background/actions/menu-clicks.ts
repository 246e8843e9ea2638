/**
 * Clicks in the context menu, and keyboard shortcuts. Each has a visible result: the badge, or the picker window.
 *
 * `lib/background/actions`: one file for each thing that a click, message, key or event starts. For `lib/background` only.
 */
import type { FolderRef } from '../../folders/folder.ts';
import { listFolders } from '../../folders/shortlist.ts';
import { type Click, findClickLinks } from '../../links/click-links.ts';
import { type LinkDraft, titleFromText } from '../../links/link.ts';
import { mayRedirect } from '../../links/seen-address.ts';
import {
  isOfMedia,
  isOfPdf,
  type MenuAction,
  type MenuKind,
  parseMenuAction,
} from '../../menus/menu-entries.ts';
import { StorageError } from '../../storage/database.ts';
import type { Needs } from '../parts.ts';
import { noRoomId } from '../picker-requests.ts';
import { NoAccessError, SilentPageError, toProblem } from '../problems.ts';
import { type AddedLinks, type AddNeeds, addLinks } from './add-links.ts';
import { startCollection } from './collect.ts';
import { describeHeld, openPicker, type PickerNeeds, withUploadTitles } from './open-picker.ts';
import { showToast, type ToastNeeds } from './toast-actions.ts';

/** A click on a page, or a keyboard shortcut. Grants temporary access to the active tab (`activeTab`). */
export interface PageClick {
  readonly what: Click;
  /** In a private window. */
  readonly isPrivate: boolean;
  readonly tabId: number | null;
  /** Reads the clicked link's text, or the page's title, within a timeout. Undefined: none. */
  readonly readLinkText: () => Promise<string | undefined>;
}

type ClickNeeds = AddNeeds & ToastNeeds & Needs<'payloads'>;

const titleTimeoutMs = 1_500;

/** By the name in the manifest (`wxt.config.ts`), which the compiler compares. */
export const commandHandlers = {
  'open-manager': ({ ports }: Needs<'ports'>) => ports.openManager(),
  'send-page': (context: ClickNeeds, page: PageClick) => runAction(context, page, { kind: 'send' }),
  async collect(context: ClickNeeds, page: PageClick) {
    const { currentId } = await context.accounts.get();
    await runAction(context, page, { kind: 'collect', accountId: currentId ?? '' });
  },
};

export type CommandName = keyof typeof commandHandlers;

const isCommand = (name: string): name is CommandName => Object.hasOwn(commandHandlers, name);

export async function handleCommand(context: ClickNeeds, name: string, page: PageClick): Promise<void> {
  if (!isCommand(name)) throw new Error(`Nothing handles the command ${name}.`);
  await commandHandlers[name](context, page);
}

export const handleMenuClick = (context: ClickNeeds, id: string | number, click: PageClick): Promise<void> =>
  runAction(context, clickedPart(id, click), parseMenuAction(id));

function clickedPart(id: string | number, click: PageClick): PageClick {
  // The source is the viewer's own address.
  if (isOfPdf(id)) return withoutLink(click, { srcUrl: undefined, selectionText: undefined });
  return isOfMedia(id) && click.what.srcUrl ? withoutLink(click) : click;
}

const withoutLink = (
  { what: { linkUrl: _, linkText: _text, ...what }, ...click }: PageClick,
  change: Click = {},
): PageClick => ({
  ...click,
  what: { ...what, ...change },
});

/**
 * Shows errors in the picker window.
 * @param action null: unknown
 */
async function runAction(context: ClickNeeds, click: PageClick, action: MenuAction | null): Promise<void> {
  try {
    if (action === null) throw new Error('Nothing handles the clicked menu entry.');
    const { list, currentId } = await context.accounts.get();
    const accountId = list.find(({ id }) => id === (action.accountId ?? currentId))?.id;
    if (accountId === undefined) return await context.ports.openSettings();
    const handle = menuHandlers[action.kind] as MenuHandler<MenuKind>;
    const what = await readRedirector(click);
    await handle(context, { ...click, what, accountId }, action);
  } catch (fault) {
    context.ports.onFault(fault);
    const { linkUrl, srcUrl, selectionText, pageUrl } = click.what;
    const clicked = linkUrl ?? srcUrl ?? selectionText ?? pageUrl ?? null;
    const request = { reason: 'fault', accountId: '', links: [], clicked } as const;
    const problem = toProblem(fault);
    await openPicker(context, { ...request, problem, private: click.isPrivate }).catch((second: unknown) => {
      if (!(second instanceof StorageError)) throw second;
      return context.ports.openPicker(noRoomId);
    });
  }
}

interface AccountClick extends PageClick {
  /** Of a connected account. */
  readonly accountId: string;
}

type MenuHandler<K extends MenuKind> = (
  context: ClickNeeds,
  click: AccountClick,
  action: Extract<MenuAction, { kind: K }>,
) => Promise<void>;

const menuHandlers: { readonly [K in MenuKind]: MenuHandler<K> } = {
  connect: ({ ports }) => ports.openSettings(),
  send: (context, click) => send(context, click, null),
  // A folder chosen in the menu takes precedence over rules.
  'send-to': async (context, click, { accountId, folderId }) =>
    send(context, click, await findFolder(context, accountId, folderId)),
  choose: (context, click) => choose(context, click, undefined),
  create: (context, click) => choose(context, click, click.what.pageTitle ?? ''),
  collect: (context, click) =>
    startCollection(context, click.accountId, click.tabId).catch(async (error) => {
      const isSilent = error instanceof SilentPageError;
      if (!isSilent && !(error instanceof NoAccessError)) throw error;
      // The page itself may be uploaded, for example a PDF.
      const { pageUrl, pageTitle } = click.what;
      const page = { ...click, what: { pageUrl, pageTitle } };
      await choose(context, page, undefined, isSilent ? 'silent' : 'unreadable');
    }),
};

/** For the picker. Without links, none of it can be uploaded. */
function readClick({ what, accountId, isPrivate, tabId }: AccountClick) {
  const { links, unusable } = findClickLinks(what);
  // Nothing is drawn on pages in private windows.
  const toastTabId = isPrivate ? undefined : (tabId ?? undefined);
  return { accountId, links, clicked: unusable, private: isPrivate, toastTabId };
}

async function choose(
  context: PickerNeeds,
  click: AccountClick,
  newFolderName?: string,
  reason: 'choose' | 'unreadable' | 'silent' = 'choose',
): Promise<void> {
  const clicked = readClick(click);
  if (clicked.links.length === 0) {
    const end = reason === 'choose' ? { reason: 'unusable' as const } : { reason, clicked: null };
    return void (await openPicker(context, { ...clicked, ...end }));
  }
  const request = { ...clicked, reason, newFolderName };
  const id = await openPicker(context, request);
  const links = await addLinkText(click, clicked.links);
  if (links === clicked.links) return;
  const name = newFolderName === '' ? links[0]?.title : newFolderName;
  await context.pickerRequests.put({ ...request, links, newFolderName: name }, id);
}

/** @param folder null: chosen by the rules */
async function send(context: ClickNeeds, click: AccountClick, folder: FolderRef | null): Promise<void> {
  const clicked = readClick(click);
  const { accountId, links, private: isPrivate } = clicked;
  if (findClickLinks(click.what).isChanged)
    return void (await openPicker(context, { ...clicked, reason: 'choose', chosen: folder ?? undefined }));
  // Stored first. The link's text follows, because a busy page may take a while to return it.
  const waitsForText = needsPageText(click.what);
  const request = { accountId, links, folder, private: isPrivate, ...(waitsForText && { titleTimeoutMs }) };
  const result = await addLinks(context, request);
  const { outcome, added, targets } = result;
  const isAdded = ({ url }: LinkDraft) => !outcome.duplicates.includes(url);
  const toast = showToast(context, clicked, { targets, added });
  await addTitle(context, click, links, result);
  const held = links.filter((link) => !isAdded(link));
  if (held.length > 0 || clicked.clicked !== null)
    await openPicker(context, {
      ...clicked,
      ...describeHeld(result),
      links: withUploadTitles(result.existing, await addLinkText(click, held)),
      reason: held.length === 0 ? 'unusable' : outcome.heldPrivate ? 'private' : 'duplicate',
      chosen: folder ?? undefined,
    });
  await toast;
}

/** Sets the title once the page has returned the clicked link's text. The uploads wait for it. */
async function addTitle(
  { uploads, scheduler }: Needs<'uploads' | 'scheduler'>,
  click: AccountClick,
  links: readonly LinkDraft[],
  { added, decideTitle }: AddedLinks,
): Promise<void> {
  const waiting = added.filter(({ wait }) => wait?.reason === 'title');
  if (waiting.length === 0) return;
  const [link] = await addLinkText(click, links);
  const title = link ? decideTitle(link) : null;
  for (const { id } of waiting) await uploads.setTitle(id, title);
  void scheduler.wake('send');
}

async function findFolder(
  { shortlists }: Needs<'shortlists'>,
  accountId: string,
  id: string,
): Promise<FolderRef> {
  const known = listFolders(await shortlists.get(accountId));
  return known.find((folder) => folder.id === id) ?? { id, name: '' };
}

/** If the link may lead through a redirector, its text may contain the address (`seen-address.ts`). */
async function readRedirector({ what, readLinkText }: PageClick): Promise<Click> {
  if (what.linkUrl === undefined || what.linkText !== undefined || !mayRedirect(what.linkUrl)) return what;
  return { ...what, linkText: (await readLinkText().catch(() => undefined)) ?? '' };
}

/** Whether the page must be asked for the link's text, or for its own title. */
function needsPageText({ linkUrl, linkText, srcUrl, selectionText, pageTitle }: Click): boolean {
  if (linkUrl !== undefined) return linkText === undefined;
  return srcUrl === undefined && selectionText === undefined && pageTitle === undefined;
}

/** Uses the link's text from the page as the title. */
async function addLinkText({ what, readLinkText }: PageClick, links: readonly LinkDraft[]) {
  const [link] = links;
  if (link === undefined || !needsPageText(what)) return links;
  // Optional: the link is stored, or shown, without it.
  const title = titleFromText(await readLinkText().catch(() => undefined), link.url);
  return title === undefined ? links : [{ ...link, title }];
}
