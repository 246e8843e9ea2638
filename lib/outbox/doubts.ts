/** Which of an account's items are in doubt, and when the first of them is looked for. */
import type { OutboxContext } from './context.ts';
import type { Drain } from './drain.ts';
import type { OutboxItem } from './item.ts';
import { byPosition } from './store-types.ts';
import { situationOf } from './transitions.ts';

/** In order: the unsure ones, and those that were turned away. */
export async function inDoubt(
  { store }: OutboxContext,
  { accountId, postponed }: Pick<Drain, 'accountId' | 'postponed'>,
): Promise<readonly OutboxItem[]> {
  const items = await Promise.all(
    [...postponed].map(async (id) => {
      const item = await store.get(id);
      if (item !== undefined && situationOf(item) === 'postponed') return item;
      postponed.delete(id);
      return undefined;
    }),
  );
  const unsure = await store.inState(accountId, 'unsure');
  return [...unsure, ...items.filter((item) => item !== undefined)].sort(byPosition);
}

/** When the first of these items is to be looked for; Infinity where none is. */
export function nextLook(doubtful: readonly OutboxItem[]): number {
  return Math.min(...doubtful.map(({ doubt }) => doubt?.nextLookAt ?? Number.POSITIVE_INFINITY));
}
