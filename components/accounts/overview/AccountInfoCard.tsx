/** One account with what the service says of it now; what the service leaves out is shown as unknown. */
import { useId, useRef, useState } from 'preact/hooks';
import { type Account, getAccountName, toHostPattern } from '../../../lib/accounts/account.ts';
import type { ConnectedAccount, ProblemCode } from '../../../lib/protocol.ts';
import { Button, IconButton } from '../../button/Button.tsx';
import { AddressForm } from '../../connect/AddressForm.tsx';
import { Fact } from '../../facts/Fact.tsx';
import { parseDate } from '../../files/details/details-model.ts';
import { formatDay, formatMoment } from '../../files/model/file-format.ts';
import { formatLocale } from '../../format/intl.ts';
import { useAnswer } from '../../hooks/useAnswer.ts';
import { Notice, type NoticeContent } from '../../notice/Notice.tsx';
import type { Feedback } from '../../notice/useFeedback.ts';
import { useNow, useOnRecovery, usePageApi } from '../../page-api.ts';
import { problemSentence } from '../../problem/wording.ts';
import { format, language, t } from '../../text.ts';
import { NicknameForm, UnencryptedWarning, UseAccount } from '../AccountParts.tsx';
import { StorageMeter } from '../StorageMeter.tsx';
import { getPremium } from './premium.ts';

export interface AccountInfoCardProps {
  readonly account: Account;
  /** Tells it from others of the same name. */
  readonly label: string;
  readonly isCurrent: boolean;
  readonly feedback: Feedback;
}

export function AccountInfoCard({ account, label, isCurrent, feedback }: AccountInfoCardProps) {
  const id = useId();
  const { send, requestHost, openSettings } = usePageApi();
  const [edited, setEdited] = useState<'name' | 'address' | null>(null);
  const head = useRef<HTMLElement>(null);
  const { answer, problem, ask } = useAnswer(async (by) => ({
    info: await send('accounts.check', { accountId: account.id, withSlots: true }),
    isConfirmed: by === 'clicked',
  }));
  useOnRecovery(() => problem && ask('opened'));
  const recheck = () => ask('clicked');
  const retry = { label: t('common.retry'), onClick: recheck };
  const actions: Partial<Record<ProblemCode, NoticeContent['action']>> = {
    unauthorized: { label: t('common.settings'), onClick: openSettings },
    'no-permission': {
      label: t('notice.allow'),
      onClick: async () => {
        if (await requestHost(toHostPattern(account.baseUrl))) await recheck();
      },
    },
  };
  /** The focus goes back to the button that began it. */
  function endEdit(button: -1 | -3) {
    setEdited(null);
    [...(head.current?.querySelectorAll('button') ?? [])].at(button)?.focus();
  }
  return (
    <li
      class={`account-box framed account-info stack gap-3${isCurrent ? ' account-box-current' : ''}`}
      aria-labelledby={id}
      aria-busy={answer === null && problem === null}
    >
      <header ref={head} class="account-head account-info-head">
        <h2 id={id} class="heading one-line" dir="auto" title={label}>
          {getAccountName(account)}
        </h2>
        <UseAccount account={account} name={label} isCurrent={isCurrent} feedback={feedback} />
        <div class="row">
          <IconButton
            icon="rename"
            label={t('options.renameNamed', { name: label })}
            onClick={() => setEdited('name')}
          />
          <IconButton icon="again" label={t('options.checkNamed', { name: label })} onClick={recheck} />
        </div>
        <p class="tone-quiet one-line" dir="auto" title={account.baseUrl}>
          {account.baseUrl}
        </p>
        {account.publicUrl !== undefined && (
          <p class="small tone-quiet one-line" title={account.publicUrl}>
            {t('account.leadTo', { host: account.publicUrl })}
          </p>
        )}
        <p class="account-change-address">
          <Button
            isSmall
            kind="quiet"
            label={t('account.changeAddressNamed', { name: label })}
            onClick={() => setEdited('address')}
          >
            {t('account.changeAddress')}
          </Button>
        </p>
      </header>
      {edited === 'address' && (
        <AddressForm
          account={account}
          onEnd={() => endEdit(-1)}
          onChanged={() => {
            feedback.show({ tone: 'good', text: t('account.addressChanged') });
            void ask('opened');
          }}
        />
      )}
      {edited === 'name' && <NicknameForm account={account} feedback={feedback} onEnd={() => endEdit(-3)} />}
      <UnencryptedWarning address={account.baseUrl} />
      <div class="notice-area" role="status">
        {problem && (
          <Notice tone="bad" text={problemSentence(problem)} action={actions[problem.code] ?? retry} />
        )}
        {problem === null && answer?.isConfirmed && <p class="small tone-good">{t('options.checked')}</p>}
      </div>
      {problem === null && (answer ? <Facts info={answer.info} /> : <FactsSkeleton />)}
    </li>
  );
}

