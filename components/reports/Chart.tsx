/** Views and downloads as bars, total profit as a line. Each is a single path, so that a year renders as fast as a week. */
import { useId, useState } from 'preact/hooks';
import { type DayFigures, metrics, type Report } from '../../lib/reports/report.ts';
import { format, t } from '../text.ts';
import { compactText, figureText, fullDay, periodText, shortDay } from './wording.ts';
import './reports.css';

/** The drawing is one unit wide per day and this many units high. It is stretched to fit. */
const height = 100;
const series = ['views', 'downloads', 'profitTotal'] as const;
type Series = (typeof series)[number];

/** The figure as drawn. Negative figures are drawn as zero. */
const sizeOf = (day: DayFigures, measure: Series): number | null =>
  day[measure] === null ? null : Math.max(0, Number(day[measure]));

/** The top of an axis: 2, 4, 6, 8 or 10 times a power of ten, so that half of it is a whole number. */
function topOf(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(largest));
  const top = [2, 4, 6, 8, 10].find((step) => step * power >= largest) ?? 10;
  return top * power;
}

/** @param props.today marked if it is one of the days */
export function Chart({ report: { days, period }, today }: { report: Report; today: string }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const largest = (...of: readonly Series[]) =>
    days.reduce((size, day) => of.reduce((most, each) => Math.max(most, sizeOf(day, each) ?? 0), size), 0);
  const counts = topOf(largest('views', 'downloads') || 1);
  const profits = topOf(largest('profitTotal') || 100_000);
  const y = (size: number, top: number) => (height * (1 - size / top)).toFixed(2);

  const bars = (measure: Series) =>
    days
      .map((day, at) => {
        const size = sizeOf(day, measure);
        return size ? `M${at + 0.5} ${height}V${y(size, counts)}` : '';
      })
      .join('');
  // A day without a figure is a gap. A single day between gaps is a dash.
  const line = days
    .map((day, at) => {
      const size = sizeOf(day, 'profitTotal');
      if (size === null) return '';
      const isStart = (days[at - 1]?.profitTotal ?? null) === null;
      const isAlone = isStart && (days[at + 1]?.profitTotal ?? null) === null;
      if (isAlone) return `M${at + 0.25} ${y(size, profits)}h.5`;
      return `${isStart ? 'M' : 'L'}${at + 0.5} ${y(size, profits)}`;
    })
    .join('');
  const column = (at: number) => (at < 0 ? '' : `M${at + 0.5} 0V${height}`);
  const todayAt = days.findIndex(({ day }) => day === today);

  const shown = chosen === null ? null : (days[chosen] ?? null);
  const labels = [0, days.length >> 1, days.length - 1].filter((at, index, all) => all.indexOf(at) === index);
  const dayLabel = (at: number) => (at === todayAt ? t('reports.today') : shortDay(days[at]?.day ?? today));

  function choosePointed(event: PointerEvent & { readonly currentTarget: HTMLElement }) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl';
    const at = Math.floor((isFromRight ? 1 - share : share) * days.length);
    setChosen(Math.min(Math.max(at, 0), days.length - 1));
  }

  return (
    <figure class="chart small numbers" style={{ '--days': days.length }} aria-labelledby={id}>
      <figcaption class="chart-head">
        <span id={id} class="visually-hidden">
          {t('reports.chart', { period: periodText(period) })}
        </span>
        <ul class="chart-legend flow" aria-hidden="true">
          <li class="chart-day strong">{shown === null ? t('reports.byDay') : fullDay(shown.day)}</li>
          {series.map((measure) => (
            <li key={measure} class={`chart-key row gap-1 chart-key-${measure}`}>
              {t(`reports.${measure}`)}
              {shown && <b>{figureText(measure, shown[measure])}</b>}
            </li>
          ))}
        </ul>
      </figcaption>
      <Axis tops={[counts, counts / 2, 0].map(compactText)} />
      <div class="chart-plot" onPointerMove={choosePointed} onPointerLeave={() => setChosen(null)}>
        <svg viewBox={`0 0 ${days.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="chart-today" d={column(todayAt)} />
          <path class="chart-grid" d={`M0 0H${days.length}M0 50H${days.length}M0 ${height}H${days.length}`} />
          <path class="chart-views" d={bars('views')} />
          <path class="chart-downloads" d={bars('downloads')} />
          <path class="chart-line" d={line} />
          <path class="chart-chosen" d={column(chosen ?? -1)} />
        </svg>
        <input
          class="chart-slider"
          type="range"
          min={0}
          max={days.length - 1}
          value={chosen ?? days.length - 1}
          aria-label={t('reports.day')}
          aria-valuetext={daySentence(shown ?? days.at(-1))}
          onInput={(event) => setChosen(Number(event.currentTarget.value))}
          onFocus={(event) => setChosen(Number(event.currentTarget.value))}
          onBlur={() => setChosen(null)}
        />
      </div>
      <Axis tops={[profits, profits / 2, 0].map((amount) => compactText(amount / 100_000))} />
      <p class="chart-days tone-quiet" aria-hidden="true">
        {labels.map((at) => (
          <span key={at} style={{ insetInlineStart: `${((at + 0.5) / days.length) * 100}%` }}>
            {dayLabel(at)}
          </span>
        ))}
      </p>
    </figure>
  );
}

function Axis({ tops }: { tops: readonly string[] }) {
  return (
    <p class="chart-axis tone-quiet" aria-hidden="true">
      {tops.map((text, at) => (
        <span key={at}>{text}</span>
      ))}
    </p>
  );
}

function daySentence(day: DayFigures | undefined): string {
  if (day === undefined) return '';
  const figures = metrics.map((each) => `${t(`reports.${each}`)} ${figureText(each, day[each])}`);
  return `${fullDay(day.day)}: ${format.list(figures)}`;
}
