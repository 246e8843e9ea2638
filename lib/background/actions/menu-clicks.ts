/**
 * Clicks in the context menu, and keyboard shortcuts. Each has a visible result: the badge, or the picker window.
 *
 * `lib/background/actions`: one file for each thing that a click, message, key or event starts. For `lib/background` only.
 */
import type { FolderRef } from '../../folders/folder.ts';
import { listFolders } from '../../folders/shortlist.ts';
import { type Click, findClickLinks } from '../../links/click-links.ts';
import { type LinkDraft, titleFromText } from '../../links/link.ts';
import { type MenuAction, type MenuKind, parseMenuAction } from '../../menus/menu-entries.ts';
import { StorageError } from '../../storage/database.ts';
import { findByAddress } from '../../uploads/same-upload.ts';
import type { Upload, UploadState } from '../../uploads/upload.ts';
import type { Needs } from '../parts.ts';
import { noRoomId, type StoredPickerRequest } from '../picker-requests.ts';
import { NoAccessError, toProblem } from '../problems.ts';
import { type AddNeeds, addLinks } from './add-links.ts';
import { startCollection } from './collect.ts';
import { showToast, withFoldersNow } from './toast-actions.ts';

/** A click on a page, or a keyboard shortcut, which grants temporary access to the active one (`activeTab`). */
export interface PageClick {
  readonly what: Click;
  /** The click was in a private window. */
  readonly isPrivate: boolean;
  /** Null: unknown. */
  readonly tabId: number | null;
  /** Reads the clicked link's text, or the title, from the page, up to its timeout; undefined: there is none. */
  readonly readLinkText: () => Promise<string | undefined>;
}

type ClickNeeds = AddNeeds & Needs<'pickerRequests' | 'payloads'>;

const titleTimeoutMs = 1_500;

/** By the name in the manifest (`wxt.config.ts`), which the compiler holds to these. */
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
  runAction(context, click, parseMenuAction(id));

