import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { readAddresses } from '#page/catalog.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import { withPublicAddresses } from '../../../lib/accounts/public-address.ts';
import { addressFields, type FileAddresses } from '../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';

/** In the order of the ids. */
type ReadAddresses = (fileIds: readonly number[]) => Promise<readonly FileAddresses[]>;

/** At the service's current host, whichever host they were stored with. */
export const usePublicAddresses = (account: Account): ReadAddresses =>
  useCallback(
    async (fileIds) => {
      const stored = await readAddresses(account.id, fileIds);
      return stored.map((each) => withPublicAddresses(account, each, addressFields));
    },
    [account.id, JSON.stringify([account.baseUrl, account.publicUrl, account.pages, account.formerUrls])],
  );

/** Files that scroll or filter by aren't visible long enough to be read. */
const scrollDebounceMs = 180;
/** After opening, addresses are read without debounce for this long. */
const immediateMs = 500;
const maxCached = 2000;

interface Known extends FileAddresses {
  /** Of the snapshot it was read with. */
  readonly version: number;
}

/**
 * Reads missing addresses again after each catalog change, because new files have none before their folder is listed.
 *
 * @returns a lookup by file id, undefined until read
 */
export function useAddresses(
  read: ReadAddresses,
  snapshot: Snapshot | null,
  fileIds: readonly number[],
  debounceMs = scrollDebounceMs,
): (fileId: number) => FileAddresses | undefined {
  const cache = useMemo(() => new Map<number, Known>(), [read]);
  const [, redraw] = useState(0);
  const opened = useRef(performance.now());
  const version = snapshot?.version ?? 0;
  const seen = fileIds.join(' ');

  useEffect(() => {
    const missing = fileIds.filter((fileId) => {
      const known = cache.get(fileId);
      if (!known) return true;
      return (known.image === null || known.download === null) && known.version !== version;
    });
    if (missing.length === 0) return;
    let isWanted = true;
    const timer = setTimeout(
      async () => {
        try {
          const found = await read(missing);
          if (cache.size > maxCached) cache.clear();
          for (const [at, fileId] of missing.entries()) {
            const addresses = found[at];
            if (addresses) cache.set(fileId, { ...addresses, version });
          }
          if (isWanted) redraw((times) => times + 1);
        } catch (error) {
          // The list works without pictures.
          console.error('Reading addresses from the catalog failed', error);
        }
      },
      performance.now() - opened.current < immediateMs ? 0 : debounceMs,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [read, version, seen]);

  return (fileId) => cache.get(fileId);
}
