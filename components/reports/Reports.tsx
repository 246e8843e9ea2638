/** Views, downloads and profit by day: totals with the period before beside them, a chart, the table behind it, CSV. */
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { createReportCsv } from '../../lib/reports/csv.ts';
import {
  getLocalDay,
  getPreviousPeriod,
  type PeriodChoice,
  resolvePeriod,
} from '../../lib/reports/period.ts';
import { metrics, type Report } from '../../lib/reports/report.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { Empty } from '../Empty.tsx';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { problemSentence } from '../problem-sentence.ts';
import { useNow } from '../services.ts';
import { plural, t } from '../text.ts';
import { downloadText } from '../uploads/download.ts';
import { Chart } from './Chart.tsx';
import { lastWeek, PeriodChooser } from './PeriodChooser.tsx';
import { ReportTable } from './ReportTable.tsx';
import { Totals } from './Totals.tsx';
import { daysText, periodText } from './texts.ts';
import { useReport } from './useReport.ts';
import './reports.css';

export interface ReportsViewProps {
  readonly account: Account;
  readonly isOnline: boolean;
}

export function Reports({ account, isOnline }: ReportsViewProps) {
  const today = getLocalDay(useNow(60));
  const [choice, setChoice] = useState<PeriodChoice>(lastWeek);
  const period = resolvePeriod(choice, today);
  const compared = getPreviousPeriod(choice, period);
  const { report, before, problem, isLoading, reload } = useReport(account.id, isOnline, choice, today);
  const outcome = useOutcome();
  const isEmpty = report !== null && metrics.every((measure) => report.totals[measure] === 0n);

  function save() {
    if (report === null) return;
    const { from, to } = report.period;
    downloadText(`linkhaul-reports-${from}-${to}.csv`, createReportCsv(report));
    outcome.show({ tone: 'good', text: plural('reports.saved', report.days.length) });
  }

  return (
    <div class="manager-view reports">
      <div class="reports-tools row wrap gap-3">
        <PeriodChooser period={period} onChoose={setChoice} />
        <div class="row wrap gap-3">
          <IconButton icon="again" label={t('reports.reload')} onClick={reload} />
          <Button disabled={report === null || isLoading} onClick={save}>
            {t('reports.save')}
          </Button>
        </div>
      </div>
      <NoticeArea {...outcome} />
      <p class="tone-quiet">
        {report && before === null
          ? periodText(report.period)
          : t('reports.compared', {
              period: periodText(report?.period ?? period),
              before: periodText(before?.period ?? compared),
            })}
      </p>
      <div role="status" class="reports-notices notice-area stack">
        {problem !== null && !isLoading && (
          <Notice
            tone={report === null ? 'bad' : 'warn'}
            text={
              report === null
                ? problemSentence(problem)
                : t('reports.noBefore', { sentence: problemSentence(problem) })
            }
            action={{ label: t('common.retry'), onClick: reload }}
          />
        )}
        {report && !isEmpty && report.incompleteDays.length > 0 && (
          <Notice tone="info" text={incompleteText('reports.incomplete', report)} />
        )}
        {before && before.incompleteDays.length > 0 && (
          <Notice tone="info" text={incompleteText('reports.incompleteBefore', before)} />
        )}
      </div>
      {report === null && isLoading && <Skeleton />}
      {report && (
        <div class="reports-body stack gap-4" aria-busy={isLoading}>
          <Totals report={report} before={before} />
          {isEmpty ? (
            <Empty
              icon="chart"
              title={t('reports.empty.title')}
              // A day that the service left out may have had views.
              text={t(report.incompleteDays.length === 0 ? 'reports.empty.text' : 'reports.empty.unknown')}
            />
          ) : (
            <>
              <Chart key={`${report.period.from} ${report.period.to}`} report={report} today={today} />
              <ReportTable report={report} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

const incompleteText = (
  key: 'reports.incomplete' | 'reports.incompleteBefore',
  { incompleteDays }: Report,
): string => plural(key, incompleteDays.length, { list: daysText(incompleteDays) });

function Skeleton() {
  return (
    <div class="reports-body stack gap-4" aria-hidden="true">
      <div class="reports-totals">
        {metrics.map((measure) => (
          <div key={measure} class="reports-total reports-skeleton" />
        ))}
      </div>
      <div class="reports-skeleton reports-skeleton-chart" />
    </div>
  );
}
