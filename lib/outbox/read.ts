/** What pages see of the outbox: all of it in one look, without anything that writes. */
import type { OutboxDatabase } from './database.ts';
import type { OutboxItem } from './item.ts';
import { byPosition, type Hold, itemPrefix, withWaiting } from './store-types.ts';

/** The part of `browser.storage.session` that is needed. */
interface Readable {
  get(keys: null): Promise<Record<string, unknown>>;
}

export interface OutboxView {
  /** In order, with what each queued item waits for. */
  readonly items: readonly OutboxItem[];
  readonly paused: boolean;
}

/** `session` holds what came from private windows. */
export async function readOutbox(db: OutboxDatabase, session: Readable): Promise<OutboxView> {
  const [{ items, holds, paused }, memory] = await Promise.all([readDisk(db), session.get(null)]);
  const hidden = Object.keys(memory).flatMap((key) =>
    key.startsWith(itemPrefix) ? [memory[key] as OutboxItem] : [],
  );
  return { items: withWaiting([...items, ...hidden].sort(byPosition), holds, paused), paused };
}

/** The database at one moment. */
export async function readDisk(
  db: OutboxDatabase,
): Promise<{ items: OutboxItem[]; holds: Hold[]; paused: boolean }> {
  const tx = db.transaction(['items', 'holds', 'switches']);
  const [items, holds, paused] = await Promise.all([
    tx.objectStore('items').getAll(),
    tx.objectStore('holds').getAll(),
    tx.objectStore('switches').get('paused'),
  ]);
  return { items, holds, paused: paused === true };
}
