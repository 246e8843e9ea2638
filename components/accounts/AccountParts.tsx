import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { Button } from '../button/Button.tsx';
import { isUnencrypted } from '../connect/typed-address.ts';
import { Field } from '../field/Field.tsx';
import { Icon } from '../icons/Icon.tsx';
import { readKey } from '../keys/key-press.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import './accounts.css';

interface AccountPartProps {
  readonly account: Account;
  readonly feedback: Feedback;
}

interface SelectAccountProps extends AccountPartProps {
  readonly name: string;
  readonly isCurrent: boolean;
}

export function SelectAccount({ account, name, isCurrent, feedback }: SelectAccountProps) {
  const { send } = usePageApi();
  if (isCurrent)
    return (
      <span class="account-badge row gap-1 small">
        <Icon name="check" />
        {t('options.inUse')}
      </span>
    );
  const select = () => feedback.run(send('accounts.select', { accountId: account.id }), () => null);
  return (
    <Button isSmall label={t('options.useNamed', { name })} onClick={select}>
      {t('options.use')}
    </Button>
  );
}

export function NicknameForm({ account, feedback, onEnd }: AccountPartProps & { onEnd: () => void }) {
  const { send } = usePageApi();
  const [nickname, setNickname] = useState(account.nickname ?? '');
  return (
    <form
      onSubmit={() => {
        onEnd();
        const renaming = send('accounts.rename', { accountId: account.id, nickname });
        void feedback.run(renaming, () => t('options.saved'));
      }}
      onKeyDown={(event) => {
        if (readKey(event)?.key === 'Escape') onEnd();
      }}
    >
      <Field label={t('options.nickname')} value={nickname} onInput={setNickname} autoFocus>
        <Button isSmall type="submit">
          {t('options.rename')}
        </Button>
      </Field>
    </form>
  );
}

export const UnencryptedWarning = ({ address }: { address: string }) =>
  isUnencrypted(address) && (
    <p class="flex gap-1 tone-warn">
      <Icon name="warning" class="line-icon" />
      {t('connect.unencryptedAccount')}
    </p>
  );
