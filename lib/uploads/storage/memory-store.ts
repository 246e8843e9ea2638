/**
 * The transactions of `upload-store.ts` over `storage.session`, which survives the worker's end, is never on disk, and is gone when the
 * browser closes. It is one value, because few uploads use it. Only the background writes it, whole at each change.
 */
import { StorageError } from '../../storage/database.ts';
import type { StorageArea } from '../../storage/stored.ts';
import { createSerialQueue } from '../../timing/serial-queue.ts';
import type { LoggedEvent } from '../event.ts';
import { isUpload } from '../is-upload.ts';
import { compareOrder, type Upload, type UploadState } from '../upload.ts';
import {
  createTransaction,
  type Meta,
  type Records,
  type RemovedUpload,
  type TransactionMode,
  type UploadStore,
  type UploadTransaction,
} from './upload-store.ts';

/** Pages read it too. */
export const memoryKey = 'uploads';

/** In characters of JSON. `storage.session` has 10 MiB for everything. */
const maxJsonLength = 4 * 1024 * 1024;

interface Content {
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly removed: readonly RemovedUpload[];
  readonly events: readonly LoggedEvent[];
  readonly meta: Readonly<Partial<Meta>>;
}

export function readMemory(value: unknown): Content {
  const { uploads, removed, events, meta } = { ...(value as Record<string, unknown> | undefined) };
  const valid = Array.isArray(uploads) ? uploads.filter(isUpload) : [];
  return {
    uploads: new Map(valid.map((upload) => [upload.id, upload])),
    removed: Array.isArray(removed) ? removed : [],
    events: Array.isArray(events) ? events : [],
    meta: { ...(meta as Partial<Meta> | undefined) },
  };
}

export function createMemoryStore(area: StorageArea): UploadStore {
  // Valid because the background is the only writer.
  let cached: Promise<Content> | null = null;
  const load = () => {
    cached ??= area.get(memoryKey).then((values) => readMemory(values[memoryKey]));
    return cached;
  };

  const enqueue = createSerialQueue();

  async function transact<T>(mode: TransactionMode, work: (tx: UploadTransaction) => Promise<T>): Promise<T> {
    const before = await load();
    const draft = createDraft(before);
    const result = await work(createTransaction(draft.records));
    const changed = draft.changed();
    if (mode === 'read' || changed === null) return result;
    const after = measureSize(changed) > maxJsonLength ? dropOldest(changed) : changed;
    if (measureSize(after) > maxJsonLength) throw new StorageError('storage.session', 'full');
    cached = Promise.resolve(after);
    try {
      await area.set({ [memoryKey]: { ...after, uploads: [...after.uploads.values()] } });
    } catch (error) {
      cached = Promise.resolve(before);
      throw new StorageError('storage.session', 'full', error);
    }
    return result;
  }

  return {
    transact: (mode, work) => (mode === 'read' ? transact(mode, work) : enqueue(() => transact(mode, work))),
  };
}

/** Cached, because records are immutable. */
const sizes = new WeakMap<object, number>();

function measureSize({ uploads, removed, events }: Content): number {
  let total = 0;
  for (const record of [...uploads.values(), ...removed, ...events]) {
    const size = sizes.get(record) ?? JSON.stringify(record).length;
    sizes.set(record, size);
    total += size;
  }
  return total;
}

/** Drops what could be restored, and the older half of the ended uploads. */
function dropOldest({ uploads, ...rest }: Content): Content {
  const ended = [...uploads.values()].filter(({ endedAtMs }) => endedAtMs !== null);
  const oldest = ended.sort((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0));
  const left = new Map(uploads);
  for (const { id } of oldest.slice(0, Math.ceil(ended.length / 2))) left.delete(id);
  return { ...rest, uploads: left, removed: [] };
}

function createDraft(before: Content) {
  const uploads = new Map(before.uploads);
  let { removed, events, meta } = before;
  let isChanged = false;
  const find = (accept: (upload: Upload) => boolean) =>
    [...uploads.values()].filter(accept).sort(compareOrder);
  const inState = (accountId: string, state: UploadState) =>
    find((each) => each.accountId === accountId && each.state === state);

  function keepRemoved(isKept: (each: RemovedUpload) => boolean): void {
    const kept = removed.filter(isKept);
    isChanged ||= kept.length < removed.length;
    removed = kept;
  }

  const records: Records = {
    get: async (id) => uploads.get(id),
    async find(index, [accountId, value]) {
      const field = index === 'address' ? 'addressKey' : index;
      return find((each) => each.accountId === accountId && each[field] === value);
    },
    listInState: async (accountId, state, limit, accept = () => true) =>
      inState(accountId, state).filter(accept).slice(0, limit),
    count: async (...of) => inState(...of).filter(({ source }) => source !== 'external').length,
    getLastOrder: async (...of) => inState(...of).at(-1)?.order ?? 0,
    listFormer: async (accountId) => find((each) => each.formerAccountIds.includes(accountId)),
    listAddressKeys: async (accountId) =>
      [...uploads.values()].flatMap((each) => (each.accountId === accountId ? each.addressKey : [])),
    listAccountIds: async () => [...new Set([...uploads.values()].map(({ accountId }) => accountId))],
    async put(upload) {
      isChanged = true;
      uploads.set(upload.id, upload);
    },
    async addAll(added) {
      for (const upload of added) await records.put(upload);
    },
    async delete(id) {
      isChanged = uploads.delete(id) || isChanged;
    },
    async deleteAccount(accountId) {
      for (const { id } of find((each) => each.accountId === accountId)) await records.delete(id);
      keepRemoved(({ upload }) => upload.accountId !== accountId);
    },
    async putRemoved(each) {
      isChanged = true;
      removed = [...removed, each];
    },
    listRemoved: async (removalId) => removed.filter((each) => each.removalId === removalId),
    deleteRemoved: async (removalId) => keepRemoved((each) => each.removalId !== removalId),
    trimRemoved: async (beforeMs) => keepRemoved(({ atMs }) => atMs > beforeMs),
    async addEvent(event) {
      isChanged = true;
      const id = Math.max(meta.delivered ?? 0, events.at(-1)?.id ?? 0) + 1;
      events = [...events, { ...event, id }];
    },
    listEvents: async (afterId, limit) => events.filter(({ id }) => id > afterId).slice(0, limit),
    async deleteEvent(deleted) {
      isChanged = true;
      events = events.filter(({ id }) => id !== deleted);
    },
    async trimEvents(kept, lastId) {
      const surplus = events.length - kept;
      const left = events.filter(({ id }, index) => index >= surplus || id > lastId);
      isChanged ||= left.length < events.length;
      events = left;
    },
    getMeta: async (name) => meta[name],
    async setMeta(name, value) {
      isChanged = true;
      meta = { ...meta, [name]: value };
    },
  };
  return { records, changed: (): Content | null => (isChanged ? { uploads, removed, events, meta } : null) };
}
