/** The sums of a period, each with the period before beside it. */
import { calculateChange, metrics, type Report } from '../../lib/reports/report.ts';
import { t } from '../text.ts';
import { changeText, figureText } from './texts.ts';

export interface TotalsProps {
  readonly report: Report;
  /** Null where it could not be read. */
  readonly before: Report | null;
}

export function Totals({ report, before }: TotalsProps) {
  return (
    <dl class="reports-totals">
      {metrics.map((measure) => {
        const total = report.totals[measure];
        const change = before && calculateChange(total, before.totals[measure]);
        const tone = change === null || change === 0 ? '' : change > 0 ? ' tone-good' : ' tone-bad';
        return (
          <div key={measure} class="reports-total">
            <dt>{t(`reports.${measure}`)}</dt>
            <dd class="reports-value">{figureText(measure, total)}</dd>
            {before && (
              <dd class="reports-previous small tone-quiet numbers">
                {change !== null && <bdi class={`strong${tone}`}>{changeText(change)}</bdi>}
                <span>{t('reports.before', { value: figureText(measure, before.totals[measure]) })}</span>
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
