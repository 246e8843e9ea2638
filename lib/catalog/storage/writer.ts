/**
 * Writes the catalog; the background has the only writer.
 *
 * A change and the sync's state are written atomically. Calls for an account run in order. Only blocks that change are
 * written. An account is loaded once in a worker's life, on first use, and again after a failed write. Unreadable blocks
 * count as missing (`isDamaged`) and are replaced by empty ones with the next change.
 *
 * `lib/catalog/storage`: the database, its one writer for the background, and `reader.ts` for pages.
 */
import { createSerialQueues } from '../../timing/serial-queue.ts';
import type { CatalogChange, CatalogDelta, CatalogWriter } from '../change.ts';
import { addressColumnsOf } from '../columns/address-columns.ts';
import { Block, lostBlock } from '../columns/block.ts';
import { fileAt, rowOf } from '../columns/row-numbers.ts';
import type { CatalogFile, CatalogFolder } from '../file.ts';
import { isSameFolder, withFolder, withListing } from '../folder-changes.ts';
import { readState } from '../sync/state.ts';
import type { AccountRecord, CatalogDatabase } from './catalog-database.ts';
import {
  type CatalogWrites,
  changeCatalog,
  loadCatalog,
  loadFolders,
  removeCatalog,
} from './catalog-store.ts';
import { blocksWithAddresses, editFiles, type FileTable, type FileWrites, unseenCodes } from './edit.ts';

/** What the sync needs beside writing: its own state, and known files and folders. */
export interface SyncedCatalogWriter extends CatalogWriter {
  /** @param state replaces the sync's state in the same transaction; undefined keeps it */
  apply(accountId: string, change: CatalogChange, state?: unknown): Promise<CatalogDelta>;
  /** The sync's last state; undefined where there is none. */
  state(accountId: string): Promise<unknown>;
  /** Codes of the files that were not seen in this full sync. */
  unseen(accountId: string, pass: number): Promise<readonly string[]>;
  /** The known files of these codes. */
  files(accountId: string, fileCodes: readonly string[]): Promise<readonly CatalogFile[]>;
  /** Codes of the files directly inside a folder. */
  filesIn(accountId: string, folderId: string): Promise<readonly string[]>;
  folders(accountId: string): Promise<ReadonlyMap<string, CatalogFolder>>;
  /** The folders, and whether these are all, without loading the files. */
  listFolders(
    accountId: string,
  ): Promise<{ readonly folders: readonly CatalogFolder[]; readonly isComplete: boolean }>;
  /** Whether blocks could not be read; until the next change. */
  isDamaged(accountId: string): Promise<boolean>;
  /** Makes the next call load the account again. */
  reload(accountId: string): Promise<void>;
}

/** An account as stored. */
interface Table extends FileTable {
  readonly account: AccountRecord;
  readonly folders: ReadonlyMap<string, CatalogFolder>;
  /** Numbers of the unreadable blocks. */
  readonly lost: readonly number[];
}

