/**
 * When the context menu is drawn. The browser keeps the menu while the background is not running, so that it is drawn anew
 * only when it differs from what is wanted, or when a background ended in the middle of drawing it.
 */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import type { MenuEntry } from './menu-entries.ts';

export interface MenuDrawingOptions {
  /** Memory that ends with the browser and with an update of the extension, as the menu does. */
  readonly session: StorageArea;
  /** Replaces the whole menu. */
  readonly draw: (entries: readonly MenuEntry[]) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}

export interface MenuDrawing {
  /**
   * Draws these entries, unless the menu has them. One drawing at a time; of the calls made during one, the newest counts.
   * Never rejects; resolves when nothing is left to be drawn.
   */
  drawIfChanged(entries: readonly MenuEntry[]): Promise<void>;
}

export function createMenuDrawing({ session, draw, onFault }: MenuDrawingOptions): MenuDrawing {
  /** The entries of the last drawing that was completed, as JSON; null from the start of the next one. */
  const drawnEntries = createStoredValue(session, 'menu:drawn', (value) =>
    typeof value === 'string' ? value : null,
  );
  let pending: readonly MenuEntry[] | null = null;
  let running: Promise<void> | null = null;

  async function drawAll(): Promise<void> {
    while (pending !== null) {
      const entries = pending;
      pending = null;
      await drawOne(entries).catch(onFault);
    }
    running = null;
  }

  async function drawOne(entries: readonly MenuEntry[]): Promise<void> {
    const json = JSON.stringify(entries);
    if ((await drawnEntries.get().catch(onFault)) === json) return;
    await drawnEntries.remove().catch(onFault);
    await draw(entries);
    await drawnEntries.set(json);
  }

  return {
    drawIfChanged(entries) {
      pending = entries;
      running ??= drawAll();
      return running;
    },
  };
}
