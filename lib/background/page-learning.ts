import { changeAccount } from '../accounts/account.ts';
import { findAccount } from '../accounts/accounts-store.ts';
import { learnPages, withLearnedPages } from '../accounts/learn-pages.ts';
import type { Needs } from './parts.ts';
import { createThrottle } from './throttle.ts';

/** @returns a function to call for each listing of an account's files */
export function createPageLearning({
  ports,
  accounts,
  catalogStore,
  onAccountsChanged,
}: Needs<'ports' | 'accounts' | 'catalogStore' | 'onAccountsChanged'>): (accountId: string) => void {
  /** Accounts with listings since their pages were learned. */
  const listed = new Set<string>();
  async function learn(): Promise<void> {
    const ids = [...listed];
    listed.clear();
    for (const id of ids) {
      const learned = learnPages(await catalogStore.pageVotes(id));
      const account = await findAccount(accounts, id);
      if (account === undefined || withLearnedPages(account, learned) === account) continue;
      await accounts.update((all) => changeAccount(all, id, (each) => withLearnedPages(each, learned)));
      onAccountsChanged();
    }
  }
  const learnSoon = createThrottle(() => void learn().catch(ports.onFault), ports);
  return (accountId) => {
    listed.add(accountId);
    learnSoon('soon');
  };
}
