import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { readAddresses } from '#page/catalog.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import { withPublicAddresses } from '../../../lib/accounts/public-address.ts';
import { addressFields, type FileAddresses } from '../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';

/** In the order of the rows. */
export type ReadAddresses = (rows: readonly number[]) => Promise<readonly FileAddresses[]>;

/** Addresses at the service's present host, whatever it was when they were stored. */
export const usePublicAddresses = (account: Account): ReadAddresses =>
  useCallback(
    async (rows) => {
      const stored = await readAddresses(account.id, rows);
      return stored.map((each) => withPublicAddresses(account, each, addressFields));
    },
    [account.id, JSON.stringify([account.baseUrl, account.publicUrl, account.pages, account.formerUrls])],
  );

/** While scrolling or typing, rows are not visible long enough to be read. */
const scrollDebounceMs = 180;
/** After opening, rows are read without debounce for this long. */
const immediateMs = 500;
const maxCached = 2000;

interface Known extends FileAddresses {
  /** Of the snapshot it was read with. */
  readonly version: number;
}

/**
 * Reads missing addresses again after each catalog change: new files have none before their folder is listed.
 *
 * @returns a lookup by row; undefined before the row was read
 */
export function useAddresses(
  read: ReadAddresses,
  snapshot: Snapshot,
  rows: readonly number[],
  debounceMs = scrollDebounceMs,
): (row: number) => FileAddresses | undefined {
  const cache = useMemo(() => new Map<number, Known>(), [read]);
  const [, redraw] = useState(0);
  const opened = useRef(performance.now());
  const seen = rows.join(' ');

  useEffect(() => {
    const missing = rows.filter((row) => {
      const known = cache.get(row);
      if (!known) return true;
      return (known.image === null || known.download === null) && known.version !== snapshot.version;
    });
    if (missing.length === 0) return;
    let isWanted = true;
    const timer = setTimeout(
      async () => {
        try {
          const found = await read(missing);
          if (cache.size > maxCached) cache.clear();
          for (const [at, row] of missing.entries()) {
            const addresses = found[at];
            if (addresses) cache.set(row, { ...addresses, version: snapshot.version });
          }
          if (isWanted) redraw((times) => times + 1);
        } catch (error) {
          // The list is shown without pictures.
          console.error('Reading addresses from the catalog failed', error);
        }
      },
      performance.now() - opened.current < immediateMs ? 0 : debounceMs,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [read, snapshot.version, seen]);

  return (row) => cache.get(row);
}
