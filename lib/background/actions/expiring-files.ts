/** Files that their host may soon delete, because nobody views them: the rule of an account, and how many files it is about. */
import { getUnviewedDays, isDeletionRule } from '../../accounts/deletion-rule.ts';
import { createExpiryStore } from '../../accounts/expiry-record.ts';
import { countUnviewed, endOfDayAgo, getServiceTime } from '../../catalog/query/last-views.ts';
import { createCoalescedRunner } from '../../timing/serial-queue.ts';
import type { Context, Handler } from '../background-context.ts';

/** Counts for each account with a rule what is known of its files; the reading is the sync's. */
export const countExpiring = (context: Context): Promise<void> => {
  const count = counters.get(context) ?? createCoalescedRunner(() => countNow(context));
  counters.set(context, count);
  return count();
};

const counters = new WeakMap<Context, () => Promise<void>>();

async function countNow({ accounts, catalog, stores, openPages, ports }: Context): Promise<void> {
  let hasChanged = false;
  for (const { id, deletesAfterDays } of (await accounts.get()).list) {
    if (!isDeletionRule(deletesAfterDays)) continue;
    const state = await catalog.state(id);
    if (state === null) continue;
    const days = getUnviewedDays(deletesAfterDays);
    const after = endOfDayAgo(days, getServiceTime(state, ports.clock()));
    const blocks = await stores.catalog.blocks(id);
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

/** Null takes the rule away. */
export const setDeletionRule: Handler<'accounts.setDeletionRule'> = async (context, { accountId, days }) => {
  const deletesAfterDays = isDeletionRule(days) ? days : undefined;
  await context.accounts.update((all) => ({
    ...all,
    list: all.list.map((each) => (each.id === accountId ? { ...each, deletesAfterDays } : each)),
  }));
  if (deletesAfterDays === undefined) await createExpiryStore(context.ports.local, accountId).remove();
  context.onAccountsChanged();
  context.openPages.broadcastChange('expiry');
  // The user waits for the result.
  if (deletesAfterDays !== undefined)
    await context.catalog.readDetails(accountId, getUnviewedDays(deletesAfterDays), true);
};

export const dismissExpiry: Handler<'expiry.dismiss'> = async (
  { ports, openPages },
  { accountId, count, day },
) => {
  await createExpiryStore(ports.local, accountId).update((record) => ({
    ...record,
    dismissed: { count, day },
  }));
  openPages.broadcastChange('expiry');
};
