/** Connects an account. The address and the key are tried with the service before anything is stored. */
import { type Account, withAccount } from '../../accounts/account.ts';
import type { BackoffReason } from '../../accounts/account-backoff.ts';
import { findByEmail } from '../../accounts/known-account.ts';
import { parseKey } from '../../accounts/typed-fields.ts';
import { type Calls, nullIfApiError, parseServiceAddress, readFailure } from '../../api/index.ts';
import { slotsTimeoutMs } from '../../timing/policies.ts';
import type { Handler, Needs } from '../parts.ts';
import { NoKeyError, NoPermissionError } from '../problems.ts';

export type CredentialNeeds = Needs<'catalog' | 'accountStatus' | 'ports' | 'scheduler' | 'uploads'>;

/**
 * Rejects with `InvalidAddressError`, `NoPermissionError` or the client's errors, and then stores nothing. The same key or e-mail on the
 * same service renews the existing account.
 */
export const connect: Handler<
  'accounts.connect',
  CredentialNeeds &
    Needs<'accounts' | 'changeAccounts' | 'clients' | 'onAccountsChanged' | 'tombstones' | 'vault'>
> = async (context, request) => {
  const baseUrl = parseServiceAddress(request.address);
  const key = parseKey(request.key);
  if (key === '') throw new NoKeyError();
  const client = context.clients.createForKey(baseUrl, key);
  const info = await fetchInfo(context, baseUrl, client);
  const found = { baseUrl, email: info.email, dialect: await client.detectDialect() };
  const account = await context.changeAccounts(() => storeAccount(context, found, key));
  context.onAccountsChanged();
  await credentialsChanged(context, account.id, ['account', 'quota', 'permission']);
  return { account, ...info, slots: null };
};

async function storeAccount(
  context: Needs<'accounts' | 'clients' | 'ports' | 'tombstones' | 'vault'>,
  found: Pick<Account, 'baseUrl' | 'email' | 'dialect'>,
  key: string,
): Promise<Account> {
  const { baseUrl, email } = found;
  const { clients, accounts, vault, ports } = context;
  const sameService = (await accounts.get()).list.filter((account) => account.baseUrl === baseUrl);
  const known = await findSame(context, sameService, key, email);
  const account = known
    ? { ...known, ...found, email: email ?? known.email }
    : { id: (await findLostId(context, key)) ?? ports.createId(), ...found, addedAt: ports.clock() };
  // A key without an account is only unused, an account without a key is broken.
  await vault.setKey(account.id, key);
  await accounts.update((all) => withAccount(all, account));
  clients.remove(account.id);
  return account;
}

/** The account with this key, or else with this e-mail. */
export async function findSame(
  { vault }: Needs<'vault'>,
  accounts: readonly Account[],
  key: string,
  email: string | null,
): Promise<Account | undefined> {
  const ids = await vault.findIds(key);
  return accounts.find(({ id }) => ids.includes(id)) ?? findByEmail(accounts, email);
}

/** Id of an account whose key is stored although the list of accounts has lost it. Its uploads wait for it. */
export async function findLostId(
  { accounts, vault, tombstones }: Needs<'accounts' | 'tombstones' | 'vault'>,
  key: string,
): Promise<string | undefined> {
  const [{ list }, removed, ids] = await Promise.all([accounts.get(), tombstones.get(), vault.findIds(key)]);
  return ids.find((id) => !removed.includes(id) && !list.some((account) => account.id === id));
}

/** Pages also show that the last poll was refused, and the next one may be a minute away. Doesn't wait for it. */
const pollAgain = (
  { uploads, scheduler, ports }: Needs<'ports' | 'scheduler' | 'uploads'>,
  accountId: string,
): void =>
  void uploads
    .poll(accountId)
    .then(() => scheduler.wake())
    .catch(ports.onFault);

/** Ends waits for other credentials. A failing store doesn't prevent the connection. */
export async function credentialsChanged(
  context: CredentialNeeds,
  accountId: string,
  ended: readonly BackoffReason[],
): Promise<void> {
  const { accountStatus, catalog, scheduler, ports } = context;
  const results = await Promise.allSettled([
    accountStatus.endBackoff(accountId, ended),
    catalog.credentialsChanged(accountId),
  ]);
  pollAgain(context, accountId);
  for (const result of results) if (result.status === 'rejected') ports.onFault(result.reason);
  void scheduler.wake();
}

export const checkAccount: Handler<
  'accounts.check',
  Needs<'clients' | 'accountStatus' | 'getAccount' | 'ports' | 'scheduler' | 'uploads'>
> = async (context, { accountId, withSlots }) => {
  const account = await context.getAccount(accountId);
  const client = await context.clients.get(accountId);
  const known = { backoff: (await context.accountStatus.list()).get(accountId) };
  const [info, slots] = await Promise.all([
    fetchInfo(context, account.baseUrl, client),
    withSlots ? client.remoteUploads.slots({ timeout: slotsTimeoutMs }).catch(nullIfApiError) : null,
  ]).catch((error: unknown) => {
    // Tells all pages. Not awaited, because the caller gets the error anyway.
    void context.accountStatus.reportFailure(accountId, readFailure(error)).catch(context.ports.onFault);
    throw error;
  });
  const hadFailed = context.accountStatus.peek(accountId) !== undefined;
  await context.accountStatus.endBackoff(accountId, ['account', 'permission', 'network', 'service'], known);
  if (hadFailed) pollAgain(context, accountId);
  void context.scheduler.wake('send', 'bulk', 'catalog', 'details');
  return { account, ...info, slots };
};

/** The key goes nowhere without the host permission, even if CORS headers would allow it. */
export async function fetchInfo({ ports }: Needs<'ports'>, baseUrl: string, client: Calls) {
  if (!(await ports.hasHostPermission(baseUrl))) throw new NoPermissionError();
  return client.account.info();
}

/** Asks all addresses at once, without a key. The first one with an API wins. */
export const findService: Handler<'accounts.findService', Needs<'clients' | 'ports'>> = async (
  { clients, ports },
  { addresses },
) => {
  const baseUrls = addresses.map(parseServiceAddress);
  for (const baseUrl of baseUrls)
    if (!(await ports.hasHostPermission(baseUrl))) throw new NoPermissionError();
  const probes = baseUrls.map(async (address) => ({ address, found: await clients.probe(address) }));
  let isSilent = true;
  for (const probe of probes) {
    const { address, found } = await probe;
    if (found === 'api') return { address, isSilent: false };
    isSilent &&= found === 'silent';
  }
  return { address: null, isSilent };
};
