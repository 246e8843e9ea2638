/** Entries of the context menu, by their actions: see lib/menus/menu-entries.ts. */
import type { Page } from '@playwright/test';
import type { MenuClick } from '../../../scripts/extension-pages.ts';
import type { Extension } from './extension.ts';
import { currentAccountId } from './messages.ts';

/** Chooses an entry of the current account. */
export async function chooseEntry(
  extension: Extension,
  [action, ...folderId]: readonly ['choose' | 'collect' | 'create'] | readonly ['send-to', folderId: string],
  click: Omit<MenuClick, 'menuItemId'>,
): Promise<void> {
  const menuItemId = JSON.stringify([action, await currentAccountId(extension), ...folderId]);
  await extension.clickMenu({ menuItemId, ...click });
}

/** Chooses an entry, and gives the page that opens. */
export async function openFromMenu(...entry: Parameters<typeof chooseEntry>): Promise<Page> {
  const opened = entry[0].context.waitForEvent('page');
  await chooseEntry(...entry);
  return opened;
}

/** Opens a page, chooses "Upload links on this page…" there, and gives the page that opens. */
export async function collectFrom(extension: Extension, pageUrl: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(pageUrl);
  await page.bringToFront();
  return openFromMenu(extension, ['collect'], { pageUrl });
}
