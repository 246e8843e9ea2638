import { type Browser, browser } from 'wxt/browser';
import type { MenuContext, MenuEntry } from './menu-entries.ts';

/**
 * Replaces the whole menu. Calls must not overlap (`createMenuDrawing`), because an id can't be created twice.
 *
 * @throws {AggregateError} why some entries could not be created. All others were
 */
export async function drawMenu(entries: readonly MenuEntry[]): Promise<void> {
  // Firefox for Android has no context menus.
  if (!browser.contextMenus) return;
  let failures = await replaceAll(entries);
  // Requests of a worker that was stopped may still run in between. Their ids then exist already.
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

/**
 * In Chromium, the background of a frame is a `page`, and `frame` also matches everything else in a frame. In Firefox, a PDF is a `page`.
 */
const isKnown = (context: MenuContext) => context !== (import.meta.env.FIREFOX ? 'pdf' : 'frame');

/** Chromium's viewer shows a PDF in a frame, and offers only entries for frames there. */
const pdf = { contexts: ['frame'], documentUrlPatterns: ['pdf', 'PDF'].flatMap(toEndings) } as const;

function toEndings(ending: string) {
  return [`*://*/*.${ending}`, `*://*/*.${ending}?*`];
}

function createEntry(entry: MenuEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    const contexts = entry.contexts.filter(isKnown);
    if (contexts.length === 0) return resolve();
    const where = contexts.includes('pdf') ? pdf : { contexts };
    browser.contextMenus.create({ ...entry, ...where } as Browser.contextMenus.CreateProperties, () => {
      const failure = browser.runtime.lastError;
      if (failure) reject(new Error(`Menu entry ${entry.id}: ${failure.message}`));
      else resolve();
    });
  });
}
