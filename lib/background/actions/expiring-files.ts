import { changeAccount } from '../../accounts/account.ts';
import { getUnviewedDays, isDeletionRule } from '../../accounts/deletion-rule.ts';
import { createExpiryStore } from '../../accounts/expiry-record.ts';
import { countUnviewed, endOfDayAgo, getServiceTime } from '../../catalog/query/last-views.ts';
import { createCoalescedRunner } from '../../timing/serial-queue.ts';
import type { Handler, Needs } from '../parts.ts';

type CountNeeds = Needs<'accounts' | 'catalog' | 'catalogStore' | 'openPages' | 'ports'>;

/** Counts the known files, which the sync reads. */
export const createExpiryCount = (context: CountNeeds): (() => Promise<void>) =>
  createCoalescedRunner(() => countNow(context));

async function countNow({ accounts, catalog, catalogStore, openPages, ports }: CountNeeds): Promise<void> {
  let hasChanged = false;
  for (const { id, deletesAfterDays } of (await accounts.get()).list) {
    if (!isDeletionRule(deletesAfterDays)) continue;
    const state = await catalog.state(id);
    if (state === null) continue;
    const days = getUnviewedDays(deletesAfterDays);
    const after = endOfDayAgo(days, getServiceTime(state, ports.clock()));
    const blocks = await catalogStore.blocks(id);
    const counted = { ...countUnviewed(blocks, after), days, isWhole: state.phase === 'complete' };
    const store = createExpiryStore(ports.local, id);
    const before = await store.get();
    if (Object.entries(counted).every(([name, value]) => before[name as keyof typeof counted] === value))
      continue;
    await store.update((known) => ({ ...known, ...counted }));
    hasChanged = true;
  }
  if (hasChanged) openPages.broadcastChange('expiry');
}

/** @param deletesAfterDays null removes the rule */
export const setDeletionRule: Handler<
  'accounts.setDeletionRule',
  Needs<'accounts' | 'catalog' | 'onAccountsChanged' | 'openPages' | 'ports'>
> = async (context, { accountId, days }) => {
  const deletesAfterDays = isDeletionRule(days) ? days : undefined;
  await context.accounts.update((all) =>
    changeAccount(all, accountId, (each) => ({ ...each, deletesAfterDays })),
  );
  if (deletesAfterDays === undefined) await createExpiryStore(context.ports.local, accountId).remove();
  context.onAccountsChanged();
  context.openPages.broadcastChange('expiry');
  // The user waits for the result.
  if (deletesAfterDays !== undefined)
    await context.catalog.readDetails(accountId, getUnviewedDays(deletesAfterDays), true);
};

export const dismissExpiry: Handler<'expiry.dismiss', Needs<'openPages' | 'ports'>> = async (
  { ports, openPages },
  { accountId, count, day },
) => {
  await createExpiryStore(ports.local, accountId).update((record) => ({
    ...record,
    dismissed: { count, day },
  }));
  openPages.broadcastChange('expiry');
};
