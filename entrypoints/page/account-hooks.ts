/** What is stored of an account that a page learns of only while it runs: not in the popup. */
import { useCallback } from 'preact/hooks';
import type { Topic } from '../../lib/protocol.ts';
import { useStored } from './hooks.ts';
import { readShortlistOf, readUploadsOf } from './page-data.ts';

/** Null until the account is known and its shortlist is read. */
export const useShortlistOf = (accountId: string | null) =>
  useStoredOf(accountId, readShortlistOf, 'folders');

export const useUploadsOf = (accountId: string | null) => useStoredOf(accountId, readUploadsOf, 'uploads');

function useStoredOf<T>(accountId: string | null, read: (accountId: string) => Promise<T>, topic: Topic) {
  const readIt = useCallback(async () => (accountId === null ? null : read(accountId)), [accountId]);
  return useStored(readIt, topic);
}
