/** Once the job ends, its notice must not say that it is in progress. */
import { useEffect, useRef } from 'preact/hooks';
import { useJobs } from '#page/catalog.ts';
import { isActive } from '../../lib/bulk/job.ts';
import type { NoticeContent } from './notice-content.ts';

interface JobCorrectionProps {
  readonly notice: NoticeContent;
  readonly onCorrect: (notice: NoticeContent | null) => void;
}

export function JobCorrection({ notice, onCorrect }: JobCorrectionProps) {
  const { accountId = '', id, describeEnd } = notice.job ?? {};
  const job = useJobs(accountId).find((each) => each.id === id);
  const seenId = useRef('');
  useEffect(() => {
    // Before that, the job may not have been read.
    if (job) seenId.current = job.id;
    if (seenId.current !== id || (job && isActive(job))) return;
    onCorrect(job && describeEnd ? describeEnd(job) : null);
  }, [notice, job]);
  return null;
}
