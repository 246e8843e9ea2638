/**
 * Imports the databases of version 0.1.0: the queue (`linkhaul-outbox`), the transfers (`linkhaul-watch`) and the activity
 * (`linkhaul-activity`).
 *
 * One transaction stores all of it together with `meta.imported`; only then are the old databases deleted. Ids of uploads
 * depend on the old records alone.
 */
import { deleteDB } from 'idb';
import { createDatabase, StorageError } from '../../storage/database.ts';
import { hasShape, type Shape, type Shaped } from '../../storage/shape.ts';
import { createAddressKey } from '../address.ts';
import { createEvent, type EventKind, type NewEvent } from '../event.ts';
import { getFailureMessage, stateByPhase, transferFailedCode } from '../transitions.ts';
import { createUpload, type Upload, type UploadState } from '../upload.ts';
import type { UploadStore } from './store.ts';

/**
 * To be awaited before anything else uses the store. The first call with a store imports; later ones only delete what is
 * left of the old databases.
 *
 * @returns what could not be read: databases, which are left as they are, or single records, which are skipped
 * @throws where the old databases cannot be listed or the new records cannot be stored; nothing has changed then
 */
export async function importLegacyDatabases(store: UploadStore): Promise<readonly StorageError[]> {
  const [isImported, undeleted = []] = await store.transact('read', async (tx) => [
    await tx.getMeta('imported'),
    await tx.getMeta('undeleted'),
  ]);
  if (isImported) {
    await deleteDatabases(store, undeleted);
    return [];
  }
  const { records, names, problems } = await readDatabases();
  await storeRecords(store, records, names);
  await deleteDatabases(store, names);
  return problems;
}

async function storeRecords(
  store: UploadStore,
  records: OldRecords,
  names: readonly OldName[],
): Promise<void> {
  const { uploads, events } = convert(records);
  await store.transact('durable', async (tx) => {
    // A concurrent call has imported them.
    if (await tx.getMeta('imported')) return;
    // What the store has already is newer: a call before this one failed.
    const add = async (upload: Upload) => {
      const { id, accountId, fileCode } = upload;
      const stored = (await tx.get(id)) ?? (fileCode && (await tx.findByFileCode(accountId, fileCode)));
      if (!stored) await tx.put(upload);
    };
    await Promise.all(uploads.map(add));
    for (const { accountId, reason, until: untilMs, failures, words } of records.holds) {
      const failure = words && { code: words.failure, msg: words.msg };
      if (!(await tx.getBackoff(accountId)))
        await tx.setBackoff({ accountId, reason, untilMs, failures, failure });
    }
    if (records.switches.includes(true) && (await tx.getMeta('paused')) === undefined)
      await tx.setMeta('paused', true);
    for (const entry of records.entries) await tx.addEvent(toEvent(entry));
    // As many as IndexedDB can be asked for.
    await tx.markDelivered(await tx.listPendingEvents(2 ** 32 - 1));
    // An event whose `ref` the activity has is not stored again.
    for (const event of events) await tx.addEvent(event);
    if (names.length > 0) await tx.setMeta('undeleted', names);
    await tx.setMeta('imported', true);
  });
}

// Reading and deleting the old databases

async function readDatabases() {
  const listed = (await globalThis.indexedDB?.databases()) ?? [];
  const records: OldRecords = { items: [], claims: [], holds: [], switches: [], transfers: [], entries: [] };
  const names: OldName[] = [];
  const problems: StorageError[] = [];
  for (const name of Object.keys(databases) as OldName[]) {
    if (!listed.some((each) => each.name === name)) continue;
    const database = createDatabase<OldSchema>(name, [() => {}]);
    try {
      const found: Partial<Record<OldStore, unknown[]>> = {};
      let invalid = 0;
      for (const store of databases[name]) {
        const values = await database.use((db) => db.getAll(store));
        const valid = values.filter((value) => hasShape(value, shapes[store]));
        found[store] = valid;
        invalid += values.length - valid.length;
      }
      Object.assign(records, found);
      names.push(name);
      if (invalid > 0) problems.push(new StorageError(name, 'damaged', `${invalid} invalid records`));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      problems.push(error);
    } finally {
      database.close();
    }
  }
  return { records, names, problems };
}

/** Failed deletions are retried at the next start. */
async function deleteDatabases(store: UploadStore, names: readonly string[]): Promise<void> {
  const undeleted: string[] = [];
  for (const name of names) {
    const deletion = new Promise<boolean>((resolve, reject) => {
      // `blocked`: a page has it open. The browser deletes it once that is closed, which is not awaited.
      deleteDB(name, { blocked: () => resolve(false) }).then(() => resolve(true), reject);
    });
    if (!(await deletion.catch(() => false))) undeleted.push(name);
  }
  if (undeleted.length === names.length) return;
  await store.transact('write', (tx) => tx.setMeta('undeleted', undeleted)).catch(() => {});
}

