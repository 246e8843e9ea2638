import { useMemo, useState } from 'preact/hooks';
import { useCapabilities } from '#page/account-hooks.ts';
import { useOnline } from '#page/hooks.ts';
import type { Account } from '../../lib/accounts/account.ts';
import {
  getLocalDay,
  getPreviousPeriod,
  type PeriodChoice,
  resolvePeriod,
} from '../../lib/reports/period.ts';
import { calculateChange, createReportCsv, metrics, type Report } from '../../lib/reports/report.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { Empty } from '../empty/Empty.tsx';
import { LoadFailure } from '../empty/LoadFailure.tsx';
import { NoticeArea, type NoticeContent } from '../notice/Notice.tsx';
import { NoticeStack } from '../notice/NoticeStack.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { useNow } from '../page-api.ts';
import { problemSentence } from '../problem/wording.ts';
import { format, plural, t } from '../text.ts';
import { downloadText } from '../uploads/save-as-file.ts';
import { Chart } from './Chart.tsx';
import { MostWatched } from './MostWatched.tsx';
import { lastWeek, PeriodChooser } from './PeriodChooser.tsx';
import { useReport } from './useReport.ts';
import { changeText, daysText, figureText, fullDay, periodText, totalText } from './wording.ts';
import './reports.css';

export function Reports({ account }: { account: Account }) {
  const isOnline = useOnline();
  const { hasReportRange } = useCapabilities(account);
  const today = getLocalDay(useNow(60));
  const [choice, setChoice] = useState<PeriodChoice>(lastWeek);
  const period = resolvePeriod(choice, today);
  const compared = getPreviousPeriod(choice, period);
  const { report, before, problem, isLoading, reload } = useReport(account.id, isOnline, choice, today);
  const feedback = useFeedback();
  const isEmpty = report !== null && metrics.every((measure) => !report.totals[measure]);
  // Ten years of days take a while to render.
  const table = useMemo(() => report && !isEmpty && drawTable(report), [report]);

  function save() {
    if (report === null) return;
    const { from, to } = report.period;
    downloadText(`linkhaul-reports-${from}-${to}.csv`, createReportCsv(report));
    feedback.show({ tone: 'good', text: plural('reports.saved', report.days.length) });
  }

  return (
    <div class="manager-view scroll stack gap-3 pad-4 reports">
      <div class="reports-tools row wrap gap-3">
        <PeriodChooser period={period} hasRange={hasReportRange} onChoose={setChoice} />
        <div class="row wrap gap-3">
          <IconButton icon="again" label={t('reports.reload')} onClick={reload} />
          <Button disabled={report === null || isLoading} onClick={save}>
            {t('reports.save')}
          </Button>
        </div>
      </div>
      <NoticeArea {...feedback} />
      <p class="tone-quiet">
        {report && before === null
          ? periodText(report.period)
          : t('reports.compared', {
              period: periodText(report?.period ?? period),
              before: periodText(before?.period ?? compared),
            })}
      </p>
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
            ...(report && !isEmpty ? missingFigures('reports.incomplete', report) : []),
            ...(before ? missingFigures('reports.incompleteBefore', before) : []),
          ]}
        />
      </div>
      {report === null && isLoading && <Skeleton />}
      {report === null && problem !== null && !isLoading && (
        <LoadFailure problem={problem} onRetry={reload} />
      )}
      {report && (
        <div class="reports-body stack gap-4" aria-busy={isLoading}>
          {!isEmpty && <Totals report={report} before={before} />}
          {isEmpty ? (
            <Empty
              icon="chart"
              title={t('reports.empty.title')}
              // Days that the service left out may have had views.
              text={t(report.missing.length === 0 ? 'reports.empty.text' : 'reports.empty.unknown')}
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

/** Lists the figures that the service left out on days for which it gave others. */
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

function Totals({ report, before }: { report: Report; before: Report | null }) {
  return (
    <dl class="reports-totals">
      {metrics.map((measure) => {
        const total = report.totals[measure];
        const change = before && calculateChange(total, before.totals[measure]);
        const tone = change === null || change === 0 ? '' : change > 0 ? ' tone-good' : ' tone-bad';
        return (
          <div key={measure} class="reports-total raised pad-3">
            <dt class="tone-quiet">{t(`reports.${measure}`)}</dt>
            <dd class="reports-value title strong numbers break-anywhere" title={figureText(measure, total)}>
              {totalText(measure, total)}
            </dd>
            {before && (
              <dd
                class="reports-previous stack gap-0 small tone-quiet numbers"
                title={figureText(measure, before.totals[measure])}
              >
                {change !== null && <bdi class={`strong${tone}`}>{changeText(change)}</bdi>}
                <span>{t('reports.before', { value: totalText(measure, before.totals[measure]) })}</span>
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function drawTable({ days, period }: Report) {
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
            </th>
            {metrics.map((measure) => (
              <td key={measure}>{figureText(measure, figures[measure])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
