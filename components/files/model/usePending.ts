/**
 * Names that were just given and that the catalog does not know yet, so that the old one does not come back for a moment.
 * Whatever becomes of the wish, the catalog has the last word.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BulkJob } from '../../../lib/bulk/work.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { isOver, type Wish } from './pending.ts';

export interface Pending {
  /** What an item shall be called, by its key; undefined where nothing is waited for. */
  readonly nameOf: (key: string) => string | undefined;
  readonly wish: (key: string, wish: Wish) => void;
  readonly forget: (key: string) => void;
}

const none: ReadonlyMap<string, Wish> = new Map();

/** @param place which folder is shown; elsewhere nobody waits any more */
export function usePending(snapshot: Snapshot, jobs: readonly BulkJob[], place: string | null): Pending {
  const [wishes, setWishes] = useState(none);
  useEffect(() => {
    const over = [...wishes].filter(([key, wish]) => isOver(key, wish, snapshot, jobs)).map(([key]) => key);
    if (over.length > 0) setWishes((known) => without(known, over));
  }, [wishes, snapshot, jobs]);
  useEffect(() => setWishes(none), [place]);

  // One and the same until a name changes: the folders at the side are drawn anew only then.
  return useMemo(
    () => ({
      nameOf: (key) => wishes.get(key)?.name,
      wish: (key, wish) => setWishes((known) => new Map(known).set(key, wish)),
      forget: (key) => setWishes((known) => without(known, [key])),
    }),
    [wishes],
  );
}

const without = (wishes: ReadonlyMap<string, Wish>, keys: readonly string[]) =>
  new Map([...wishes].filter(([key]) => !keys.includes(key)));
