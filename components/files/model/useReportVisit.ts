import { useEffect } from 'preact/hooks';
import type { Feedback } from '../../notice/useFeedback.ts';
import { useOnRecovery, usePageApi } from '../../page-api.ts';
import { toProblem } from '../../problem/problem.ts';
import { problemSentence } from '../../problem/wording.ts';

/** The background syncs a visited folder first. `folderId` null: all files. */
export function useReportVisit(accountId: string, folderId: string | null, feedback: Feedback): void {
  const { send } = usePageApi();
  const visit = () => {
    if (document.visibilityState === 'hidden') return;
    send('catalog.visit', { accountId, folderId }).catch((error) =>
      feedback.show({ tone: 'bad', text: problemSentence(toProblem(error)) }),
    );
  };
  useOnRecovery(visit);
  useEffect(() => {
    visit();
    // Returning to the page is a visit too.
    document.addEventListener('visibilitychange', visit);
    return () => document.removeEventListener('visibilitychange', visit);
  }, [send, accountId, folderId]);
}
