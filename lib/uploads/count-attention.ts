/** Counts the uploads that need the user, for pages that show another account. Read-only. */
import { stateRange, type UploadSources } from './read-uploads.ts';
import { memoryKey, readMemory } from './storage/memory-store.ts';
import { attentionStates, type Upload } from './upload.ts';

export async function countAttention(
  { database, session }: Pick<UploadSources, 'database' | 'session'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const memory = readMemory((await session.get(memoryKey))[memoryKey]);
  const inMemory = [...memory.uploads.values()];
  const count = async (accountId: string) => {
    const read = database.use(async (db) => {
      const index = db.transaction('uploads').objectStore('uploads').index('state');
      const ranges = attentionStates.map((state) => stateRange(accountId, state));
      return Promise.all(ranges.map((range) => index.count(range)));
    });
    // If the store can't be read, all uploads are in memory, or another notice reports the problem.
    const onDisk = await read.catch(() => []);
    const isOwn = ({ accountId: id, state }: Upload) =>
      id === accountId && attentionStates.some((each) => each === state);
    const total = onDisk.reduce((sum, each) => sum + each, 0) + inMemory.filter(isOwn).length;
    return [accountId, total] as const;
  };
  return new Map(await Promise.all(accountIds.map(count)));
}
