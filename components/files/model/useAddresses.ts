/** Addresses of the files in sight, which the catalog gives only for those that are asked for. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileAddresses } from '../../../lib/catalog/file.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';

/** Reads the addresses of rows, in their order. */
export type ReadAddresses = (accountId: string, rows: readonly number[]) => Promise<readonly FileAddresses[]>;

/** A list that flies past, or gives way to the next with the next letter, is not worth reading for. Milliseconds. */
const pause = 180;
/** So long after the list was opened, nothing flies past. Milliseconds. */
const opening = 500;
const kept = 2000;

/** @returns what is known of a row so far; undefined where it was not read yet */
export function useAddresses(
  read: ReadAddresses,
  snapshot: Snapshot,
  rows: readonly number[],
): (row: number) => FileAddresses | undefined {
  const known = useRef(new Map<number, FileAddresses>());
  const [, redraw] = useState(0);
  const opened = useRef(performance.now());
  const seen = rows.join(' ');

  useEffect(() => {
    const missing = rows.filter((row) => !known.current.has(row));
    if (missing.length === 0) return;
    let isWanted = true;
    const timer = setTimeout(
      async () => {
        try {
          const found = await read(snapshot.accountId, missing);
          if (known.current.size > kept) known.current.clear();
          for (const [at, row] of missing.entries()) {
            const addresses = found[at];
            if (addresses) known.current.set(row, addresses);
          }
          if (isWanted) redraw((times) => times + 1);
        } catch (error) {
          // The list does without pictures; what else cannot be read says so itself.
          console.error('Reading addresses from the catalog failed', error);
        }
      },
      performance.now() - opened.current < opening ? 0 : pause,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [read, snapshot.accountId, seen]);

  return (row) => known.current.get(row);
}
