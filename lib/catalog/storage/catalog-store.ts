import { abort } from '../../storage/database.ts';
import { type AddressColumns, areAddressesIntact } from '../columns/address-columns.ts';
import { type Block, readBlock } from '../columns/block.ts';
import { countPages } from '../columns/page-votes.ts';
import type { CatalogFolder } from '../file.ts';
import {
  type AccountRecord,
  accountRange,
  type CatalogConnection,
  type CatalogDatabase,
  readAccount,
  readFolders,
  readOrUndefined,
  readRecords,
  type SeenPlayer,
} from './catalog-database.ts';
import type { FileWrites } from './edit.ts';

interface StoredCatalog {
  readonly account: AccountRecord;
  /** `lostBlock` if missing or damaged. */
  readonly blocks: readonly Block[];
  /** As in `FileTable`. */
  readonly lastSeen: readonly Uint32Array[];
  readonly folders: readonly CatalogFolder[];
}

export interface CatalogWrites extends FileWrites {
  /** By parent, where subfolders have changed. */
  readonly folderLists: ReadonlyMap<string, readonly CatalogFolder[]>;
  /** After the change. */
  readonly files: number;
  /** Newest first. */
  readonly players: readonly SeenPlayer[];
  /** The sync's state. Undefined keeps it. */
  readonly state: unknown;
}

/** Without files. */
export function loadFolders(
  database: CatalogDatabase,
  accountId: string,
): Promise<Pick<StoredCatalog, 'account' | 'folders'>> {
  return database.use(async (db) => {
    const tx = db.transaction(['accounts', 'folderLists']);
    const [record, folders] = await Promise.all([
      readOrUndefined(tx.objectStore('accounts').get(accountId)),
      readRecords(tx.objectStore('folderLists'), accountId),
      tx.done,
    ]);
    return { account: readAccount(record, accountId), folders: readFolders(folders) };
  });
}

export function loadCatalog(database: CatalogDatabase, accountId: string): Promise<StoredCatalog> {
  return database.use(async (db) => {
    const tx = db.transaction(['accounts', 'blocks', 'lastSeen', 'folderLists']);
    const [record, blocks, seen, folders] = await Promise.all([
      readOrUndefined(tx.objectStore('accounts').get(accountId)),
      readRecords(tx.objectStore('blocks'), accountId),
      readRecords(tx.objectStore('lastSeen'), accountId),
      readRecords(tx.objectStore('folderLists'), accountId),
      tx.done,
    ]);
    const account = readAccount(record, accountId);
    const columns = new Map(blocks.map((block) => [block.number, block]));
    const lastSeen: Uint32Array[] = [];
    for (const { number, passes } of seen)
      if (number < account.blocks.length && passes instanceof Uint32Array) lastSeen[number] = passes;
    return {
      account,
      blocks: account.blocks.map((_, number) => readBlock(columns.get(number))),
      lastSeen,
      folders: readFolders(folders),
    };
  });
}

/** At the time of a change. */
interface DiskState {
  /** By block number. */
  readonly addresses: ReadonlyMap<number, AddressColumns>;
  /** The database was deleted since the account was loaded (evicted, or site data cleared). */
  readonly isWiped: boolean;
}

/**
 * Writes what `work` returns (null: nothing) in one transaction. An error aborts it.
 * @param wanted numbers of the blocks whose addresses `work` needs
 * @returns the account's new record. Null if nothing was written
 */
export function changeCatalog(
  database: CatalogDatabase,
  account: AccountRecord,
  wanted: readonly number[],
  work: (disk: DiskState) => CatalogWrites | null,
): Promise<AccountRecord | null> {
  const { accountId } = account;
  return database.use(async (db) => {
    const tx = openTransaction(db);
    try {
      const [last = 0, ...read] = await Promise.all([
        tx.objectStore('versions').get('last'),
        ...wanted.map((number) => readOrUndefined(tx.objectStore('addresses').get([accountId, number]))),
      ]);
      const intact = read.flatMap((record) => (record && areAddressesIntact(record) ? record : []));
      const addresses = new Map(intact.map((record) => [record.number, record]));
      const writes = work({ addresses, isWiped: last < account.version });
      const next = writes && nextAccount(account, writes, Math.max(last, account.version) + 1);
      await Promise.all([...(writes && next ? writeRequests(tx, next, writes) : []), tx.done]);
      return next;
    } catch (error) {
      abort(tx);
      await tx.done.catch(() => {});
      throw error;
    }
  });
}

/** Their keys start with an account's id. */
const accountStores = ['blocks', 'addresses', 'lastSeen', 'folderLists'] as const;

const openTransaction = (db: CatalogConnection) =>
  db.transaction(['accounts', 'versions', ...accountStores], 'readwrite');

type Transaction = ReturnType<typeof openTransaction>;

function writeRequests(tx: Transaction, account: AccountRecord, writes: CatalogWrites): Promise<unknown>[] {
  const { accountId, version } = account;
  const { blocks, addresses, lastSeen, folderLists } = writes;
  const lists = tx.objectStore('folderLists');
  return [
    // First, because only the state can fail to be cloned.
    tx.objectStore('accounts').put(account),
    tx.objectStore('versions').put(version, 'last'),
    ...Array.from(blocks, ([number, { columns }]) =>
      tx.objectStore('blocks').put({ accountId, number, ...columns }),
    ),
    ...Array.from(addresses, ([number, columns]) =>
      tx.objectStore('addresses').put({ accountId, number, ...columns }),
    ),
    ...Array.from(lastSeen, ([number, passes]) =>
      tx.objectStore('lastSeen').put({ accountId, number, passes }),
    ),
    ...Array.from(folderLists, ([parentId, folders]) =>
      folders.length === 0
        ? lists.delete([accountId, parentId])
        : lists.put({ accountId, parentId, folders }),
    ),
  ];
}

export function removeCatalog(database: CatalogDatabase, accountId: string): Promise<void> {
  return database.use(async (db) => {
    const tx = openTransaction(db);
    await Promise.all([
      tx.objectStore('accounts').delete(accountId),
      ...accountStores.map((name) => tx.objectStore(name).delete(accountRange(accountId))),
      tx.done,
    ]);
  });
}

/** Details are read one by one, so more would keep an abandoned host for long. */
const maxPlayers = 100;

function nextAccount(account: AccountRecord, writes: CatalogWrites, version: number): AccountRecord {
  const blocks = [...account.blocks];
  const newest = [...account.newest];
  const pages = [...account.pages];
  for (const [number, columns] of writes.addresses) pages[number] = countPages(columns);
  const players = new Map<string, SeenPlayer>();
  for (const player of [...writes.players, ...account.players])
    if (!players.has(player.fileCode)) players.set(player.fileCode, player);
  for (const [number, block] of writes.blocks) {
    blocks[number] = version;
    newest[number] = Math.max(...block.numbers('uploaded').filter(Number.isFinite));
  }
  return {
    accountId: account.accountId,
    version,
    blocks,
    newest,
    pages,
    players: [...players.values()].slice(0, maxPlayers),
    folders: writes.folderLists.size > 0 ? version : account.folders,
    files: writes.files,
    state: writes.state === undefined ? account.state : writes.state,
  };
}
