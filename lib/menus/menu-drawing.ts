/** Draws the context menu. It is redrawn only after a change or an interrupted drawing: the browser keeps it. */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import { createCoalescedRunner } from '../timing/serial-queue.ts';
import type { MenuEntry } from './menu-entries.ts';

interface MenuDrawingOptions {
  /** Memory that ends with the browser and with an update of the extension, as the menu does. */
  readonly session: StorageArea;
  readonly draw: (entries: readonly MenuEntry[]) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}

export function createMenuDrawing({ session, draw, onFault }: MenuDrawingOptions) {
  /** The entries of the last drawing that was completed, as JSON; null from the start of the next one. */
  const drawnEntries = createStoredValue(session, 'menu:drawn', (value) =>
    typeof value === 'string' ? value : null,
  );
  let newest: readonly MenuEntry[] = [];

  async function drawNewest(): Promise<void> {
    const entries = newest;
    const json = JSON.stringify(entries);
    if ((await drawnEntries.get().catch(onFault)) === json) return;
    await drawnEntries.remove().catch(onFault);
    await draw(entries);
    await drawnEntries.set(json);
  }
  const run = createCoalescedRunner(() => drawNewest().catch(onFault));

  return {
    /** Draws entries that the menu lacks; of calls during a drawing, only the newest. Never rejects. */
    drawIfChanged(entries: readonly MenuEntry[]): Promise<void> {
      newest = entries;
      return run();
    },
  };
}