// The records of version 0.1.0, as far as they are used

const text = [String, null] as const;
const number = [Number, null] as const;
const reason = ['slots', 'network', 'rate-limited', 'quota', 'service', 'account', 'paused'] as const;
const cause = ['no-answer', 'already-queued', 'turned-away'] as const;
const state = ['queued', 'sending', 'accepted', 'refused', 'unsure'] as const;
const from = ['pending', 'working', 'error', 'unknown'] as const;
const phase = [...from, 'verifying', 'done', 'gone'] as const;
const bulkKind = ['moved', 'renamed', 'cloned', 'undone'] as const;
const kind = ['sent', 'done', 'failed', 'refused', 'unsure', 'cancelled', ...bulkKind] as const;

/** By object store. What came from private windows was never on disk. */
const shapes = {
  items: {
    ...{ id: String, accountId: String, url: String, title: text, folder: { id: String, name: String } },
    ...{ position: Number, state, attempts: Number, msg: text, failure: text, fileCode: text },
    ...{ private: false, sentAt: number, announced: Boolean, createdAt: Number, changedAt: Number },
    waiting: [{ reason, until: number }, null],
    doubt: [{ cause, since: Number, missedAt: number, looks: Number, nextLookAt: number }, null],
  },
  claims: { accountId: String, fileCode: String },
  holds: {
    ...{ accountId: String, reason, until: number, failures: Number },
    words: [{ failure: String, msg: text }, null],
  },
  /** One, `paused`. */
  switches: Boolean,
  transfers: {
    ...{ accountId: String, fileCode: String, url: String, title: text, folderId: String, folderName: text },
    ...{ status: String, phase, bytesTotal: number, ours: true, private: false, hidden: Boolean },
    ...{ firstSeenAt: Number, changedAt: Number, endedAt: number, announced: Boolean },
    verify: [{ from, misses: Number, nextAt: Number }, null],
  },
  entries: {
    ...{ at: Number, kind, accountId: String, url: String, title: text, folderId: String, folderName: text },
    ...{ fileCode: text, msg: text, ref: text },
    files: [{ done: Number, failed: Number }, undefined],
  },
} as const satisfies Record<string, Shape>;

const databases = {
  'linkhaul-outbox': ['items', 'claims', 'holds', 'switches'],
  'linkhaul-watch': ['transfers'],
  'linkhaul-activity': ['entries'],
} as const;

type OldName = keyof typeof databases;
type OldStore = keyof typeof shapes;
type OldSchema = Record<OldStore, { key: IDBValidKey; value: unknown }>;
type Old<S extends OldStore> = Shaped<(typeof shapes)[S]>;
type OldRecords = { readonly [S in OldStore]: readonly Old<S>[] };
type History = readonly Old<'entries'>[];

// Conversion

/** File codes belong to an account. Also the id of the upload of a transfer. */
const keyOf = ({ accountId, fileCode }: { accountId: string; fileCode: string | null }): string =>
  `${accountId}/${fileCode}`;

/** The uploads, and the events that were not announced yet. */
function convert({ items, transfers, claims, entries }: OldRecords) {
  /** By file code where they have one, else by id. */
  const uploads = new Map<string, Upload>();
  const events: NewEvent[] = [];
  const emit = (upload: Upload, ref: string) => {
    const kind = eventKinds[upload.state];
    if (kind) events.push({ ...createEvent(kind, upload, upload.changedAtMs), ref: `${kind} ${ref}` });
  };

  for (const item of items) {
    const upload = fromItem(item, uploads.has(keyOf(item)));
    uploads.set(upload.fileCode === null ? item.id : keyOf(item), upload);
    if (!item.announced) emit(upload, `${item.id} ${item.attempts}`);
  }

  const about = Map.groupBy(entries, keyOf);
  const known = new Set([...items, ...transfers].map(keyOf));
  const forgotten = claims
    .filter((claim) => !known.has(keyOf(claim)))
    .map((claim) => toTransfer(claim, about.get(keyOf(claim))));
  for (const transfer of [...transfers, ...forgotten]) {
    const key = keyOf(transfer);
    const upload = fromTransfer(key, transfer, uploads.get(key), about.get(key));
    uploads.set(key, upload);
    // What was accepted was announced as an item.
    if (!transfer.announced && transfer.phase !== 'pending') emit(upload, `${key} ${transfer.changedAt}`);
  }
  events.sort((one, other) => one.atMs - other.atMs);
  return { uploads: [...uploads.values()], events };
}

/** By the state of what was not announced. */
const eventKinds: Partial<Record<UploadState, EventKind>> = {
  ...{ accepted: 'sent', refused: 'refused', uncertain: 'uncertain' },
  ...{ done: 'done', failed: 'failed', vanished: 'failed' },
};

