import { useId, useRef, useState } from 'preact/hooks';
import { useBlocked } from '#page/account-hooks.ts';
import { type Account, getAccountName, toHostPattern } from '../../../lib/accounts/account.ts';
import { getMove, getPageForm } from '../../../lib/accounts/public-address.ts';
import { readableAddress } from '../../../lib/links/address-title.ts';
import type { ConnectedAccount, Problem, ProblemCode } from '../../../lib/protocol.ts';
import { toServiceSeconds } from '../../../lib/timing/service-time.ts';
import { Button, IconButton } from '../../button/Button.tsx';
import { AddressForm } from '../../connect/AddressForm.tsx';
import { Fact } from '../../facts/Fact.tsx';
import { formatMoment } from '../../format/service-dates.ts';
import { useAnswer } from '../../hooks/useAnswer.ts';
import { useOnEnd } from '../../hooks/useOnEnd.ts';
import { lazy } from '../../lazy.tsx';
import { Notice, type NoticeContent } from '../../notice/Notice.tsx';
import type { Feedback } from '../../notice/useFeedback.ts';
import { useNow, useOnRecovery, usePageApi } from '../../page-api.ts';
import { problemSentence } from '../../problem/wording.ts';
import { StorageMeter } from '../../progress/StorageMeter.tsx';
import { format, t } from '../../text.ts';
import { NicknameForm, SelectAccount, UnencryptedWarning } from '../AccountParts.tsx';
import { moveNotice } from '../moved-pages.ts';
import { DeletionRule } from './DeletionRule.tsx';
import { HostAbilities } from './HostAbilities.tsx';
import { balanceText, premiumText, slotsText } from './wording.ts';

// Loaded on demand, because few accounts need it and it includes the player package.
const MovedPlayers = lazy(() => import('../../embed/MovedPlayers.tsx'), 'MovedPlayers');

interface AccountInfoCardProps {
  readonly account: Account;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly feedback: Feedback;
  /** Opens Files at a URL fragment. */
  readonly onShowFiles: (hash: string) => void;
}

export function AccountInfoCard(props: AccountInfoCardProps) {
  const { account, label, isCurrent, feedback, onShowFiles } = props;
  const id = useId();
  const { send, requestHost, openSettings } = usePageApi();
  const [edited, setEdited] = useState<'name' | 'address' | null>(null);
  const head = useRef<HTMLElement>(null);
  const isRejected = useBlocked().get(account.id)?.reason === 'account';
  const {
    answer,
    problem: asked,
    ask,
  } = useAnswer(
    async (_, by) => ({
      info: await send('accounts.check', { accountId: account.id, withSlots: true }),
      isConfirmed: by === 'clicked',
    }),
    [],
  );
  const problem: Problem | null = asked ?? (isRejected ? { code: 'unauthorized', msg: null } : null);
  useOnRecovery(() => problem && ask('opened'));
  useOnEnd(isRejected, () => ask('opened'));
  const moving = getMove(account);
  const move = moving && moveNotice(account, moving, { send, feedback });
  const publicUrls = [
    ...new Set((['download', 'player'] as const).flatMap((kind) => getPageForm(account, kind)?.base ?? [])),
  ];
  const recheck = () => ask('clicked');
  const retry = { label: t('common.retry'), onClick: recheck };
  const actions: Partial<Record<ProblemCode, NoticeContent['action']>> = {
    unauthorized: { label: t('common.settings'), onClick: () => openSettings(account.id) },
    'no-permission': {
      label: t('notice.allow'),
      onClick: async () => {
        if (await requestHost(toHostPattern(account.baseUrl))) await recheck();
      },
    },
  };
  function endEdit(button: -1 | -3) {
    setEdited(null);
    [...(head.current?.querySelectorAll('button') ?? [])].at(button)?.focus();
  }
  return (
    <li
      class="inset-wide framed account-info stack gap-3"
      aria-labelledby={id}
      aria-busy={answer === null && problem === null}
    >
      <header ref={head} class="account-head account-info-head">
        <h2 id={id} class="heading one-line" dir="auto" title={label}>
          {getAccountName(account)}
        </h2>
        <SelectAccount account={account} name={label} isCurrent={isCurrent} feedback={feedback} />
        <div class="row">
          <IconButton
            icon="rename"
            label={t('options.renameNamed', { name: label })}
            onClick={() => setEdited('name')}
          />
          <IconButton icon="again" label={t('options.checkNamed', { name: label })} onClick={recheck} />
        </div>
        <p class="full-row tone-quiet one-line" dir="auto" title={account.baseUrl}>
          {readableAddress(account.baseUrl)}
        </p>
        {publicUrls.some((each) => each !== account.baseUrl) && (
          <p class="full-row small tone-quiet one-line" title={publicUrls.join('\n')}>
            {t('account.leadTo', { host: format.list(publicUrls) })}
          </p>
        )}
        <p class="account-change-address full-row">
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
          feedback={feedback}
          onEnd={() => endEdit(-1)}
          onChanged={() => {
            feedback.show({ tone: 'good', text: t('account.addressChanged') });
            void ask('opened');
          }}
        />
      )}
      {edited === 'name' && <NicknameForm account={account} feedback={feedback} onEnd={() => endEdit(-3)} />}
      <UnencryptedWarning address={account.baseUrl} />
      {moving && move && (
        <div class="stack gap-3">
          <p>{move.text}</p>
          <p>
            <Button isSmall onClick={move.action?.onClick}>
              {move.action?.label}
            </Button>
          </p>
          <MovedPlayers to={moving.to} from={[moving.from]} />
        </div>
      )}
      <div class="notice-area" role="status">
        {problem && (
          <Notice tone="bad" text={problemSentence(problem)} action={actions[problem.code] ?? retry} />
        )}
        {problem === null && answer?.isConfirmed && <p class="small tone-good">{t('options.checked')}</p>}
      </div>
      {problem === null && (answer ? <Facts info={answer.info} /> : <FactsSkeleton />)}
      <DeletionRule account={account} label={label} feedback={feedback} onShow={onShowFiles} />
      <HostAbilities account={account} isOpen={isCurrent} />
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
        ) : info.isPremium === null ? (
          <Unknown />
        ) : (
          t(info.isPremium ? 'files.filter.yes' : 'files.filter.no')
        )}
      </Fact>
      <Fact name={t('account.slots')}>
        {slots ? <span class={`tone-${slots.tone}`}>{slots.text}</span> : <Unknown />}
      </Fact>
      <Fact name={t('account.serverTime')}>
        {formatMoment(toServiceSeconds(info.serverTime)) || <Unknown />}
      </Fact>
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
