/** Reads each stored value once for all components that show it. */
import type { Topic } from '../lib/protocol.ts';

export type Read<T = unknown> = () => Promise<T>;

interface SharedRead {
  /** Null at first. */
  value: unknown;
  readonly listeners: Set<(value: unknown) => void>;
  readonly stop: () => void;
}

/**
 * @param listenToChanges returns a function that stops it
 * @param onRead gets each failure, and null after each success
 */
export function createSharedReads(
  listenToChanges: (listener: (changed: readonly Topic[]) => void) => () => void,
  onRead: (read: Read, error: unknown) => void,
) {
  const shared = new Map<Read, SharedRead>();
  /** Values read before the first render. */
  const early = new Map<Read, unknown>();

  const getValue = (read: Read): unknown => shared.get(read)?.value ?? early.get(read) ?? null;

  function start(read: Read, topics: readonly Topic[]): SharedRead {
    let newest = 0;
    const load = async () => {
      newest += 1;
      const requestNumber = newest;
      try {
        const found = await read();
        // A slow read must not overwrite a newer one.
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

    /** `listener` also gets a value that is already known. Returns a function that stops it. */
    subscribe(read: Read, topics: readonly Topic[], listener: (value: unknown) => void): () => void {
      const each = shared.get(read) ?? start(read, topics);
      each.listeners.add(listener);
      if (each.value !== null) listener(each.value);
      return () => {
        each.listeners.delete(listener);
        if (each.listeners.size === 0) each.stop();
      };
    },

    /** Resolves once all are read, at the latest after `timeoutMs`. */
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
      // Values that the first render doesn't show are read when needed.
      setTimeout(() => early.clear());
    },
  };
}
