/** Changes an account's addresses: the service's, which is checked first, and the one of links and players. */
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { readKey } from '../keys/key-press.ts';
import { Notice, type NoticeContent } from '../notice/Notice.tsx';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import { readAddress } from './typed-address.ts';
import { useFieldErrors } from './useFieldErrors.ts';
import { useHostRequest } from './useHostRequest.ts';
import { failureSentence, isAboutAddress, otherOwnerSentence, questionAbout } from './wording.ts';

interface AddressFormProps {
  readonly account: Account;
  readonly onChanged: () => void;
  readonly onEnd: () => void;
}

const noErrors = { service: null, public: null };

export function AddressForm({ account, onChanged, onEnd }: AddressFormProps) {
  const { send } = usePageApi();
  const { stage, run } = useHostRequest();
  const [address, setAddress] = useState(account.baseUrl);
  const [publicAddress, setPublicAddress] = useState(account.publicUrl ?? '');
  const { form, errors, showErrors, clearError } = useFieldErrors(noErrors);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  /** The user was asked about it before the key is sent there. */
  const [askedUrl, setAskedUrl] = useState<string | null>(null);
  /** The address whose service names another owner; to save it again is the answer. */
  const [otherOwnerUrl, setOtherOwnerUrl] = useState<string | null>(null);
  const button = t('rules.save');

  // No `await` before `run`: a browser takes the question for the host only from within the click.
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (stage !== 'idle') return;
    const typed = readAddress(address);
    const typedPublic = publicAddress.trim() === '' ? null : readAddress(publicAddress);
    const { baseUrl } = typed;
    const isMoving = baseUrl !== null && baseUrl !== account.baseUrl;
    const question = isMoving && baseUrl !== askedUrl ? questionAbout(baseUrl, button) : null;
    setAskedUrl(baseUrl);
    setNotice(null);
    const found = { service: typed.error ?? question, public: typedPublic?.error ?? null };
    showErrors(found);
    if (baseUrl === null || found.service !== null || found.public !== null) return;
    void save(baseUrl, isMoving, typedPublic?.baseUrl ?? '');
  }

  async function save(baseUrl: string, isMoving: boolean, publicUrl: string) {
    const accountId = account.id;
    const { host } = new URL(baseUrl);
    const isConfirmed = baseUrl === otherOwnerUrl;
    try {
      if (isMoving) {
        const request = { accountId, address: baseUrl, isConfirmed };
        const change = await run(baseUrl, () => send('accounts.changeAddress', request));
        if ('otherEmail' in change) {
          setOtherOwnerUrl(baseUrl);
          showErrors({ service: otherOwnerSentence(change, host, button) });
          return;
        }
      }
      if (publicUrl !== (account.publicUrl ?? ''))
        await send('accounts.setPublicAddress', { accountId, address: publicUrl });
      onEnd();
      onChanged();
    } catch (error) {
      const text = failureSentence(error, host, button);
      if (isAboutAddress(error)) showErrors({ service: text });
      else setNotice({ tone: 'bad', text });
    }
  }

  return (
    <form
      ref={form}
      class="stack gap-3"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (readKey(event)?.key === 'Escape') onEnd();
      }}
    >
      <Field
        label={t('connect.address')}
        hint={t('account.addressHint')}
        value={address}
        kind="url"
        autoFocus
        error={errors.service}
        onInput={(value) => {
          setAddress(value);
          clearError('service');
        }}
      />
      <Field
        label={t('account.publicAddress')}
        hint={t('account.publicAddressHint')}
        value={publicAddress}
        kind="url"
        error={errors.public}
        onInput={(value) => {
          setPublicAddress(value);
          clearError('public');
        }}
      />
      <div class="row wrap gap-3">
        <Button kind="primary" type="submit" isBusy={stage !== 'idle'}>
          {button}
        </Button>
        <Button onClick={onEnd}>{t('common.cancel')}</Button>
        <p class="tone-quiet" role="status">
          {stage === 'busy' && t('connect.busy')}
          {stage === 'waiting' && t('connect.waiting', { host: readAddress(address).host ?? '' })}
        </p>
      </div>
      <div role="alert">{notice && <Notice {...notice} />}</div>
    </form>
  );
}
