/** Reads the report of a period and of the one before it; each may fail alone. */
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
import { calculateBackoffMs } from '../../lib/timing/backoff.ts';
import { problemOf } from '../problem.ts';
import { useServices } from '../services.ts';

export interface ReportState {
  readonly isLoading: boolean;
  /** The period that was read last; null before the first and after a failure. */
  readonly report: Report | null;
  /** Null where it could not be read. */
  readonly before: Report | null;
  /** Why the report, or where there is one, the period before is missing. */
  readonly problem: Problem | null;
  readonly reload: () => void;
}

/** Problems that end by themselves: the report is read again. */
const temporaryProblems: readonly Problem['code'][] = ['network', 'timeout', 'rate-limited'];

const nothing = { report: null, before: null, problem: null };

/** @param today on the user's calendar; the service's may be a day before or after it */
export function useReport(
  accountId: string,
  isOnline: boolean,
  choice: PeriodChoice,
  today: string,
): ReportState {
  const period = resolvePeriod(choice, today);
  const before = getPreviousPeriod(choice, period);
  const lastDays = choice.kind === 'last' ? choice.days : undefined;
  const { send } = useServices();
  const [known, setKnown] = useState<Omit<ReportState, 'isLoading' | 'reload'>>(nothing);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const failures = useRef(0);
  const reload = () => setAttempt((count) => count + 1);

  useEffect(() => {
    let isCurrent = true;
    const read = async (requested: Period) =>
      createReport(await send('reports.read', { accountId, ...requested }), requested);
    const readNow = async () => {
      if (lastDays === undefined) return read(period);
      const days = await send('reports.read', { accountId, ...period, lastDays });
      return createReport(days, getReportedPeriod(period, days));
    };
    const readBoth = async () => {
      const [now, then] = await Promise.allSettled([readNow(), read(before)]);
      if (now.status === 'rejected' || now.value.period.to === period.to) return [now, then] as const;
      const [moved] = await Promise.allSettled([read(getPreviousPeriod(choice, now.value.period))]);
      return [now, moved] as const;
    };
    setLoading(true);
    void readBoth().then(([now, then]) => {
      if (!isCurrent) return;
      setLoading(false);
      const hasFailed = now.status === 'rejected' || then.status === 'rejected';
      failures.current = hasFailed ? failures.current + 1 : 0;
      if (now.status === 'rejected') setKnown({ ...nothing, problem: problemOf(now.reason) });
      else if (then.status === 'rejected')
        setKnown({ report: now.value, before: null, problem: problemOf(then.reason) });
      else setKnown({ report: now.value, before: then.value, problem: null });
    });
    return () => {
      isCurrent = false;
    };
  }, [accountId, period.from, period.to, before.from, before.to, attempt]);

  useEffect(() => {
    if (isOnline && known.problem !== null) reload();
  }, [isOnline]);
  useEffect(() => {
    if (!isOnline || known.problem === null || !temporaryProblems.includes(known.problem.code)) return;
    const retry = setTimeout(reload, calculateBackoffMs(failures.current, Math.random));
    return () => clearTimeout(retry);
  }, [isOnline, known]);

  return { ...known, isLoading, reload };
}
