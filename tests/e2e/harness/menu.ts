/** "Upload links on this page…". */
import type { Page } from '@playwright/test';
import type { Extension } from './extension.ts';
import { currentAccountId } from './messages.ts';

/** Opens a page, chooses the menu's entry there, and gives the page that opens. */
export async function collectFrom(extension: Extension, address: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(address);
  await page.bringToFront();
  const opened = extension.context.waitForEvent('page');
  await extension.clickMenu({
    menuItemId: JSON.stringify(['collect', await currentAccountId(extension)]),
    pageUrl: address,
  });
  return opened;
}
