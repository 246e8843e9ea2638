/**
 * The catalog's writing side, of which the background has the only one.
 *
 * It promises: all of a change, and the sync's state with it, is written or none of it; calls for an account take effect
 * one after the other, in the order in which they were made; only blocks that a change touches are written. An account
 * is read from the disk once in a worker's life, when it is first needed, and again after a write that failed. Blocks that
 * cannot be read are missing (`isDamaged`), and empty ones take their place with the next change.
 */
import { createTurns } from '../../timing/turns.ts';
import type { CatalogChange, CatalogDelta, CatalogWriter } from '../change.ts';
import { addressColumnsOf } from '../columns/addresses.ts';
import { Block, lostBlock } from '../columns/block.ts';
import { fileAt, rowOf } from '../columns/rows.ts';
import type { CatalogFile, CatalogFolder } from '../file.ts';
import { isSameFolder, withFolder, withListed } from '../folders.ts';
import { suggestFiles } from '../query/suggest.ts';
import type { AccountRecord, CatalogDatabase } from './database.ts';
import { blocksOfAddresses, editFiles, type FileTable, type FileWrites, unseenIn } from './edit.ts';
import { changeCatalog, loadCatalog, removeCatalog, type Writes } from './store.ts';

/** What the sync needs beside writing: its own state, and what the catalog knows. */
export interface SyncedCatalogWriter extends CatalogWriter {
  /** @param state replaces what the sync keeps for the account, in the same transaction; undefined leaves it */
  apply(accountId: string, change: CatalogChange, state?: unknown): Promise<CatalogDelta>;
  /** The state as it was given last; undefined where there was none. */
  state(accountId: string): Promise<unknown>;
  /** Codes of the files that were not marked with this pass. */
  unseen(accountId: string, pass: number): Promise<readonly string[]>;
  /** What is known of the codes; unknown ones are left out. */
  files(accountId: string, fileCodes: readonly string[]): Promise<readonly CatalogFile[]>;
  /** The few files that fit best what is typed. */
  suggest(accountId: string, typed: string, most: number): Promise<readonly CatalogFile[]>;
  /** Codes of the files right inside a folder. */
  filesIn(accountId: string, folderId: string): Promise<readonly string[]>;
  folders(accountId: string): Promise<ReadonlyMap<string, CatalogFolder>>;
  /** Whether files are missing because their blocks could not be read; until the next change. */
  isDamaged(accountId: string): Promise<boolean>;
  /** Has the account read from the disk again. */
  reload(accountId: string): Promise<void>;
}

/** An account as it stands on the disk. */
interface Table extends FileTable {
  readonly account: AccountRecord;
  readonly folders: ReadonlyMap<string, CatalogFolder>;
  /** Numbers of the blocks that could not be read. */
  readonly lost: readonly number[];
}

export function createCatalogWriter(database: CatalogDatabase): SyncedCatalogWriter {
  const tables = new Map<string, Table>();
  const turns = new Map<string, ReturnType<typeof createTurns>>();

  /** One call for an account after the other. */
  function inTurn<T>(accountId: string, job: () => Promise<T>): Promise<T> {
    const turn = turns.get(accountId) ?? createTurns();
    turns.set(accountId, turn);
    return turn(job);
  }

  const look = <T>(accountId: string, at: (table: Table) => T): Promise<T> =>
    inTurn(accountId, async () => at(await tableOf(accountId)));

  async function tableOf(accountId: string): Promise<Table> {
    const known = tables.get(accountId);
    if (known) return known;
    const { account, blocks, marks, folders } = await loadCatalog(database, accountId);
    const lost = blocks.flatMap((block, number) => (block === lostBlock ? [number] : []));
    const files = lost.length > 0 ? blocks.reduce((sum, block) => sum + block.files, 0) : account.files;
    const table = {
      ...{ account: { ...account, files }, marks, blocks, lost },
      folders: new Map(folders.map((folder) => [folder.id, folder])),
    };
    tables.set(accountId, table);
    return table;
  }

  async function apply(accountId: string, change: CatalogChange, state: unknown): Promise<CatalogDelta> {
    const table = await tableOf(accountId);
    const wanted = blocksOfAddresses(table, change);
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
        ? writesOf({ ...table, folders: new Map() }, { ...files, ...everythingOf(next) }, folders, state)
        : writesOf(table, files, folders, state);
      return isNothing(writes) ? null : writes;
    });
    if (account !== null) tables.set(accountId, { ...next, account });
    return delta;
  }

  return {
    apply: (accountId, change, state) =>
      inTurn(accountId, async () => {
        try {
          return await apply(accountId, change, state);
        } catch (error) {
          // What the disk has now, only the disk knows.
          tables.delete(accountId);
          throw error;
        }
      }),

    removeAccount: (accountId) =>
      inTurn(accountId, async () => {
        tables.delete(accountId);
        await removeCatalog(database, accountId);
      }),

    state: (accountId) => look(accountId, ({ account }) => account.state),
    unseen: (accountId, pass) => look(accountId, (table) => unseenIn(table, pass)),
    files: (accountId, fileCodes) =>
      look(accountId, ({ blocks }) => fileCodes.flatMap((code) => fileAt(blocks, rowOf(blocks, code)) ?? [])),
    suggest: (accountId, typed, most) => look(accountId, ({ blocks }) => suggestFiles(blocks, typed, most)),
    filesIn: (accountId, folderId) =>
      look(accountId, ({ blocks }) => blocks.flatMap((block) => block.codesIn(folderId))),
    folders: (accountId) => look(accountId, ({ folders }) => folders),
    isDamaged: (accountId) => look(accountId, ({ lost }) => lost.length > 0),
    reload: (accountId) => inTurn(accountId, async () => void tables.delete(accountId)),
  };
}

/** Empty blocks in place of those that could not be read, without their addresses. */
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
  const relisted = listed ? withListed(folders, listed) : folders;
  return folder ? withFolder(relisted, folder) : relisted;
}

function filesAfter({ blocks, marks }: FileTable, writes: FileWrites): FileTable {
  const next = { blocks: [...blocks], marks: [...marks] };
  for (const [number, block] of writes.blocks) next.blocks[number] = block;
  for (const [number, passes] of writes.marks) next.marks[number] = passes;
  return next;
}

/** For a database that was deleted: all but the addresses, which the next full sync brings back. */
function everythingOf({ blocks, marks }: FileTable): Pick<FileWrites, 'blocks' | 'marks'> {
  const seen = marks.flatMap((passes, number) => [[number, passes] as const]);
  return { blocks: new Map(blocks.entries()), marks: new Map(seen) };
}

function writesOf(table: Table, files: FileWrites, folders: Table['folders'], state: unknown): Writes {
  const { added, removed } = files.delta;
  return {
    blocks: new Map([...files.blocks].map(([number, { columns }]) => [number, columns])),
    addresses: files.addresses,
    marks: files.marks,
    putFolders: [...folders.values()].filter((folder) => !isSameFolder(folder, table.folders.get(folder.id))),
    goneFolders: [...table.folders.keys()].filter((id) => !folders.has(id)),
    files: table.account.files + added - removed,
    state,
  };
}

function isNothing({ blocks, addresses, marks, putFolders, goneFolders, state }: Writes): boolean {
  const written = blocks.size + addresses.size + marks.size + putFolders.length + goneFolders.length;
  return written === 0 && state === undefined;
}
