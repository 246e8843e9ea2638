/**
 * Runs in a page: the catalog's search and two libraries with the same titles. Each index is built once, and only searches are measured,
 * without rendering.
 */
import UFuzzy from '@leeoniya/ufuzzy';
import MiniSearch from 'minisearch';
import { createCatalogDatabase } from '../../../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../../../lib/catalog/storage/reader.ts';
import { foldText } from '../../../lib/search/fold.ts';

export interface SearchFigures {
  /** In milliseconds, by text. */
  readonly ours: readonly number[];
  readonly miniSearch: readonly number[];
  readonly uFuzzy: readonly number[];
  /** Of the catalog's search. */
  readonly hits: readonly number[];
  readonly closest: readonly ClosestFigures[];
  /** In milliseconds. */
  readonly build: { readonly miniSearch: number; readonly uFuzzy: number };
}

interface ClosestFigures {
  readonly found: number;
  /** In milliseconds, without the pauses. */
  readonly work: number;
  /** In milliseconds, the longest that a key may wait for it. */
  readonly slice: number;
}

declare global {
  var measureSearches: (
    accountId: string,
    texts: readonly string[],
    misspelt: readonly string[],
  ) => Promise<SearchFigures>;
}

globalThis.measureSearches = async (accountId, texts, misspelt) => {
  const database = await createCatalogDatabase();
  const snapshot = await createCatalogReader(database).read(accountId);
  const titles = Array.from(snapshot.fileIds(), (row) => snapshot.file(row)?.title ?? '');
  const hits = texts.map((text) => snapshot.search(text).length);
  const ours = texts.map((text) => timed(() => snapshot.search(text)));

  const closest: ClosestFigures[] = [];
  for (const text of misspelt) {
    let [work, slice, start] = [0, 0, performance.now()];
    const endSlice = () => {
      const span = performance.now() - start;
      [work, slice] = [work + span, Math.max(slice, span)];
    };
    const rows = await snapshot.closest(text, {}, new Uint32Array(), async () => {
      endSlice();
      await new Promise((resolve) => setTimeout(resolve));
      start = performance.now();
      return true;
    });
    endSlice();
    closest.push({ found: rows.length, work, slice });
  }

  const mini = new MiniSearch<{ id: number; title: string }>({
    fields: ['title'],
    processTerm: foldText,
    searchOptions: { prefix: true, combineWith: 'AND' },
  });
  const miniBuild = timed(() => mini.addAll(titles.map((title, id) => ({ id, title }))));
  const miniSearch = texts.map((text) => timed(() => mini.search(text)));

  const fuzzy = new UFuzzy();
  let haystack: string[] = [];
  const fuzzyBuild = timed(() => {
    haystack = UFuzzy.latinize([...titles]);
  });
  // As in the catalog: words in any order, always ranked.
  const uFuzzy = texts.map((text) => timed(() => fuzzy.search(haystack, text, 1, Number.POSITIVE_INFINITY)));
  database.close();
  return { ours, miniSearch, uFuzzy, hits, closest, build: { miniSearch: miniBuild, uFuzzy: fuzzyBuild } };
};

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
