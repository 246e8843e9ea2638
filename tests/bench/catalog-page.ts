/** Runs in a page: writes, reads and sorts the catalog in the browser's IndexedDB. */
import { openDB } from 'idb';
import type { FileEntry } from '../../lib/api/index.ts';
import { createCatalogDatabase } from '../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../lib/catalog/storage/reader.ts';
import { createCatalogWriter } from '../../lib/catalog/storage/writer.ts';

/** In milliseconds. */
export interface Figures {
  /** One page of 200 new files. */
  readonly writes: readonly number[];
  /** One page of 200 unchanged files. */
  readonly passes: readonly number[];
  readonly reads: readonly number[];
  /** Without decoding the records. */
  readonly bareReads: readonly number[];
  /** After a change of one file. */
  readonly rereads: readonly number[];
  readonly firstSearch: number;
  readonly sorts: Readonly<Record<'title' | 'collator' | 'uploaded', readonly number[]>>;
}

declare global {
  var measureCatalog: (files: readonly FileEntry[]) => Promise<Figures>;
}

const accountId = 'account';
const rounds = 9;

globalThis.measureCatalog = async (files) => {
  const db = createCatalogDatabase();
  const writer = createCatalogWriter(db);
  const pages = Array.from({ length: Math.ceil(files.length / 200) }, (_, at) =>
    files.slice(at * 200, (at + 1) * 200),
  );
  const apply = (pass: number) =>
    each(pages, (page) =>
      timed(() => writer.apply(accountId, { files: page, pass }, { pass, page: page.length })),
    );
  const writes = await apply(1);
  const passes = await apply(2);

  const bare = await openDB('linkhaul-catalog');
  const bareReads = await times(() => bare.getAll('blocks'));
  const reads = await times(() => createCatalogReader(db).read(accountId));
  const reader = createCatalogReader(db);
  await reader.read(accountId);
  const rereads = await each(Array.from({ length: rounds }), async (_, at) => {
    await writer.apply(accountId, {
      patches: [{ fileCode: files[at * 7_000]?.fileCode ?? '', views: 1_000_000 + at }],
    });
    return timed(() => reader.read(accountId));
  });

  const snapshot = await createCatalogReader(db).read(accountId);
  const firstSearch = await timed(async () => snapshot.search('a'));
  const rows = snapshot.fileIds();
  const titles = Array.from(rows, (row) => snapshot.file(row)?.title ?? '');
  const collator = new Intl.Collator(undefined, { numeric: true });
  await snapshot.prepareTitleOrder();
  const sorts = {
    title: await times(async () => snapshot.sorted(rows, { column: 'title', descending: false })),
    collator: await times(async () => titles.toSorted(collator.compare), 3),
    uploaded: await times(async () => snapshot.sorted(rows, { column: 'uploaded', descending: true })),
  };
  bare.close();
  db.close();
  return { writes, passes, reads, bareReads, rereads, firstSearch, sorts };
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function each<T>(
  items: readonly T[],
  measure: (item: T, at: number) => Promise<number>,
): Promise<number[]> {
  const values: number[] = [];
  for (const [at, item] of items.entries()) values.push(await measure(item, at));
  return values;
}

const times = (work: () => Promise<unknown>, count = rounds) =>
  each(Array.from({ length: count }), () => timed(work));