export function createCatalogWriter(database: CatalogDatabase): SyncedCatalogWriter {
  const tables = new Map<string, Table>();
  /** Runs the calls for an account in order. */
  const enqueue = createSerialQueues();

  const readTable = <T>(accountId: string, at: (table: Table) => T): Promise<T> =>
    enqueue(accountId, async () => at(await tableOf(accountId)));

  async function tableOf(accountId: string): Promise<Table> {
    const known = tables.get(accountId);
    if (known) return known;
    const { account, blocks, marks, folders } = await loadCatalog(database, accountId);
    const lost = blocks.flatMap((block, number) => (block === lostBlock ? [number] : []));
    const files = lost.length > 0 ? blocks.reduce((sum, block) => sum + block.files, 0) : account.files;
    const table = {
      account: { ...account, files },
      marks,
      blocks,
      lost,
      folders: new Map(folders.map((folder) => [folder.id, folder])),
    };
    tables.set(accountId, table);
    return table;
  }

  async function apply(accountId: string, change: CatalogChange, state: unknown): Promise<CatalogDelta> {
    const table = await tableOf(accountId);
    const wanted = blocksWithAddresses(table, change);
    let delta: CatalogDelta = { added: 0, changed: 0, removed: 0 };
    let next: Omit<Table, 'account'> = table;
    const account = await changeCatalog(database, table.account, wanted, ({ addresses, isWiped }) => {
      const files = withRepairs(
        editFiles(table, change, (number) => addresses.get(number)),
        table.lost,
      );
      const folders = foldersAfter(table.folders, change);
      delta = files.delta;
      next = { ...filesAfter(table, files), folders, lost: [] };
      const writes = isWiped
        ? writesOf({ ...table, folders: new Map() }, { ...files, ...allBlocks(next) }, folders, state)
        : writesOf(table, files, folders, state);
      return isEmpty(writes) ? null : writes;
    });
    if (account !== null) tables.set(accountId, { ...next, account });
    return delta;
  }

  return {
    apply: (accountId, change, state) =>
      enqueue(accountId, async () => {
        try {
          return await apply(accountId, change, state);
        } catch (error) {
          // Storage may hold the change or not: load again.
          tables.delete(accountId);
          throw error;
        }
      }),

    removeAccount: (accountId) =>
      enqueue(accountId, async () => {
        tables.delete(accountId);
        await removeCatalog(database, accountId);
      }),

    state: (accountId) => readTable(accountId, ({ account }) => account.state),
    unseen: (accountId, pass) => readTable(accountId, (table) => unseenCodes(table, pass)),
    files: (accountId, fileCodes) =>
      readTable(accountId, ({ blocks }) =>
        fileCodes.flatMap((code) => fileAt(blocks, rowOf(blocks, code)) ?? []),
      ),
    filesIn: (accountId, folderId) =>
      readTable(accountId, ({ blocks }) => blocks.flatMap((block) => block.codesIn(folderId))),
    folders: (accountId) => readTable(accountId, ({ folders }) => folders),
    listFolders: (accountId) =>
      enqueue(accountId, async () => {
        const { account, folders } = tables.get(accountId) ?? (await loadFolders(database, accountId));
        const { phase } = readState(account.state);
        return { folders: [...folders.values()], isComplete: phase === 'complete' };
      }),
    isDamaged: (accountId) => readTable(accountId, ({ lost }) => lost.length > 0),
    reload: (accountId) => enqueue(accountId, async () => void tables.delete(accountId)),
  };
}

/** Adds empty blocks in place of the unreadable ones. */
function withRepairs(writes: FileWrites, lost: readonly number[]): FileWrites {
  return {
    ...writes,
    blocks: new Map([
      ...lost.map((number) => [number, new Block(lostBlock.columns)] as const),
      ...writes.blocks,
    ]),
    addresses: new Map([
      ...lost.map((number) => [number, addressColumnsOf([])] as const),
      ...writes.addresses,
    ]),
  };
}

function foldersAfter(folders: Table['folders'], { listed, folder }: CatalogChange): Table['folders'] {
  const relisted = listed ? withListing(folders, listed) : folders;
  return folder ? withFolder(relisted, folder) : relisted;
}

function filesAfter({ blocks, marks }: FileTable, writes: FileWrites): FileTable {
  const next = { blocks: [...blocks], marks: [...marks] };
  for (const [number, block] of writes.blocks) next.blocks[number] = block;
  for (const [number, passes] of writes.marks) next.marks[number] = passes;
  return next;
}

/** For a deleted database: everything but the addresses, which the next full sync restores. */
function allBlocks({ blocks, marks }: FileTable): Pick<FileWrites, 'blocks' | 'marks'> {
  const seen = marks.flatMap((passes, number) => [[number, passes] as const]);
  return { blocks: new Map(blocks.entries()), marks: new Map(seen) };
}

function writesOf(table: Table, files: FileWrites, folders: Table['folders'], state: unknown): CatalogWrites {
  const { added, removed } = files.delta;
  return {
    blocks: new Map([...files.blocks].map(([number, { columns }]) => [number, columns])),
    addresses: files.addresses,
    marks: files.marks,
    folderLists: changedLists(table.folders, folders),
    files: table.account.files + added - removed,
    state,
  };
}

/** By parent: the subfolders after a change, where they are not what they were before. */
function changedLists(before: Table['folders'], after: Table['folders']): CatalogWrites['folderLists'] {
  const lists = new Map<string, CatalogFolder[]>();
  if (before === after) return lists;
  for (const { id, parentId } of [...before.values(), ...after.values()]) {
    const known = before.get(id);
    if (known === undefined || !isSameFolder(known, after.get(id))) lists.set(parentId, []);
  }
  for (const folder of after.values()) lists.get(folder.parentId)?.push(folder);
  return lists;
}

function isEmpty({ blocks, addresses, marks, folderLists, state }: CatalogWrites): boolean {
  const written = blocks.size + addresses.size + marks.size + folderLists.size;
  return written === 0 && state === undefined;
}
