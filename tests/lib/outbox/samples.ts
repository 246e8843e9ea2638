/** Items as they begin, for tests to change. */
import type { OutboxItem } from '../../../lib/outbox/item.ts';

export function sampleItem(changes: Partial<OutboxItem> = {}): OutboxItem {
  return {
    id: 'one',
    accountId: 'account',
    url: 'https://files.example/one.mp4',
    title: null,
    folder: { id: '0', name: '' },
    position: 1,
    state: 'queued',
    attempts: 0,
    waiting: null,
    doubt: null,
    msg: null,
    failure: null,
    fileCode: null,
    private: false,
    sentAt: null,
    announced: true,
    createdAt: 1_000,
    changedAt: 1_000,
    ...changes,
  };
}

/** A storage area in memory that, like the real one, shares nothing with whoever writes or reads: all is frozen. */
export function memoryArea() {
  const values = new Map<string, unknown>();
  return {
    get: async (_keys: null | readonly string[]) => Object.fromEntries(values),
    async set(changes: Record<string, unknown>) {
      for (const [key, value] of Object.entries(changes)) values.set(key, frozen(structuredClone(value)));
    },
    async remove(keys: readonly string[]) {
      for (const key of keys) values.delete(key);
    },
    values,
  };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