/** Shows faults in the picker window. @param action null: the clicked entry is unknown */
async function runAction(context: ClickNeeds, click: PageClick, action: MenuAction | null): Promise<void> {
  try {
    if (action === null) throw new Error('Nothing handles the clicked menu entry.');
    const { list, currentId } = await context.accounts.get();
    const accountId = list.find(({ id }) => id === (action.accountId ?? currentId))?.id;
    if (accountId === undefined) return await context.ports.openSettings();
    const handle = menuHandlers[action.kind] as MenuHandler<MenuKind>;
    await handle(context, { ...click, accountId }, action);
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
  collect: (context, { accountId, tabId, isPrivate }) =>
    startCollection(context, accountId, tabId).catch(async (error) => {
      if (!(error instanceof NoAccessError)) throw error;
      const request = { reason: 'unreadable', accountId, links: [], clicked: null } as const;
      await openPicker(context, { ...request, private: isPrivate });
    }),
};

/** Null where nothing that was clicked can be uploaded: then the picker says so. */
async function readClick(
  context: Needs<'pickerRequests' | 'ports'>,
  { what, accountId, isPrivate }: AccountClick,
) {
  const { links, unusable } = findClickLinks(what);
  const request = { accountId, links, clicked: unusable, private: isPrivate };
  if (links.length > 0) return request;
  await openPicker(context, { ...request, reason: 'unusable' });
  return null;
}

async function choose(
  context: Needs<'pickerRequests' | 'ports'>,
  click: AccountClick,
  newFolderName?: string,
): Promise<void> {
  const common = await readClick(context, click);
  if (common === null) return;
  const request = { ...common, reason: 'choose', newFolderName } as const;
  const id = await openPicker(context, request);
  const links = await addLinkText(click, common.links);
  if (links === common.links) return;
  const name = newFolderName === '' ? links[0]?.title : newFolderName;
  await context.pickerRequests.put({ ...request, links, newFolderName: name }, id);
}

/** @param folder null: by the rules */
async function send(context: ClickNeeds, click: AccountClick, folder: FolderRef | null): Promise<void> {
  const { what, accountId, tabId, isPrivate } = click;
  const common = await readClick(context, click);
  if (common === null) return;
  const { links } = common;
  // Stored first; the link's text is added later, so that a busy page delays nothing else.
  const waitsForText = isTextUnread(what);
  const sending = { accountId, links, folder, private: isPrivate, ...(waitsForText && { titleTimeoutMs }) };
  const { outcome, added, places, existing, decideTitle } = await addLinks(context, sending);
  const isAdded = ({ url }: LinkDraft) => !outcome.duplicates.includes(url);
  const chooseAnew = async (replaces: readonly string[]) =>
    openPicker(context, {
      ...common,
      links: withTitlesOf(await context.uploads.read(replaces), links.filter(isAdded)),
      // Where copies go to other accounts, the rules name all of them.
      chosen: places.every((place) => place.accountId === accountId) ? places[0]?.folder : undefined,
      reason: 'choose',
      replaces,
    });
  // What happens in a private window isn't drawn onto a page.
  const toast =
    tabId === null || isPrivate ? null : showToast(context, { tabId, places, added, choose: chooseAnew });
  const waiting = added.filter(({ wait }) => wait?.reason === 'title');
  if (waitsForText && waiting.length > 0) {
    const [link] = await addLinkText(click, links);
    const title = link ? decideTitle(link) : null;
    for (const { id } of waiting) await context.uploads.setTitle(id, title);
    void context.scheduler.wake('send');
  }
  const held = links.filter((link) => !isAdded(link));
  const heldReason = outcome.heldPrivate ? 'private' : 'duplicate';
  const reason = held.length > 0 ? heldReason : 'unusable';
  const heldBy = outcome.heldBy && Object.keys(outcome.heldBy);
  if (held.length > 0 || common.clicked !== null) {
    // The picker names and moves what is in one account.
    const isOwn = existing.every((each) => each.accountId === accountId);
    const known = isOwn ? await withFoldersNow(context, accountId, existing) : [];
    await openPicker(context, {
      ...common,
      links: withTitlesOf(existing, await addLinkText(click, held)),
      reason,
      heldBy,
      chosen: folder ?? undefined,
      known: known.map(({ arrivedAtMs, state, folder: place }) => ({
        state: arrivedAtMs !== null ? 'arrived' : waits.has(state) ? 'queued' : 'uploading',
        folder: place,
      })),
      knownIds: known.map(({ id }) => id),
    });
  }
  await toast;
}

const waits: ReadonlySet<UploadState> = new Set(['queued', 'deferred']);

/** The links, with the titles of their uploads where they have none. */
function withTitlesOf(uploads: readonly Upload[], links: readonly LinkDraft[]): readonly LinkDraft[] {
  const find = findByAddress(uploads);
  return links.map((link) => ({ ...link, title: link.title ?? find(link.url)[0]?.title ?? undefined }));
}

async function findFolder(
  { shortlists }: Needs<'shortlists'>,
  accountId: string,
  id: string,
): Promise<FolderRef> {
  const known = listFolders(await shortlists.get(accountId));
  return known.find((folder) => folder.id === id) ?? { id, name: '' };
}

/** Whether the page has to be asked for the text of a link, or for its own title. */
function isTextUnread({ linkUrl, linkText, srcUrl, selectionText, pageTitle }: Click): boolean {
  if (linkUrl !== undefined) return linkText === undefined;
  return srcUrl === undefined && selectionText === undefined && pageTitle === undefined;
}

/** The clicked link with its text from the page as the title; the same where there is none. */
async function addLinkText({ what, readLinkText }: PageClick, links: readonly LinkDraft[]) {
  const [link] = links;
  if (link === undefined || !isTextUnread(what)) return links;
  // Optional: the link is stored, or shown, without it.
  const title = titleFromText(await readLinkText().catch(() => undefined), link.url);
  return title === undefined ? links : [{ ...link, title }];
}

async function openPicker(
  context: Needs<'pickerRequests' | 'ports'>,
  request: StoredPickerRequest,
): Promise<string> {
  const id = await context.pickerRequests.put(request);
  await context.ports.openPicker(id);
  return id;
}
