import { type Account, type Accounts, getAccountLabel, getAccountName } from '../../lib/accounts/account.ts';
import { Icon } from '../icons/Icon.tsx';
import { createAction } from '../menu/action.ts';
import { Menu } from '../menu/Menu.tsx';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import type { ConnectionStatus } from './connection-status.ts';
import './account-menu.css';

interface AccountMenuProps {
  readonly accounts: Accounts;
  readonly current: Account;
  readonly status: ConnectionStatus;
  readonly onSelect: (accountId: string) => void;
  /** Opens the account overview. */
  readonly onShow: () => void;
}

export function AccountMenu({ accounts, current, status, onSelect, onShow }: AccountMenuProps) {
  const { openSettings } = usePageApi();
  const name = getAccountName(current);
  const groups = () => [
    accounts.list.map((account) => ({
      id: account.id,
      label: getAccountLabel(account, accounts.list),
      checked: account.id === current.id,
      run: () => onSelect(account.id),
    })),
    [
      createAction('account', 'account', t('account.title'), onShow),
      createAction('settings', 'settings', t('common.settings'), () => openSettings()),
    ],
  ];
  const statusName = t(`account.${status}`);
  return (
    <Menu
      class="bare-button row gap-1 menu-button account-menu"
      label={`${t('account.switch', { name })} (${statusName})`}
      groups={groups}
    >
      <span class={`account-dot account-${status}`} title={statusName} />
      <span class="one-line" dir="auto">
        {name}
      </span>
      <Icon name="down" />
    </Menu>
  );
}
