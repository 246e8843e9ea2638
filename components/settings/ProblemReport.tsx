/** Saves a problem report as a file. */
import { Button } from '../button/Button.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import { downloadText, fileName } from '../uploads/download.ts';

export interface ProblemReportProps {
  /** The text of the report. */
  readonly readProblemReport: () => Promise<string>;
}

export function ProblemReport({ readProblemReport }: ProblemReportProps) {
  const { now } = useServices();
  const { notice, show, run } = useOutcome();

  async function save(): Promise<void> {
    downloadText(fileName('problem-report', now(), 'json'), await readProblemReport());
  }

  return (
    <>
      <p class="small tone-quiet">{t('problemReport.hint')}</p>
      <div>
        <Button onClick={() => run(save(), () => t('problemReport.saved'))}>{t('problemReport.save')}</Button>
      </div>
      <NoticeArea {...{ notice, show }} />
    </>
  );
}
