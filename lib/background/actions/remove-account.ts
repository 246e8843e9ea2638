/** Removes an account: a tombstone first, so that an interrupted removal is finished by the next worker. */
import { withoutAccount } from '../../accounts/account.ts';
import { createTakedownStore } from '../../catalog/takedown-record.ts';
import { createFileHandles } from '../../uploads/storage/file-handles.ts';
import type { Context, Handler } from '../context.ts';

export const removeAccount: Handler<'accounts.remove'> = async (context, { accountId }) => {
  await context.tombstones.update((ids) => [...ids.filter((id) => id !== accountId), accountId]);
  await finishRemoval(context, accountId);
};

/** Finishes interrupted removals, and removes data without an account. */
export async function sweepAccounts(context: Context): Promise<void> {
  await finishRemovals(context);
  const { list } = await context.accounts.get();
  await context.uploads.removeStale(list.map(({ id }) => id));
}

/** Finishes removals that an earlier worker started. */
export async function finishRemovals(context: Context): Promise<void> {
  for (const accountId of await context.tombstones.get()) await finishRemoval(context, accountId);
}

/** Removes from all stores, also where one fails; the tombstone stays until all is removed. */
async function finishRemoval(context: Context, accountId: string): Promise<void> {
  const { vault, clients, uploads, catalog, bulk, rules, shortlists, ports } = context;
  await context.accounts.update((accounts) => withoutAccount(accounts, accountId));
  context.onAccountsChanged();
  clients.remove(accountId);
  const parts = [
    vault.removeKey,
    uploads.removeAccount,
    createFileHandles().removeAccount,
    catalog.removeAccount,
    bulk.removeAccount,
    shortlists.remove,
    (id: string) => rules.update((all) => all.filter((rule) => rule.accountId !== id)),
    (id: string) => createTakedownStore(ports.local, id).remove(),
  ];
  const results = await Promise.allSettled(parts.map((remove) => remove(accountId)));
  for (const result of results) if (result.status === 'rejected') ports.onFault(result.reason);
  if (results.every(({ status }) => status === 'fulfilled'))
    await context.tombstones.update((ids) => ids.filter((id) => id !== accountId));
}
