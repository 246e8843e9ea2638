/**
 * Removes an account, tombstone first. The next worker repeats the removal, because it may have been interrupted, and a running request may
 * store its result late. Without a tombstone nothing is removed: a damaged or missing list of accounts proves nothing.
 */
import { withoutAccount } from '../../accounts/account.ts';
import { createExpiryStore } from '../../accounts/expiry-record.ts';
import { createTakedownStore } from '../../accounts/takedown-record.ts';
import { createFileHandles } from '../../uploads/storage/file-handles.ts';
import type { Handler, Needs } from '../parts.ts';
import { sweepFetched } from './fetches.ts';

type RemovalNeeds = Needs<
  | 'accounts'
  | 'bulk'
  | 'catalog'
  | 'clients'
  | 'accountStatus'
  | 'linkChecks'
  | 'onAccountsChanged'
  | 'ports'
  | 'rules'
  | 'shortlists'
  | 'tombstones'
  | 'uploads'
  | 'vault'
>;

export const removeAccount: Handler<'accounts.remove', RemovalNeeds> = async (context, { accountId }) => {
  await context.tombstones.update((ids) => [...ids.filter((id) => id !== accountId), accountId]);
  await finishRemoval(context, accountId);
};

export async function sweepAccounts(context: RemovalNeeds): Promise<void> {
  await finishRemovals(context);
  await context.uploads.removeSurplus();
}

export async function finishRemovals(context: RemovalNeeds): Promise<void> {
  for (const accountId of await context.tombstones.get())
    if (await finishRemoval(context, accountId))
      await context.tombstones.update((ids) => ids.filter((id) => id !== accountId));
}

/**
 * Continues even if a store fails.
 * @returns whether everything is removed
 */
async function finishRemoval(context: RemovalNeeds, accountId: string): Promise<boolean> {
  const { vault, clients, accountStatus, uploads, catalog, bulk, linkChecks, rules, shortlists, ports } =
    context;
  await context.accounts.update((accounts) => withoutAccount(accounts, accountId));
  context.onAccountsChanged();
  clients.remove(accountId);
  const parts = [
    vault.removeKey,
    accountStatus.remove,
    uploads.removeAccount,
    createFileHandles().removeAccount,
    catalog.removeAccount,
    bulk.removeAccount,
    linkChecks.removeAccount,
    shortlists.remove,
    (id: string) => rules.update((all) => all.filter((rule) => rule.accountId !== id)),
    (id: string) => createTakedownStore(ports.local, id).remove(),
    (id: string) => createExpiryStore(ports.local, id).remove(),
  ];
  const results = await Promise.allSettled(parts.map((remove) => remove(accountId)));
  await sweepFetched(context).catch(ports.onFault);
  for (const result of results) if (result.status === 'rejected') ports.onFault(result.reason);
  return results.every(({ status }) => status === 'fulfilled');
}
