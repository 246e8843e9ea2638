/** The catalog's database, `linkhaul-catalog`: what stands in it. The background writes it (`store.ts`), pages read it. */
import { type DBSchema, type IDBPDatabase, unwrap } from 'idb';
import { createDatabase, type Database } from '../../storage/database.ts';
import type { AddressColumns } from '../columns/addresses.ts';
import type { BlockColumns } from '../columns/block.ts';
import type { CatalogFolder } from '../file.ts';

type AccountKey = string;
type BlockKey = [accountId: string, number: number];

/** What a page looks at first: which parts have changed since it last read them. */
export interface AccountRecord {
  readonly accountId: string;
  /** Grows with every change of the database, of whichever account, so that no two states share one. */
  readonly version: number;
  /** By block number: the version that the block was written in. */
  readonly blocks: readonly number[];
  /** The version that the folders were last changed in. */
  readonly folders: number;
  readonly files: number;
  /** The sync's own, never looked into by the catalog. */
  readonly state: unknown;
}

export interface BlockRecord extends BlockColumns {
  readonly accountId: string;
  readonly number: number;
}

export interface AddressRecord extends AddressColumns {
  readonly accountId: string;
  readonly number: number;
}

/** Kept beside the files: a pass over unchanged files marks them all, and is nothing that pages need to read. */
export interface MarkRecord {
  readonly accountId: string;
  readonly number: number;
  /** By slot: the pass that the file was seen in last. */
  readonly passes: Uint32Array;
}

export interface FolderRecord extends CatalogFolder {
  readonly accountId: string;
}

interface CatalogSchema extends DBSchema {
  accounts: { key: AccountKey; value: AccountRecord };
  blocks: { key: BlockKey; value: BlockRecord };
  addresses: { key: BlockKey; value: AddressRecord };
  marks: { key: BlockKey; value: MarkRecord };
  folders: { key: [accountId: string, id: string]; value: FolderRecord };
  /** One number under one key: the last version given. */
  versions: { key: 'last'; value: number };
}

export type CatalogDatabase = Database<CatalogSchema>;
export type CatalogConnection = IDBPDatabase<CatalogSchema>;

export function createCatalogDatabase(name = 'linkhaul-catalog'): CatalogDatabase {
  return createDatabase(name, [createStores]);
}

/** Everything of one account, in the stores whose keys begin with it. */
export function ofAccount(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId], [accountId, []]);
}

function createStores(db: CatalogConnection): void {
  db.createObjectStore('accounts', { keyPath: 'accountId' });
  for (const name of ['blocks', 'addresses', 'marks'] as const)
    db.createObjectStore(name, { keyPath: ['accountId', 'number'] });
  db.createObjectStore('folders', { keyPath: ['accountId', 'id'] });
  db.createObjectStore('versions');
}

/** The account's record; an empty one where it is missing or damaged: then everything is read from the service again. */
export function readAccount(record: AccountRecord | undefined, accountId: string): AccountRecord {
  const isIntact =
    record !== undefined && Array.isArray(record.blocks) && Number.isFinite(record.version + record.files);
  return isIntact
    ? record
    : { ...{ accountId, version: 0, blocks: [], folders: 0, files: 0 }, state: undefined };
}

/** What is damaged is empty; the folder's next listing brings it back. */
export function readFolder({ id, name, parentId, code }: FolderRecord): CatalogFolder {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { id, name: text(name) ?? '', parentId: text(parentId) ?? '0', code: text(code) };
}

interface Readable<T, K> {
  get(key: K): Promise<T | undefined>;
  getAll(range: IDBKeyRange): Promise<T[]>;
  getAllKeys(range: IDBKeyRange): Promise<K[]>;
}

/** The account's records that can be read. A browser keeps large ones in files of their own, and may lose one of them. */
export async function readRecords<T, K>(store: Readable<T, K>, accountId: string): Promise<readonly T[]> {
  const records = await readAlone(store.getAll(ofAccount(accountId)));
  if (records !== undefined) return records;
  const keys = await store.getAllKeys(ofAccount(accountId));
  const each = await Promise.all(keys.map((key) => readAlone(store.get(key))));
  return each.filter((record) => record !== undefined);
}

/** Undefined where the read fails, which does not abort the transaction then. */
export function readAlone<T>(read: Promise<T>): Promise<T | undefined> {
  unwrap(read).addEventListener('error', (event) => {
    event.preventDefault();
    // `idb` takes an error that reaches the transaction for its end.
    event.stopPropagation();
  });
  return read.catch(() => undefined);
}
