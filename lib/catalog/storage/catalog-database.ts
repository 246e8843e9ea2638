/** The database `linkhaul-catalog`. The background writes it (`catalog-store.ts`), pages read it. */
import { type DBSchema, type IDBPDatabase, unwrap } from 'idb';
import type { PageForm } from '../../accounts/file-page.ts';
import type { PageVote } from '../../accounts/learn-pages.ts';
import { createDatabase, type Database } from '../../storage/database.ts';
import { hasShape } from '../../storage/shape.ts';
import type { DatabaseName } from '../../storage/stored-data.ts';
import { type AddressColumns, areAddressesIntact } from '../columns/address-columns.ts';
import type { BlockColumns } from '../columns/block.ts';
import type { CatalogFolder } from '../file.ts';

type BlockKey = [accountId: string, number: number];

export interface SeenPlayer extends PageForm {
  readonly fileCode: string;
}

/** Tells pages which parts have changed since they read them. */
export interface AccountRecord {
  readonly accountId: string;
  /** Incremented with each change of any account, so each state has a unique version. */
  readonly version: number;
  /** By block number: the version of its last write. */
  readonly blocks: readonly number[];
  /** By block number: the latest `uploaded` of its files, or −∞ if unknown. */
  readonly newest: readonly number[];
  /** By block number: where its files have their pages. */
  readonly pages: readonly (readonly PageVote[])[];
  /** Where the last read files have their players, newest first. Each file once. */
  readonly players: readonly SeenPlayer[];
  /** The version of the folders' last write. */
  readonly folders: number;
  readonly files: number;
  /** See `sync/sync-state.ts`. */
  readonly state: unknown;
}

interface BlockId {
  readonly accountId: string;
  readonly number: number;
}

/** The direct subfolders of one folder. Writing 100,000 separate records would take half a minute. */
interface FolderListRecord {
  readonly accountId: string;
  readonly parentId: string;
  readonly folders: readonly CatalogFolder[];
}

interface CatalogSchema extends DBSchema {
  accounts: { key: string; value: AccountRecord };
  blocks: { key: BlockKey; value: BlockId & BlockColumns };
  addresses: { key: BlockKey; value: BlockId & AddressColumns };
  /**
   * By slot: the full sync in which the file was last seen. Stored separately, because it changes for all files and pages don't need it.
   */
  lastSeen: { key: BlockKey; value: BlockId & { readonly passes: Uint32Array } };
  folderLists: { key: [accountId: string, parentId: string]; value: FolderListRecord };
  versions: { key: 'last'; value: number };
}

export type CatalogDatabase = Database<CatalogSchema>;
export type CatalogConnection = IDBPDatabase<CatalogSchema>;

export function createCatalogDatabase(name: DatabaseName = 'linkhaul-catalog'): CatalogDatabase {
  return createDatabase<CatalogSchema>(name, [
    (db) => {
      db.createObjectStore('accounts', { keyPath: 'accountId' });
      for (const store of ['blocks', 'addresses', 'lastSeen'] as const)
        db.createObjectStore(store, { keyPath: ['accountId', 'number'] });
      db.createObjectStore('folderLists', { keyPath: ['accountId', 'parentId'] });
      db.createObjectStore('versions');
    },
  ]);
}

/** For stores whose keys start with the account's id. */
export function accountRange(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId], [accountId, []]);
}

/** A missing or damaged record becomes empty. A full sync then follows. */
export function readAccount(record: AccountRecord | undefined, accountId: string): AccountRecord {
  const hasLists = Array.isArray(record?.blocks) && Array.isArray(record.newest);
  const { pages, players } = record ?? {};
  const votes = {
    pages: Array.isArray(pages) ? pages : [],
    players: Array.isArray(players) ? players : [],
  };
  return hasLists && hasShape(record, { version: Number, files: Number, folders: Number })
    ? { ...record, ...votes }
    : { accountId, version: 0, blocks: [], newest: [], ...votes, folders: 0, files: 0, state: undefined };
}

/** Damaged values become empty or are left out, and the next listing restores them. */
export function readFolders(records: readonly FolderListRecord[]): readonly CatalogFolder[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return records.flatMap(({ parentId, folders }) =>
    (Array.isArray(folders) ? folders : []).flatMap((each) => {
      const { id, name, code } = { ...each };
      return text(id) === null ? [] : { id, name: text(name) ?? '', parentId, code: text(code) };
    }),
  );
}

interface Readable<T, K> {
  get(key: K): Promise<T | undefined>;
  getAll(range: IDBKeyRange): Promise<T[]>;
  getAllKeys(range: IDBKeyRange): Promise<K[]>;
}

/** Leaves out unreadable records. Browsers store large values as separate files and may lose some. */
export async function readRecords<T, K>(store: Readable<T, K>, accountId: string): Promise<readonly T[]> {
  const records = await readOrUndefined(store.getAll(accountRange(accountId)));
  if (records !== undefined) return records;
  const keys = await store.getAllKeys(accountRange(accountId));
  const each = await Promise.all(keys.map((key) => readOrUndefined(store.get(key))));
  return each.filter((record) => record !== undefined);
}

/** Undefined if the read fails, which doesn't abort the transaction. */
export function readOrUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  unwrap(read).addEventListener('error', (event) => {
    event.preventDefault();
    // `idb` rejects `tx.done` for an error that bubbles to the transaction.
    event.stopPropagation();
  });
  return read.catch(() => undefined);
}

/** By block number, without damaged ones. */
export async function readAddresses(
  db: CatalogConnection,
  accountId: string,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, AddressColumns>> {
  const tx = db.transaction('addresses');
  const reads = Array.from(numbers, (number) => readOrUndefined(tx.store.get([accountId, number])));
  const [records] = await Promise.all([Promise.all(reads), tx.done]);
  return new Map(
    records.flatMap((record) => (record && areAddressesIntact(record) ? [[record.number, record]] : [])),
  );
}
