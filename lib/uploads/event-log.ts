/** Passes events on: first to whoever must react to them, then to the activity. */
import { createSerialQueue } from '../timing/serial-queue.ts';
import { isActivity, type LoggedEvent, type LoggedKind } from './event.ts';
import type { UploadStore } from './storage/upload-store.ts';

const maxEvents = 1_000;
/** This many events beyond `maxEvents` are kept until the next trim. */
const eventBatchSize = 100;

export function createEventLog(store: UploadStore) {
  const handOver = createSerialQueue();
  return {
    /** Passes undelivered events to `handle`, in order. After a restart, the last one may repeat with the same id. */
    async deliverEvents(handle: (event: LoggedEvent) => Promise<void>): Promise<void> {
      for (;;) {
        const events = await store.transact('read', (tx) => tx.listPendingEvents(eventBatchSize));
        if (events.length === 0) return;
        for (const event of events) await handle(event);
        await store.transact('write', async (tx) => {
          await tx.markDelivered(events);
          await tx.trimEvents(maxEvents);
        });
      }
    },
    /** Passes delivered events to the activity, and removes them. After a restart, the last ones may repeat with the same ids. */
    recordDelivered: (
      record: (events: readonly (LoggedEvent & { readonly kind: LoggedKind })[]) => Promise<void>,
    ): Promise<void> =>
      handOver(async () => {
        for (;;) {
          const events = await store.transact('read', (tx) => tx.listDelivered(eventBatchSize));
          if (events.length === 0) return;
          await record(events.filter(isActivity));
          await store.transact('write', (tx) => tx.deleteEvents(events));
        }
      }),
    /** @param clearActivity never runs while events are passed to the activity */
    clearEvents: (clearActivity: () => Promise<void>): Promise<void> =>
      handOver(async () => {
        await store.transact('write', (tx) => tx.trimEvents(0));
        await clearActivity();
      }),
  };
}
