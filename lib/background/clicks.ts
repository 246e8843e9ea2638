/** What a click in the context menu does. Each ends in something the user sees: the badge, or a small window. */
import { allFolders } from '../folders/shortlist.ts';
import { type Click, linksOfClick } from '../links/clicked.ts';
import { type MenuAction, menuAction } from '../menus/tree.ts';
import { startCollection } from './collect.ts';
import type { Context } from './context.ts';
import { createPicks } from './picks.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccessError } from './problems.ts';
import { sendLinks } from './send.ts';

/** Never rejects but where not even a window can be opened: a fault of our own is told in the picker's. */
export async function menuClicked(
  ready: Promise<Context>,
  ports: BrowserPorts,
  menuItemId: string | number,
  click: Click,
  isPrivate: boolean,
): Promise<void> {
  try {
    await carryOut(await ready, menuItemId, click, isPrivate);
  } catch (fault) {
    ports.onFault(fault);
    // Not by the context, which may be what could not be had.
    const picks = createPicks(ports.session, ports.makeId);
    const clicked = click.linkUrl ?? click.srcUrl ?? click.selectionText ?? click.pageUrl ?? null;
    const pick = { reason: 'fault', accountId: '', links: [], clicked, private: isPrivate } as const;
    await ports.openPicker(await picks.put(pick));
  }
}

async function carryOut(
  context: Context,
  menuItemId: string | number,
  click: Click,
  isPrivate: boolean,
): Promise<void> {
  const action = menuAction(menuItemId);
  const accountId = action && (await accountOf(context, action));
  if (!accountId) return context.ports.openOptions();

  if (action.kind === 'collect') return collect(context, accountId, isPrivate);

  const { links, unusable } = linksOfClick(click);
  const pick = { accountId, links, clicked: unusable, private: isPrivate };
  if (links.length === 0) return openPicker(context, { ...pick, reason: 'unusable' });
  if (action.kind === 'choose') return openPicker(context, { ...pick, reason: 'choose' });

  const shortlist = await context.shortlists.of(accountId);
  const folderId = action.kind === 'send-to' ? action.folderId : shortlist.default.id;
  const folder = allFolders(shortlist).find(({ id }) => id === folderId) ?? { id: folderId, name: '' };
  const { duplicates } = await sendLinks(context, { accountId, links, folder, private: isPrivate });
  if (duplicates.length === 0) return;
  const held = links.filter(({ url }) => duplicates.includes(url));
  await openPicker(context, { ...pick, links: held, reason: 'duplicate' });
}

async function accountOf(context: Context, action: MenuAction): Promise<string | null> {
  const { list, currentId } = await context.accounts.get();
  const id = 'accountId' in action ? action.accountId : currentId;
  return list.some((account) => account.id === id) ? id : null;
}

async function openPicker(context: Context, pick: Parameters<Context['picks']['put']>[0]): Promise<void> {
  await context.ports.openPicker(await context.picks.put(pick));
}

/** A page that cannot be read is said to be so, in the picker's window like everything else that a click could not use. */
async function collect(context: Context, accountId: string, isPrivate: boolean): Promise<void> {
  try {
    await startCollection(context, accountId);
  } catch (error) {
    if (!(error instanceof NoAccessError)) throw error;
    await openPicker(context, {
      accountId,
      reason: 'unreadable',
      links: [],
      clicked: null,
      private: isPrivate,
    });
  }
}
