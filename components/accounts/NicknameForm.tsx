/** Takes the nickname of an account in the place of its name; Escape leaves it as it is. */
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { readKey } from '../keys/key-press.ts';
import { t } from '../text.ts';

export interface NicknameFormProps {
  readonly account: Account;
  readonly onRename: (nickname: string) => void;
  readonly onEnd: () => void;
}

export function NicknameForm({ account, onRename, onEnd }: NicknameFormProps) {
  const [typed, setTyped] = useState(account.nickname ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onEnd();
        onRename(typed);
      }}
      onKeyDown={(event) => {
        if (readKey(event)?.key === 'Escape') onEnd();
      }}
    >
      <Field label={t('options.nickname')} value={typed} onInput={setTyped} autoFocus>
        <Button isSmall type="submit">
          {t('options.rename')}
        </Button>
      </Field>
    </form>
  );
}
