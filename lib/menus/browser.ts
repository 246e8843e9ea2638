/** Draws the menu's tree with the browser's context menus. */
import { type Browser, browser } from 'wxt/browser';
import type { MenuEntry } from './tree.ts';

const contexts: NonNullable<Browser.contextMenus.CreateProperties['contexts']> = [
  'link',
  'image',
  'video',
  'audio',
  'page',
  'frame',
  'selection',
];

let last: Promise<unknown> = Promise.resolve();

/**
 * Replaces the whole menu. Calls wait for one another: an id that exists cannot be created again, so a removal must
 * never fall between another call's entries.
 */
export function drawMenu(entries: readonly MenuEntry[]): Promise<void> {
  const draw = async () => {
    await browser.contextMenus.removeAll();
    await Promise.all(entries.map(create));
  };
  const turn = last.then(draw, draw);
  last = turn;
  return turn;
}

function create(entry: MenuEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    browser.contextMenus.create({ ...entry, contexts }, () => {
      const failure = browser.runtime.lastError;
      if (failure) reject(new Error(`The menu entry ${entry.id} could not be made: ${failure.message}`));
      else resolve();
    });
  });
}
