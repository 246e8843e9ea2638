/** Views and downloads as bars, total profit as a line. Each is a single path, so that a year renders as fast as a week. */
import { useId, useMemo, useState } from 'preact/hooks';
import {
  type Bar,
  createBars,
  type Figures,
  maxDailyBars,
  metrics,
  type Report,
} from '../../lib/reports/report.ts';
import { format, t } from '../text.ts';
import { compactText, figureText, fullDay, periodText, shortDay } from './wording.ts';
import './reports.css';

/** The drawing has one unit per bar and this many units of height, and is stretched to fit. */
const height = 100;
const series = ['views', 'downloads', 'profitTotal'] as const;
type Series = (typeof series)[number];

/** Negative figures are drawn as zero. */
const getSize = (figures: Figures, measure: Series): number | null =>
  figures[measure] === null ? null : Math.max(0, Number(figures[measure]));

/** 2, 4, 6, 8 or 10 times a power of ten, so that half of it is a whole number. */
function getAxisTop(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(largest));
  const top = [2, 4, 6, 8, 10].find((step) => step * power >= largest) ?? 10;
  return top * power;
}

/** @param props.today marked by day, left out by week */
export function Chart({ report, today }: { report: Report; today: string }) {
  const { days, period } = report;
  const isByWeek = days.length > maxDailyBars;
  const bars = useMemo(() => createBars(report, today), [report, today]);
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const largest = (...of: readonly Series[]) =>
    bars.reduce((size, bar) => of.reduce((most, each) => Math.max(most, getSize(bar, each) ?? 0), size), 0);
  const counts = getAxisTop(largest('views', 'downloads') || 1);
  const profits = getAxisTop(largest('profitTotal') || 100_000);
  const y = (size: number, top: number) => (height * (1 - size / top)).toFixed(2);

  const drawBars = (measure: Series) =>
    bars
      .map((bar, at) => {
        const size = getSize(bar, measure);
        return size ? `M${at + 0.5} ${height}V${y(size, counts)}` : '';
      })
      .join('');
  // A day without a figure is a gap. A single day between gaps is a dash.
  const line = bars
    .map((bar, at) => {
      const size = getSize(bar, 'profitTotal');
      if (size === null) return '';
      const isStart = (bars[at - 1]?.profitTotal ?? null) === null;
      const isAlone = isStart && (bars[at + 1]?.profitTotal ?? null) === null;
      if (isAlone) return `M${at + 0.25} ${y(size, profits)}h.5`;
      return `${isStart ? 'M' : 'L'}${at + 0.5} ${y(size, profits)}`;
    })
    .join('');
  const column = (at: number) => (at < 0 ? '' : `M${at + 0.5} 0V${height}`);

  const shown = chosen === null ? null : (bars[chosen] ?? null);
  const labels = [0, bars.length >> 1, bars.length - 1].filter((at, index, all) => all.indexOf(at) === index);
  const dayLabel = ({ from }: Bar) => (from === today ? t('reports.today') : shortDay(from));

  function choosePointed(event: PointerEvent & { readonly currentTarget: HTMLElement }) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl';
    const at = Math.floor((isFromRight ? 1 - share : share) * bars.length);
    setChosen(Math.min(Math.max(at, 0), bars.length - 1));
  }

  return (
    <figure class="chart small numbers" style={{ '--bars': bars.length }} aria-labelledby={id}>
      <figcaption class="chart-head">
        <span id={id} class="visually-hidden">
          {t(isByWeek ? 'reports.chartByWeek' : 'reports.chart', { period: periodText(period) })}
        </span>
        <ul class="chart-legend flow" aria-hidden="true">
          <li class="chart-day strong">
            {shown === null ? t(isByWeek ? 'reports.byWeek' : 'reports.byDay') : barText(shown)}
          </li>
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
        <svg viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path
            class="chart-partial"
            d={bars.map(({ isPartial }, at) => (isPartial ? column(at) : '')).join('')}
          />
          <path class="chart-grid" d={`M0 0H${bars.length}M0 50H${bars.length}M0 ${height}H${bars.length}`} />
          <path class="chart-views" d={drawBars('views')} />
          <path class="chart-downloads" d={drawBars('downloads')} />
          <path class="chart-line" d={line} />
          <path class="chart-chosen" d={column(chosen ?? -1)} />
        </svg>
        <input
          class="chart-slider"
          type="range"
          min={0}
          max={bars.length - 1}
          value={chosen ?? bars.length - 1}
          aria-label={t(isByWeek ? 'reports.week' : 'reports.day')}
          aria-valuetext={barSentence(shown ?? bars.at(-1))}
          onInput={(event) => setChosen(Number(event.currentTarget.value))}
          onFocus={(event) => setChosen(Number(event.currentTarget.value))}
          onBlur={() => setChosen(null)}
        />
      </div>
      <Axis tops={[profits, profits / 2, 0].map((amount) => compactText(amount / 100_000))} />
      <p class="chart-days tone-quiet" aria-hidden="true">
        {bars.map(
          (bar, at) =>
            labels.includes(at) && (
              <span key={at} style={{ insetInlineStart: `${((at + 0.5) / bars.length) * 100}%` }}>
                {dayLabel(bar)}
              </span>
            ),
        )}
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

const barText = (bar: Bar): string => (bar.from === bar.to ? fullDay(bar.from) : periodText(bar));

function barSentence(bar: Bar | undefined): string {
  if (bar === undefined) return '';
  const figures = metrics.map((each) => `${t(`reports.${each}`)} ${figureText(each, bar[each])}`);
  return `${barText(bar)}: ${format.list(figures)}`;
}
