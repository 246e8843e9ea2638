/** Removing an account: a tombstone first, so that a worker that ends in the middle leaves nothing behind. */
import { withoutAccount } from '../accounts/account.ts';
import { takedownStore } from '../catalog/takedown-record.ts';
import { type StorageArea, stored } from '../storage/stored.ts';
import type { Context, Handler } from './context.ts';

/** Ids of removed accounts of which something may still be stored. */
export const tombstoneStore = (local: StorageArea) =>
  stored(local, 'removed', (value): readonly string[] =>
    Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [],
  );

export const removeAccount: Handler<'accounts.remove'> = async (context, { accountId }) => {
  await context.tombstones.update((ids) => [...ids.filter((id) => id !== accountId), accountId]);
  await finishRemoval(context, accountId);
};

/** Removes what an earlier worker left of removed accounts, and what belongs to no account. */
export async function sweepAccounts(context: Context): Promise<void> {
  await finishRemovals(context);
  const { list } = await context.accounts.get();
  await context.uploads.removeStale(list.map(({ id }) => id));
}

/** Goes on with the removals that an earlier worker did not finish. */
export async function finishRemovals(context: Context): Promise<void> {
  for (const accountId of await context.tombstones.get()) await finishRemoval(context, accountId);
}

/** A store that fails keeps the others from nothing; the tombstone stays until all is removed. */
async function finishRemoval(context: Context, accountId: string): Promise<void> {
  const { vault, clients, uploads, catalog, bulk, rules, shortlists, ports } = context;
  await context.accounts.update((accounts) => withoutAccount(accounts, accountId));
  context.accountsChanged();
  clients.forget(accountId);
  const parts = [
    vault.drop,
    uploads.removeAccount,
    catalog.removeAccount,
    bulk.removeAccount,
    shortlists.drop,
    (id: string) => rules.update((all) => all.filter((rule) => rule.accountId !== id)),
    (id: string) => takedownStore(ports.local, id).remove(),
  ];
  const results = await Promise.allSettled(parts.map((remove) => remove(accountId)));
  for (const result of results) if (result.status === 'rejected') ports.onFault(result.reason);
  if (results.every(({ status }) => status === 'fulfilled'))
    await context.tombstones.update((ids) => ids.filter((id) => id !== accountId));
}
