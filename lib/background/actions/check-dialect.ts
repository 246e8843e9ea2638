/** Detects the dialect of an account's host again, if responses don't fit the stored one. */
import { changeAccount } from '../../accounts/account.ts';
import { ApiError } from '../../api/index.ts';
import { createStoredValue, type StorageArea } from '../../storage/stored.ts';
import { dialectCheck } from '../../timing/policies.ts';
import type { Needs } from '../parts.ts';
import { NoAccountError } from '../problems.ts';

/** By account id, when its dialect was last detected. */
type Checks = Readonly<Record<string, number>>;

const createCheckStore = (session: StorageArea) =>
  createStoredValue(session, 'dialectChecks', (value): Checks => ({ ...(value as Checks | undefined) }));

/** At most once an hour for each account. Doesn't repeat the failed call. */
export async function checkDialect(
  context: Needs<
    | 'accounts'
    | 'changeAccounts'
    | 'clients'
    | 'getAccount'
    | 'onAccountsChanged'
    | 'ports'
    | 'scheduler'
    | 'uploads'
  >,
  accountId: string,
): Promise<void> {
  const { accounts, clients, ports, scheduler, uploads } = context;
  const nowMs = ports.clock();
  let isDue = false;
  await createCheckStore(ports.session).update((checked) => {
    const sinceMs = nowMs - (checked[accountId] ?? Number.NEGATIVE_INFINITY);
    isDue = sinceMs >= dialectCheck.firstMs;
    return isDue ? { ...checked, [accountId]: nowMs } : checked;
  });
  if (!isDue) return;
  try {
    const { baseUrl } = await context.getAccount(accountId);
    const client = await clients.get(accountId);
    const dialect = await client.detectDialect({ lane: 'polling' });
    if (dialect === client.dialect) return;
    await context.changeAccounts(async () => {
      await accounts.update((all) =>
        // It may have moved meanwhile.
        changeAccount(all, accountId, (each) => (each.baseUrl === baseUrl ? { ...each, dialect } : each)),
      );
      clients.remove(accountId);
    });
  } catch (error) {
    if (error instanceof ApiError || error instanceof NoAccountError) return;
    throw error;
  }
  context.onAccountsChanged();
  await uploads.poll(accountId);
  await scheduler.wake();
}
