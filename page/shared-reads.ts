/** Stored values that are shown, each read once for all components that show it. */
import type { Topic } from '../lib/protocol.ts';

export type Read<T = unknown> = () => Promise<T>;

interface SharedRead {
  /** Null until the first time. */
  value: unknown;
  readonly listeners: Set<(value: unknown) => void>;
  readonly stop: () => void;
}

/**
 * @param listenToChanges calls with what has changed, until the function that it gives is called
 * @param onRead gets each failure, and null after each success
 */
export function createSharedReads(
  listenToChanges: (listener: (changed: readonly Topic[]) => void) => () => void,
  onRead: (read: Read, error: unknown) => void,
) {
  const shared = new Map<Read, SharedRead>();
  /** Values that were read before the page was drawn. */
  const early = new Map<Read, unknown>();

  const getValue = (read: Read): unknown => shared.get(read)?.value ?? early.get(read) ?? null;

  function start(read: Read, topics: readonly Topic[]): SharedRead {
    let newest = 0;
    const load = async () => {
      newest += 1;
      const requestNumber = newest;
      try {
        const found = await read();
        // A slow read must not put an older state over a newer one.
        if (requestNumber === newest) {
          started.value = found;
          for (const listener of started.listeners) listener(found);
        }
        onRead(read, null);
      } catch (error) {
        onRead(read, error);
      }
    };
    const stopListening = listenToChanges((changed) => {
      if (changed.some((topic) => topics.includes(topic))) void load();
    });
    const stop = () => {
      newest = Number.POSITIVE_INFINITY;
      stopListening();
      shared.delete(read);
    };
    const started: SharedRead = { value: getValue(read), listeners: new Set(), stop };
    shared.set(read, started);
    if (!early.delete(read)) void load();
    return started;
  }

  return {
    getValue,

    /** Calls with each value, also one that is known. Gives a function that ends it. */
    subscribe(read: Read, topics: readonly Topic[], listener: (value: unknown) => void): () => void {
      const each = shared.get(read) ?? start(read, topics);
      each.listeners.add(listener);
      if (each.value !== null) listener(each.value);
      return () => {
        each.listeners.delete(listener);
        if (each.listeners.size === 0) each.stop();
      };
    },

    /** Reads values for the first drawing, which comes at once, after `timeoutMs` at the latest. */
    async prefetch(reads: readonly Read[], timeoutMs: number): Promise<void> {
      let isLate = false;
      const all = reads.map(async (read) => {
        try {
          const found = await read();
          if (!isLate) early.set(read, found);
        } catch (error) {
          onRead(read, error);
        }
      });
      const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
      await Promise.race([Promise.all(all), timeout]);
      isLate = true;
      // What that drawing does not show is read when it is shown.
      setTimeout(() => early.clear());
    },
  };
}
