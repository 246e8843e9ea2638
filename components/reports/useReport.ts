/** Reads the report of a period and of the one before it. Each may fail separately. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../lib/protocol.ts';
import {
  getPreviousPeriod,
  getReportedPeriod,
  type Period,
  type PeriodChoice,
  resolvePeriod,
} from '../../lib/reports/period.ts';
import { createReport, type Report } from '../../lib/reports/report.ts';
import { reportRetry } from '../../lib/timing/policies.ts';
import { calculateDelayMs } from '../../lib/timing/retry.ts';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';

interface ReportState {
  readonly isLoading: boolean;
  /** The last period read. Null before the first one, and after a failure. */
  readonly report: Report | null;
  readonly before: Report | null;
  /** Why the report is missing, or, if it isn't, why the previous one is. */
  readonly problem: Problem | null;
  readonly reload: () => void;
}

/** Temporary problems, after which the report is read again. */
const temporaryProblems: readonly Problem['code'][] = ['network', 'timeout', 'rate-limited'];

const noReports = { report: null, before: null, problem: null };

/** @param today in the user's time zone. The service's date may differ by a day */
export function useReport(
  accountId: string,
  isOnline: boolean,
  choice: PeriodChoice,
  today: string,
): ReportState {
  const period = resolvePeriod(choice, today);
  const before = getPreviousPeriod(choice, period);
  const lastDays = choice.kind === 'last' ? choice.days : undefined;
  const { send } = usePageApi();
  const [reports, setReports] = useState<Omit<ReportState, 'isLoading' | 'reload'>>(noReports);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const failures = useRef(0);
  const reload = () => setAttempt((count) => count + 1);

  useEffect(() => {
    let isCurrent = true;
    const read = async (requested: Period) =>
      createReport(await send('reports.read', { accountId, ...requested }), requested);
    const readCurrent = async () => {
      if (lastDays === undefined) return read(period);
      const days = await send('reports.read', { accountId, ...period, lastDays });
      return createReport(days, getReportedPeriod(period, days));
    };
    const readBoth = async () => {
      const [current, previous] = await Promise.allSettled([readCurrent(), read(before)]);
      if (current.status === 'rejected' || current.value.period.to === period.to)
        return [current, previous] as const;
      const [shifted] = await Promise.allSettled([read(getPreviousPeriod(choice, current.value.period))]);
      return [current, shifted] as const;
    };
    setLoading(true);
    void readBoth().then(([current, previous]) => {
      if (!isCurrent) return;
      setLoading(false);
      const hasFailed = current.status === 'rejected' || previous.status === 'rejected';
      failures.current = hasFailed ? failures.current + 1 : 0;
      if (current.status === 'rejected') setReports({ ...noReports, problem: problemOf(current.reason) });
      else if (previous.status === 'rejected')
        setReports({ report: current.value, before: null, problem: problemOf(previous.reason) });
      else setReports({ report: current.value, before: previous.value, problem: null });
    });
    return () => {
      isCurrent = false;
    };
  }, [accountId, period.from, period.to, before.from, before.to, attempt]);

  useEffect(() => {
    if (isOnline && reports.problem !== null) reload();
  }, [isOnline]);
  useEffect(() => {
    if (!isOnline || reports.problem === null || !temporaryProblems.includes(reports.problem.code)) return;
    const retry = setTimeout(reload, calculateDelayMs(reportRetry, failures.current, Math.random));
    return () => clearTimeout(retry);
  }, [isOnline, reports]);

  return { ...reports, isLoading, reload };
}
