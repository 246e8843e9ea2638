/** Context menu entries by action (lib/menus/menu-entries.ts). */
import type { Page } from '@playwright/test';
import type { MenuClick } from '../../../scripts/extension-pages.ts';
import type { Extension } from './extension.ts';
import { currentAccountId } from './messages.ts';
import { until } from './until.ts';

type Entry = readonly ['choose' | 'collect' | 'create'] | readonly ['send-to', folderId: string];

const findEntryId = async (extension: Extension, [action, ...folderId]: Entry): Promise<string> =>
  JSON.stringify([action, await currentAccountId(extension), ...folderId]);

/** Of the current account. */
export async function chooseEntry(
  extension: Extension,
  entry: Entry,
  click: Omit<MenuClick, 'menuItemId'>,
): Promise<void> {
  await extension.clickMenu({ menuItemId: await findEntryId(extension, entry), ...click });
}

export async function openFromMenu(
  ...[extension, entry, click]: Parameters<typeof chooseEntry>
): Promise<Page> {
  // In Firefox, asking for the id may open a page.
  const menuItemId = await findEntryId(extension, entry);
  const opened = extension.context.waitForEvent('page');
  await extension.clickMenu({ menuItemId, ...click });
  return opened;
}

/** The menu can't be read, but only existing entries can be updated. */
export function presentEntries(page: Page, ids: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (wanted) => {
    const { chrome } = globalThis as unknown as {
      chrome: { contextMenus: { update(id: string, change: object): Promise<void> } };
    };
    const found = wanted.map((id) =>
      chrome.contextMenus.update(id, {}).then(
        () => [id],
        () => [],
      ),
    );
    return (await Promise.all(found)).flat();
  }, ids);
}

/** Of the current account. The menu is updated after pages show the change. */
export async function untilEntry(extension: Extension, entry: Entry): Promise<void> {
  await untilPresent(extension, await findEntryId(extension, entry));
}

/** Waits until the menu is complete for the current account. Its last entry is about the page. */
export async function untilMenu(extension: Extension): Promise<void> {
  const accountId = await currentAccountId(extension);
  await untilPresent(extension, JSON.stringify(['collect', accountId, 'page']));
}

async function untilPresent({ firstPage }: Extension, id: string): Promise<void> {
  await until('the entry', async () => (await presentEntries(firstPage, [id])).length === 1);
}

/** Chooses "Upload links on this page…" on a page. Returns the page that opens. */
export async function collectFrom(extension: Extension, pageUrl: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(pageUrl);
  await page.bringToFront();
  return openFromMenu(extension, ['collect'], { pageUrl });
}
