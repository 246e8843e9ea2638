/** The shortlist of an account that a page learns of only while it runs. */
import { useCallback, useState } from 'preact/hooks';
import { useStored } from './hooks.ts';
import { readShortlistOf } from './stored.ts';

/** `shortlist` is null until the account is known and its shortlist is read. */
export function useShortlist() {
  const [accountId, setAccountId] = useState<string | null>(null);
  const read = useCallback(async () => (accountId === null ? null : readShortlistOf(accountId)), [accountId]);
  return { shortlist: useStored(read, 'folders'), setAccountId };
}
