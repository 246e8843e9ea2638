/**
 * Uploads in memory: the transactions of `store.ts` over `storage.session`, which survives the worker's death, is never
 * written to disk, and is gone when the browser is closed.
 *
 * All of it is one value, which the background alone writes. Few uploads come this way, so each transaction that changes
 * something writes it whole; it is bounded by `largestBytes`.
 */
import { StorageError } from '../storage/database.ts';
import type { StorageArea } from '../storage/stored.ts';
import { createTurns } from '../timing/turns.ts';
import { isActivity, type LoggedEvent } from './event.ts';
import type { AccountBackoff } from './sending/backoff.ts';
import {
  firstMemoryEventId,
  type Meta,
  type TransactionMode,
  type UploadStore,
  type UploadTransaction,
} from './store.ts';
import { byOrder, queueStates, type Upload } from './upload.ts';
import { isUpload } from './validate.ts';

/** Its name in the storage area; pages read it too. */
export const memoryKey = 'uploads';

/** Of the 10 MiB of `storage.session`, which the limiter and others need too. Characters of JSON. */
const largestBytes = 4 * 1024 * 1024;

interface Content {
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly events: readonly LoggedEvent[];
  readonly backoffs: ReadonlyMap<string, AccountBackoff>;
  readonly meta: Readonly<Partial<Meta>>;
}

/** A valid content of whatever the area holds. */
export function readMemory(value: unknown): Content {
  const { uploads, events, backoffs, meta } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Record<string, unknown>;
  const list = (each: unknown) => (Array.isArray(each) ? each : []);
  return {
    uploads: new Map(
      list(uploads)
        .filter(isUpload)
        .map((upload) => [upload.id, upload]),
    ),
    events: list(events),
    backoffs: new Map(list(backoffs).map((backoff: AccountBackoff) => [backoff.accountId, backoff])),
    meta: (meta as Partial<Meta> | undefined) ?? {},
  };
}

/** What `memoryKey` holds. */
const serialize = ({ uploads, events, backoffs, meta }: Content) => ({
  ...{ uploads: [...uploads.values()], events, backoffs: [...backoffs.values()], meta },
});

export function createMemoryStore(area: StorageArea): UploadStore {
  // The background is the only writer, so what was read once need not be read again.
  let known: Promise<Content> | null = null;
  const load = () => {
    known ??= area.get(memoryKey).then((values) => readMemory(values[memoryKey]));
    return known;
  };

  // What is read is changed and written back: nothing may come in between.
  const inTurn = createTurns();

  async function transact<T>(mode: TransactionMode, work: (tx: UploadTransaction) => Promise<T>): Promise<T> {
    const before = await load();
    const draft = new Draft(before);
    const result = await work(draft);
    if (mode === 'read' || !draft.isChanged) return result;
    const drafted = draft.content();
    const after = sizeOf(drafted) > largestBytes ? withoutOldest(drafted) : drafted;
    if (sizeOf(after) > largestBytes) throw new StorageError('storage.session', 'full');
    known = Promise.resolve(after);
    try {
      await area.set({ [memoryKey]: serialize(after) });
    } catch (error) {
      known = Promise.resolve(before);
      throw new StorageError('storage.session', 'full', error);
    }
    return result;
  }

  return {
    transact: (mode, work) => (mode === 'read' ? transact(mode, work) : inTurn(() => transact(mode, work))),
  };
}

/** Characters of JSON of every record: each is measured once, because none is ever changed. */
const sizes = new WeakMap<object, number>();

function sizeOf({ uploads, events }: Content): number {
  let total = 0;
  for (const record of [...uploads.values(), ...events]) {
    const size = sizes.get(record) ?? JSON.stringify(record).length;
    sizes.set(record, size);
    total += size;
  }
  return total;
}

/** Without the older half of the uploads that have ended. */
function withoutOldest({ uploads, ...rest }: Content): Content {
  const ended = [...uploads.values()].filter(({ endedAtMs }) => endedAtMs !== null);
  const oldest = ended.sort((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0));
  const left = new Map(uploads);
  for (const { id } of oldest.slice(0, Math.ceil(ended.length / 2))) left.delete(id);
  return { ...rest, uploads: left };
}

/** One transaction's view: changes are seen by it alone until they are kept. */
class Draft implements UploadTransaction {
  isChanged = false;
  readonly #uploads: Map<string, Upload>;
  #events: LoggedEvent[];
  readonly #backoffs: Map<string, AccountBackoff>;
  #meta: Partial<Meta>;

