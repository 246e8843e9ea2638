/** Keyboard shortcuts. Each has a visible result: a page, the badge, or the picker window. */
import { createMenuId } from '../../menus/menu-entries.ts';
import type { Context } from '../context.ts';
import { handleMenuClick } from './menu-clicks.ts';

/** The active page; the shortcut grants temporary access to it (`activeTab`). */
export interface CommandPage {
  readonly tabId: number | null;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly isPrivate: boolean;
}

/** @param command its name in the manifest (`wxt.config.ts`) */
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
