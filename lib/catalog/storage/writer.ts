/**
 * Writes the catalog. The background has the only writer. Calls for an account run in order, and a change and the sync's state are written
 * together. An account is loaded again after a failed write. Unreadable blocks count as missing (`isDamaged`), and the next change replaces
 * them with empty ones.
 *
 * `lib/catalog/storage`: the database, its only writer for the background, and `reader.ts` for pages.
 */
import { pathBase, readFilePage } from '../../accounts/file-page.ts';
import type { PageVote } from '../../accounts/learn-pages.ts';
import { createSerialQueues } from '../../timing/serial-queue.ts';
import type { CatalogChange, CatalogDelta } from '../change.ts';
import { codedAt, decodeAddresses, noAddresses, toAddressColumns } from '../columns/address-columns.ts';
import { Block, lostBlock } from '../columns/block.ts';
import { fileAt, findFileId, getBlockNumber, getSlot } from '../columns/file-ids.ts';
import type { CatalogFolder, FileAddresses } from '../file.ts';
import { isSameFolder, withFolder, withListing } from '../folder-changes.ts';
import { readSyncState } from '../sync/sync-state.ts';
import {
  type AccountRecord,
  type CatalogDatabase,
  readAddresses,
  type SeenPlayer,
} from './catalog-database.ts';
import {
  type CatalogWrites,
  changeCatalog,
  loadCatalog,
  loadFolders,
  removeCatalog,
} from './catalog-store.ts';
import { blocksWithAddresses, editFiles, type FileTable, type FileWrites, unseenCodes } from './edit.ts';

interface Table extends FileTable {
  readonly account: AccountRecord;
  readonly folders: ReadonlyMap<string, CatalogFolder>;
  /** Unreadable blocks. */
  readonly lost: readonly number[];
}

export type CatalogWriter = ReturnType<typeof createCatalogWriter>;