/** `url` and what follows from it; `order` is the caller's. */
const createLegacyUpload = (
  given: Pick<Upload, 'id' | 'accountId' | 'url' | 'title' | 'folder' | 'order'>,
  createdAtMs: number,
): Upload =>
  createUpload(
    { ...given, source: 'link', addressKey: createAddressKey(given.url), private: false },
    createdAtMs,
  );

/** `isTaken`: another upload has its file. */
function fromItem(item: Old<'items'>, isTaken: boolean): Upload {
  const { id, accountId, url, title, folder, position, doubt, waiting, failure, msg, fileCode } = item;
  const upload: Upload = {
    ...createLegacyUpload({ id, accountId, url, title, folder, order: position }, item.createdAt),
    attempts: item.attempts,
    wait: waiting && { reason: waiting.reason, untilMs: waiting.until },
    uncertainty: doubt && {
      cause: doubt.cause,
      sinceMs: doubt.since,
      unconfirmedAtMs: doubt.missedAt,
      checks: doubt.looks,
      nextCheckAtMs: doubt.nextLookAt,
    },
    failure: failure === null ? null : { code: failure, msg },
    changedAtMs: item.changedAt,
    sentAtMs: item.sentAt,
  };
  switch (item.state) {
    case 'queued':
      if (doubt !== null) return { ...upload, state: 'deferred' };
      // A wait without an end would never be over.
      return { ...upload, wait: waiting?.until === null ? null : upload.wait };
    case 'unsure':
      return { ...upload, state: 'uncertain' };
    case 'accepted':
      // The service named one file for two links.
      if (isTaken) return { ...upload, state: 'refused', failure: { code: 'same-file', msg: null } };
      return { ...upload, state: 'accepted', fileCode, claim: 'answer' };
    default:
      return { ...upload, state: item.state };
  }
}

/** `before`: the upload as it was accepted. `history`: its entry in the activity. */
function fromTransfer(
  id: string,
  { accountId, fileCode, url, title, phase, status, hidden, verify, ...transfer }: Old<'transfers'>,
  before: Upload | undefined,
  history: History = [],
): Upload {
  const { firstSeenAt, changedAt, folderId, folderName } = transfer;
  const folder = { id: folderId, name: folderName ?? '' };
  // Ascending, and before what is still queued.
  const order = firstSeenAt - Number.MAX_SAFE_INTEGER;
  const accepted: Upload = before ?? {
    ...createLegacyUpload({ id, accountId, url, title, folder, order }, firstSeenAt),
    ...{ attempts: 1, sentAtMs: firstSeenAt, fileCode, claim: 'answer' },
  };
  const isEnded = hidden || phase === 'done' || phase === 'gone';
  const endedAtMs = isEnded ? (transfer.endedAt ?? changedAt) : null;
  const wasFailed = phase === 'error' || verify?.from === 'error';
  const doneAtMs = history.findLast(({ kind }) => kind === 'done')?.at ?? null;
  const search = { wasFailed, misses: verify?.misses ?? 0, nextAtMs: verify?.nextAt ?? changedAt };
  return {
    ...{ ...accepted, title, folder, endedAtMs, changedAtMs: changedAt },
    state: hidden ? 'archived' : states[phase],
    order: endedAtMs === null ? accepted.order : -endedAtMs,
    failure: wasFailed ? { code: transferFailedCode, msg: getFailureMessage(status) } : null,
    unknownStatus: phase === 'unknown' ? status : null,
    verification: phase === 'verifying' && !hidden ? search : null,
    sizeBytes: phase === 'done' ? transfer.bytesTotal : null,
    arrivedAtMs: phase === 'done' ? endedAtMs : hidden ? doneAtMs : null,
  };
}

const states = { ...stateByPhase, verifying: 'verifying', done: 'done', gone: 'vanished' } as const;

/** A file without its transfer, completed from the activity. */
function toTransfer(claim: Old<'claims'>, history: History = []): Old<'transfers'> {
  const links = history.filter((entry) => entry.url !== '');
  const { url = '', title = null, folderId = '0', folderName = null, at = 0 } = links.at(-1) ?? {};
  return {
    ...{ accountId: claim.accountId, fileCode: claim.fileCode, url, title, folderId, folderName },
    ...{ status: '', phase: 'gone', bytesTotal: null, ours: true, private: false, verify: null },
    ...{ firstSeenAt: links[0]?.at ?? 0, changedAt: at, endedAt: null, hidden: true, announced: true },
  };
}

function toEvent({ at, kind, accountId, url, title, ...entry }: Old<'entries'>): NewEvent {
  const { folderId, folderName, fileCode, msg, files, ref } = entry;
  return {
    ...{ atMs: at, kind: kind === 'unsure' ? 'uncertain' : kind, accountId, uploadId: null },
    // Bulk jobs have no address.
    ...{ source: url === '' ? null : 'link', private: false, url, title, folderId, folderName },
    ...{ fileCode, code: null, msg, files, ref },
  };
}
