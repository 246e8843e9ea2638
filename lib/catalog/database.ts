/** The catalog's database, `linkhaul-catalog`: what stands in it. The background writes it (`store.ts`), pages read it. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../storage/database.ts';
import type { AddressColumns } from './addresses.ts';
import type { BlockColumns } from './block.ts';
import type { CatalogFolder } from './file.ts';

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

export type CatalogDatabase = IDBPDatabase<CatalogSchema>;

export function openCatalogDatabase(name = 'linkhaul-catalog'): Promise<CatalogDatabase> {
  return openDatabase(name, 1, migrate);
}

/** What stands for an account of which nothing is stored. */
export const noAccount = (accountId: string): AccountRecord => ({
  ...{ accountId, version: 0, blocks: [], folders: 0, files: 0 },
  state: undefined,
});

/** Everything of one account, in the stores whose keys begin with it. */
export function ofAccount(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId], [accountId, []]);
}

function migrate(db: CatalogDatabase, from: number): void {
  switch (from) {
    case 0: {
      db.createObjectStore('accounts', { keyPath: 'accountId' });
      for (const name of ['blocks', 'addresses', 'marks'] as const)
        db.createObjectStore(name, { keyPath: ['accountId', 'number'] });
      db.createObjectStore('folders', { keyPath: ['accountId', 'id'] });
      db.createObjectStore('versions');
    }
  }
}
