/** What is stored of an account that a page learns of only while it runs. */
import { useCallback } from 'preact/hooks';
import { useStored } from './hooks.ts';
import { readShortlistOf, readUploadsOf } from './page-data.ts';

/** Null until the account is known and its shortlist is read. */
export function useShortlistOf(accountId: string | null) {
  const read = useCallback(async () => (accountId === null ? null : readShortlistOf(accountId)), [accountId]);
  return useStored(read, 'folders');
}

/** Null until the account is known and its uploads are read. */
export function useUploadsOf(accountId: string | null) {
  const read = useCallback(async () => (accountId === null ? null : readUploadsOf(accountId)), [accountId]);
  return useStored(read, 'uploads');
}
