/** The catalog's writing side on disk: an account is read whole once, and changed in one transaction for each change. */
import type { AddressColumns } from './addresses.ts';
import type { BlockColumns } from './block.ts';
import { type AccountRecord, type CatalogDatabase, noAccount, ofAccount } from './database.ts';
import type { CatalogFolder } from './file.ts';

export interface StoredCatalog {
  readonly account: AccountRecord;
  readonly blocks: readonly BlockColumns[];
  /** By block number; the pass of each slot. */
  readonly marks: readonly Uint32Array[];
  readonly folders: readonly CatalogFolder[];
}

export interface Writes {
  readonly blocks: ReadonlyMap<number, BlockColumns>;
  readonly addresses: ReadonlyMap<number, AddressColumns>;
  readonly marks: ReadonlyMap<number, Uint32Array>;
  readonly putFolders: readonly CatalogFolder[];
  readonly goneFolders: readonly string[];
  /** How many files there are now. */
  readonly files: number;
  /** Replaces the sync's state; undefined leaves it. */
  readonly state: unknown;
}

export async function loadCatalog(db: CatalogDatabase, accountId: string): Promise<StoredCatalog> {
  const tx = db.transaction(['accounts', 'blocks', 'marks', 'folders']);
  const [account, blocks, marks, folders] = await Promise.all([
    tx.objectStore('accounts').get(accountId),
    tx.objectStore('blocks').getAll(ofAccount(accountId)),
    tx.objectStore('marks').getAll(ofAccount(accountId)),
    tx.objectStore('folders').getAll(ofAccount(accountId)),
  ]);
  const passes: Uint32Array[] = [];
  for (const { number, passes: seen } of marks) passes[number] = seen;
  return { account: account ?? noAccount(accountId), blocks, marks: passes, folders };
}

/**
 * Makes one change in one transaction; whatever throws on the way ends it with nothing written.
 *
 * @param wanted blocks whose addresses the change needs to see
 * @param work gives what is to be written; null: nothing
 * @returns the account as it is written now; null where nothing was
 */
export async function changeCatalog(
  db: CatalogDatabase,
  account: AccountRecord,
  wanted: readonly number[],
  work: (addresses: ReadonlyMap<number, AddressColumns>) => Writes | null,
): Promise<AccountRecord | null> {
  const { accountId } = account;
  const tx = begin(db);
  try {
    const [last = 0, ...read] = await Promise.all([
      tx.objectStore('versions').get('last'),
      ...wanted.map((number) => tx.objectStore('addresses').get([accountId, number])),
    ]);
    const writes = work(new Map(read.flatMap((record) => (record ? [[record.number, record]] : []))));
    const next = writes && versioned(account, writes, last + 1);
    await Promise.all([...(writes && next ? requests(tx, next, writes) : []), tx.done]);
    return next;
  } catch (error) {
    await ended(tx);
    throw error;
  }
}

const begin = (db: CatalogDatabase) =>
  db.transaction(['accounts', 'blocks', 'addresses', 'marks', 'folders', 'versions'], 'readwrite');

type Transaction = ReturnType<typeof begin>;

function requests(tx: Transaction, account: AccountRecord, writes: Writes): Promise<unknown>[] {
  const { accountId, version } = account;
  const { blocks, addresses, marks, putFolders, goneFolders } = writes;
  return [
    // The first, because the state is the one thing here that may be something that cannot be stored.
    tx.objectStore('accounts').put(account),
    tx.objectStore('versions').put(version, 'last'),
    ...Array.from(blocks, ([number, block]) => tx.objectStore('blocks').put({ accountId, number, ...block })),
    ...Array.from(addresses, ([number, columns]) =>
      tx.objectStore('addresses').put({ accountId, number, ...columns }),
    ),
    ...Array.from(marks, ([number, passes]) => tx.objectStore('marks').put({ accountId, number, passes })),
    ...putFolders.map((folder) => tx.objectStore('folders').put({ accountId, ...folder })),
    ...goneFolders.map((id) => tx.objectStore('folders').delete([accountId, id])),
  ];
}

/** Ends a transaction without effect, unless it has ended so by itself. */
async function ended(tx: Transaction): Promise<void> {
  try {
    tx.abort();
  } catch {
    // It had.
  }
  await tx.done.catch(() => {});
}

export async function removeCatalog(db: CatalogDatabase, accountId: string): Promise<void> {
  const tx = begin(db);
  const stores = ['blocks', 'addresses', 'marks', 'folders'] as const;
  await Promise.all([
    tx.objectStore('accounts').delete(accountId),
    ...stores.map((name) => tx.objectStore(name).delete(ofAccount(accountId))),
    tx.done,
  ]);
}

function versioned(account: AccountRecord, writes: Writes, version: number): AccountRecord {
  const blocks = [...account.blocks];
  for (const number of writes.blocks.keys()) blocks[number] = version;
  const areFoldersNew = writes.putFolders.length + writes.goneFolders.length > 0;
  return {
    accountId: account.accountId,
    version,
    blocks,
    folders: areFoldersNew ? version : account.folders,
    files: writes.files,
    state: writes.state === undefined ? account.state : writes.state,
  };
}
