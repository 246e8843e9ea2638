/** Not needed for the popup's first paint. */
import { useCallback } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { Account } from '../lib/accounts/account.ts';
import { type AccountBackoff, createBackoffStore, isBlocked } from '../lib/accounts/account-backoff.ts';
import { createExpiryStore, type ExpiryRecord } from '../lib/accounts/expiry-record.ts';
import { getCapabilities } from '../lib/api/dialects/capabilities.ts';
import type { Capabilities } from '../lib/api/index.ts';
import type { Topic } from '../lib/protocol.ts';
import { countAttention } from '../lib/uploads/count-attention.ts';
import type { WatchedFiles } from '../lib/uploads/tracking/encodings.ts';
import { createTrackingStore } from '../lib/uploads/tracking/progress.ts';
import { useStored } from './hooks.ts';
import { readAccounts, readShortlistOf, readUploadsOf, uploads } from './page-data.ts';

/** Null until the account is known and its shortlist read. */
export const useShortlistOf = (accountId: string | null) =>
  useStoredOf(accountId, readShortlistOf, 'folders');

const readAllUploadsOf = (accountId: string) => readUploadsOf(accountId, Number.POSITIVE_INFINITY);

export const useUploadsOf = (accountId: string | null) => useStoredOf(accountId, readAllUploadsOf, 'uploads');

/** Components offer nothing that the host can't do. */
export const useCapabilities = ({ dialect }: Pick<Account, 'dialect'>): Capabilities =>
  getCapabilities(dialect);

const readEncodingsOf = async (accountId: string): Promise<WatchedFiles> =>
  (await createTrackingStore(browser.storage.session).get()).encodings[accountId] ?? {};

/** By file code. The host is still encoding these. */
export const useEncodings = (accountId: string) => useStoredOf(accountId, readEncodingsOf, 'uploads');

function useStoredOf<T>(accountId: string | null, read: (accountId: string) => Promise<T>, topic: Topic) {
  const readStored = useCallback(async () => (accountId === null ? null : read(accountId)), [accountId]);
  return useStored(readStored, topic);
}

async function readExpiring(): Promise<ReadonlyMap<string, ExpiryRecord>> {
  const ids = (await readAccounts()).list.flatMap(({ id, deletesAfterDays }) =>
    deletesAfterDays === undefined ? [] : id,
  );
  const read = async (id: string) => [id, await createExpiryStore(browser.storage.local, id).get()] as const;
  return new Map(await Promise.all(ids.map(read)));
}

async function readBlocked(): Promise<ReadonlyMap<string, AccountBackoff>> {
  const backoffs = await createBackoffStore(browser.storage.local).get();
  return new Map(backoffs.filter(isBlocked).map((backoff) => [backoff.accountId, backoff]));
}

const noneBlocked: ReadonlyMap<string, AccountBackoff> = new Map();

/** The key was rejected, or access isn't allowed. */
export const useBlocked = () => useStored(readBlocked, 'uploads') ?? noneBlocked;

async function readAttention(): Promise<ReadonlyMap<string, number>> {
  const { list, currentId } = await readAccounts();
  const others = list.flatMap(({ id }) => (id === currentId ? [] : id));
  return countAttention({ database: uploads, session: browser.storage.session }, others);
}

const noneNeedsAttention: ReadonlyMap<string, number> = new Map();

/** How many uploads in other accounts need the user. */
export const useAttention = () => useStored(readAttention, 'uploads', 'accounts') ?? noneNeedsAttention;

const noneExpiring: ReadonlyMap<string, ExpiryRecord> = new Map();

/** For accounts whose host deletes files that nobody views. */
export const useExpiring = () => useStored(readExpiring, 'expiry', 'accounts') ?? noneExpiring;
