import { useState } from 'preact/hooks';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import { cleanText } from '../../lib/api/clean-text.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { SecretField } from '../field/SecretField.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Notice, type NoticeContent } from '../notice/Notice.tsx';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { t } from '../text.ts';
import { readAddress } from './typed-address.ts';
import { useFieldErrors } from './useFieldErrors.ts';
import { useHostRequest } from './useHostRequest.ts';
import { failureSentence, isAboutAddress, questionAbout } from './wording.ts';

interface ConnectFormProps {
  /** Given where only the key is missing; what is typed replaces it. */
  readonly address?: string | undefined;
  readonly autoFocus?: boolean;
  readonly onConnected: (connected: ConnectedAccount) => void;
}

const noErrors = { address: null, key: null };

export function ConnectForm(props: ConnectFormProps) {
  const { address: initialAddress = '', autoFocus = false, onConnected } = props;
  const { send } = usePageApi();
  const { stage, run } = useHostRequest();
  const [moved, setMoved] = useState<MovedAccountProps | null>(null);
  const [typedAddress, setAddress] = useState<string | null>(null);
  const address = typedAddress ?? initialAddress;
  const [key, setKey] = useState('');
  const { form, errors, showErrors, clearError } = useFieldErrors(noErrors);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  /** The address that the user was asked about; to connect to it again is the answer. */
  const [confirmedUrl, setConfirmedUrl] = useState<string | null>(null);
  const typed = readAddress(address);

  // No `await` before the question: a browser takes it only from within the click.
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (stage !== 'idle') return;
    const { baseUrl, host } = typed;
    const missingKey = cleanText(key) === '' ? t('connect.missingKey') : null;
    const question =
      baseUrl === null || baseUrl === confirmedUrl ? null : questionAbout(baseUrl, t('connect.button'));
    setConfirmedUrl(baseUrl);
    showErrors({ address: question ?? typed.error, key: missingKey });
    setNotice(null);
    setMoved(null);
    if (question !== null || baseUrl === null || host === null || missingKey !== null) return;
    void finish(baseUrl, host);
  }

  async function finish(baseUrl: string, host: string) {
    const credentials = { address: baseUrl, key: cleanText(key) };
    const add = () => send('accounts.connect', credentials);
    async function settle(request: () => Promise<ConnectedAccount | null>) {
      try {
        const connected = await run(baseUrl, request);
        if (connected === null) return;
        setMoved(null);
        // What was typed meanwhile is for another account.
        setAddress((current) => (current === typedAddress ? null : current));
        setKey((current) => (current === key ? '' : current));
        onConnected(connected);
      } catch (error) {
        const text = failureSentence(error, host, t('connect.button'));
        if (problemOf(error).code === 'unauthorized') showErrors({ key: text });
        else if (isAboutAddress(error)) showErrors({ address: text });
        else setNotice({ tone: 'bad', text });
      }
    }
    await settle(async () => {
      const { account } = await send('accounts.findMoved', credentials);
      if (account === null) return add();
      const { id: accountId } = account;
      const change = () => send('accounts.changeAddress', { accountId, ...credentials, isConfirmed: true });
      setMoved({
        account,
        onChange: () =>
          settle(async () => {
            const changed = await change();
            // A confirmed change is never questioned.
            return 'account' in changed ? changed : null;
          }),
        onAdd: () => settle(add),
      });
      return null;
    });
  }

  return (
    <form ref={form} class="stack gap-4" onSubmit={submit} noValidate>
      <Field
        label={t('connect.address')}
        hint={t('connect.addressHint')}
        value={address}
        kind="url"
        autoFocus={autoFocus}
        error={errors.address}
        onInput={(value) => {
          setAddress(value);
          setMoved(null);
          clearError('address');
        }}
      />
      <SecretField
        label={t('connect.key')}
        showLabel={t('connect.show')}
        hint={
          <>
            {t('connect.keyHint')}
            {typed.baseUrl !== null && (
              <>
                {' '}
                <a href={`${typed.baseUrl}/settings`} target="_blank" rel="noreferrer">
                  {t('connect.keyAt', { host: `${typed.host}/settings` })}
                  <span class="visually-hidden"> ({t('common.opensTab')})</span>
                </a>
              </>
            )}
          </>
        }
        value={key}
        autoFocus={initialAddress !== ''}
        error={errors.key}
        onInput={(value) => {
          setKey(value);
          setMoved(null);
          clearError('key');
        }}
      />
      <p class="flex tone-quiet">
        <Icon name="question" class="line-icon" />
        {typed.host === null ? t('connect.reasonAny') : t('connect.reason', { host: typed.host })}
      </p>
      <div class="row gap-3">
        <Button kind="primary" type="submit" isBusy={stage !== 'idle'}>
          {t('connect.button')}
        </Button>
        <p class="tone-quiet" role="status">
          {stage === 'busy' && t('connect.busy')}
          {stage === 'waiting' && t('connect.waiting', { host: typed.host ?? '' })}
        </p>
      </div>
      <div role="alert">
        {notice && <Notice {...notice} />}
        {moved && <MovedAccount {...moved} />}
      </div>
    </form>
  );
}

interface MovedAccountProps {
  readonly account: Account;
  readonly onChange: () => Promise<void>;
  readonly onAdd: () => Promise<void>;
}

function MovedAccount({ account, onChange, onAdd }: MovedAccountProps) {
  return (
    <div class="stack gap-3">
      <p class="strong">{t('connect.moved', { name: getAccountName(account) })}</p>
      <p class="tone-quiet">{t('account.addressHint')}</p>
      <div class="row wrap gap-3">
        <Button kind="primary" onClick={onChange}>
          {t('account.changeAddress')}
        </Button>
        <Button onClick={onAdd}>{t('connect.addAnother')}</Button>
      </div>
    </div>
  );
}
