/** Draws the menu's tree with the browser's context menus. */
import { browser } from 'wxt/browser';
import type { MenuContext, MenuEntry } from './menu-entries.ts';

/**
 * Replaces the whole menu. Calls must not overlap (`createMenuDrawing`): no id can be created twice.
 *
 * @throws {AggregateError} why some entries could not be created; all others were
 */
export async function drawMenu(entries: readonly MenuEntry[]): Promise<void> {
  // Firefox for Android has none.
  if (!browser.contextMenus) return;
  let failures = await replaceAll(entries);
  // Requests of a worker that was ended may be carried out in between: then their ids exist.
  if (failures.length > 0) failures = await replaceAll(entries);
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} of ${entries.length} menu entries failed: ${failures[0]?.message}`,
    );
}

async function replaceAll(entries: readonly MenuEntry[]): Promise<readonly Error[]> {
  await browser.contextMenus.removeAll();
  const results = await Promise.allSettled(entries.map(createEntry));
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
}

/** In Chromium, the empty place of a frame is a `page`, and `frame` is whatever else is in one, too. */
const isKnown = (context: MenuContext) => import.meta.env.FIREFOX || context !== 'frame';

function createEntry(entry: MenuEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    const contexts = entry.contexts.filter(isKnown) as [MenuContext, ...MenuContext[]];
    browser.contextMenus.create({ ...entry, contexts }, () => {
      const failure = browser.runtime.lastError;
      if (failure) reject(new Error(`Menu entry ${entry.id}: ${failure.message}`));
      else resolve();
    });
  });
}
