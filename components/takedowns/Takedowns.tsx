import { useId, useMemo } from 'preact/hooks';
import { useCapabilities } from '#page/account-hooks.ts';
import { useCatalog } from '#page/catalog.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { formatLocale } from '../../lib/texts/intl.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { Empty } from '../empty/Empty.tsx';
import { LoadFailure } from '../empty/LoadFailure.tsx';
import { Field } from '../field/Field.tsx';
import { RadioGroup } from '../field/RadioGroup.tsx';
import { routeHash, takenDownFiles } from '../files/model/route.ts';
import { useReportVisit } from '../files/model/useReportVisit.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { NoticeStack } from '../notice/NoticeStack.tsx';
import { type Feedback, useFeedback } from '../notice/useFeedback.ts';
import { useAccountPage, usePageApi } from '../page-api.ts';
import { problemSentence } from '../problem/wording.ts';
import { downloadText, fileName, markUtf8 } from '../save-as-file.ts';
import { language, plural, t } from '../text.ts';
import { UploadsSkeleton } from '../uploads/EmptyUploads.tsx';
import { TakedownList } from './TakedownList.tsx';
import { takedownActions } from './takedown-actions.ts';
import { createTakedownFilter, takedownRows, takedownsCsv } from './takedown-rows.ts';
import './takedowns.css';

const formatPeriod = (count: number, unit: 'hour' | 'day'): string =>
  new Intl.NumberFormat(formatLocale(language, navigator.languages), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count);

/** In hours. Null is the usual month, whose list is stored. */
const periods: readonly (readonly [number | null, string])[] = [
  [24, formatPeriod(24, 'hour')],
  [168, formatPeriod(7, 'day')],
  [null, formatPeriod(30, 'day')],
  [8760, formatPeriod(365, 'day')],
];

/** Titles and folders come from the catalog. */
function ReadNames({ accountId, feedback }: { accountId: string; feedback: Feedback }) {
  useReportVisit(accountId, null, feedback);
  return null;
}

interface TakedownsProps {
  /** Remount with a new `key` to change the account. */
  readonly account: Account;
  readonly label: string;
}

export function Takedowns({ account, label }: TakedownsProps) {
  const id = useId();
  const pageApi = usePageApi();
  const page = useAccountPage();
  const feedback = useFeedback();
  const snapshot = useCatalog(account.id);
  const byHours = useCapabilities(account).takedowns === 'hours';
  const [hours, setHours] = useDraft<number | null>(`takedown hours ${account.id}`, null);
  const {
    answer: takedowns,
    problem,
    ask,
  } = useAnswer(
    () => pageApi.send('takedowns.list', { accountId: account.id, ...(hours !== null && { hours }) }),
    [hours],
  );
  const again = () => ask('clicked');
  const [typed, setTyped] = useDraft(`takedown search ${account.id}`, '');
  const rows = useMemo(
    () => takedowns && takedownRows(takedowns, snapshot, account),
    [takedowns, snapshot, account],
  );
  const filterRows = useMemo(() => createTakedownFilter(rows ?? []), [rows]);
  const found = useMemo(() => filterRows(typed), [filterRows, typed]);
  const newCount = rows?.filter(({ isNew }) => isNew).length ?? 0;
  const context = { account, pageApi, page, feedback };

  return (
    <section
      class="takedowns manager-view scroll stack gap-3 pad-4"
      aria-labelledby={id}
      aria-busy={rows === null && problem === null}
    >
      <header class="account-head">
        <h2 id={id} class="heading break-anywhere">
          {t('takedowns.title', { name: label })}
        </h2>
        <IconButton icon="again" label={t('takedowns.refresh')} onClick={again} />
        <a class="to-end" href={routeHash(takenDownFiles)}>
          {t('takedowns.inFiles')}
        </a>
        <p class="full-row tone-quiet">{t('takedowns.hint')}</p>
      </header>
      {rows?.some(({ file }) => file === null) && <ReadNames accountId={account.id} feedback={feedback} />}
      {byHours && (
        <RadioGroup
          class="takedowns-period"
          label={t('reports.period')}
          kind="segment"
          value={hours}
          choices={periods}
          onChange={setHours}
        />
      )}
      <div class="notice-area" role="status">
        <NoticeStack
          notices={[
            problem !== null &&
              rows !== null && {
                tone: 'bad',
                text: problemSentence(problem),
                action: { label: t('common.retry'), onClick: again },
              },
            newCount > 0 && { tone: 'warn', text: plural('takedowns.newCount', newCount) },
          ]}
        />
      </div>
      {rows === null &&
        (problem ? <LoadFailure problem={problem} level="h3" onRetry={again} /> : <UploadsSkeleton />)}
      {rows?.length === 0 && (
        <Empty
          icon="done"
          level="h3"
          title={t('takedowns.none')}
          text={t(byHours ? 'takedowns.noneInPeriod' : 'takedowns.noneText')}
        />
      )}
      {rows && rows.length > 0 && (
        <>
          <div class="takedowns-tools row wrap gap-3">
            <Field label={t('takedowns.filter')} kind="search" value={typed} onInput={setTyped} />
            <p class="tone-quiet" role="status">
              {plural('takedowns.count', found.length)}
            </p>
            <Button
              icon="document"
              disabled={found.length === 0}
              onClick={() => {
                downloadText(fileName('takedowns', pageApi.now(), 'csv'), markUtf8(takedownsCsv(found)));
                feedback.show({ tone: 'good', text: plural('takedowns.saved', found.length) });
              }}
            >
              {t('takedowns.csv')}
            </Button>
          </div>
          {found.length > 0 ? (
            <TakedownList
              rows={found}
              byHours={byHours}
              actionsFor={(row) => takedownActions(row, context)}
            />
          ) : (
            <Empty
              icon="search"
              level="h3"
              title={t('takedowns.noMatch', { text: typed.trim() })}
              action={{ label: t('takedowns.showAll'), onClick: () => setTyped('') }}
            />
          )}
        </>
      )}
      <NoticeArea {...feedback} />
    </section>
  );
}
