/** Tells the background which folder is being looked at, so that the catalog is brought up to date there first. */
import { useEffect } from 'preact/hooks';
import { problemOf } from '../../problem.ts';
import { problemSentence } from '../../problem-sentence.ts';
import type { Files } from './useFiles.ts';

export function useVisit({ services: { send }, account, route, outcome }: Files): void {
  useEffect(() => {
    const visit = () => {
      if (document.visibilityState === 'hidden') return;
      send('catalog.visit', { accountId: account.id, folderId: route.folderId }).catch((error) =>
        outcome.show({ tone: 'bad', text: problemSentence(problemOf(error)) }),
      );
    };
    visit();
    // Somebody who comes back to the page looks at it anew.
    document.addEventListener('visibilitychange', visit);
    return () => document.removeEventListener('visibilitychange', visit);
  }, [send, account.id, route.folderId]);
}
