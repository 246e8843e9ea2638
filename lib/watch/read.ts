/** What pages see of the watch: all of it in one look, without anything that writes. */
import type { WatchDatabase } from './database.ts';
import { transferPrefix } from './store-types.ts';
import type { WatchedTransfer } from './transfer.ts';

/** The part of `browser.storage.session` that is needed. */
interface Readable {
  get(keys: null): Promise<Record<string, unknown>>;
}

/** `session` holds the transfers that are not to be on disk. */
export async function readWatch(db: WatchDatabase, session: Readable): Promise<readonly WatchedTransfer[]> {
  const [onDisk, memory] = await Promise.all([db.getAll('transfers'), session.get(null)]);
  const inMemory = Object.keys(memory).flatMap((key) =>
    key.startsWith(transferPrefix) ? [memory[key] as WatchedTransfer] : [],
  );
  return [...onDisk, ...inMemory];
}
