/** The figures behind the chart, day by day, newest first. */
import { useMemo } from 'preact/hooks';
import { metrics, type Report } from '../../lib/reports/report.ts';
import { t } from '../text.ts';
import { figureText, fullDay, periodText } from './texts.ts';
import './report-table.css';

/** Drawn anew only for another report: ten years of days take a while. */
export function ReportTable({ report }: { report: Report }) {
  return useMemo(() => drawTable(report), [report]);
}

function drawTable({ days, period }: Report) {
  return (
    <table class="report-table">
      <caption class="visually-hidden">{t('reports.table', { period: periodText(period) })}</caption>
      <thead>
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
