/** Connecting an account: the address and the key are tried with the service before anything is stored. */
import { withAccount } from '../accounts/account.ts';
import { ApiError, type Calls, parseServiceAddress } from '../api/index.ts';
import type { Context, Handler } from './context.ts';
import { NoAccountError, NoKeyError, NoPermissionError } from './problems.ts';

/**
 * Rejects with `InvalidAddressError`, `NoPermissionError` or the client's own errors; then nothing was stored.
 * The same key on the same service, or the same e-mail there, renews the account that exists.
 */
export const connect: Handler<'accounts.connect'> = async (context, request) => {
  const { clients, accounts, vault, ports } = context;
  const baseUrl = parseServiceAddress(request.address);
  const key = request.key.trim();
  if (key === '') throw new NoKeyError();
  const info = await infoOf(context, baseUrl, clients.toTry(baseUrl, key));
  const { email } = info;

  const sameService = (await accounts.get()).list.filter((account) => account.baseUrl === baseUrl);
  const keys = await Promise.all(sameService.map(({ id }) => vault.keyOf(id)));
  const known = sameService.find((each, at) => keys[at] === key || (email !== null && each.email === email));
  const account = known
    ? { ...known, email }
    : { id: ports.makeId(), baseUrl, email, addedAt: ports.clock() };
  // The key first: an account without one would be broken, a key without an account is only unused.
  await vault.put(account.id, key);
  await accounts.update((all) => withAccount(all, account));
  clients.forget(account.id);
  context.accountsChanged();
  await credentialsChanged(context, account.id);
  return { account, ...info, slots: null };
};

/** What waited for another key goes on; a store that fails keeps the account from nothing. */
async function credentialsChanged(context: Context, accountId: string): Promise<void> {
  const { uploads, catalog, bulk, scheduler, ports } = context;
  const results = await Promise.allSettled([
    uploads.endWait(accountId, ['account', 'quota', 'permission']),
    catalog.credentialsChanged(accountId),
    bulk.credentialsChanged(accountId),
  ]);
  for (const result of results) if (result.status === 'rejected') ports.onFault(result.reason);
  void scheduler.wake();
}

/** What the service says of an account right now. */
export const checkAccount: Handler<'accounts.check'> = async (context, { accountId, withSlots }) => {
  const { list } = await context.accounts.get();
  const account = list.find(({ id }) => id === accountId);
  if (!account) throw new NoAccountError();
  const client = await context.clients.of(accountId);
  const [info, slots] = await Promise.all([
    infoOf(context, account.baseUrl, client),
    withSlots ? client.remoteUploads.slots().catch(nullIfApiError) : null,
  ]);
  return { account, ...info, slots };
};

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
