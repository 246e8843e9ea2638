/** Reports the visible folder to the background, which refreshes it first. */
import { useEffect } from 'preact/hooks';
import { useOnRecovery } from '../../page-api.ts';
import { problemOf } from '../../problem/problem.ts';
import { problemSentence } from '../../problem/wording.ts';
import type { FilesContext } from './useFiles.ts';

export function useReportVisit({ pageApi: { send }, account, route, feedback }: FilesContext): void {
  const visit = () => {
    if (document.visibilityState === 'hidden') return;
    send('catalog.visit', { accountId: account.id, folderId: route.folderId }).catch((error) =>
      feedback.show({ tone: 'bad', text: problemSentence(problemOf(error)) }),
    );
  };
  useOnRecovery(visit);
  useEffect(() => {
    visit();
    // Returning to the page counts as a visit.
    document.addEventListener('visibilitychange', visit);
    return () => document.removeEventListener('visibilitychange', visit);
  }, [send, account.id, route.folderId]);
}
