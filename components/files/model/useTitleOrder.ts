/** Prepares sorting by title while it is wanted. */
import { useEffect, useState } from 'preact/hooks';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';

export interface TitleOrderState {
  readonly isPending: boolean;
  /** Incremented when the order has changed. */
  readonly version: number;
}

export function useTitleOrder(snapshot: Snapshot, isWanted: boolean): TitleOrderState {
  const [order, setOrder] = useState<TitleOrderState>({ isPending: false, version: 0 });
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    setOrder(({ version }) => ({ isPending: true, version }));
    const finish = (hasChanged: boolean) => {
      if (isCurrent) setOrder(({ version }) => ({ isPending: false, version: version + Number(hasChanged) }));
    };
    snapshot.prepareTitleOrder().then(finish, (error) => {
      console.error('Sorting by title failed', error);
      finish(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [snapshot, isWanted]);
  return order;
}
