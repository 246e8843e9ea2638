import { useState } from 'preact/hooks';
import { type Account, getAccountName } from '../../lib/accounts/account.ts';
import type { FoundService } from '../../lib/accounts/find-service.ts';
import { knownHosts } from '../../lib/accounts/known-hosts.ts';
import { cleanText } from '../../lib/api/clean-text.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import { Button } from '../button/Button.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { Field } from '../field/Field.tsx';
import { SecretField } from '../field/SecretField.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Notice, type NoticeContent } from '../notice/Notice.tsx';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { t } from '../text.ts';
import { readService } from './typed-address.ts';
import { useAddressQuestion } from './useAddressQuestion.ts';
import { useFieldErrors } from './useFieldErrors.ts';
import { useHostRequest } from './useHostRequest.ts';
import { failureSentence, isAboutAddress, isQuestion, reasonText, stageText } from './wording.ts';

interface ConnectFormProps {
  /** Set if only the key is missing. */
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
  // Accounts of another page may give the form another place on this one.
  const [typedAddress, setAddress] = useDraft<string | null>(`service address ${initialAddress}`, null);
  const address = typedAddress ?? initialAddress;
  const [key, setKey] = useState('');
  const { form, errors, showErrors, clearError } = useFieldErrors(noErrors);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { ask, askAboutService } = useAddressQuestion(address, t('connect.button'));
  const service = readService(address);
  const addresses = service.value?.addresses ?? null;

  // No `await` before the permission prompt, because browsers only show it within the click.
  function submit() {
    if (stage === 'busy') return;
    const missingKey = cleanText(key) === '' ? t('connect.missingKey') : null;
    const { question, isInsisting } = ask(addresses?.[0]);
    showErrors({ address: question ?? service.error, key: missingKey });
    setNotice(null);
    setMoved(null);
    if (question !== null || addresses === null || missingKey !== null) return;
    void finish(addresses, isInsisting);
  }

  async function finish(addresses: readonly [string, ...string[]], isInsisting: boolean) {
    const typedKey = cleanText(key);
    let [named] = addresses;
    async function attemptAt(
      where: { readonly addresses: typeof addresses; readonly isInsisting: boolean },
      request: (credentials: { address: string; key: string }) => Promise<ConnectedAccount | null>,
    ) {
      try {
        const attempt = (baseUrl: string) => {
          named = baseUrl;
          return request({ address: baseUrl, key: typedKey });
        };
        const connected = await run({ ...where, attempt });
        if (connected === null) return;
        setMoved(null);
        // Text typed meanwhile is for another account.
        setAddress((current) => (current === typedAddress ? null : current));
        setKey((current) => (current === key ? '' : current));
        onConnected(connected);
      } catch (error) {
        const text = failureSentence(error, named, t('connect.button'));
        if (isQuestion(error)) askAboutService();
        if (toProblem(error).code === 'unauthorized') showErrors({ key: text });
        else if (isAboutAddress(error)) showErrors({ address: text });
        else setNotice({ tone: 'bad', text });
      }
    }
    const add = (credentials: { address: string; key: string }) => send('accounts.connect', credentials);
    await attemptAt({ addresses, isInsisting }, async (credentials) => {
      const { account } = await send('accounts.findMoved', credentials);
      if (account === null) return add(credentials);
      const { id: accountId } = account;
      const found = { addresses: [credentials.address] as const, isInsisting: true };
      setMoved({
        account,
        onChange: () =>
          attemptAt(found, async () => {
            const request = { accountId, ...credentials, isConfirmed: true };
            const changed = await send('accounts.changeAddress', request);
            return 'account' in changed ? changed : null;
          }),
        onAdd: () => attemptAt(found, add),
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
        suggestions={knownHosts.map(({ name }) => name)}
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
            {service.value?.keyPage && (
              <>
                {' '}
                <KeyPageLink {...service.value.keyPage} />
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
        {addresses === null ? t('connect.reasonAny') : reasonText(addresses)}
      </p>
      <div class="row gap-3">
        <Button kind="primary" type="submit" isBusy={stage === 'busy'}>
          {t('connect.button')}
        </Button>
        <p class="notice-area tone-quiet" role="status">
          {stageText(stage, addresses)}
        </p>
      </div>
      <div class="notice-area" role="alert">
        {notice && <Notice {...notice} />}
        {moved && <MovedAccount {...moved} />}
      </div>
    </form>
  );
}

function KeyPageLink({ url, isExact }: NonNullable<FoundService['keyPage']>) {
  const { host, pathname } = new URL(url);
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {isExact ? t('connect.keyAt', { host: host + pathname }) : t('connect.keyOnSite', { host })}
      <span class="visually-hidden"> ({t('common.opensTab')})</span>
    </a>
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
