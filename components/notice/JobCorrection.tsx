/** Once the job ends, its notice must not say that it is in progress. */
import { useEffect, useRef } from 'preact/hooks';
import { useJobs } from '#page/catalog.ts';
import { isActive } from '../../lib/bulk/job.ts';
import type { BulkJob } from '../../lib/bulk/work.ts';
import { jobTitle, openIssues } from '../bulk/wording.ts';
import { joinSentences } from '../text.ts';
import type { NoticeContent } from './notice-content.ts';

interface JobCorrectionProps {
  readonly notice: NoticeContent;
  readonly onCorrect: (notice: NoticeContent | null) => void;
}

export function JobCorrection({ notice, onCorrect }: JobCorrectionProps) {
  const { accountId = '', id, shouldShowResult = false } = notice.job ?? {};
  const job = useJobs(accountId).find((each) => each.id === id);
  const seenId = useRef('');
  useEffect(() => {
    // Before that, the job may not have been read.
    if (job) seenId.current = job.id;
    if (seenId.current !== id || (job && isActive(job))) return;
    onCorrect(job && shouldShowResult ? endNotice(job) : null);
  }, [notice, job]);
  return null;
}

function endNotice(job: BulkJob): NoticeContent {
  const issues = openIssues(job);
  return {
    tone: issues.length > 0 ? 'warn' : 'good',
    text: joinSentences([(job.done > 0 || issues.length === 0) && jobTitle(job), ...issues]),
  };
}
