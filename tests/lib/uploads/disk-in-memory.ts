/** A store in memory that stands in for the disk: its events have ids as those on disk have. */
import type { StorageArea } from '../../../lib/storage/stored.ts';
import { createMemoryStore } from '../../../lib/uploads/memory-store.ts';
import { firstMemoryEventId, type UploadStore, type UploadTransaction } from '../../../lib/uploads/store.ts';

export function createDiskInMemory(area: StorageArea): UploadStore {
  const store = createMemoryStore(area);
  return { transact: (mode, work) => store.transact(mode, (tx) => work(withDiskIds(tx))) };
}

function withDiskIds(tx: UploadTransaction): UploadTransaction {
  const changed: Pick<UploadTransaction, 'pendingEvents' | 'markDelivered'> = {
    pendingEvents: async (most) =>
      (await tx.pendingEvents(most)).map((event) => ({ ...event, id: event.id - firstMemoryEventId + 1 })),
    markDelivered: (events) =>
      tx.markDelivered(events.map((event) => ({ ...event, id: event.id + firstMemoryEventId - 1 }))),
  };
  return new Proxy(tx, {
    get: (target, name) => Reflect.get(Object.hasOwn(changed, name) ? changed : target, name),
  });
}