export function createCatalogWriter(database: CatalogDatabase) {
  const tables = new Map<string, Table>();
  const enqueue = createSerialQueues();

  const readTable = <T>(accountId: string, at: (table: Table) => T): Promise<T> =>
    enqueue(accountId, async () => at(await getTable(accountId)));

  async function getTable(accountId: string): Promise<Table> {
    const known = tables.get(accountId);
    if (known) return known;
    const { account, blocks, lastSeen, folders } = await loadCatalog(database, accountId);
    const lost = blocks.flatMap((block, number) => (block === lostBlock ? [number] : []));
    const files = lost.length > 0 ? blocks.reduce((sum, block) => sum + block.files, 0) : account.files;
    const table = {
      account: { ...account, files },
      lastSeen,
      blocks,
      lost,
      folders: new Map(folders.map((folder) => [folder.id, folder])),
    };
    tables.set(accountId, table);
    return table;
  }

  async function apply(accountId: string, change: CatalogChange, state: unknown): Promise<CatalogDelta> {
    const table = await getTable(accountId);
    const wanted = blocksWithAddresses(table, change);
    let delta: CatalogDelta = { added: 0, removed: 0 };
    let next: Omit<Table, 'account'> = table;
    const account = await changeCatalog(database, table.account, wanted, ({ addresses, isWiped }) => {
      const edit = editFiles(table, change, (number) => addresses.get(number));
      delta = edit.delta;
      const written = withRepairs(edit, table.lost);
      const folders = foldersAfter(table.folders, change);
      next = {
        blocks: replaceAt(table.blocks, written.blocks),
        lastSeen: replaceAt(table.lastSeen, written.lastSeen),
        folders,
        lost: [],
      };
      const writes: CatalogWrites = {
        ...written,
        // A deleted database gets everything except the addresses, which the next full sync restores.
        ...(isWiped && {
          blocks: new Map(next.blocks.entries()),
          lastSeen: new Map(next.lastSeen.entries()),
        }),
        folderLists: changedLists(isWiped ? new Map() : table.folders, folders),
        files: table.account.files + delta.added - delta.removed,
        players: readPlayers(change, table.account.players),
        state,
      };
      const { blocks, lastSeen, folderLists, players } = writes;
      const isEmpty =
        blocks.size + written.addresses.size + lastSeen.size + folderLists.size + players.length === 0;
      return isEmpty && state === undefined ? null : writes;
    });
    if (account !== null) tables.set(accountId, { ...next, account });
    return delta;
  }

  return {
    /** @param state replaces the sync's state in the same transaction. Undefined keeps it */
    apply: (accountId: string, change: CatalogChange, state?: unknown): Promise<CatalogDelta> =>
      enqueue(accountId, async () => {
        try {
          return await apply(accountId, change, state);
        } catch (error) {
          // Storage may or may not contain the change, so load it again.
          tables.delete(accountId);
          throw error;
        }
      }),

    removeAccount: (accountId: string): Promise<void> =>
      enqueue(accountId, async () => {
        tables.delete(accountId);
        await removeCatalog(database, accountId);
      }),

    state: (accountId: string) => readTable(accountId, ({ account }) => account.state),
    /** Codes of files that this full sync hasn't seen. */
    unseen: (accountId: string, pass: number) => readTable(accountId, (table) => unseenCodes(table, pass)),
    files: (accountId: string, fileCodes: readonly string[]) =>
      readTable(accountId, ({ blocks }) =>
        fileCodes.flatMap((code) => fileAt(blocks, findFileId(blocks, code)) ?? []),
      ),
    blocks: (accountId: string) => readTable(accountId, ({ blocks }) => blocks),
    /** Codes, without subfolders. */
    filesIn: (accountId: string, folderId: string) =>
      readTable(accountId, ({ blocks }) => blocks.flatMap((block) => block.codesIn(folderId))),
    /** In the order of the codes. Empty if the file is unknown. */
    addresses: (accountId: string, fileCodes: readonly string[]): Promise<readonly FileAddresses[]> =>
      enqueue(accountId, async () => {
        const { blocks } = await getTable(accountId);
        const fileIds = fileCodes.map((code) => findFileId(blocks, code));
        const numbers = new Set(fileIds.flatMap((fileId) => (fileId === null ? [] : getBlockNumber(fileId))));
        const columns = await database.use((db) => readAddresses(db, accountId, numbers));
        return fileIds.map((fileId, at) => {
          const stored = fileId === null ? undefined : columns.get(getBlockNumber(fileId));
          if (fileId === null || stored === undefined) return noAddresses;
          return decodeAddresses(codedAt(stored, getSlot(fileId)), fileCodes[at] ?? '');
        });
      }),
    /** Where the account's files have their pages, according to the service. */
    pageVotes: (accountId: string): Promise<readonly PageVote[]> =>
      readTable(accountId, ({ account: { pages, players } }) => [
        ...pages.flat(),
        ...players.map(({ base, form }): PageVote => ({ kind: 'player', base, form, count: 1 })),
      ]),
    folders: (accountId: string) => readTable(accountId, ({ folders }) => folders),
    /** Whether they are complete too. Doesn't load the files. */
    listFolders: (accountId: string) =>
      enqueue(accountId, async () => {
        const { account, folders } = tables.get(accountId) ?? (await loadFolders(database, accountId));
        const { phase } = readSyncState(account.state);
        return { folders: [...folders.values()], isComplete: phase === 'complete' };
      }),
    /** Until the next change. */
    isDamaged: (accountId: string) => readTable(accountId, ({ lost }) => lost.length > 0),
    /** The next call loads the account again. */
    reload: (accountId: string) => enqueue(accountId, async () => void tables.delete(accountId)),
  };
}

/** Only players that aren't known yet. A path names no host. */
const readPlayers = ({ players = [] }: CatalogChange, known: readonly SeenPlayer[]): readonly SeenPlayer[] =>
  players.flatMap(({ fileCode, address }) => {
    const { base = pathBase, form = '' } = readFilePage(address) ?? {};
    const isKnown = known.some(
      (each) => each.fileCode === fileCode && each.base === base && each.form === form,
    );
    return base === pathBase || isKnown ? [] : { fileCode, base, form };
  });

function withRepairs(writes: FileWrites, lost: readonly number[]): FileWrites {
  const replaceLost = <T>(empty: T, written: ReadonlyMap<number, T>): ReadonlyMap<number, T> =>
    new Map([...lost.map((number) => [number, empty] as const), ...written]);
  return {
    blocks: replaceLost(new Block(lostBlock.columns), writes.blocks),
    addresses: replaceLost(toAddressColumns([]), writes.addresses),
    lastSeen: writes.lastSeen,
  };
}

function foldersAfter(folders: Table['folders'], { listed, folder }: CatalogChange): Table['folders'] {
  const relisted = listed ? withListing(folders, listed) : folders;
  return folder ? withFolder(relisted, folder) : relisted;
}

function replaceAt<T>(values: readonly T[], replaced: ReadonlyMap<number, T>): readonly T[] {
  const next = [...values];
  for (const [number, value] of replaced) next[number] = value;
  return next;
}

/** By parent, where subfolders differ. */
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
