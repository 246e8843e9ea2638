/**
 * Where pages get the catalog from: straight from the disk, without anything that writes.
 *
 * It promises: a snapshot is one state of the account, never half of a change; blocks that have not changed since the
 * last reading are not read again, and keep whatever was computed of them.
 */
import { type AddressColumns, codedAt, noAddresses, plainAddresses } from './addresses.ts';
import { Block } from './block.ts';
import { Contents } from './contents.ts';
import { type AccountRecord, type CatalogDatabase, noAccount, ofAccount } from './database.ts';
import type { FileAddresses } from './file.ts';
import { fileAt, numberOf, slotOf } from './rows.ts';
import type { CatalogReader, Snapshot } from './snapshot.ts';
import { standingOf } from './sync-state.ts';
import { View } from './view.ts';

interface Reading {
  readonly account: AccountRecord;
  readonly contents: Contents;
  readonly snapshot: Snapshot;
}

/** It remembers the account that was read last, because a page shows one at a time. */
export function createCatalogReader(db: CatalogDatabase): CatalogReader {
  let last: Reading | null = null;

  async function read(accountId: string): Promise<Reading> {
    const known = last?.account.accountId === accountId ? last : null;
    const reading = await readOnto(db, accountId, known);
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
      const columns = await readAddresses(db, accountId, new Set(rows.map(numberOf)));
      return rows.map((row): FileAddresses => {
        const [stored, code] = [columns.get(numberOf(row)), blocks[numberOf(row)]?.code(slotOf(row))];
        return stored && code ? plainAddresses(codedAt(stored, slotOf(row)), code) : noAddresses;
      });
    },
  };
}

async function readOnto(db: CatalogDatabase, accountId: string, known: Reading | null): Promise<Reading> {
  const tx = db.transaction(['accounts', 'blocks', 'folders']);
  const account = (await tx.objectStore('accounts').get(accountId)) ?? noAccount(accountId);
  if (known !== null && known.account.version === account.version) return known;

  const versions = known?.account.blocks ?? [];
  const stale = account.blocks.flatMap((version, number) => (versions[number] === version ? [] : number));
  const blocks = tx.objectStore('blocks');
  const isMost = stale.length > account.blocks.length / 2;
  const areFoldersStale = known?.account.folders !== account.folders;
  const [read, folders] = await Promise.all([
    isMost
      ? blocks.getAll(ofAccount(accountId))
      : Promise.all(stale.map((number) => blocks.get([accountId, number]))),
    areFoldersStale ? tx.objectStore('folders').getAll(ofAccount(accountId)) : null,
  ]);

  const fresh = new Map(read.flatMap((record) => (record ? [[record.number, record]] : [])));
  const next = account.blocks.map((version, number) => {
    const same = versions[number] === version ? known?.contents.blocks[number] : undefined;
    const record = fresh.get(number);
    if (same) return same;
    if (!record) throw new Error(`Block ${number} of the catalog is missing.`);
    return new Block(record);
  });
  const isSame = known !== null && stale.length === 0 && !areFoldersStale;
  const contents = isSame
    ? known.contents
    : new Contents(
        next,
        folders === null && known !== null
          ? known.contents.folders
          : new Map(
              (folders ?? []).map(({ id, name, parentId, code }) => [id, { id, name, parentId, code }]),
            ),
      );
  const counts = { files: account.files, folders: contents.folders.size };
  return { account, contents, snapshot: new View(account, contents, standingOf(account.state, counts)) };
}

async function readAddresses(
  db: CatalogDatabase,
  accountId: string,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, AddressColumns>> {
  const store = db.transaction('addresses').store;
  const records = await Promise.all([...numbers].map((number) => store.get([accountId, number])));
  return new Map(records.flatMap((record) => (record ? [[record.number, record]] : [])));
}