  constructor({ uploads, events, backoffs, meta }: Content) {
    this.#uploads = new Map(uploads);
    this.#events = [...events];
    this.#backoffs = new Map(backoffs);
    this.#meta = { ...meta };
  }

  content(): Content {
    return { uploads: this.#uploads, events: this.#events, backoffs: this.#backoffs, meta: this.#meta };
  }

  #find(accept: (upload: Upload) => boolean): Upload[] {
    return [...this.#uploads.values()].filter(accept).sort(byOrder);
  }

  get: UploadTransaction['get'] = async (id) => this.#uploads.get(id);
  byFileCode: UploadTransaction['byFileCode'] = async (accountId, fileCode) =>
    this.#find((each) => each.accountId === accountId && each.fileCode === fileCode)[0];
  byAddress: UploadTransaction['byAddress'] = async (accountId, key) =>
    this.#find((each) => each.accountId === accountId && each.addressKey === key);
  inStates: UploadTransaction['inStates'] = async (accountId, states, most = Number.POSITIVE_INFINITY) =>
    states
      .flatMap((state) =>
        this.#find((each) => each.accountId === accountId && each.state === state).slice(0, most),
      )
      .sort(byOrder);
  take: UploadTransaction['take'] = async (accountId, state, accept, most) =>
    this.#find((each) => each.accountId === accountId && each.state === state && accept(each)).slice(0, most);
  count: UploadTransaction['count'] = async (accountId, state) =>
    this.#find((each) => each.accountId === accountId && each.state === state && each.source !== 'elsewhere')
      .length;
  lastOrder: UploadTransaction['lastOrder'] = async (accountId) =>
    Math.max(0, (await this.inStates(accountId, queueStates)).at(-1)?.order ?? 0);
  accountIds: UploadTransaction['accountIds'] = async () => [
    ...new Set([...this.#uploads.values()].map(({ accountId }) => accountId)),
  ];

  put: UploadTransaction['put'] = async (upload) => {
    this.isChanged = true;
    this.#uploads.set(upload.id, upload);
  };
  delete: UploadTransaction['delete'] = async ({ id }) => {
    this.isChanged = this.#uploads.delete(id) || this.isChanged;
  };
  deleteAccount: UploadTransaction['deleteAccount'] = async (accountId) => {
    this.isChanged = this.#backoffs.delete(accountId) || this.isChanged;
    for (const upload of this.#find((each) => each.accountId === accountId)) await this.delete(upload);
  };

  emit: UploadTransaction['emit'] = async (event) => {
    if (event.ref !== null && this.#events.some(({ ref }) => ref === event.ref)) return false;
    this.isChanged = true;
    const id = Math.max(firstMemoryEventId - 1, this.#meta.delivered ?? 0, this.#events.at(-1)?.id ?? 0) + 1;
    this.#events.push({ ...event, id });
    return true;
  };
  pendingEvents: UploadTransaction['pendingEvents'] = async (most) =>
    this.#events.filter(({ id }) => id > (this.#meta.delivered ?? 0)).slice(0, most);
  markDelivered: UploadTransaction['markDelivered'] = async (told) => {
    if (told.length === 0) return;
    const ids = new Set(told.filter((event) => !isActivity(event)).map(({ id }) => id));
    this.#events = this.#events.filter(({ id }) => !ids.has(id));
    await this.setMeta('delivered', Math.max(...told.map(({ id }) => id)));
  };
  trimEvents: UploadTransaction['trimEvents'] = async (kept) => {
    const surplus = this.#events.length - kept;
    const remaining = this.#events.filter(
      ({ id }, index) => index >= surplus || id > (this.#meta.delivered ?? 0),
    );
    this.isChanged ||= remaining.length < this.#events.length;
    this.#events = remaining;
  };

  backoff: UploadTransaction['backoff'] = async (accountId) => this.#backoffs.get(accountId);
  backoffs: UploadTransaction['backoffs'] = async () => [...this.#backoffs.values()];
  setBackoff: UploadTransaction['setBackoff'] = async (backoff) => {
    this.isChanged = true;
    this.#backoffs.set(backoff.accountId, backoff);
  };
  clearBackoff: UploadTransaction['clearBackoff'] = async (accountId) => {
    this.isChanged = this.#backoffs.delete(accountId) || this.isChanged;
  };
  meta: UploadTransaction['meta'] = async (name) => this.#meta[name];
  setMeta: UploadTransaction['setMeta'] = async (name, value) => {
    this.isChanged = true;
    this.#meta = { ...this.#meta, [name]: value };
  };
}
