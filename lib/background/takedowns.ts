/** The files that were reported for takedown, and which of them have joined the list since it was first read. */
import type { Takedown } from '../api/index.ts';
import type { ListedTakedown } from '../protocol.ts';
import { type StorageArea, type Stored, stored } from '../storage/stored.ts';
import type { Context } from './context.ts';

/** When each file code was first listed: milliseconds since the epoch, 0 in an account's first list. */
type FirstListed = Readonly<Record<string, number>>;

/** For how long a takedown is new once it has been listed. */
const newForMs = 86_400_000;

/** Null until an account's takedowns were listed for the first time. */
export const firstListedStore = (local: StorageArea, accountId: string): Stored<FirstListed | null> =>
  stored(local, `takedowns:${accountId}`, (value) =>
    // Without a prototype: a code may be called like one of its properties.
    typeof value === 'object' && value ? ({ __proto__: null, ...value } as object as FirstListed) : null,
  );

/** All pages of the list; it is remembered once all of them were read. */
export async function listTakedowns(
  { clients, ports: { local, clock } }: Context,
  accountId: string,
): Promise<readonly ListedTakedown[]> {
  const { takedowns } = await clients.of(accountId);
  const listed: Takedown[] = [];
  for await (const takedown of takedowns.iterate({}, { lane: 'interactive' })) listed.push(takedown);
  // An account that was removed meanwhile leaves nothing: this rejects.
  await clients.of(accountId);
  const nowMs = clock();
  const since = await firstListedStore(local, accountId).update((before) =>
    Object.fromEntries(listed.map(({ fileCode }) => [fileCode, before ? (before[fileCode] ?? nowMs) : 0])),
  );
  return listed.map((takedown) => ({
    ...takedown,
    isNew: nowMs - (since?.[takedown.fileCode] ?? 0) < newForMs,
  }));
}
