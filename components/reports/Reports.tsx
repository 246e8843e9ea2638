import { useMemo } from 'preact/hooks';
import { useOnline } from '#page/hooks.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { getCompleteDays, getLocalDay, resolvePeriod } from '../../lib/reports/period.ts';
import { calculateChange, createReportCsv, metrics, type Report } from '../../lib/reports/report.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { Empty } from '../empty/Empty.tsx';
import { LoadFailure } from '../empty/LoadFailure.tsx';
import { type Address, useAddress } from '../hooks/address.ts';
import { NoticeArea, type NoticeContent } from '../notice/Notice.tsx';
import { NoticeStack } from '../notice/NoticeStack.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { problemSentence } from '../problem/wording.ts';
import { downloadText } from '../save-as-file.ts';
import { format, joinFacts, plural, t } from '../text.ts';
import { Chart } from './Chart.tsx';
import { MostWatched } from './MostWatched.tsx';
import { PeriodChooser } from './PeriodChooser.tsx';
import { parseChoice, reportsHash } from './route.ts';
import { type Reports as ReportsRead, useReport } from './useReport.ts';
import { changeText, changeTone, daysText, figureText, fullDay, periodText, totalText } from './wording.ts';
import './reports.css';

interface ReportsProps {
  readonly account: Account;
  readonly address: Address;
}

const choiceHash = (hash: string): string => reportsHash(parseChoice(hash));

export function Reports({ account, address }: ReportsProps) {
  const isOnline = useOnline();
  const { now } = usePageApi();
  const hash = useAddress(address, choiceHash);
  const choice = useMemo(() => parseChoice(hash), [hash]);
  const { reports, problem, isLoading, reload } = useReport(account.id, isOnline, choice);
  const report = reports?.report ?? null;
  /** Without today, which may have no figures yet. */
  const counted = reports?.complete?.report ?? report;
  const today = reports?.today ?? getLocalDay(now());
  const chosen = resolvePeriod(choice, today);
  const period = getCompleteDays(chosen, today) ?? chosen;
  const feedback = useFeedback();
  const isEmpty = report !== null && metrics.every((measure) => !report.totals[measure]);
  // Ten years of days take a while to render.
  const table = useMemo(() => report && !isEmpty && drawTable(report, today), [report]);

  function save() {
    if (report === null) return;
    const { from, to } = report.period;
    downloadText(`linkhaul-reports-${from}-${to}.csv`, createReportCsv(report));
    feedback.show({ tone: 'good', text: plural('reports.saved', report.days.length) });
  }

  return (
    <div class="manager-view scroll stack gap-3 pad-4 reports">
      <div class="reports-tools row wrap gap-3">
        <PeriodChooser
          accountId={account.id}
          choice={choice}
          period={period}
          onChoose={(next, step) => address.go(reportsHash(next), step)}
        />
        <div class="row wrap gap-3">
          <IconButton icon="again" label={t('reports.reload')} onClick={reload} />
          <Button disabled={report === null || isLoading} onClick={save}>
            {t('reports.save')}
          </Button>
        </div>
      </div>
      <NoticeArea {...feedback} />
      <p class="tone-quiet">{reports ? comparedText(reports) : periodText(period)}</p>
      <div role="status" class="reports-notices notice-area stack">
        <NoticeStack
          notices={[
            problem !== null &&
              report !== null &&
              !isLoading && {
                tone: 'warn',
                text: t('reports.noBefore', { sentence: problemSentence(problem) }),
                action: { label: t('common.retry'), onClick: reload },
              },
            ...(counted && !isEmpty ? missingFigures('reports.incomplete', counted) : []),
            ...(reports?.before ? missingFigures('reports.incompleteBefore', reports.before) : []),
          ]}
        />
      </div>
      {report === null && isLoading && <Skeleton />}
      {report === null && problem !== null && !isLoading && (
        <LoadFailure problem={problem} onRetry={reload} />
      )}
      {reports && report && (
        <div class="reports-body stack gap-4" aria-busy={isLoading}>
          {!isEmpty && <Totals {...reports} />}
          {isEmpty ? (
            <Empty
              icon="chart"
              title={t('reports.empty.title')}
              // Days that the service left out may have had views.
              text={t(counted?.missing.length === 0 ? 'reports.empty.text' : 'reports.empty.unknown')}
              action={{ label: t('reports.reload'), onClick: reload }}
            />
          ) : (
            <Chart key={`${report.period.from} ${report.period.to}`} report={report} today={today} />
          )}
        </div>
      )}
      <MostWatched account={account} feedback={feedback} />
      {table && (
        <div class="reports-body" aria-busy={isLoading}>
          {table}
        </div>
      )}
    </div>
  );
}

