/**
 * Reads the catalog for pages, directly from storage. Unchanged blocks aren't read again and keep their caches. Unreadable blocks are left
 * out, and the sync status is `isDamaged`.
 */
import { codedAt, decodeAddresses, noAddresses } from '../columns/address-columns.ts';
import { type Block, lostBlock, readBlock } from '../columns/block.ts';
import { fileAt, getBlockNumber, getSlot } from '../columns/file-ids.ts';
import type { CatalogFolder, FileAddresses } from '../file.ts';
import { type CatalogContents, unreadBlock } from '../query/contents.ts';
import { createSnapshot, type Snapshot } from '../query/snapshot.ts';
import type { RankTitles } from '../query/title-order.ts';
import { toSyncStatus } from '../sync/sync-state.ts';
import {
  type AccountRecord,
  type CatalogConnection,
  type CatalogDatabase,
  readAccount,
  readAddresses,
  readFolders,
  readOrUndefined,
  readRecords,
} from './catalog-database.ts';

interface LoadedAccount {
  readonly account: AccountRecord;
  readonly contents: CatalogContents;
  readonly snapshot: Snapshot;
}

/**
 * Caches the last account, because a page shows one.
 * @param rankTitles default: on this thread
 */
export function createCatalogReader(database: CatalogDatabase, rankTitles?: RankTitles) {
  let last: LoadedAccount | null = null;

  async function read(accountId: string): Promise<LoadedAccount> {
    const known = last?.account.accountId === accountId ? last : null;
    const loaded = await database.use((db) => readOnto(db, accountId, known, rankTitles));
    // The newer state wins, whichever read ends last.
    const isOlder = last?.account.accountId === accountId && last.account.version > loaded.account.version;
    if (!isOlder) last = loaded;
    return loaded;
  }

  return {
    read: async (accountId: string) => (await read(accountId)).snapshot,

    /** One to four blocks with the account's 200 newest files. Null if these are in more blocks, or unknown. */
    async preview(accountId: string): Promise<Snapshot | null> {
      const loaded = await database.use((db) => readNewest(db, accountId, rankTitles));
      // `read` completes it.
      last ??= loaded;
      return loaded?.snapshot ?? null;
    },

    async addresses(accountId: string, fileIds: readonly number[]): Promise<readonly FileAddresses[]> {
      const known = last?.account.accountId === accountId ? last.contents : null;
      // An id never gets another file, so any contents with that id will do.
      const hasAll = known !== null && fileIds.every((fileId) => fileAt(known.blocks, fileId) !== null);
      const { blocks } = hasAll ? known : (await read(accountId)).contents;
      const numbers = new Set(fileIds.map(getBlockNumber));
      const columns = await database.use((db) => readAddresses(db, accountId, numbers));
      return fileIds.map((fileId) => {
        const [stored, code] = [
          columns.get(getBlockNumber(fileId)),
          blocks[getBlockNumber(fileId)]?.code(getSlot(fileId)),
        ];
        return stored && code ? decodeAddresses(codedAt(stored, getSlot(fileId)), code) : noAddresses;
      });
    },
  };
}

const isRead = (block: Block): boolean => block !== lostBlock && block !== unreadBlock;

async function openAccount(db: CatalogConnection, accountId: string) {
  const tx = db.transaction(['accounts', 'blocks', 'folderLists']);
  // An abort during the first read is reported by the second.
  tx.done.catch(() => {});
  const record = await readOrUndefined(tx.objectStore('accounts').get(accountId));
  return { tx, account: readAccount(record, accountId) };
}

async function readOnto(
  db: CatalogConnection,
  accountId: string,
  known: LoadedAccount | null,
  rankTitles?: RankTitles,
): Promise<LoadedAccount> {
  const { tx, account } = await openAccount(db, accountId);
  const isWhole = known?.contents.blocks.every(isRead) ?? false;
  if (known !== null && isWhole && known.account.version === account.version) return known;

  const same = account.blocks.map((version, number) => {
    const block = known?.account.blocks[number] === version ? known.contents.blocks[number] : undefined;
    return block && isRead(block) ? block : undefined;
  });
  const stale = same.flatMap((block, number) => (block ? [] : number));
  const store = tx.objectStore('blocks');
  const isMost = stale.length > account.blocks.length / 2;
  const keptFolders = known?.account.folders === account.folders ? known.contents.folders : null;
  const [read, lists] = await Promise.all([
    isMost
      ? readRecords(store, accountId)
      : Promise.all(stale.map((number) => readOrUndefined(store.get([accountId, number])))),
    keptFolders ? [] : readRecords(tx.objectStore('folderLists'), accountId),
    tx.done,
  ]);

  const fresh = new Map(read.flatMap((record) => (record ? [[record.number, record]] : [])));
  const blocks = same.map((block, number) => block ?? readBlock(fresh.get(number)));
  const isSame = known !== null && stale.length === 0 && keptFolders !== null;
  const contents = isSame ? known.contents : { blocks, folders: keptFolders ?? foldersById(lists) };
  const isDamaged = blocks.includes(lostBlock);
  const files = isDamaged ? blocks.reduce((sum, block) => sum + block.files, 0) : account.files;
  return toLoadedAccount(account, contents, files, isDamaged, rankTitles);
}

/** Files of a preview that are certainly the newest. */
const previewSize = 200;
const maxPreviewBlocks = 4;

async function readNewest(
  db: CatalogConnection,
  accountId: string,
  rankTitles?: RankTitles,
): Promise<LoadedAccount | null> {
  const { tx, account } = await openAccount(db, accountId);
  const { newest } = account;
  if (newest.length === 0) return null;
  const folders = readRecords(tx.objectStore('folderLists'), accountId);
  const getNewestTime = (number = -1) => newest[number] ?? Number.NEGATIVE_INFINITY;
  const order = [...newest.keys()].sort((one, other) => getNewestTime(other) - getNewestTime(one));
  const blocks = account.blocks.map(() => unreadBlock);
  for (const [at, number] of order.slice(0, maxPreviewBlocks).entries()) {
    const block = readBlock(await readOrUndefined(tx.objectStore('blocks').get([accountId, number])));
    if (block === lostBlock) return null;
    blocks[number] = block;
    const hasEnough =
      at + 1 === order.length || countNewer(blocks, getNewestTime(order[at + 1])) >= previewSize;
    if (!hasEnough) continue;
    const contents = { blocks, folders: foldersById(await folders) };
    return toLoadedAccount(account, contents, account.files, false, rankTitles);
  }
  return null;
}

function countNewer(blocks: readonly Block[], time: number): number {
  const isNewer = (block: Block) => (count: number, uploaded: number, slot: number) =>
    uploaded > time && !block.isEmpty(slot) ? count + 1 : count;
  return blocks.reduce((count, block) => block.numbers('uploaded').reduce(isNewer(block), count), 0);
}

function toLoadedAccount(
  account: AccountRecord,
  contents: CatalogContents,
  files: number,
  isDamaged: boolean,
  rankTitles?: RankTitles,
): LoadedAccount {
  const syncStatus = toSyncStatus(account.state, { files, folders: contents.folders.size, isDamaged });
  const snapshot = createSnapshot({ ...account, files }, contents, syncStatus, rankTitles);
  return { account, contents, snapshot };
}

const foldersById = (lists: Parameters<typeof readFolders>[0]): ReadonlyMap<string, CatalogFolder> =>
  new Map(readFolders(lists).map((folder) => [folder.id, folder]));
