/**
 * Reads the catalog for pages, directly from storage.
 *
 * A snapshot is one consistent state of the account. Unchanged blocks are not read again and keep their caches. Unreadable
 * blocks are missing from the snapshot, and its sync status is `isDamaged`.
 */

import {
  type AddressColumns,
  codedAt,
  decodeAddresses,
  isIntact,
  noAddresses,
} from '../columns/addresses.ts';
import { lostBlock, readBlock } from '../columns/block.ts';
import { blockOf, fileAt, slotOf } from '../columns/rows.ts';
import type { FileAddresses } from '../file.ts';
import { CatalogContents } from '../query/contents.ts';
import type { CatalogReader, Snapshot } from '../query/snapshot.ts';
import type { RankTitles } from '../query/title-order.ts';
import { CatalogView } from '../query/view.ts';
import { toSyncStatus } from '../sync/state.ts';
import {
  type AccountRecord,
  type CatalogConnection,
  type CatalogDatabase,
  readAccount,
  readFolders,
  readOrUndefined,
  readRecords,
} from './database.ts';

interface Reading {
  readonly account: AccountRecord;
  readonly contents: CatalogContents;
  readonly snapshot: Snapshot;
}

/**
 * Caches the account that was read last: a page shows one at a time.
 *
 * @param rankTitles default: on this thread
 */
export function createCatalogReader(database: CatalogDatabase, rankTitles?: RankTitles): CatalogReader {
  let last: Reading | null = null;

  async function read(accountId: string): Promise<Reading> {
    const known = last?.account.accountId === accountId ? last : null;
    const reading = await database.use((db) => readOnto(db, accountId, known, rankTitles));
    // Of two readings under way at once, the later one stays, whichever ends last.
    const isOlder = last?.account.accountId === accountId && last.account.version > reading.account.version;
    if (!isOlder) last = reading;
    return reading;
  }

  return {
    read: async (accountId) => (await read(accountId)).snapshot,

    async addresses(accountId, rows) {
      const known = last?.account.accountId === accountId ? last.contents : null;
      // The code of a row never changes, so that any contents which have the row will do.
      const hasAll = known !== null && rows.every((row) => fileAt(known.blocks, row) !== null);
      const { blocks } = hasAll ? known : (await read(accountId)).contents;
      const numbers = new Set(rows.map(blockOf));
      const columns = await database.use((db) => readAddresses(db, accountId, numbers));
      return rows.map((row): FileAddresses => {
        const [stored, code] = [columns.get(blockOf(row)), blocks[blockOf(row)]?.code(slotOf(row))];
        return stored && code ? decodeAddresses(codedAt(stored, slotOf(row)), code) : noAddresses;
      });
    },
  };
}

async function readOnto(
  db: CatalogConnection,
  accountId: string,
  known: Reading | null,
  rankTitles?: RankTitles,
): Promise<Reading> {
  const tx = db.transaction(['accounts', 'blocks', 'folderLists']);
  // An abort during the first read is reported by the second.
  tx.done.catch(() => {});
  const account = readAccount(await readOrUndefined(tx.objectStore('accounts').get(accountId)), accountId);
  const wasDamaged = known?.contents.blocks.includes(lostBlock) ?? false;
  if (known !== null && !wasDamaged && known.account.version === account.version) return known;

  const same = account.blocks.map((version, number) => {
    const block = known?.account.blocks[number] === version ? known.contents.blocks[number] : undefined;
    return block === lostBlock ? undefined : block;
  });
  const stale = same.flatMap((block, number) => (block ? [] : number));
  const blocks = tx.objectStore('blocks');
  const isMost = stale.length > account.blocks.length / 2;
  const areFoldersStale = known?.account.folders !== account.folders;
  const [read, folders] = await Promise.all([
    isMost
      ? readRecords(blocks, accountId)
      : Promise.all(stale.map((number) => readOrUndefined(blocks.get([accountId, number])))),
    areFoldersStale ? readRecords(tx.objectStore('folderLists'), accountId) : null,
    tx.done,
  ]);

  const fresh = new Map(read.flatMap((record) => (record ? [[record.number, record]] : [])));
  const next = same.map((block, number) => block ?? readBlock(fresh.get(number)));
  const isSame = known !== null && stale.length === 0 && !areFoldersStale;
  const contents = isSame
    ? known.contents
    : new CatalogContents(
        next,
        folders === null && known !== null
          ? known.contents.folders
          : new Map(readFolders(folders ?? []).map((folder) => [folder.id, folder])),
      );
  const isDamaged = next.includes(lostBlock);
  const files = isDamaged ? next.reduce((sum, block) => sum + block.files, 0) : account.files;
  const syncStatus = toSyncStatus(account.state, { files, folders: contents.folders.size, isDamaged });
  const snapshot = new CatalogView({ ...account, files }, contents, syncStatus, rankTitles);
  return { account, contents, snapshot };
}

async function readAddresses(
  db: CatalogConnection,
  accountId: string,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, AddressColumns>> {
  const tx = db.transaction('addresses');
  const reads = Array.from(numbers, (number) => readOrUndefined(tx.store.get([accountId, number])));
  const [records] = await Promise.all([Promise.all(reads), tx.done]);
  return new Map(records.flatMap((record) => (record && isIntact(record) ? [[record.number, record]] : [])));
}
