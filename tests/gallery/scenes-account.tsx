/** The account view of the manager, in every state that is drawn on purpose. */
import { AccountOverview } from '../../components/account/AccountOverview.tsx';
import type { Services } from '../../components/services.ts';
import type { Accounts } from '../../lib/accounts/account.ts';
import type { ConnectedAccount, Problem } from '../../lib/protocol.ts';
import * as sample from './sample.ts';
import type { Scene } from './scenes.tsx';
import { manager } from './scenes-batch.tsx';
import { accountAnswer, services } from './world.ts';

/** What each of the accounts says, in their order; undefined for one that does not answer. */
type Said = Partial<ConnectedAccount> | Problem | undefined;

function accountsOf(count: number): Accounts {
  const [demo = sample.demo, studio = sample.demo] = sample.twoAccounts.list;
  const more = Array.from({ length: count - 2 }, (_, at) => ({
    ...demo,
    id: `more${at}`,
    email: `more-${at}@files.example`,
  }));
  return { list: [demo, studio, ...more].slice(0, count), currentId: demo.id };
}

function account(...said: readonly Said[]): Scene {
  const accounts = accountsOf(said.length);
  const world: Services = services({
    'accounts.check': ({ accountId }) => {
      const at = accounts.list.findIndex(({ id }) => id === accountId);
      const [found, answer] = [accounts.list[at] ?? sample.demo, said[at]];
      if (answer === undefined) return 'never';
      if ('code' in answer) return answer;
      return accountAnswer({ account: found, email: found.email, ...answer });
    },
  });
  return manager({ view: 'account', Account: AccountOverview, accounts }, world);
}

const full = { storageLeft: 0, slots: { totalSlots: 5, usedSlots: 5 } };
const unlimited = { storageLeft: null, storageUnlimited: true, premiumExpires: '2026-11-24 08:00:00' };
const silent: Said = {
  email: null,
  balance: null,
  balanceText: null,
  storageLeft: null,
  storageUsed: null,
  premiumExpires: null,
  slots: null,
};
const over = { balanceText: '-1234567.00001', premiumExpires: '2025-01-31 00:00:00' };
const ending = { premiumExpires: '2026-11-20 18:00:00', slots: { totalSlots: null, usedSlots: 3 } };

export const accountScenes: Readonly<Record<string, () => Scene>> = {
  'manager-account': () => account({}, { storageLeft: 3_000_000_000, premiumExpires: '2026-11-26 20:00:00' }),
  'manager-account-loading': () => account(undefined, undefined),
  'manager-account-every-state': () => account(full, unlimited, silent, over, ending),
  'manager-account-failing': () =>
    account(
      {},
      { code: 'unauthorized', msg: 'Wrong Auth' },
      { code: 'network', msg: null },
      { code: 'no-permission', msg: null },
    ),
};
