/**
 * Packs: links that were added in bulk, as one record for many of them, because IndexedDB spends its time on each record and each entry of
 * an index. A pack is split into `uploads` in the transaction that changes one of its links.
 */
import { isUpload } from '../is-upload.ts';
import type { Upload } from '../upload.ts';

/** What lists need without reading the links. */
export type PackKey = [
  accountId: string,
  firstOrder: number,
  lastOrder: number,
  count: number,
  batchId: string,
];

export interface Pack {
  readonly key: PackKey;
  readonly id: string;
  readonly first: Upload;
  /** Of each link, what differs from the first one. */
  readonly changes: readonly Partial<Upload>[];
}

/** Links of larger batches are packed. Also the size of a pack. */
export const packSize = 250;

/** The ids of its links name a pack, so no index has to. */
export const createPackedId = (packId: string, at: number): string => `${packId}.${at}`;

/** Null for an upload that was never packed. */
export const getPackId = (uploadId: string): string | null => /^(.+)\.\d+$/u.exec(uploadId)?.[1] ?? null;

/** Not if an index has to find it. */
export const isPackable = (upload: Upload): boolean =>
  getPackId(upload.id) !== null &&
  upload.state === 'queued' &&
  upload.source === 'link' &&
  upload.linkId === null &&
  upload.fileCode === null &&
  upload.formerAccountIds.length === 0;

/** @param uploads packable, of one pack, ascending by `order` */
export function createPack(id: string, uploads: readonly Upload[]): Pack {
  const [first, last] = [uploads[0], uploads.at(-1)];
  if (first === undefined || last === undefined) throw new Error('A pack has at least one link.');
  const describeChanges = (upload: Upload): Partial<Upload> => {
    // Either may lack optional fields of the other.
    const names = new Set(Object.keys({ ...first, ...upload }) as (keyof Upload)[]);
    const changed = [...names].filter((name) => upload[name] !== first[name]);
    return Object.fromEntries(changed.map((name) => [name, upload[name]]));
  };
  return {
    key: [first.accountId, first.order, last.order, uploads.length, first.batch?.id ?? ''],
    id,
    first,
    changes: uploads.map(describeChanges),
  };
}

/** Skips damaged ones. */
export const unpack = (pack: Pack | undefined): readonly Upload[] =>
  pack?.changes?.map((changed) => ({ ...pack.first, ...changed })).filter(isUpload) ?? [];

/** Without unpacking. */
export const listAddresses = ({ first, changes }: Pack): readonly string[] =>
  changes.map(({ addressKey = first.addressKey }) => addressKey);

/** Covers all keys of the account: an array sorts after every string and number. */
export const accountRange = (accountId: string): IDBKeyRange =>
  IDBKeyRange.bound([accountId], [accountId, []]);

export const countPacked = (keys: readonly PackKey[]): number =>
  keys.reduce((sum, [, , , count]) => sum + count, 0);

interface PackStore {
  getAllKeys(range: IDBKeyRange): Promise<PackKey[]>;
  get(key: PackKey): Promise<Pack | undefined>;
}

/**
 * Reads the first packs of each batch.
 * @returns `unread`: how many links of each batch are in the others
 */
export async function readFirstPacks(store: PackStore, accountId: string, limit: number) {
  const keys = await store.getAllKeys(accountRange(accountId));
  const byBatch = [...Map.groupBy(keys, ([, , , , batchId]) => batchId)];
  const first = byBatch.flatMap(([, ofBatch]) => ofBatch.slice(0, limit));
  const packs = await Promise.all(first.map((key) => store.get(key)));
  const unread = byBatch.flatMap(([id, ofBatch]) => {
    const count = countPacked(ofBatch.slice(limit));
    return count === 0 ? [] : [[id, count] as const];
  });
  return { uploads: packs.flatMap(unpack), ...(unread.length > 0 && { unread: new Map(unread) }) };
}
