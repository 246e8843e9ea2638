/** Reads a period's report and the one before it. Each may fail separately. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../lib/protocol.ts';
import {
  type Comparison,
  countDays,
  getComparison,
  getLocalDay,
  getServiceDay,
  type Period,
  type PeriodChoice,
  resolvePeriod,
} from '../../lib/reports/period.ts';
import { createReport, type Report } from '../../lib/reports/report.ts';
import { reportRetry } from '../../lib/timing/policies.ts';
import { calculateDelayMs } from '../../lib/timing/retry.ts';
import { useAnswer } from '../hooks/useAnswer.ts';
import { useNow, usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { reportsHash } from './route.ts';

export interface Reports {
  /** At the service. */
  readonly today: string;
  /** Including today. */
  readonly report: Report;
  /** The complete days. Null if none are over yet. */
  readonly complete: {
    readonly report: Report;
    readonly compared: Report;
    readonly comparison: Comparison;
  } | null;
  readonly before: Report | null;
}

interface Read {
  /** Null before the first ones, and after a failure. */
  readonly reports: Reports | null;
  /** Why the reports, or else the previous one, are missing. */
  readonly problem: Problem | null;
}

/** The report is read again after these. */
const temporaryProblems: readonly Problem['code'][] = ['network', 'timeout', 'rate-limited'];

const nothingRead: Read = { reports: null, problem: null };

const hourMs = 3_600_000;

/** Reads again each hour, because a day may be over. */
export function useReport(accountId: string, isOnline: boolean, choice: PeriodChoice) {
  const { send, now } = usePageApi();
  const hour = Math.floor(useNow(60) / hourMs);
  const [attempt, setAttempt] = useState(0);
  const failures = useRef(0);
  const reload = () => setAttempt((count) => count + 1);

  const readUpTo = async (today: string) => {
    const period = resolvePeriod(choice, today);
    const comparison = getComparison(choice, period, today);
    const lastDays = period.to === today ? countDays(period) : undefined;
    const [current, previous] = await Promise.allSettled([
      send('reports.read', { accountId, ...period, lastDays }),
      comparison && send('reports.read', { accountId, ...comparison.before }),
    ]);
    if (current.status === 'rejected') throw current.reason;
    const serviceDay = getServiceDay(current.value, lastDays, today);
    const create = (some: Period) => createReport(current.value.days, some);
    const reports: Reports = {
      today,
      report: create(period),
      complete: comparison && {
        report: create(comparison.complete),
        compared: create(comparison.days),
        comparison,
      },
      before:
        comparison && previous.status === 'fulfilled' && previous.value
          ? createReport(previous.value.days, comparison.before)
          : null,
    };
    const problem = previous.status === 'rejected' ? toProblem(previous.reason) : null;
    return { serviceDay, reports, problem };
  };
  const readAll = async () => {
    const localDay = getLocalDay(now());
    const read = await readUpTo(localDay);
    return read.serviceDay === localDay ? read : readUpTo(read.serviceDay);
  };
  const { answer, latest } = useAnswer<Read>(
    async (isCurrent) => {
      const read = await readAll().catch((error: unknown) => ({ reports: null, problem: toProblem(error) }));
      if (isCurrent()) failures.current = read.problem === null ? 0 : failures.current + 1;
      return read;
    },
    [accountId, reportsHash(choice), hour, attempt],
  );
  const isLoading = answer === null;
  const state = latest ?? nothingRead;

  useEffect(() => {
    if (isOnline && state.problem !== null) reload();
  }, [isOnline]);
  useEffect(() => {
    if (!isOnline || state.problem === null || !temporaryProblems.includes(state.problem.code)) return;
    const retry = setTimeout(reload, calculateDelayMs(reportRetry, failures.current, Math.random));
    return () => clearTimeout(retry);
  }, [isOnline, state]);

  return { ...state, isLoading, reload };
}
