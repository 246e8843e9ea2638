/** Which changes between two looks at the list are worth reading out; pure. */
import type { Row, RowState } from './rows.ts';

export interface Told {
  readonly kind: 'accepted' | 'done' | 'failed' | 'refused' | 'unsure';
  readonly row: Row;
}

const endings: Partial<Record<RowState['kind'], Told['kind']>> = {
  done: 'done',
  failed: 'failed',
  gone: 'failed',
  refused: 'refused',
  'folder-gone': 'refused',
  unsure: 'unsure',
};

/** What happened between the two lists, to rows that stood in the first one already. */
export function whatHappened(before: readonly Row[], after: readonly Row[]): readonly Told[] {
  const known = new Map(before.map((row) => [row.key, row]));
  const stillHere = new Set(after.map(({ key }) => key));
  const left = new Set(
    before.filter(({ key, itemId }) => itemId !== null && !stillHere.has(key)).map(({ url }) => url),
  );

  return after.flatMap((row): Told[] => {
    const earlier = known.get(row.key);
    const ending = endings[row.state.kind];
    if (earlier)
      return ending !== undefined && earlier.state.kind !== row.state.kind ? [{ kind: ending, row }] : [];
    // The link left the outbox, and a transfer of the same address has come.
    return row.itemId === null && left.has(row.url) ? [{ kind: ending ?? 'accepted', row }] : [];
  });
}
