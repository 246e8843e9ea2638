/** Connecting an account: the address and the key are tried with the service before anything is stored. */
import { type Account, withAccount } from '../accounts/account.ts';
import { ApiError, type Calls, parseServiceAddress } from '../api/index.ts';
import type { ConnectedAccount } from '../protocol.ts';
import type { Context } from './context.ts';
import { NoAccountError, NoKeyError, NoPermissionError } from './problems.ts';

/**
 * Rejects with `InvalidAddressError`, `NoPermissionError` or the client's own errors; then nothing was stored.
 * The same key on the same service, or the same e-mail there, renews the account that exists.
 */
export async function connect(context: Context, address: string, key: string): Promise<ConnectedAccount> {
  const baseUrl = parseServiceAddress(address);
  if (key.trim() === '') throw new NoKeyError();
  const info = await infoOf(context, baseUrl, context.clients.toTry(baseUrl, key.trim()));

  const { list } = await context.accounts.get();
  const sameService = list.filter((account) => account.baseUrl === baseUrl);
  const sameKey = await Promise.all(
    sameService.map(async ({ id }) => (await context.vault.keyOf(id)) === key.trim()),
  );
  const known = sameService.find(
    ({ email }, index) => sameKey[index] || (email !== null && email === info.email),
  );
  const account: Account = {
    id: known?.id ?? context.ports.makeId(),
    baseUrl,
    email: info.email,
    addedAt: known?.addedAt ?? context.ports.clock(),
  };
  // The key first: an account without one would be broken, a key without an account is only unused.
  await context.vault.put(account.id, key.trim());
  await context.accounts.update((accounts) => withAccount(accounts, account));
  context.clients.forget(account.id);
  context.accountsChanged();
  await credentialsChanged(context, account.id);
  return { account, ...info, slots: null };
}

/** What waited for another key goes on; a store that fails keeps the account from nothing. */
async function credentialsChanged(context: Context, accountId: string): Promise<void> {
  const { uploads, catalog, bulk, scheduler, ports } = context;
  const told = await Promise.allSettled([
    uploads.endWait(accountId, ['account', 'quota', 'permission']),
    catalog.mended(accountId),
    bulk.mended(accountId),
  ]);
  for (const result of told) if (result.status === 'rejected') ports.onFault(result.reason);
  void scheduler.wake();
}

/** What the service says of an account right now. */
export async function check(
  context: Context,
  accountId: string,
  withSlots = false,
): Promise<ConnectedAccount> {
  const { list } = await context.accounts.get();
  const account = list.find(({ id }) => id === accountId);
  if (!account) throw new NoAccountError();
  const client = await context.clients.of(accountId);
  const [info, slots] = await Promise.all([
    infoOf(context, account.baseUrl, client),
    withSlots ? client.remoteUploads.slots().catch(nullIfApiError) : null,
  ]);
  return { account, ...info, slots };
}

/** The account is worth showing without what failed. */
function nullIfApiError(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

/** A service that cannot be read looks like one that is down; only the browser knows whether it was the one forbidding. */
async function infoOf(context: Context, baseUrl: string, client: Calls) {
  try {
    return await client.account.info();
  } catch (error) {
    const unreachable = error instanceof ApiError && error.code === 'network';
    if (unreachable && !(await context.ports.mayReach(baseUrl))) throw new NoPermissionError();
    throw error;
  }
}
