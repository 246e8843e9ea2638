/** Changes the service's address, which is checked first, and the one for links and players. */
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { FoundService } from '../../lib/accounts/find-service.ts';
import { knownHosts } from '../../lib/accounts/known-hosts.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { readKey } from '../keys/key-press.ts';
import { Notice, type NoticeContent } from '../notice/Notice.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { joinSentences, t } from '../text.ts';
import { readAddress, readService } from './typed-address.ts';
import { useAddressQuestion } from './useAddressQuestion.ts';
import { useFieldErrors } from './useFieldErrors.ts';
import { useHostRequest } from './useHostRequest.ts';
import {
  failureSentence,
  isAboutAddress,
  isQuestion,
  otherOwnerSentence,
  reasonText,
  stageText,
} from './wording.ts';

interface AddressFormProps {
  readonly account: Account;
  /** Shows a failure after the form was closed. */
  readonly feedback: Feedback;
  readonly onChanged: () => void;
  readonly onEnd: () => void;
}

const noErrors = { service: null, public: null };

export function AddressForm({ account, feedback, onChanged, onEnd }: AddressFormProps) {
  const { send } = usePageApi();
  const { stage, run } = useHostRequest();
  const isMounted = useIsMounted();
  const [address, setAddress] = useState(account.baseUrl);
  const [publicAddress, setPublicAddress] = useState(account.publicUrl ?? '');
  const { form, errors, showErrors, clearError } = useFieldErrors(noErrors);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  /** Its service reports another owner. Saving it again confirms it. */
  const [otherOwnerUrl, setOtherOwnerUrl] = useState<string | null>(null);
  const button = t('rules.save');
  const { ask, askAboutService } = useAddressQuestion(address, button);
  const service = readService(address);
  /** Null if it isn't moving. */
  const addresses =
    service.value?.addresses[0] === account.baseUrl ? null : (service.value?.addresses ?? null);

  // No `await` before `run`, because browsers only show the permission prompt within the click.
  function submit() {
    if (stage === 'busy') return;
    const typedPublic = publicAddress.trim() === '' ? null : readAddress(publicAddress);
    const { question, isInsisting } = ask(addresses?.[0]);
    setNotice(null);
    const found = { service: service.error ?? question, public: typedPublic?.error ?? null };
    showErrors(found);
    if (service.value === null || found.service !== null || found.public !== null) return;
    void save(addresses, isInsisting, typedPublic?.value ?? '');
  }

  /**
   * @param addresses the service's new ones. Null if it hasn't moved
   * @param confirmedUrl may belong to another owner
   */
  async function save(
    addresses: FoundService['addresses'] | null,
    isInsisting: boolean,
    publicUrl: string,
    confirmedUrl = otherOwnerUrl,
  ): Promise<void> {
    const accountId = account.id;
    let named = addresses?.[0] ?? account.baseUrl;
    try {
      if (addresses !== null) {
        const attempt = (baseUrl: string) => {
          named = baseUrl;
          const isConfirmed = baseUrl === confirmedUrl;
          return send('accounts.changeAddress', { accountId, address: baseUrl, isConfirmed });
        };
        const change = await run({ addresses, isInsisting, attempt });
        if (change === null) return;
        if ('otherEmail' in change) {
          setOtherOwnerUrl(named);
          const again = () => save(addresses, isInsisting, publicUrl, named);
          report(otherOwnerSentence(change, new URL(named).host, button), true, again);
          return;
        }
      }
      if (publicUrl !== (account.publicUrl ?? ''))
        await send('accounts.setPublicAddress', { accountId, address: publicUrl });
      onEnd();
      onChanged();
    } catch (error) {
      if (isQuestion(error)) askAboutService();
      const again = () => save(addresses, isInsisting || isQuestion(error), publicUrl, confirmedUrl);
      report(failureSentence(error, named, button), isAboutAddress(error), again);
    }
  }

  /** @param again what the form's button does next, which the text may name */
  function report(text: string, isOfField: boolean, again: () => unknown): void {
    if (!isMounted.current) feedback.show({ tone: 'bad', text, action: { label: button, onClick: again } });
    else if (isOfField) showErrors({ service: text });
    else setNotice({ tone: 'bad', text });
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
        hint={joinSentences([t('account.addressHint'), addresses && reasonText(addresses)])}
        value={address}
        kind="url"
        suggestions={knownHosts.map(({ name }) => name)}
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
        <Button kind="primary" type="submit" isBusy={stage === 'busy'}>
          {button}
        </Button>
        <Button onClick={onEnd}>{t('common.cancel')}</Button>
        <p class="tone-quiet" role="status">
          {stageText(stage, addresses)}
        </p>
      </div>
      <div role="alert">{notice && <Notice {...notice} />}</div>
    </form>
  );
}