/** Figures missing on days that have others. */
const missingFigures = (
  sentence: 'reports.incomplete' | 'reports.incompleteBefore',
  { totals, missing }: Report,
): readonly NoticeContent[] =>
  missing.map(({ metrics: missed, days }) => {
    const text = plural(sentence, days.length, { list: daysText(days) });
    const isAll = metrics.every((measure) => totals[measure] === null || missed.includes(measure));
    const part = format.list(missed.map((measure) => t(`reports.${measure}`)));
    return { tone: 'info', text: isAll ? text : t('problem.inPart', { part, sentence: text }) };
  });

function Skeleton() {
  return (
    <div class="reports-body stack gap-4" aria-hidden="true">
      <div class="reports-totals">
        {metrics.map((measure) => (
          <div key={measure} class="reports-total raised pad-3 reports-skeleton" />
        ))}
      </div>
      <div class="reports-skeleton reports-skeleton-chart" />
    </div>
  );
}

function comparedText({ report, complete, before }: ReportsRead): string {
  const period = periodText(complete?.report.period ?? report.period);
  if (complete === null || before === null) return period;
  const { days, before: earlier } = complete.comparison;
  const compared = t('reports.compared', { period: periodText(days), before: periodText(earlier) });
  return days.to === complete.report.period.to ? compared : joinFacts([period, compared]);
}

function Totals({ today, report, complete, before }: ReportsRead) {
  const latest = report.days.find(({ day }) => day === today);
  return (
    <dl class="reports-totals">
      {metrics.map((measure) => {
        const total = (complete?.report ?? report).totals[measure];
        const earlier = before?.totals[measure] ?? null;
        const todays = latest?.[measure] ?? null;
        const change = before && complete && calculateChange(complete.compared.totals[measure], earlier);
        return (
          <div key={measure} class="reports-total raised pad-3">
            <dt class="tone-quiet">{t(`reports.${measure}`)}</dt>
            <dd class="reports-value title strong numbers break-anywhere" title={figureText(measure, total)}>
              {totalText(measure, total)}
            </dd>
            {change !== null && (
              <dd class="reports-change small numbers">
                <bdi class={`strong ${changeTone(change)}`}>{changeText(change)}</bdi>
              </dd>
            )}
            {before && (
              <dd class="reports-previous small tone-quiet numbers" title={figureText(measure, earlier)}>
                {t('reports.before', { value: totalText(measure, earlier) })}
              </dd>
            )}
            {todays !== null && (
              <dd class="reports-today small tone-quiet numbers" title={figureText(measure, todays)}>
                {t('reports.todaySoFar', { value: totalText(measure, todays) })}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function drawTable({ days, period }: Report, today: string) {
  return (
    <table class="report-table numbers">
      <caption class="visually-hidden">{t('reports.table', { period: periodText(period) })}</caption>
      <thead class="small strong tone-quiet">
        <tr>
          <th scope="col">{t('reports.day')}</th>
          {metrics.map((measure) => (
            <th key={measure} scope="col">
              {t(`reports.${measure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((figures) => (
          <tr key={figures.day}>
            <th scope="row">
              <time dateTime={figures.day}>{fullDay(figures.day)}</time>
              {figures.day === today && ` ${t('reports.today')}`}
            </th>
            {metrics.map((measure) => (
              <td key={measure} title={figureText(measure, figures[measure])}>
                {totalText(measure, figures[measure])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
