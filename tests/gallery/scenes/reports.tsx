/** `scripts/reports.ts` chooses periods. */
import type { DailyReport } from '../../../lib/api/index.ts';
import type { Problem } from '../../../lib/protocol.ts';
import { formatDecimal } from '../../../lib/reports/decimal.ts';
import { addDays, getDayStartMs, listDays } from '../../../lib/reports/period.ts';
import { createFakeServices } from '../fake-page-api.ts';
import { manager, type Scene } from './scene.tsx';

/** Higher on weekends, growing each year, always the same. */
function reportOf(day: string, factor = 1): DailyReport {
  const at = getDayStartMs(day) / 86_400_000;
  const season = 1 + Math.sin(at / 58) / 3 + (at % 7 < 2 ? 0.5 : 0) + ((at * 7919) % 101) / 200;
  const views = Math.round(factor * season * (at - 19_000));
  const downloads = Math.round(views * (0.2 + ((at * 31) % 17) / 50));
  const amounts = [views * 50, views * 50 + downloads * 20].map((amount) => formatDecimal(BigInt(amount)));
  const [profitViewsText = null, profitTotalText = null] = amounts;
  return {
    day,
    views,
    downloads,
    profitViews: Number(profitViewsText),
    profitTotal: Number(profitTotalText),
    profitViewsText,
    profitTotalText,
  };
}

type Answer = (day: string, factor?: number) => DailyReport | null;

function reports(
  answer: Answer | Problem | 'never',
  before: Answer | Problem = reportOf,
  { serverTime = '2026-11-20 13:00:00', hash = '#reports' } = {},
): Scene {
  let count = 0;
  const fake = createFakeServices({
    'reports.read': ({ from, to, lastDays }) => {
      count += 1;
      const chosen = count % 2 === 1 ? answer : before;
      if (typeof chosen !== 'function') return chosen;
      const today = serverTime.slice(0, 10);
      const period =
        lastDays === undefined ? { from, to } : { from: addDays(today, 1 - lastDays), to: today };
      return { days: listDays(period).flatMap((day) => chosen(day) ?? []), serverTime };
    },
  });
  return manager({}, fake, hash);
}

const problem = (code: Problem['code'], msg: string | null = null): Problem => ({ code, msg });
const isGap = (day: string) => ['18', '20'].includes(day.slice(-2));

export const reportsScenes: Readonly<Record<string, () => Scene>> = {
  'manager-reports': () => reports(reportOf),
  'manager-reports-loading': () => reports('never'),
  'manager-reports-empty': () => reports(() => null),
  'manager-reports-error': () => reports(problem('refused', 'Reports are closed for the night')),
  'manager-reports-offline': () => reports(problem('network')),
  'manager-reports-partial': () =>
    reports((day) => (isGap(day) ? null : { ...reportOf(day), downloads: null }), problem('timeout')),
  'manager-reports-gaps-before': () =>
    reports(reportOf, (day) => (day.endsWith('08') ? null : reportOf(day, 0.5))),
  // Where the service is, the user's yesterday isn't over.
  'manager-reports-behind': () => reports(reportOf, reportOf, { serverTime: '2026-11-19 23:30:00' }),
  'manager-reports-year': () =>
    reports(reportOf, reportOf, { hash: '#reports?from=2025-11-20&to=2026-11-19' }),
  'manager-reports-new-month': () =>
    reports(reportOf, reportOf, { serverTime: '2026-12-01 00:30:00', hash: '#reports?month=this' }),
  'manager-reports-longer-month': () =>
    reports(reportOf, reportOf, { serverTime: '2027-03-31 12:00:00', hash: '#reports?month=this' }),
  'manager-reports-huge': () => reports((day) => reportOf(day, 4e9)),
};
