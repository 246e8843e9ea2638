/** Replaces a rejected key. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { cleanText } from '../../lib/api/clean-text.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import { Button } from '../button/Button.tsx';
import { SecretField } from '../field/SecretField.tsx';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import { useFieldErrors } from './useFieldErrors.ts';
import { useHostRequest } from './useHostRequest.ts';
import { failureSentence, otherOwnerSentence } from './wording.ts';

/** Each request is a new object. */
export interface KeyRequest {
  readonly accountId: string;
}

interface KeyFormProps {
  readonly account: Account;
  readonly keyRequest: KeyRequest | null;
  readonly onSaved: (connected: ConnectedAccount) => void;
}

export function KeyForm({ account, keyRequest, onSaved }: KeyFormProps) {
  const { id: accountId, baseUrl: address } = account;
  const { send } = usePageApi();
  const { stage, run } = useHostRequest();
  const [key, setKey] = useState('');
  /** It belongs to another owner. Saving it again confirms it. */
  const [otherKey, setOtherKey] = useState<string | null>(null);
  const { form, errors, showErrors, clearError } = useFieldErrors({ key: null });
  const button = t('rules.save');
  useLayoutEffect(() => {
    if (keyRequest?.accountId !== accountId) return;
    form.current?.scrollIntoView({ block: 'center' });
    form.current?.querySelector('input')?.focus();
  }, [keyRequest]);

  // No `await` before `run`, because browsers only show the permission prompt within the click.
  function submit() {
    if (stage === 'busy') return;
    if (cleanText(key) === '') return showErrors({ key: t('connect.missingKey') });
    void save();
  }

  async function save() {
    const request = { accountId, address, key: cleanText(key), isConfirmed: key === otherKey };
    try {
      const attempt = () => send('accounts.changeAddress', request);
      const changed = await run({ addresses: [address], isInsisting: true, attempt });
      if (changed === null) return;
      if ('account' in changed) return onSaved(changed);
      setOtherKey(key);
      showErrors({ key: otherOwnerSentence(changed, new URL(address).host, button) });
    } catch (error) {
      showErrors({ key: failureSentence(error, address, button) });
    }
  }

  return (
    <form ref={form} class="stack gap-3 space-above" noValidate onSubmit={submit}>
      <SecretField
        label={t('connect.key')}
        showLabel={t('connect.show')}
        value={key}
        // Don't take the focus from another control.
        autoFocus={keyRequest === null && document.activeElement === document.body}
        error={errors.key}
        onInput={(value) => {
          setKey(value);
          clearError('key');
        }}
      />
      <div>
        <Button isSmall kind="primary" type="submit" isBusy={stage === 'busy'}>
          {button}
        </Button>
      </div>
    </form>
  );
}
