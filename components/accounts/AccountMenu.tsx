/** Which account is current, how it stands with its service, and the way to the others. */
import { type Account, type Accounts, accountName } from '../../lib/accounts/account.ts';
import { Icon } from '../icons/Icon.tsx';
import { Menu } from '../menu/Menu.tsx';
import { type PlainKey, plural, t } from '../text.ts';
import './account-menu.css';

/** `refused`: the service does not accept the account's key. */
export type AccountStanding = 'connected' | 'offline' | 'refused';

const standings: Readonly<Record<AccountStanding, PlainKey>> = {
  connected: 'account.connected',
  offline: 'account.offline',
  refused: 'account.refused',
};

export interface AccountMenuProps {
  readonly accounts: Accounts;
  readonly current: Account;
  readonly standing: AccountStanding;
  /** How many links and transfers of an account are under way. */
  readonly underWayOf: (accountId: string) => number;
  readonly onSelect: (accountId: string) => void;
  readonly onSettings: () => void;
}

export function AccountMenu({
  accounts,
  current,
  standing,
  underWayOf,
  onSelect,
  onSettings,
}: AccountMenuProps) {
  const name = accountName(current);
  const groups = () => [
    accounts.list.map((account) => {
      const moving = underWayOf(account.id);
      return {
        id: account.id,
        label: accountLabel(account, accounts.list),
        checked: account.id === current.id,
        hint: moving > 0 ? plural('account.underWay', moving) : undefined,
        onSelect: () => onSelect(account.id),
      };
    }),
    [{ id: 'settings', label: t('common.settings'), icon: 'settings' as const, onSelect: onSettings }],
  ];
  const stands = t(standings[standing]);
  return (
    <Menu class="account-menu" label={`${t('account.switch', { name })} (${stands})`} groups={groups}>
      <span class={`account-dot account-${standing}`} title={stands} />
      <span class="one-line" dir="auto">
        {name}
      </span>
      <Icon name="down" />
    </Menu>
  );
}

/** The account's name, with its host where another account is called the same. */
export function accountLabel(account: Account, all: readonly Account[]): string {
  const name = accountName(account);
  const isShared = all.some((other) => other.id !== account.id && accountName(other) === name);
  return isShared ? `${name} · ${new URL(account.baseUrl).host}` : name;
}
