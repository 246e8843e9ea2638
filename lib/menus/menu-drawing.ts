/** Draws the context menu. The browser keeps it, so it is redrawn only after a change or an interrupted drawing. */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import { createCoalescedRunner } from '../timing/serial-queue.ts';
import type { MenuEntry } from './menu-entries.ts';

interface MenuDrawingOptions {
  /** Cleared when the browser closes or the extension is updated, like the menu. */
  readonly session: StorageArea;
  readonly draw: (entries: readonly MenuEntry[]) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}

export function createMenuDrawing({ session, draw, onFault }: MenuDrawingOptions) {
  /** The last completed drawing, as JSON; null while one is running or after it was interrupted. */
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
    /** Draws nothing if the menu already shows these. If called several times during a drawing, draws only the newest. Never rejects. */
    drawIfChanged(entries: readonly MenuEntry[]): Promise<void> {
      newest = entries;
      return run();
    },
  };
}
