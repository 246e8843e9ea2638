/** What the keyboard shortcuts do. Each ends in something the user sees: a page, the badge, or a small window. */
import { menuIdOf } from '../menus/tree.ts';
import { menuClicked } from './clicks.ts';
import type { Context } from './context.ts';

/** The page in front of which the keys were pressed; the press grants its address for the moment (`activeTab`). */
export interface CommandPage {
  readonly tabId: number | null;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly isPrivate: boolean;
}

/** @param command its name in the manifest (`wxt.config.ts`) */
export async function commandPressed(context: Context, command: string, page: CommandPage): Promise<void> {
  if (command === 'open-manager') return context.ports.openManager('', 'new');
  const accountId = (await context.accounts.get()).currentId ?? '';
  const menuItemId =
    command === 'collect' ? menuIdOf({ kind: 'collect', accountId }) : menuIdOf({ kind: 'send' });
  if (command === 'collect' || command === 'send-page')
    await menuClicked(context, {
      ...{ menuItemId, tabId: page.tabId, isPrivate: page.isPrivate },
      what: { pageUrl: page.url, pageTitle: page.title },
      readLinkText: async () => undefined,
    });
}