function Facts({ info }: { info: ConnectedAccount }) {
  const premium = premiumText(info.premiumExpires, useNow(60));
  const slots = slotsText(info.slots);
  return (
    <dl class="facts">
      <Fact name={t('account.email')}>{info.email === null ? <Unknown /> : <bdi>{info.email}</bdi>}</Fact>
      <Fact name={t('account.storage')}>
        <StorageMeter {...info} isTextFirst />
      </Fact>
      <Fact name={t('account.balance')}>{balanceText(info.balanceText) ?? <Unknown />}</Fact>
      <Fact name={t('account.premium')}>
        {premium ? (
          <span class={`tone-${premium.tone}`} title={premium.moment}>
            {premium.text}
          </span>
        ) : (
          <Unknown />
        )}
      </Fact>
      <Fact name={t('account.slots')}>
        {slots === null ? (
          <Unknown />
        ) : (
          <span class={`tone-${areSlotsTaken(info.slots) ? 'warn' : 'normal'}`}>{slots}</span>
        )}
      </Fact>
      <Fact name={t('account.serverTime')}>{formatMoment(parseDate(info.serverTime)) || <Unknown />}</Fact>
    </dl>
  );
}

const Unknown = () => <span class="tone-quiet">{t('account.unknown')}</span>;

function FactsSkeleton() {
  return (
    <div class="facts" aria-hidden="true">
      {[64, 88, 32, 48, 40, 52].map((width) => (
        <span key={width} class="skeleton-line account-skeleton" style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  );
}

// The service names no currency, and every digit that it gives counts.
const balances = new Intl.NumberFormat(formatLocale(language, navigator.languages), {
  minimumFractionDigits: 2,
  maximumFractionDigits: 20,
});

/** Formatted as a text: a number would lose digits. */
const balanceText = (balance: string | null): string | null =>
  balance === null ? null : balances.format(balance as Intl.StringNumericLiteral);

/** A fact of the tone `normal` needs no attention. */
const premiumTexts = {
  over: ['account.premiumEnded', 'bad'],
  ending: ['account.premiumEnding', 'warn'],
  near: ['account.premiumEndsSoon', 'warn'],
  running: ['account.premiumUntil', 'normal'],
} as const;

function premiumText(expires: string | null, now: number) {
  const { state, endsAtSeconds } = getPremium(expires, now);
  if (state === 'unknown') return null;
  const [key, tone] = premiumTexts[state];
  return { text: t(key, { date: formatDay(endsAtSeconds) }), tone, moment: formatMoment(endsAtSeconds) };
}

/** Null where nothing is known. */
function slotsText(slots: ConnectedAccount['slots']): string | null {
  const used = slots?.usedSlots == null ? null : format.number(slots.usedSlots);
  const total = slots?.totalSlots == null ? null : format.number(slots.totalSlots);
  if (used !== null && total !== null) return t('account.slotsOf', { used, total });
  if (used !== null) return t('account.slotsUsed', { used });
  return total === null ? null : t('account.slotsTotal', { total });
}

const areSlotsTaken = (slots: ConnectedAccount['slots']): boolean =>
  slots?.usedSlots != null && slots.totalSlots != null && slots.usedSlots >= slots.totalSlots;
